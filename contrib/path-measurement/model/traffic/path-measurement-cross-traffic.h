/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CROSS_TRAFFIC_H
#define PATH_MEASUREMENT_CROSS_TRAFFIC_H

#include "path-measurement-cross-arrivals.h"
#include "path-measurement-cross-flows.h"
#include "path-measurement-traffic-level.h"

#include "ns3/burst-core-simulation-end.h"
#include "ns3/event-id.h"
#include "ns3/faults-link-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Cross traffic over a link, only during measurements.
 *
 * The load is the level (TrafficLevel) times the nominal rate of the link. Traffic runs from Lead
 * before to Tail after each announced measurement, with no event at other times. Arrivals do not
 * depend on the announced measurements. At the end of a window active flows are aborted.
 *
 * With Mode LinkRate no packet is sent: during measurements the device is slower by the load, but
 * never slower than MIN_SHARE of its rate.
 */
class CrossTraffic : public Object
{
  public:
    /** The kind of cross traffic. */
    enum Mode
    {
        PACKETS,   //!< flows and datagrams
        LINK_RATE, //!< a device that is slower
    };

    static constexpr double MIN_SHARE = 0.05; //!< of its rate that a device keeps

    /** @param bytes that arrive, of IP
     * @param datagram whether in one; else in a flow */
    typedef void (*OfferedTracedCallback)(uint64_t bytes, bool datagram);
    /** @param payload of a flow that ended by itself, bytes
     * @param took since it arrived */
    typedef void (*FlowEndedTracedCallback)(uint64_t payload, Time took);

    static TypeId GetTypeId(); //!< @return the TypeId
    ~CrossTraffic() override;  //!< Nothing is sent any more.

    /** @param device that sends into the link; std::invalid_argument if it has no rate, or after
     * the first Announce or GetLevel */
    void SetLink(Ptr<NetDevice> device);

    /** @param source of packets, with an internet stack
     * @param sink of packets, likewise
     * @param address of the sink. For Mode Packets, before the first Announce or GetLevel
     * (std::invalid_argument). */
    void SetPath(Ptr<Node> source, Ptr<Node> sink, Ipv4Address address);

    /**
     * Somebody will measure. What of it is over is left out.
     * @param from when that begins
     * @param to when it ends, after from (std::invalid_argument)
     */
    void Announce(Time from, Time to);

    /** @param t any time @return the level then, as a share of the rate of the link */
    double GetLevel(Time t);

    uint64_t GetOffered() const;         //!< @return bytes of IP that arrived
    uint64_t GetFlows() const;           //!< @return flows that arrived
    uint64_t GetDatagrams() const;       //!< @return datagrams that arrived
    uint64_t GetAborted() const;         //!< @return flows that did not end by themselves
    uint64_t GetDelivered() const;       //!< @return payload that the sink received, bytes
    double GetAwake() const;             //!< @return how long there was traffic, s
    std::vector<Time> GetActive() const; //!< @return when flows arrived that are not over

    /** Before the first Announce or GetLevel (std::invalid_argument). @param stream first one
     * @return how many streams are used: 2 */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void CancelStep();      //!< It will not be called.
    bool IsStarted() const; //!< @return whether Start was called
    /** @param function that is called; std::invalid_argument if it may not be any more */
    void CheckNotStarted(const std::string& function) const;
    void Start();                 //!< Take attributes and streams, once.
    void Schedule(int64_t at);    //!< @param at when Step is due, ns
    void Step();                  //!< Do what is due now.
    void EnterSlot(int64_t slot); //!< @param slot that goes on or begins
    void Rest(int64_t now);       //!< No window any more. @param now ns
    void Offer(const measurement::CrossArrivals::Arrival& arrival); //!< @param arrival that is due

    Mode m_mode;            //!< attribute Mode
    double m_mean;          //!< attribute Mean
    double m_diurnal;       //!< attribute Diurnal
    double m_utcOffset;     //!< attribute UtcOffset
    Time m_weekStart;       //!< attribute WeekStart
    double m_noise;         //!< attribute Noise
    double m_correlation;   //!< attribute Correlation
    Time m_noiseSlot;       //!< attribute NoiseSlot
    double m_flowMin;       //!< attribute FlowMin
    double m_flowMax;       //!< attribute FlowMax
    double m_flowShape;     //!< attribute FlowShape
    double m_datagramShare; //!< attribute DatagramShare
    uint32_t m_datagram;    //!< attribute DatagramSize
    uint16_t m_port;        //!< attribute Port
    Time m_lead;            //!< attribute Lead
    Time m_tail;            //!< attribute Tail

    int64_t m_stream{-1};                                   //!< first one
    std::optional<measurement::TrafficLevel> m_level;       //!< since Start
    std::optional<measurement::CrossArrivals> m_arrivals;   //!< since Start
    std::optional<measurement::CrossFlows> m_flows;         //!< since SetPath
    Ptr<Node> m_source;                                     //!< of packets
    Ptr<Node> m_sink;                                       //!< of packets
    Ipv4Address m_address;                                  //!< of the sink
    Ptr<LinkRate> m_rate;                                   //!< of the link
    measurement::TimeWindows m_windows;                     //!< in which there is traffic
    EventId m_event;                                        //!< Step
    bool m_awake{false};                                    //!< a window is open
    burst::SimulationEnd m_end;                             //!< of the simulation
    int64_t m_since{0};                                     //!< when it was opened, ns
    int64_t m_slot{0};                                      //!< present one, while awake
    std::vector<measurement::CrossArrivals::Arrival> m_due; //!< of that slot
    std::size_t m_next{0};                                  //!< of m_due
    int64_t m_awakeTime{0};                                 //!< in windows that are over, ns
    uint64_t m_offered{0};                                  //!< see GetOffered
    uint64_t m_flowCount{0};                                //!< see GetFlows
    uint64_t m_datagramCount{0};                            //!< see GetDatagrams

    TracedCallback<uint64_t, bool> m_offeredTrace;   //!< trace source Offered
    TracedCallback<uint64_t, Time> m_flowEndedTrace; //!< trace source FlowEnded
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CROSS_TRAFFIC_H
