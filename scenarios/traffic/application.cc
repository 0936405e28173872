/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

/**
 * The packet trains of the ServerNet document as packets of 64 bytes into a device without a peer:
 * from one ParetoOnOffApplication for all sources, or from one stock OnOffApplication per source
 * with Pareto ON and OFF times and a packet every 200 ns of ON.
 */
class TrafficApplicationScenario : public scenario::Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    /**
     * Install one OnOffApplication a source.
     *
     * @param node where
     * @param remote where to send to
     */
    void InstallStock(Ptr<Node> node, const Address& remote);

    /** Count a packet. @param packet the packet */
    void Count(Ptr<const Packet> packet)
    {
        ++m_requests;
    }

    uint32_t m_sources; //!< attribute Sources
    bool m_stock;       //!< attribute Stock
    uint64_t m_ticks;   //!< attribute Ticks

    uint64_t m_requests{0}; //!< packets so far
};

NS_OBJECT_ENSURE_REGISTERED(TrafficApplicationScenario);

TypeId
TrafficApplicationScenario::GetTypeId()
{
    static TypeId tid = AddStreamBase(
        TypeId("ns3::TrafficApplicationScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("traffic")
            .AddConstructor<TrafficApplicationScenario>()
            .AddAttribute("Sources",
                          "Number of ON-OFF sources.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&TrafficApplicationScenario::m_sources),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("Stock",
                          "Whether each source is a stock OnOffApplication.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TrafficApplicationScenario::m_stock),
                          MakeBooleanChecker())
            .AddAttribute("Ticks",
                          "Ticks of 20 ns in which packets are sent.",
                          UintegerValue(10'000),
                          MakeUintegerAccessor(&TrafficApplicationScenario::m_ticks),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000'000)));
    return tid;
}

std::string
TrafficApplicationScenario::GetHelp() const
{
    return "Sends packet trains from one application for all sources, or from a stock one each; "
           "run_cost has the price.";
}

Time
TrafficApplicationScenario::GetDuration() const
{
    return NanoSeconds(20 * m_ticks);
}

void
TrafficApplicationScenario::DoBuild()
{
    NodeContainer node(1);
    PacketSocketHelper().Install(node);
    auto device = CreateObject<SimpleNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetChannel(CreateObject<SimpleChannel>());
    // All packets of a tick wait here for a moment: more than its 100.
    device->GetQueue()->SetMaxSize(QueueSize("10000000p"));
    node.Get(0)->AddDevice(device);

    PacketSocketAddress remote;
    remote.SetSingleDevice(0);
    remote.SetPhysicalAddress(Mac48Address::GetBroadcast());
    if (m_stock)
    {
        InstallStock(node.Get(0), remote);
    }
    else
    {
        ArrivalHelper helper("ns3::PacketSocketFactory", remote);
        helper.SetProcess("ns3::ParetoOnOffArrivals[Sources=" + std::to_string(m_sources) + "]");
        helper.Install(node);
        ArrivalHelper::AssignStreams(node, GetStreamBase());
    }
    for (uint32_t i = 0; i < node.Get(0)->GetNApplications(); ++i)
    {
        node.Get(0)->GetApplication(i)->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&TrafficApplicationScenario::Count, this));
    }
}

void
TrafficApplicationScenario::InstallStock(Ptr<Node> node, const Address& remote)
{
    OnOffHelper helper("ns3::PacketSocketFactory", remote);
    helper.SetAttribute("OnTime", StringValue("ns3::ParetoRandomVariable[Scale=2e-8|Shape=1.9]"));
    helper.SetAttribute("OffTime", StringValue("ns3::ParetoRandomVariable[Scale=2e-8|Shape=1.25]"));
    helper.SetAttribute("PacketSize", UintegerValue(64));
    helper.SetAttribute("DataRate", StringValue("2.56Gbps"));
    for (uint32_t i = 0; i < m_sources; ++i)
    {
        auto application = DynamicCast<OnOffApplication>(helper.Install(node).Get(0));
        application->AssignStreams(GetStreamBase() + 2 * int64_t{i});
    }
}

void
TrafficApplicationScenario::DoReport()
{
    Report("requests", m_requests, "1", "number of requests");
}

} // namespace ns3
