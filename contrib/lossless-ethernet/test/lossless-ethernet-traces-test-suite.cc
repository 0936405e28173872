/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/boolean.h"
#include "ns3/lossless-ethernet-bcn-congestion-point.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** A firing: when, of which object, which number is told. */
using Firing = std::tuple<int64_t, std::size_t, double>;

/** Firings by trace source, "type::name". */
using Firings = std::map<std::string, std::vector<Firing>>;

constexpr uint32_t TRACE_STATIONS = 4;      //!< the last one receives, and is slow
const Time LATE = NanoSeconds(1'000'001);   //!< sinks connected in mid-run
const Time QUIET = NanoSeconds(1'700'001);  //!< and disconnected
const Time SLOWER = NanoSeconds(1'300'001); //!< the receiver changes its rate
const Time TRACE_END = NanoSeconds(2'500'001);

/** @param type any of this module @return its trace sources, and those of the types above */
std::vector<TypeId::TraceSourceInformation>
GetTraces(TypeId type)
{
    std::vector<TypeId::TraceSourceInformation> traces;
    for (; type != type.GetParent(); type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            traces.push_back(type.GetTraceSource(i));
        }
    }
    return traces;
}

/** Connects sinks of any trace source of the module, and writes down what they are told. */
class Sinks
{
  public:
    /** @param firings to write to */
    explicit Sinks(Firings& firings)
        : m_firings(firings)
    {
    }

    ~Sinks()
    {
        Disconnect();
    }

    /** @param objects of one type @param trace of them @return false: of an unknown signature */
    bool Connect(const std::vector<Ptr<Object>>& objects,
                 const TypeId::TraceSourceInformation& trace)
    {
        for (std::size_t i = 0; i < objects.size(); ++i)
        {
            const auto sink = MakeSink(trace, i);
            if (sink.GetImpl() == nullptr ||
                !objects[i]->TraceConnectWithoutContext(trace.name, sink))
            {
                return false;
            }
            m_connected.emplace_back(objects[i], trace.name, sink);
        }
        return true;
    }

    /** All of them. */
    void Disconnect()
    {
        for (const auto& [object, name, sink] : m_connected)
        {
            object->TraceDisconnectWithoutContext(name, sink);
        }
        m_connected.clear();
    }

  private:
    /** @param trace of an object @param number of that @return a sink, empty: unknown */
    CallbackBase MakeSink(const TypeId::TraceSourceInformation& trace, std::size_t number)
    {
        auto* const list = &m_firings[trace.name];
        const auto note = [list, number](double value) {
            list->emplace_back(Simulator::Now().GetNanoSeconds(), number, value);
        };
        const std::string& type = trace.callback;
        if (type == "ns3::Packet::TracedCallback")
        {
            return Callback<void, Ptr<const Packet>>(
                [note](auto bytes) { note(bytes->GetSize()); });
        }
        if (type == "ns3::TracedValueCallback::Uint64")
        {
            return Callback<void, uint64_t, uint64_t>([note](auto last, auto now) {
                note(static_cast<double>(last));
                note(static_cast<double>(now));
            });
        }
        if (type == "ns3::TracedValueCallback::Double")
        {
            return Callback<void, double, double>([note](auto, auto now) { note(now); });
        }
        if (type == "ns3::LosslessEthernetSwitchPort::MessageTracedCallback")
        {
            return Callback<void, const CongestionMessage&>(
                [note](auto& message) { note(message.feedback); });
        }
        if (type == "ns3::CongestionPoint::FeedbackTracedCallback")
        {
            return Callback<void, double>([note](auto feedback) { note(feedback); });
        }
        if (type == "ns3::LosslessEthernetSwitchPort::PauseTracedCallback")
        {
            return Callback<void, const Time&, uint8_t, const Time&>(
                [note](auto&, auto priorities, auto&) { note(priorities); });
        }
        if (type == "ns3::LosslessEthernetNetDevice::RateTracedCallback")
        {
            return Callback<void, uint32_t, uint8_t, double>(
                [note](auto, auto, auto rate) { note(rate); });
        }
        if (type == "ns3::LosslessEthernetFabric::FrameTracedCallback")
        {
            return Callback<void, const LosslessFrame&, int64_t>(
                [note](auto&, auto tick) { note(static_cast<double>(tick)); });
        }
        if (type == "ns3::fabric::Device::DropTracedCallback")
        {
            return Callback<void, const std::string&, uint64_t>(
                [note](auto&, auto bytes) { note(static_cast<double>(bytes)); });
        }
        return CallbackBase();
    }

    Firings& m_firings; //!< to write to
    std::vector<std::tuple<Ptr<Object>, std::string, CallbackBase>> m_connected;
};

