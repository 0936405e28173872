/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-test-sockets.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * @ingroup burst-traffic-tests
 * @brief Refusals are judged by a part of their sentence.
 */
class RefusedTextTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @param call what to try
     * @param sentence part of the sentence with which it has to be refused
     */
    void ExpectRefusal(const std::function<void()>& call, const std::string& sentence)
    {
        std::string refusal;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find(sentence),
                              std::string::npos,
                              "'" << refusal << "' instead of '" << sentence << "'");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief What the helper is told wrong, it refuses at once.
 */
class WrongHelperTestCase : public RefusedTextTestCase
{
  public:
    WrongHelperTestCase()
        : RefusedTextTestCase("Wrong input to the helper")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<Address> three(3);
        ArrivalHelper helper("ns3::PacketSocketFactory");
        ExpectRefusal([&] { helper.SetProcess("ns3::Nothing"); }, "ns3::Nothing");
        ExpectRefusal([&] { helper.SetSize("ns3::Nothing"); }, "ns3::Nothing");
        ExpectRefusal([&] { helper.SetSize("ns3::EmpiricalSizeVariable[File=/no/such]"); },
                      "file '/no/such' cannot be read");
        ExpectRefusal([&] { helper.SetDestinations("ns3::Nothing", three); }, "ns3::Nothing");
        ExpectRefusal([&] { helper.SetDestinations("ns3::TransposeDestinations", three); },
                      "Columns of ns3::TransposeDestinations");
        for (const std::string name : {"Process", "Size", "Destinations"})
        {
            ExpectRefusal([&] { helper.SetAttribute(name, PointerValue()); }, "Set" + name);
        }
        ExpectRefusal([] { ArrivalHelper("ns3::NothingSocketFactory"); }, "NothingSocketFactory");
        ExpectRefusal([&] { helper.SetAttribute("Tick", TimeValue(Time(0))); }, "Tick of");
        ExpectRefusal([&] { helper.SetAttribute("Tikc", TimeValue(Time(1))); }, "Tick");
        ExpectRefusal([&] { helper.SetAttribute("PacketSize", StringValue("-1")); }, "PacketSize");
        helper.SetDestinations("ns3::UniformDestinations", three);
        ExpectRefusal([&] { helper.Install(NodeContainer(2)); }, "has 2 nodes");
        Simulator::Destroy();
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief What an application is told wrong, ends the simulation when it starts.
 */
class WrongApplicationTestCase : public RefusedTextTestCase
{
  public:
    WrongApplicationTestCase()
        : RefusedTextTestCase("Wrong input to the application")
    {
    }

  private:
    using Prepare = std::function<void(ArrivalApplication&, std::vector<Address>)>;

    /**
     * @param prepare what to do to an application of the first of three devices
     * @param sentence part of the sentence with which the simulation ends
     */
    void ExpectRefusalAtStart(const Prepare& prepare, const std::string& sentence)
    {
        NodeContainer nodes(3);
        const auto remotes = InstallSimpleDevices(nodes);
        auto application = CreateObject<ArrivalApplication>();
        application->SetProcess(burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals"));
        prepare(*application, remotes);
        application->SetStopTime(MicroSeconds(100));
        nodes.Get(0)->AddApplication(application);
        ExpectRefusal([] { Simulator::Run(); }, sentence);
        Simulator::Destroy();
    }

    /**
     * @param application whose Destinations to set
     * @param devices the number of devices of the pattern
     */
    static void SetPattern(ArrivalApplication& application, uint32_t devices)
    {
        auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        pattern->SetDevices(devices);
        application.SetAttribute("Destinations", PointerValue(pattern));
    }

    void DoRun() override
    {
        const std::string name = " of ns3::ArrivalApplication";
        ExpectRefusalAtStart([](auto& a, auto r) {}, "Remote" + name);
        ExpectRefusalAtStart([](auto& a, auto r) { a.SetRemotes(0, r); },
                             "Destinations" + name + " is not set");
        ExpectRefusalAtStart([](auto& a, auto r) { SetPattern(a, 3); }, "has 0 addresses");
        ExpectRefusalAtStart(
            [](auto& a, auto r) {
                SetPattern(a, 3);
                a.SetRemotes(3, r);
            },
            "the device 3");
        ExpectRefusalAtStart(
            [](auto& a, auto r) {
                SetPattern(a, 4);
                a.SetRemotes(0, r);
            },
            "is a pattern of 4 devices");
        ExpectRefusalAtStart(
            [](auto& a, auto r) {
                SetPattern(a, 3);
                a.SetRemotes(0, r);
                a.SetAttribute("Remote", AddressValue(r[1]));
            },
            "Remote" + name + " is set beside Destinations");
        ExpectRefusalAtStart(
            [](auto& a, auto r) {
                SetPattern(a, 3);
                a.SetRemotes(0, std::vector<Address>(3));
            },
            "cannot connect");
        // A local port serves one socket.
        const std::vector<Address> ports{InetSocketAddress(Ipv4Address("10.0.0.1"), 1),
                                         InetSocketAddress(Ipv4Address("10.0.0.1"), 2),
                                         InetSocketAddress(Ipv4Address("10.0.0.1"), 3)};
        ExpectRefusalAtStart(
            [&ports](auto& a, auto) {
                SetPattern(a, 3);
                a.SetRemotes(0, ports);
                a.SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 77)));
            },
            "Local" + name + " has port 77 beside Destinations");
        for (const auto& [bytes, drew] : {std::pair{"0", "drew 0 bytes"},
                                          std::pair{"-3.5", "drew -3 bytes"},
                                          std::pair{"4294967295.5", "drew 4294967296 bytes"}})
        {
            const auto law = std::string("ns3::ConstantRandomVariable[Constant=") + bytes + "]";
            ExpectRefusalAtStart(
                [&law](auto& a, auto r) {
                    a.SetAttribute("Remote", AddressValue(r[1]));
                    burst::SetAttributeOrThrow(a, "Size", law);
                },
                "Size" + name + " " + drew);
        }
        Simulator::Destroy();
        NodeContainer(1).Get(0)->AddApplication(CreateObject<ArrivalApplication>());
        ExpectRefusal([] { Simulator::Run(); }, "Process" + name + " is not set");
        Simulator::Destroy();
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief What an application is told too late, it refuses, and goes on as it was.
 */
class LateApplicationTestCase : public RefusedTextTestCase
{
  public:
    LateApplicationTestCase()
        : RefusedTextTestCase("What an application is told after its start")
    {
    }

