/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-driver.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination-patterns.h"
#include "ns3/double.h"
#include "ns3/llc-snap-header.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * What stock devices cost: the uniform load of case 1 over a star of point-to-point links, whose
 * middle sends each packet on as soon as it has come. No protocol, no PAUSE, no congestion
 * management: what finds its queue full is dropped.
 */
class ZurichHotspotStockScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    static constexpr uint16_t PROTOCOL = 0x0800; //!< PPP knows this and that of IPv6
    static constexpr uint32_t BYTES = 1490;      //!< of a frame of 1500, without LLC and PPP

    void DoBuild() override;
    void DoReport() override;

    void Send(uint32_t station); //!< A frame. @param station that sends it

    uint32_t m_nodes; //!< attribute Nodes
    double m_load;    //!< attribute Load
    Time m_duration;  //!< attribute Duration

    std::vector<Ptr<NetDevice>> m_stations;       //!< their devices
    std::vector<Ptr<NetDevice>> m_outputs;        //!< those of the middle, by station
    std::vector<Ptr<ArrivalProcess>> m_processes; //!< of frames, by station
    std::deque<traffic::ArrivalDriver> m_drivers; //!< by station
    Ptr<UniformDestinations> m_pattern;           //!< where they go
    uint64_t m_received{0};                       //!< frames
    uint64_t m_hops{0};                           //!< frames that came to the end of a link
};

NS_OBJECT_ENSURE_REGISTERED(ZurichHotspotStockScenario);

TypeId
ZurichHotspotStockScenario::GetTypeId()
{
    using Self = ZurichHotspotStockScenario;
    static TypeId tid = AddStreamBase(TypeId("ns3::ZurichHotspotStockScenario")
                                          .SetParent<scenario::Scenario>()
                                          .SetGroupName("zurich-hotspot")
                                          .AddConstructor<Self>()
                                          .AddAttribute("Nodes",
                                                        "Number of stations.",
                                                        UintegerValue(16),
                                                        MakeUintegerAccessor(&Self::m_nodes),
                                                        MakeUintegerChecker<uint32_t>(2, 2048))
                                          .AddAttribute("Load",
                                                        "Of a station, share of its link's rate.",
                                                        DoubleValue(0.85),
                                                        MakeDoubleAccessor(&Self::m_load),
                                                        MakeDoubleChecker<double>(1e-6, 1))
                                          .AddAttribute("Duration",
                                                        "Time of the run.",
                                                        TimeValue(MilliSeconds(5)),
                                                        MakeTimeAccessor(&Self::m_duration),
                                                        MakeTimeChecker(TimeStep(1))));
    return tid;
}

std::string
ZurichHotspotStockScenario::GetHelp() const
{
    return "Sends frames through a star of stock point-to-point links, and nothing else; run_cost "
           "has the price.";
}

Time
ZurichHotspotStockScenario::GetDuration() const
{
    return m_duration;
}

void
ZurichHotspotStockScenario::DoBuild()
{
    PointToPointHelper links;
    links.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    links.SetChannelAttribute("Delay", StringValue("500ns"));
    const auto middle = CreateObject<Node>();
    NodeContainer nodes;
    nodes.Create(m_nodes);
    m_pattern = CreateObject<UniformDestinations>();
    m_pattern->SetDevices(m_nodes);
    int64_t stream = GetStreamBase();
    stream += m_pattern->AssignStreams(stream);
    for (uint32_t station = 0; station < m_nodes; ++station)
    {
        const auto devices = links.Install(nodes.Get(station), middle);
        m_stations.push_back(devices.Get(0));
        m_outputs.push_back(devices.Get(1));
        devices.Get(0)->SetReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                ++m_hops;
                ++m_received;
                return true;
            });
        devices.Get(1)->SetReceiveCallback(
            [this](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                ++m_hops;
                LlcSnapHeader header;
                packet->PeekHeader(header);
                const auto& output = m_outputs[header.GetType()];
                return output->Send(packet->Copy(), output->GetBroadcast(), PROTOCOL);
            });
        m_processes.push_back(burst::CreateFromText<ArrivalProcess>("ns3::BernoulliArrivals"));
        m_processes.back()->SetAttribute("Probability", DoubleValue(m_load));
        stream += m_processes.back()->AssignStreams(stream);
        m_drivers.emplace_back();
    }
    for (uint32_t station = 0; station < m_nodes; ++station)
    {
        m_drivers[station].Start(m_processes[station], NanoSeconds(1200), [this, station](int64_t) {
            Send(station);
        });
    }
}

void
ZurichHotspotStockScenario::Send(uint32_t station)
{
    m_processes[station]->Next();
    const auto packet = Create<Packet>(BYTES);
    LlcSnapHeader header;
    header.SetType(m_pattern->Draw(station));
    packet->AddHeader(header);
    m_stations[station]->Send(packet, m_stations[station]->GetBroadcast(), PROTOCOL);
}

void
ZurichHotspotStockScenario::DoReport()
{
    Report("hotspot.hops", m_hops, "1", "frames that came to the end of a link");
    Report("hotspot.throughput",
           12e-6 * static_cast<double>(m_received) / m_nodes / m_duration.GetSeconds(),
           "Gb/s",
           "received by a station, mean over all");
}

} // namespace ns3