/** @return stations at a switch, the last one behind a second switch */
fabric::Topology
MakeTwoSwitches()
{
    using fabric::Topology;
    Topology topology;
    const uint32_t first = topology.AddNode("first", Topology::ROUTER);
    const uint32_t second = topology.AddNode("second", Topology::ROUTER);
    for (uint32_t i = 0; i < TRACE_STATIONS; ++i)
    {
        const uint32_t node = topology.AddNode("node" + std::to_string(i), Topology::DEVICE);
        topology.AddLink({node, Topology::NONE},
                         {i + 1 < TRACE_STATIONS ? first : second, Topology::NONE});
    }
    topology.AddLink({first, Topology::NONE}, {second, Topology::NONE});
    return topology;
}

/** Stations that send to a slow one, with too little memory before it. */
class Busy
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit Busy(bool packets)
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=9000]"));
        helper.SetFabricAttribute("Headroom", UintegerValue(1000)); // too little, for drops
        helper.SetFabricAttribute("AllowLoss", BooleanValue(true));
        helper.SetFabricAttribute("CongestionPoint",
                                  StringValue("ns3::BcnCongestionPoint[SetPoint=4000|Sampling="
                                              "ByteInterval|SampleInterval=6000]"));
        helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::BcnReactionPoint"));
        helper.SetDeviceAttribute("NicMemory", UintegerValue(10'000'000));
        devices = helper.Install(MakeTwoSwitches());
        fabric = LosslessEthernetHelper::GetFabric(devices);
        LosslessEthernetHelper::AssignStreams(devices, 1);
        hot = fabric->GetNetwork().GetStationPorts()[TRACE_STATIONS - 1] ^ 1;
        fabric->SetServiceRate(hot, 3e9);
        fabric->SetServiceRate(hot, 2e9, SLOWER);
        for (uint32_t i = 0; i + 1 < TRACE_STATIONS; ++i)
        {
            if (packets)
            {
                for (uint32_t frame = 0; frame < 1500; ++frame)
                {
                    // at times one that is too long
                    SendAt(devices,
                           i,
                           TRACE_STATIONS - 1,
                           frame % 50 == 49 ? 1501 : 1482,
                           NanoSeconds(1201 * frame));
                }
            }
            else
            {
                sources.push_back(
                    std::make_unique<EvenSource>(TRACE_STATIONS - 1, 1500, 1501, 1500));
                fabric->SetSource(i, sources.back().get());
            }
        }
    }

    ~Busy()
    {
        Simulator::Destroy();
    }

    /** @return all objects of the module with trace sources, by type */
    std::vector<std::vector<Ptr<Object>>> GetObjects() const
    {
        std::vector<Ptr<Object>> stations(devices.Begin(), devices.End());
        std::vector<Ptr<Object>> ports;
        std::vector<Ptr<Object>> points;
        for (const auto& one : fabric->GetNetwork().GetSwitches())
        {
            for (const uint32_t port : one.ports)
            {
                ports.push_back(fabric->GetSwitchPort(port));
                points.push_back(fabric->GetSwitchPort(port)->GetCongestionPoint());
            }
        }
        return {{fabric}, stations, ports, points};
    }

    NetDeviceContainer devices;
    Ptr<LosslessEthernetFabric> fabric;
    uint32_t hot;                                     //!< port before the slow station
    std::vector<std::unique_ptr<EvenSource>> sources; //!< by station
};

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief Each trace source of the module tells a sink that is connected in mid-run what it tells
 * one from the start, from then on; when the sink is disconnected the simulator has no more events.
 */
class LosslessLateSinksTestCase : public TestCase
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit LosslessLateSinksTestCase(bool packets)
        : TestCase(packets ? "Sinks in mid-run, frames with packets" : "Sinks in mid-run, counted"),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        for (std::size_t kind = 0; kind < 4; ++kind)
        {
            Firings all;
            TypeId type;
            {
                const Busy network(m_packets);
                const auto objects = network.GetObjects()[kind];
                type = objects[0]->GetInstanceTypeId();
                Sinks sinks(all);
                for (const auto& trace : GetTraces(type))
                {
                    NS_TEST_EXPECT_MSG_EQ(sinks.Connect(objects, trace), true, trace.name);
                }
                Simulator::Stop(TRACE_END);
                Simulator::Run();
            }
            for (const auto& trace : GetTraces(type))
            {
                CheckLate(kind, type, trace, all[trace.name]);
            }
        }
    }

    /** @param kind of object @param type of it @param trace of it @param all that a sink from the
     * start was told */
    void CheckLate(std::size_t kind,
                   TypeId type,
                   const TypeId::TraceSourceInformation& trace,
                   const std::vector<Firing>& all)
    {
        const std::string name = type.GetName() + "::" + trace.name;
        std::vector<Firing> expected;
        std::copy_if(all.begin(),
                     all.end(),
                     std::back_inserter(expected),
                     [](const Firing& firing) {
                         const Time when = NanoSeconds(std::get<0>(firing));
                         return when > LATE && when < QUIET;
                     });
        // What stands for Send and reception of packets, and drops by Send.
        const std::set<std::string> onlyPackets{"MacTx", "MacTxDrop", "MacRx", "MacPromiscRx"};
        const bool silent = trace.name == "PhyRxDrop" || // of an error model, which is not set
                            (!m_packets && (onlyPackets.count(trace.name) ||
                                            (trace.name == "Drop" && kind == STATION)));
        NS_TEST_EXPECT_MSG_EQ(expected.empty(), silent, name << ": the test looks");

        const Busy network(m_packets);
        Firings late;
        Sinks sinks(late);
        uint64_t events = 0;
        Simulator::Schedule(LATE, [&] { sinks.Connect(network.GetObjects()[kind], trace); });
        Simulator::Schedule(QUIET, [&] {
            sinks.Disconnect();
            events = Simulator::GetEventCount();
        });
        Simulator::Stop(TRACE_END);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(late[trace.name].size(), expected.size(), name << ": firings");
        NS_TEST_EXPECT_MSG_EQ((late[trace.name] == expected), true, name << ": times and values");
        if (!m_packets)
        {
            NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount() - events, 10, name << ": no events");
        }
    }

    static constexpr std::size_t STATION = 1; //!< kind of object

    bool m_packets; //!< carried by the frames
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Levels that are told from mid-run on begin with those of then, and go on without a gap.
 */
