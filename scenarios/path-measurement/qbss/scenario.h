/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_SCENARIO_H
#define PATH_MEASUREMENT_QBSS_SCENARIO_H

#include "../common/qbss-streams.h"
#include "media.h"
#include "script.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/qbss-classes.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-scenario.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * A bottleneck between two routers, TCP streams of three classes from hosts of their own, and pings
 * of any code points, voice and video from another host.
 */
class PathMeasurementQbssScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** A ping that came back. */
    struct Echo
    {
        std::size_t ping; //!< which pings
        Time sent;        //!< when
        Time rtt;         //!< how long it took
    };

    void DoBuild() override;
    void DoReport() override;

    QbssScript GetScript() const; //!< @return attributes Script and TimeScale
    void ReadPings();             //!< Attribute Pings.
    void CheckInput() const;      //!< Rates of 0, and what is too short.
    void BuildNetwork();          //!< Hosts, routers and links.
    /** @param first node @param second node @param rate of the link @param delay of it @param queue
     * packets of devices @param disc of devices */
    void Connect(Ptr<Node> first,
                 Ptr<Node> second,
                 DataRate rate,
                 Time delay,
                 uint32_t queue,
                 const burst::ObjectText& disc);
    void AddStreams(); //!< TCP by the script.
    void AddMedia();   //!< Voice and video.
    /** Count a packet that leaves, and also whether packets of all other classes wait.
     * @param number of its class @param item it @param sojourn of it */
    void NotifyDequeue(uint32_t number, Ptr<const QueueDiscItem> item, Time sojourn);
    void AddPings(); //!< Pings to the end.
    /** An ns3::Ping that has sent nothing divides by zero when it goes: it is made when it sends.
     * @param index of the code point */
    void StartPings(std::size_t index);
    /** @param ping which @param number of the echo @param rtt of it */
    void Receive(std::size_t ping, uint16_t number, Time rtt);
    /** @param number of the request @param packet itself */
    void Send(uint16_t number, Ptr<Packet> packet);

    void ReportSeries(); //!< Throughput in bins.
    void ReportRates();  //!< Of classes in phases.
    void ReportPolicy(); //!< Shares of the link while all classes wait.
    void ReportPings();  //!< Of code points in phases.
    void ReportMedia();  //!< Delay, jitter and loss of voice and video.

    DataRate m_rate;              //!< attribute BottleneckRate
    DataRate m_access;            //!< attribute AccessRate
    Time m_delay;                 //!< attribute Delay
    burst::ObjectText m_discText; //!< attribute Disc
    uint32_t m_ring;              //!< attribute DeviceQueue
    std::string m_script;         //!< attribute Script
    double m_scale;               //!< attribute TimeScale
    Time m_end;                   //!< attribute End
    Time m_settle;                //!< attribute Settle
    std::string m_pings;          //!< attribute Pings
    Time m_interval;              //!< attribute PingInterval
    burst::ObjectText m_tcp;      //!< attribute Tcp
    uint32_t m_streams;           //!< attribute Streams
    uint32_t m_window;            //!< attribute Window
    uint32_t m_initialWindow;     //!< attribute InitialWindow
    uint32_t m_voice;             //!< attribute Voice
    uint32_t m_video;             //!< attribute Video
    uint32_t m_mediaDscp;         //!< attribute MediaDscp

    std::vector<uint8_t> m_dscps;        //!< of m_pings
    NodeContainer m_senders;             //!< a host of each class, and that of pings
    NodeContainer m_receivers;           //!< likewise
    Ptr<QueueDisc> m_disc;               //!< of the first device, towards the receivers
    Ptr<UniformRandomVariable> m_random; //!< shifts starts
    int64_t m_used{1};                   //!< random streams that are used
    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.0"};        //!< of links
    std::array<std::unique_ptr<QbssStreams>, QbssClass::COUNT> m_tcps; //!< by class
    std::vector<std::unique_ptr<QbssMedia>> m_media;                   //!< kinds that have calls
    std::array<QbssBins, QbssClass::COUNT> m_left;                     //!< see NotifyDequeue
    std::array<QbssBins, QbssClass::COUNT> m_chosen;                   //!< of these, while all wait
    std::vector<Echo> m_echoes;                                        //!< that came back
    uint64_t m_requests{0};                                            //!< pings that were sent
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_SCENARIO_H
