/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FABRIC_H
#define LOSSLESS_ETHERNET_FABRIC_H

#include "lossless-ethernet-packet-table.h"

#include "ns3/burst-core-drop-counter.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/burst-core-sinks.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-device.h"
#include "ns3/fabric-engine-channel.h"
#include "ns3/fabric-ledger.h"
#include "ns3/fabric-watchdog.h"
#include "ns3/lossless-ethernet-engine-listener.h"
#include "ns3/lossless-ethernet-engine.h"
#include "ns3/lossless-ethernet-frame-writer.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class LosslessEthernetNetDevice;
class LosslessEthernetSwitchPort;

/**
 * @ingroup lossless-ethernet
 * A network of stations, switches and links as a channel of ns-3.
 *
 * Attributes are set first, then Build. While frames carry packets, or a trace sink is connected,
 * there is one pending event, at the next tick with an engine event. Frames that are only counted
 * need no event: the engine catches up when state is read or changed. Wrong input is a
 * std::invalid_argument.
 */
class LosslessEthernetFabric : public fabric::EngineChannel, private LosslessEngineListener
{
  public:
    // Why a switch or a station throws a frame away.
    static constexpr const char* NO_ROOM = "no room";                           //!< of data
    static constexpr const char* NO_ROOM_FOR_MESSAGE = "no room for a message"; //!< see GetMessages
    static constexpr const char* NO_DEVICE = "no device"; //!< of data: disposed of, or none

    static TypeId GetTypeId(); //!< @return the TypeId
    LosslessEthernetFabric();
    ~LosslessEthernetFabric() override;

    /** @param topology see LosslessNetwork */
    void Build(const fabric::Topology& topology);
    /** Counted frames, before the simulation starts. @param station which sends them @param source
     * of them, which outlives the simulation, or null */
    void SetSource(uint32_t station, LosslessSource* source);
    /** Let a port send at another rate than that of its link: a slow receiver behind it.
     * @param port channel that leaves it @param rate bits per second, 0: nothing,
     * LosslessEngine::LINK_RATE: that of the link @param delay from now until it holds */
    void SetServiceRate(uint32_t port, double rate, const Time& delay = Time(0));
    /** A stream for each port of a switch and for each station, whether it has a congestion point
     * or a reaction point or not. Before the simulation starts. @param stream the first one
     * @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    bool IsBuilt() const;                      //!< @return whether Build was called
    const LosslessNetwork& GetNetwork() const; //!< @return what Build made
    /** @return what may lose frames, where AllowLoss accepts it; it is also printed to standard
     * error */
    const std::string& GetWarning() const;
    uint32_t GetLargestFrame() const; //!< @return attribute LargestFrame, bytes
    /** @return what moves the frames, up to the present tick; what it counts may be read */
    LosslessEngine& GetEngine() const;
    /** Those of a port draw from one stream. They start with the first data frame of their
     * priority. @param port channel that leaves it @param priority of frames @return its congestion
     * point, or null */
    Ptr<CongestionPoint> GetCongestionPoint(uint32_t port, uint8_t priority);
    /** @return a bit for each priority that ports have a congestion point for */
    uint8_t GetCongestionPriorities() const;
    /** @param station which @return its reaction point, or null */
    Ptr<ReactionPoint> GetReactionPoint(uint32_t station) const;
    /** @param station that sends a flow @param destination of it @param priority of it
     * @return whether a rate limiter holds its frames back */
    bool IsLimited(uint32_t station, uint32_t destination, uint8_t priority) const;
    /** @param priority of frames @return whether the memory of the switches takes them */
    bool HasPriority(uint8_t priority) const;
    /** @param station which @return address of its device, or the one it would get */
    Mac48Address GetStationAddress(uint32_t station) const;
    /** @param port channel that leaves it @return 06, two bytes of the id of the channel of ns-3,
     * three of the number of the port */
    Mac48Address GetPortAddress(uint32_t port) const;
    /** @param number of a station @param device of it from now on */
    void Attach(uint32_t number, Ptr<LosslessEthernetNetDevice> device);
    /** @param port channel that leaves a switch @param device that shows it from now on */
    void Attach(uint32_t port, Ptr<LosslessEthernetSwitchPort> device);
    /** @param port channel that leaves a switch @return what shows it, or null */
    Ptr<LosslessEthernetSwitchPort> GetSwitchPort(uint32_t port) const;
    /** What shows it is disposed of: it has counted up to now. @param port channel that leaves it
     */
    void Detach(uint32_t port);
    /** Sinks of what is at a port come or go: what is past is told to the former ones alone.
     * @param port channel that leaves it @param change performs that */
    void ChangeSinksOf(uint32_t port, const burst::SinkChange& change);

    /** Send a packet at the present tick or, if time is between two, the next one.
     * @param frame to carry it @param packet with its Ethernet header */
    void Send(LosslessFrame frame, Ptr<const Packet> packet);

    uint64_t GetSent() const;                   //!< @return data frames that left a station
    uint64_t GetDelivered() const;              //!< @return data frames
    const burst::DropCounter& GetDrops() const; //!< @return frames thrown away, by reason
    uint64_t GetInFlight() const;  //!< @return data frames in switches and on links, as counted
    int64_t GetMissing() const;    //!< @return data frames that are nowhere, 0
    uint64_t GetMessages() const;  //!< @return messages of congestion points
    uint64_t GetPauses() const;    //!< @return PAUSE and PFC frames that ask for a pause
    uint64_t GetSteps() const;     //!< @return steps of the engine
    uint64_t GetHighWater() const; //!< @return most bytes that an input of a switch held
    /** Enter what became of frames into a ledger. @param ledger the ledger @param account name of
     * the fabric in it, new @return its handle */
    uint32_t Report(fabric::ConservationLedger& ledger, const std::string& account) const;