class LosslessLateLevelsTestCase : public TestCase
{
  public:
    /** @param packets carried by the frames; else they are only counted */
    explicit LosslessLateLevelsTestCase(bool packets)
        : TestCase(packets ? "Levels in mid-run, frames with packets"
                           : "Levels in mid-run, counted"),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        const Busy network(m_packets);
        const auto& fabric = network.fabric;
        const auto port = fabric->GetSwitchPort(network.hot);
        const auto get = [&] {
            return static_cast<uint64_t>(fabric->GetEngine().GetQueue(network.hot).GetBytes());
        };
        uint64_t level = 0;
        uint64_t changes = 0;
        const Callback<void, uint64_t, uint64_t> sink([&](uint64_t last, uint64_t now) {
            NS_TEST_EXPECT_MSG_EQ(last, level, "without a gap");
            level = now;
            ++changes;
        });
        for (const auto& [begin, end] : {std::pair(LATE, SLOWER), std::pair(QUIET, TRACE_END)})
        {
            Simulator::Schedule(begin, [&] {
                port->TraceConnectWithoutContext("QueueBytes", sink);
                level = get();
                changes = 0;
                NS_TEST_EXPECT_MSG_GT(level, 3000, "there is a queue");
            });
            Simulator::Schedule(end - NanoSeconds(10), [&] {
                NS_TEST_EXPECT_MSG_GT(changes, 10, "told");
                NS_TEST_EXPECT_MSG_EQ(level, get(), "up to date");
                port->TraceDisconnectWithoutContext("QueueBytes", sink);
            });
        }
        Simulator::Stop(TRACE_END);
        Simulator::Run();
    }

    bool m_packets; //!< carried by the frames
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A counter of a user has counted when Run ends, also if nobody asks the fabric.
 */
class LosslessCounterTestCase : public TestCase
{
  public:
    LosslessCounterTestCase()
        : TestCase("A user's counter of deliveries")
    {
    }

  private:
    void DoRun() override
    {
        const Busy network(false);
        uint64_t count = 0;
        int64_t last = 0;
        network.fabric->TraceConnectWithoutContext(
            "Delivered",
            Callback<void, const LosslessFrame&, int64_t>([&](auto&, int64_t tick) {
                ++count;
                last = tick;
                NS_TEST_EXPECT_MSG_EQ(Simulator::Now(),
                                      network.fabric->GetNetwork().GetTime(tick),
                                      "in time");
            }));
        Simulator::Stop(TRACE_END);
        Simulator::Run();
        const uint64_t counted = count;
        NS_TEST_EXPECT_MSG_GT(counted, 100, "without a question");
        NS_TEST_EXPECT_MSG_EQ(counted, network.fabric->GetDelivered(), "as the fabric says");
        NS_TEST_EXPECT_MSG_EQ(count, counted, "nothing was late");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Trace sources of devices and fabrics.
 */
class LosslessEthernetTracesTestSuite : public TestSuite
{
  public:
    LosslessEthernetTracesTestSuite()
        : TestSuite("lossless-ethernet-traces", Type::UNIT)
    {
        for (const bool packets : {false, true})
        {
            AddTestCase(new LosslessLateSinksTestCase(packets));
            AddTestCase(new LosslessLateLevelsTestCase(packets));
        }
        AddTestCase(new LosslessCounterTestCase);
    }
};

static LosslessEthernetTracesTestSuite g_losslessEthernetTracesTestSuite; //!< the suite