  private:
    /** Send a packet each us from one of three devices. @param most packets */
    void Start(uint64_t most)
    {
        NodeContainer nodes(3);
        m_remotes = InstallSimpleDevices(nodes);
        m_pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        m_application = CreateObject<ArrivalApplication>();
        m_application->SetProcess(
            burst::CreateFromText<ArrivalProcess>("ns3::ConstantArrivals[Interval=50]"));
        m_application->SetRemotes(0, m_remotes);
        m_application->SetAttribute("Destinations", PointerValue(m_pattern));
        m_application->SetAttribute("MaxPackets", UintegerValue(most));
        m_application->SetStopTime(MicroSeconds(100));
        nodes.Get(0)->AddApplication(m_application);
    }

    /** @param name attribute @param value that is refused, with false by the FailSafe functions
     * @param sentence part of the refusal */
    void ExpectRefusedValue(const std::string& name, uint64_t value, const std::string& sentence)
    {
        UintegerValue before;
        UintegerValue after;
        m_application->GetAttribute(name, before);
        NS_TEST_EXPECT_MSG_EQ(m_application->SetAttributeFailSafe(name, UintegerValue(value)),
                              false,
                              name);
        ExpectRefusal([&] { m_application->SetAttribute(name, UintegerValue(value)); }, sentence);
        m_application->GetAttribute(name, after);
        NS_TEST_EXPECT_MSG_EQ(after.Get(), before.Get(), name << " stays");
    }

    void DoRun() override
    {
        const std::string name = " of ns3::ArrivalApplication";
        Start(10);
        const auto process = m_application->GetProcess();
        Simulator::Schedule(MicroSeconds(5), [&] {
            ExpectRefusedValue("Tos", 4, "Tos" + name + " is 4 and a remote is no IP address");
            ExpectRefusal([&] { m_application->SetRemotes(1, m_remotes); }, "SetRemotes" + name);
            m_application->SetAttribute("MaxPackets", UintegerValue(12));
            m_application->SetProcess(process); // as it is
        });
        Simulator::Schedule(MicroSeconds(50), [&] {
            ExpectRefusedValue("MaxPackets", 20, "it can be set before the limit is reached");
            ExpectRefusal(
                [&] {
                    m_application->SetProcess(
                        burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals"));
                },
                "SetProcess" + name + " that has started");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_application->GetSent(), 12, "packets");
        NS_TEST_EXPECT_MSG_EQ(m_application->GetProcess(), process, "the process stays");
        Simulator::Destroy();

        Start(0);
        Simulator::Schedule(MicroSeconds(5), [&] { m_pattern->SetDevices(1000); });
        ExpectRefusal([] { Simulator::Run(); }, "Destinations" + name + " drew ");
        Simulator::Destroy();
    }

    std::vector<Address> m_remotes;        //!< of the devices
    Ptr<DestinationPattern> m_pattern;     //!< of the application
    Ptr<ArrivalApplication> m_application; //!< to be told
};

/**
 * @ingroup burst-traffic-tests
 * @brief What is missing or wrong is said in a sentence.
 */
class WrongInputTestSuite : public TestSuite
{
  public:
    WrongInputTestSuite()
        : TestSuite("burst-traffic-wrong-input", Type::UNIT)
    {
        AddTestCase(new WrongHelperTestCase);
        AddTestCase(new WrongApplicationTestCase);
        AddTestCase(new LateApplicationTestCase);
    }
};

static WrongInputTestSuite g_wrongInputTestSuite; //!< the suite
