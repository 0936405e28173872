/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_TEST_PATH_H
#define PATH_MEASUREMENT_UDP_TEST_PATH_H

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-check.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-host-clock.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Loses all packets of UDP, as a firewall does.
 */
class UdpLoss : public ErrorModel
{
  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        uint8_t bytes[12]{}; // 2 of PPP, then IP with the protocol in byte 9
        packet->CopyData(bytes, sizeof(bytes));
        return bytes[11] == 17;
    }

    void DoReset() override
    {
    }
};

/**
 * @ingroup path-measurement
 * @brief A path of ns-3's own links for tests: sender, two routers, receiver. Other traffic joins
 * at the first router and leaves at the second one. All queues are first in, first out.
 *
 * PPP has 2 bytes: an IP packet of L bytes takes 8 (L + 2) / C on a link.
 */
class UdpTestPath
{
  public:
    /** @param access rate of the sender's link @param capacity of the link between the routers
     * @param queue of that link in packets */
    UdpTestPath(const std::string& access,
                const std::string& capacity,
                const std::string& queue = "1000p")
        : nodes(6)
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        InternetStackHelper().Install(nodes);
        Link(SENDER, 1, access, "1000p");
        remote = Link(1, 2, capacity, queue);
        remote = Link(2, RECEIVER, "1Gbps", "1000p");
        Link(4, 1, "1Gbps", "1000p");
        m_sink = Link(2, 5, "1Gbps", "1000p");
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        agent = CreateObject<MeasurementAgent>();
        nodes.Get(RECEIVER)->AddApplication(agent);
    }

    ~UdpTestPath()
    {
        Simulator::Destroy();
    }

    /** Other traffic, for ever. @param rate of IP packets with 2 bytes of PPP each, in bit/s @param
     * size of these IP packets in bytes @param random whether their distances are exponential, and
     * not equal */
    void AddTraffic(double rate, uint32_t size, bool random = false)
    {
        const auto payload = static_cast<uint64_t>(rate * (size - 28) / (size + 2));
        const double bits = 8.0 * (size - 28);
        const double on = bits / 1e9; // of a packet at 1 Gb/s
        const std::string off =
            "ns3::ExponentialRandomVariable[Mean=" + std::to_string(bits / payload - on) + "]";
        OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(m_sink, 9));
        source.SetAttribute("OnTime",
                            StringValue("ns3::ConstantRandomVariable[Constant=" +
                                        (random ? burst::WriteDouble(on) : "1e9") + "]"));
        source.SetAttribute("OffTime",
                            StringValue(random ? off : "ns3::ConstantRandomVariable[Constant=0]"));
        source.SetAttribute("PacketSize", UintegerValue(size - 28));
        source.SetAttribute("DataRate", DataRateValue(DataRate(random ? 1'000'000'000 : payload)));
        source.Install(nodes.Get(4));
        PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9))
            .Install(nodes.Get(5));
    }

    /** @param text of a clock @param host number of its node */
    void SetClock(const std::string& text, uint32_t host = RECEIVER)
    {
        nodes.Get(host)->AggregateObject(burst::CreateFromText<HostClock>(text));
    }

    /** Lose what comes to the receiver. @param loss which packets */
    void SetLoss(Ptr<ErrorModel> loss)
    {
        nodes.Get(RECEIVER)->GetDevice(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    }

    /** @param text of a probe, without its Remote @return it */
    Ptr<MeasurementProbe> Make(const std::string& text) const
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(text);
        burst::SetAttributeOrThrow(Ptr<Object>(probe), "Remote", ToText(remote));
        return probe;
    }

    /** @param text of a probe, without its Remote @param after how long the simulation goes on
     * after the result @return results, of which there should be one */
    std::vector<MeasurementResult> Measure(const std::string& text, Time after = Time(0))
    {
        const auto probe = Make(text);
        probe->AssignStreams(7);
        m_after = after;
        results.clear();
        Simulator::Schedule(MilliSeconds(100), [this, probe] {
            probe->Start(nodes.Get(SENDER), MakeCallback(&UdpTestPath::Record, this));
        });
        Simulator::Stop(Minutes(10));
        Simulator::Run();
        return results;
    }

    static constexpr uint32_t SENDER = 0;   //!< number of the node that measures
    static constexpr uint32_t RECEIVER = 3; //!< number of the remote host

    NodeContainer nodes;                    //!< sender, routers, receiver; from and to of others
    Ipv4Address remote;                     //!< of the receiver
    Ptr<MeasurementAgent> agent;            //!< on the receiver
    Ptr<MeasurementProbe> other;            //!< another measurement, or null
    std::vector<MeasurementResult> results; //!< so far

    /** @param result that is there */
    void Record(const MeasurementResult& result)
    {
        results.push_back(result);
        Simulator::Stop(m_after);
    }

  private:
    /** @param address any @return its text */
    static std::string ToText(Ipv4Address address)
    {
        std::ostringstream text;
        address.Print(text);
        return text.str();
    }

    /** @param from number of a node @param to number of a node @param rate of the link @param queue
     * of each end @return address of the second end */
    Ipv4Address Link(uint32_t from, uint32_t to, const std::string& rate, const std::string& queue)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(rate));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(queue));
        const auto devices = link.Install(nodes.Get(from), nodes.Get(to));
        Ipv4AddressHelper addresses(("10.1." + std::to_string(m_links++) + ".0").c_str(),
                                    "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        TrafficControlHelper().Uninstall(devices);
        return interfaces.GetAddress(1);
    }

    Ipv4Address m_sink;  //!< of other traffic
    uint32_t m_links{1}; //!< so far, and 1
    Time m_after;        //!< how long the simulation goes on after a result
};

} // namespace ns3

#endif // PATH_MEASUREMENT_UDP_TEST_PATH_H
