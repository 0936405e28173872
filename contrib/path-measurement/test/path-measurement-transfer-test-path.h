/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_TEST_PATH_H
#define PATH_MEASUREMENT_TRANSFER_TEST_PATH_H

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A path for tests of tools that send over TCP: sender, two routers, receiver. All of TCP is
 * set: NewReno with SACK, segments of 1,460 bytes, an acknowledgement for each second one.
 *
 * A segment has 1,502 bytes on a link: 20 of TCP, 20 of IPv4, 2 of PPP. An acknowledgement has 42.
 */
class TransferTestPath
{
  public:
    /** @param rate of the link between the routers in bit/s @param roundTrip delays of all links
     * there and back, in ms @param queue of that link in packets */
    TransferTestPath(uint64_t rate, int64_t roundTrip, const std::string& queue = "10000p")
        : nodes(4),
          m_rate(static_cast<double>(rate)),
          m_roundTrip(1e-3 * static_cast<double>(roundTrip))
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckTimeout", StringValue("40ms"));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("200ms"));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        InternetStackHelper().Install(nodes);
        PointToPointHelper link;
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(queue));
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        link.SetChannelAttribute("Delay", TimeValue(Time(0)));
        NetDeviceContainer devices[3];
        devices[0] = link.Install(nodes.Get(SENDER), nodes.Get(1));
        devices[2] = link.Install(nodes.Get(2), nodes.Get(RECEIVER));
        link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
        link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(500 * roundTrip)));
        devices[1] = link.Install(nodes.Get(1), nodes.Get(2));
        m_far = devices[1].Get(1);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        for (const auto& pair : devices)
        {
            remote = addresses.Assign(pair).GetAddress(1);
            addresses.NewNetwork();
            TrafficControlHelper().Uninstall(pair);
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        agent = CreateObject<MeasurementAgent>();
        agent->SetAttribute("LoginTime", StringValue("100ms"));
        nodes.Get(RECEIVER)->AddApplication(agent);
    }

    ~TransferTestPath()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** @param host SENDER or RECEIVER @param megahertz of its processor */
    void SetProcessor(uint32_t host, double megahertz)
    {
        const auto processor = CreateObject<HostProcessor>();
        processor->SetAttribute("Megahertz", DoubleValue(megahertz));
        nodes.Get(host)->AggregateObject(processor);
    }

    /** @param host SENDER or RECEIVER @param rate of its disk */
    void SetDisk(uint32_t host, const std::string& rate)
    {
        const auto disk = CreateObject<HostDisk>();
        disk->SetAttribute("Rate", StringValue(rate));
        nodes.Get(host)->AggregateObject(disk);
    }

    /** Lose packets between the routers. @param loss part of the packets */
    void SetLoss(double loss)
    {
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(loss);
        errors->AssignStreams(1);
        m_far->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    /** @param text of a probe, without its Remote @return it */
    Ptr<MeasurementProbe> Make(const std::string& text) const
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(text);
        probe->SetAttribute("Remote", Ipv4AddressValue(remote));
        return probe;
    }

    /** Begin a measurement 100 ms from now, or go on with one. @param probe to use */
    void Start(Ptr<MeasurementProbe> probe)
    {
        Simulator::Schedule(MilliSeconds(100), [this, probe] {
            probe->Start(nodes.Get(SENDER), MakeCallback(&TransferTestPath::Record, this));
        });
    }

    /** Run until a number of results is there. @param number of them @param after how long the
     * simulation goes on then */
    void Run(uint32_t number = 1, Time after = Time(0))
    {
        m_number = number;
        m_after = after;
        results.clear();
        Simulator::Stop(Minutes(10));
        Simulator::Run();
    }

    /** @param text of a probe, without its Remote @return its result */
    MeasurementResult Measure(const std::string& text)
    {
        Start(Make(text));
        Run();
        return results.at(0);
    }

    /** @return most that TCP can carry between the routers: 1,460 bytes of 1,502, bit/s */
    double GetMost() const
    {
        return m_rate * 1460 / 1502;
    }

    /** @param segments that come until an acknowledgement is sent @return the round trip of the
     * first of them on an empty path: they pass three links, the acknowledgement too, in s */
    double GetRoundTrip(uint32_t segments) const
    {
        return m_roundTrip +
               8 * (1502 * (segments / m_rate + 2 / 1e9) + 42 * (1 / m_rate + 2 / 1e9));
    }

    static constexpr uint32_t SENDER = 0;   //!< number of the node that measures
    static constexpr uint32_t RECEIVER = 3; //!< number of the remote host

    NodeContainer nodes;                    //!< sender, routers, receiver
    Ipv4Address remote;                     //!< of the receiver
    Ptr<MeasurementAgent> agent;            //!< on the receiver
    std::vector<MeasurementResult> results; //!< since Run() was called

  private:
    /** @param result that is there */
    void Record(const MeasurementResult& result)
    {
        results.push_back(result);
        if (results.size() == m_number)
        {
            Simulator::Stop(m_after);
        }
    }

    double m_rate;        //!< between the routers, bit/s
    double m_roundTrip;   //!< delays of all links, s
    Ptr<NetDevice> m_far; //!< of the link between the routers, at the second one
    uint32_t m_number{1}; //!< results to wait for
    Time m_after;         //!< how long the simulation goes on after them
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRANSFER_TEST_PATH_H
