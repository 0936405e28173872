/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-scenario.h"
#include "ns3/integer.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/run-archive.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

/**
 * The packet trains of the ServerNet document as ns-3 offers them: one OnOffApplication a source,
 * with Pareto ON and OFF times, packets of 64 bytes and one every 200 ns of ON, into a device
 * without a peer.
 */
class TrafficStockOnOffScenario : public Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    /** Count a packet. @param packet the packet */
    void Count(Ptr<const Packet> packet)
    {
        ++m_requests;
    }

    uint32_t m_sources; //!< attribute Sources
    uint64_t m_ticks;   //!< attribute Ticks
    int64_t m_stream;   //!< attribute StreamBase

    uint64_t m_requests{0}; //!< packets so far
};

NS_OBJECT_ENSURE_REGISTERED(TrafficStockOnOffScenario);

TypeId
TrafficStockOnOffScenario::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TrafficStockOnOffScenario")
            .SetParent<Scenario>()
            .SetGroupName("traffic")
            .AddConstructor<TrafficStockOnOffScenario>()
            .AddAttribute("Sources",
                          "Number of applications.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&TrafficStockOnOffScenario::m_sources),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("Ticks",
                          "Ticks of 20 ns in which packets are sent.",
                          UintegerValue(10'000),
                          MakeUintegerAccessor(&TrafficStockOnOffScenario::m_ticks),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000'000))
            .AddAttribute("StreamBase",
                          "First random stream of the applications.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&TrafficStockOnOffScenario::m_stream),
                          MakeIntegerChecker<int64_t>(0));
    return tid;
}

std::string
TrafficStockOnOffScenario::GetHelp() const
{
    return "Sends packet trains with one stock OnOffApplication a source; run_cost has the price, "
           "to be compared with that of traffic-cost.";
}

Time
TrafficStockOnOffScenario::GetDuration() const
{
    return NanoSeconds(20 * m_ticks);
}

void
TrafficStockOnOffScenario::DoBuild()
{
    NodeContainer node(1);
    PacketSocketHelper().Install(node);
    auto device = CreateObject<SimpleNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetChannel(CreateObject<SimpleChannel>());
    node.Get(0)->AddDevice(device);

    PacketSocketAddress remote;
    remote.SetSingleDevice(0);
    remote.SetPhysicalAddress(Mac48Address::GetBroadcast());
    OnOffHelper helper("ns3::PacketSocketFactory", remote);
    helper.SetAttribute("OnTime", StringValue("ns3::ParetoRandomVariable[Scale=2e-8|Shape=1.9]"));
    helper.SetAttribute("OffTime", StringValue("ns3::ParetoRandomVariable[Scale=2e-8|Shape=1.25]"));
    helper.SetAttribute("PacketSize", UintegerValue(64));
    helper.SetAttribute("DataRate", StringValue("2.56Gbps"));
    for (uint32_t i = 0; i < m_sources; ++i)
    {
        auto application = DynamicCast<OnOffApplication>(helper.Install(node).Get(0));
        application->AssignStreams(m_stream + 2 * int64_t{i});
        application->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&TrafficStockOnOffScenario::Count, this));
    }
}

void
TrafficStockOnOffScenario::DoReport()
{
    GetArchive().DefineMetric("requests", "1", "number of requests");
    GetArchive().AddScalar("requests", static_cast<double>(m_requests));
}

} // namespace ns3