    /** Of Delivered. */
    using FrameTracedCallback = void (*)(const LosslessFrame& frame, int64_t tick);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void HandOver() override;
    bool IsRunning() const override;
    NextEvent FindNextEvent() override;

    /** The part of Build that may be refused. @param topology of it */
    void MakeNetwork(const fabric::Topology& topology);
    void MakeSwitches();             //!< Their memories, schedulers and congestion points.
    void FindSinksOf(uint32_t port); //!< @param port channel that leaves it
    int64_t GetTick() const;         //!< @return the present one, between two the next one
    int64_t GetPastTicks() const;    //!< @return ticks that are over
    bool IsExact() const;            //!< @return whether somebody has to be told in time
    /** @param port channel that leaves a switch @param controlFrames see LosslessHeadroom
     * @return bytes that are kept free for what comes by the other channel of its link; refused if
     * frames may be lost, unless AllowLoss is set */
    uint64_t GetHeadroom(uint32_t port, uint32_t controlFrames);
    void CheckMemory() const; //!< Against what else is set.
    /** @param station number @param other of another one @return addresses */
    LosslessFrameWriter::Ends GetEnds(uint32_t station, uint32_t other) const;
    void CheckBuilt() const; //!< @throw std::invalid_argument Build was not called
    /** @param station any @return its device, null if there is none, or was disposed of */
    LosslessEthernetNetDevice* FindStation(uint32_t station) const;
    /** @param port any @return as FindStation, what shows it */
    LosslessEthernetSwitchPort* FindSwitchPort(uint32_t port) const;
    /** @param frame in the engine @param port channel it is on @return its bytes */
    Ptr<const Packet> Write(const LosslessFrame& frame, uint32_t port) const;

    void Delivered(const LosslessFrame& frame, int64_t tick) override;
    void Dropped(const LosslessFrame& frame, uint32_t port, int64_t tick) override;
    bool TracesFrames() const override;
    void Started(const LosslessFrame& frame, uint32_t port, int64_t tick) override;
    void Received(const LosslessFrame& frame, uint32_t port, int64_t tick) override;
    void Paused(uint32_t port, uint8_t priorities, uint32_t quanta, int64_t tick) override;
    void CongestionNotified(uint32_t port,
                            const lossless::CongestionMessage& message,
                            const LosslessFrame& sampled,
                            int64_t tick) override;
    void Limited(uint32_t station,
                 uint32_t destination,
                 uint8_t priority,
                 double rate,
                 int64_t tick) override;

    DataRate m_rate;                          //!< attribute Rate
    Time m_delay;                             //!< attribute Delay
    burst::ObjectText m_memory;               //!< attribute Memory
    burst::ObjectText m_scheduler;            //!< attribute Scheduler
    burst::ObjectText m_congestionPoint;      //!< attribute CongestionPoint
    uint8_t m_congestionPriorities;           //!< attribute CongestionPriorities
    uint8_t m_messagePriority;                //!< attribute MessagePriority
    burst::ObjectText m_reactionPoint;        //!< attribute ReactionPoint
    uint32_t m_quanta;                        //!< attribute Quanta
    Time m_responseDelay;                     //!< attribute ResponseDelay
    uint64_t m_headroom;                      //!< attribute Headroom
    uint32_t m_largestFrame;                  //!< attribute LargestFrame
    bool m_allowCyclic;                       //!< attribute AllowCyclicRoutes
    bool m_allowLoss;                         //!< attribute AllowLoss
    Ptr<fabric::ProgressWatchdog> m_watchdog; //!< attribute Watchdog

    std::shared_ptr<const LosslessNetwork> m_network; //!< what Build made
    std::unique_ptr<LosslessEngine> m_engine;         //!< after Build
    std::string m_warning;                            //!< see GetWarning
    uint8_t m_priorities{0};                          //!< see HasPriority
    /** By channel and priority: null until they are asked for, or for good. */
    std::vector<std::array<Ptr<CongestionPoint>, LosslessFrame::PRIORITIES>> m_congestionPoints;
    std::vector<Ptr<ReactionPoint>> m_reactionPoints;           //!< by station, or null
    bool m_started{false};                                      //!< DoInitialize was called
    bool m_hasSource{false};                                    //!< somebody counts frames
    std::deque<std::pair<int64_t, LosslessFrame>> m_entering;   //!< with the tick, that is to come
    LosslessPacketTable m_packets;                              //!< that frames carry
    burst::DropCounter m_drops;                                 //!< see GetDrops
    std::vector<Ptr<LosslessEthernetSwitchPort>> m_switchPorts; //!< by channel, or null
    std::vector<fabric::Device*> m_ports;                       //!< all of them by channel, or null
    std::set<uint32_t> m_traced;       //!< ports with sinks, which are notified in time
    std::set<uint32_t> m_levelsTraced; //!< of them those of switches with sinks of their levels

    TracedCallback<const LosslessFrame&, int64_t> m_deliveredTrace; //!< Delivered
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_FABRIC_H
