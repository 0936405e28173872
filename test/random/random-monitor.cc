/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-program.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/burst-traffic-monitor.h"
#include "ns3/csma-helper.h"
#include "ns3/faults-module.h"
#include "ns3/iepm-module.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/l2-notification-congestion-notifier.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/l2-notification-rate-limiter-queue-disc.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-measurement-module.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/qbss-module.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace burstlab
{

using namespace ns3;
using namespace ns3::iepm;

namespace
{

constexpr uint32_t HOSTS = 2;   //!< that are measured
constexpr uint16_t PORT = 5000; //!< of bulk transfers

/** A monitor and hosts, a link between them with queue discs and cross traffic. */
class Monitor : public World
{
  public:
    void Make(Program& program, uint32_t number) override;
    std::vector<Action> GetActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetObjects() const override;
    void Check() const override;

  private:
    void Start(Ptr<Application> application, Ptr<Node> node); //!< Now.
    void AddDiscs(bool scavenger); //!< Of the link. @param scavenger of QBSS, else of congestion
    void AddController();          //!< What measures by a schedule.
    void AddTraffic();             //!< Over the link.
    void AddTransfer();            //!< A stock one.
    void AddSteered();             //!< One that is steered.
    void AddBurstiness();          //!< Of the link.

    Program* m_program{nullptr};               //!< it is part of
    int64_t m_stream{0};                       //!< next one
    NodeContainer m_nodes;                     //!< monitor, two routers, hosts
    std::vector<NetDeviceContainer> m_links;   //!< one less, the second one the bottleneck
    std::vector<Ipv4Address> m_addresses;      //!< of the hosts
    std::vector<Ptr<Object>> m_objects;        //!< to listen to, to change and to ask
    std::vector<Ptr<QbssQueueDisc>> m_qbss;    //!< of the link
    Ptr<ScheduleController> m_controller;      //!< the first one, or null
    Ptr<CrossTraffic> m_traffic;               //!< over the link, or null
    std::vector<Ptr<BurstinessMonitor>> m_all; //!< monitors of the link
};

void
Monitor::Start(Ptr<Application> application, Ptr<Node> node)
{
    node->AddApplication(application);
    application->Initialize();
    m_objects.push_back(application);
}

void
Monitor::Make(Program& program, uint32_t number)
{
    m_program = &program;
    m_stream = 1000 * (number + 1);
    m_nodes.Create(3 + HOSTS);
    InternetStackHelper stack;
    stack.Install(m_nodes);
    m_stream += stack.AssignStreams(m_nodes, m_stream);
    const bool scavenger = program.GetDice().Chance(0.4);
    for (uint32_t end = 1; end < m_nodes.GetN(); ++end)
    {
        const NodeContainer ends(m_nodes.Get(std::min(end - 1, 2U)), m_nodes.Get(end));
        const StringValue rate(end == 2 ? "10Mbps" : "100Mbps");
        if (scavenger || end > 2)
        {
            PointToPointHelper link;
            link.SetDeviceAttribute("DataRate", rate);
            link.SetChannelAttribute("Delay", StringValue("1ms"));
            m_links.push_back(link.Install(ends));
        }
        else
        {
            CsmaHelper link; // congestion messages need Ethernet
            link.SetChannelAttribute("DataRate", rate);
            link.SetChannelAttribute("Delay", StringValue("1us"));
            m_links.push_back(link.Install(ends));
            m_stream += link.AssignStreams(m_links.back(), m_stream);
        }
    }
    AddDiscs(scavenger);
    Ipv4AddressHelper addresses(Ipv4Address(0x0a000000 + (number << 20)),
                                Ipv4Mask("255.255.255.0"));
    for (const auto& devices : m_links)
    {
        m_addresses.push_back(addresses.Assign(devices).GetAddress(1));
        addresses.NewNetwork();
    }
    m_addresses.erase(m_addresses.begin(), m_addresses.begin() + 2);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        const auto node = m_nodes.Get(3 + host);
        node->AddApplication(CreateObject<MeasurementAgent>());
        PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT))
            .Install(node);
    }
}

void
Monitor::AddDiscs(bool scavenger)
{
    auto& dice = m_program->GetDice();
    const auto ends = m_links[1];
    if (scavenger)
    {
        static const std::vector<std::string> SCHEDULERS{"ns3::QbssDrrScheduler",
                                                         "ns3::QbssScfqScheduler"};
        QbssHelper helper;
        helper.SetDiscAttribute("Scheduler", StringValue(dice.Pick(SCHEDULERS)));
        helper.SetDeviceQueue(1 + dice.Below(3));
        const auto discs = helper.Install(ends);
        for (uint32_t i = 0; i < discs.GetN(); ++i)
        {
            m_qbss.push_back(DynamicCast<QbssQueueDisc>(discs.Get(i)));
            m_objects.push_back(discs.Get(i));
        }
        m_program->Call("QbssHelper::SetDiscAttribute");
        m_program->Call("QbssHelper::SetDeviceQueue");
        m_program->Call("QbssHelper::Install");
        return;
    }
    const bool qcn = dice.Chance(0.5);
    CongestionNotificationHelper helper(qcn ? "ns3::QcnCongestionPoint[SetPoint=5000]"
                                            : "ns3::BcnCongestionPoint[SetPoint=5000]",
                                        qcn ? "ns3::QcnReactionPoint" : "ns3::BcnReactionPoint");
    helper.SetMaxSize(QueueSize(dice.Chance(0.5) ? "20p" : "60000B"));
    const auto points = helper.InstallCongestionPoints(NetDeviceContainer(ends.Get(0)));
    const auto limiters = helper.InstallRateLimiters(NetDeviceContainer(m_links[0].Get(0)));
    m_stream += CongestionNotificationHelper::AssignStreams(points, m_stream);
    m_stream += CongestionNotificationHelper::AssignStreams(limiters, m_stream);
    m_objects.push_back(points.Get(0));
    m_objects.push_back(limiters.Get(0));
    m_program->Call("CongestionNotificationHelper::SetMaxSize");
    m_program->Call("CongestionNotificationHelper::InstallCongestionPoints");
    m_program->Call("CongestionNotificationHelper::InstallRateLimiters");
    m_program->Call("CongestionNotificationHelper::AssignStreams");
}

void
Monitor::AddController()
{
    auto& dice = m_program->GetDice();
    if (m_controller)
    {
        return;
    }
    std::istringstream text("link wan rate=10Mbps exclusive=yes\n"
                            "tool ping version=1 probe=ns3::PingProbe[Count=2|Interval=5ms]\n"
                            "tool iperf version=1 probe=ns3::ThroughputProbe[Duration=30ms] "
                            "every=2\n"
                            "tool search version=1 every=event "
                            "probe=ns3::WindowSearchProbe[Windows=16384,65536|Duration=20ms]\n"
                            "tool trace version=1 probe=ns3::TracerouteProbe[Wait=20ms]\n"
                            "host h0 route=wan\nhost h1 route=wan\n");
    auto database = ReadHosts(text, "hosts");
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        auto& known = database.GetHost("h" + std::to_string(host));
        std::ostringstream address;
        address << m_addresses[host];
        known.address = address.str();
        known.rate = 10'000'000;
        known.roundTrip = MilliSeconds(6);
    }
    m_controller = CreateObject<ScheduleController>();
    m_controller->SetDatabase(database);
    m_controller->SetAttribute("CycleLength",
                               TimeValue(dice.When(MilliSeconds(50), MilliSeconds(500))));
    m_controller->SetAttribute("StartJitter", TimeValue(MilliSeconds(dice.Below(20))));
    m_controller->SetAttribute("Visits", UintegerValue(1 + dice.Below(3)));
    m_controller->SetAttribute("Growth", DoubleValue(dice.Chance(0.5) ? 1 : 2));
    m_stream += m_controller->AssignStreams(m_stream);
    m_controller->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const std::string&, const std::string&, uint64_t>(
            [this](const std::string& host, const std::string& tool, uint64_t) {
                m_program->GetJournal().Write("begin " + host + " " + tool);
            }));
    m_controller->TraceConnectWithoutContext(
        "Record",
        Callback<void, const MeasurementRecord&>([this](const MeasurementRecord& record) {
            m_program->GetJournal().Write("record " + ToText(record.result.status));
        }));
    const auto watch = CreateObject<ForecastWatch>();
    static const std::vector<std::string> FORECASTERS{"ns3::MovingAverageForecaster",
                                                      "ns3::EwmaForecaster",
                                                      "ns3::DiurnalForecaster"};
    watch->SetAttribute("Forecaster", StringValue(dice.Pick(FORECASTERS)));
    watch->Watch(m_controller);
    const auto recalibration = CreateObject<Recalibration>();
    recalibration->Watch(m_controller);
    m_objects.push_back(watch);
    m_objects.push_back(recalibration);
    Start(m_controller, m_nodes.Get(0));
    for (const auto* call : {"ScheduleController::SetDatabase",
                             "ScheduleController::AssignStreams",
                             "ForecastWatch::Watch",
                             "Recalibration::Watch",
                             "ReadHosts"})
    {
        m_program->Call(call);
    }
}

void
Monitor::AddTraffic()
{
    auto& dice = m_program->GetDice();
    const Time now = Simulator::Now();
    if (!m_traffic)
    {
        const auto traffic = CreateObject<CrossTraffic>();
        traffic->SetLink(m_links[1].Get(0)); // refused if it is of CSMA
        m_traffic = traffic;
        const bool packets = dice.Chance(0.7);
        m_traffic->SetAttribute("Mode", StringValue(packets ? "Packets" : "LinkRate"));
        m_traffic->SetAttribute("Mean", DoubleValue(dice.Spread(0.05, 1.2)));
        m_traffic->SetAttribute("FlowMin", DoubleValue(2000));
        m_traffic->SetAttribute("FlowMax", DoubleValue(20000));
        m_traffic->SetAttribute("Lead", TimeValue(MilliSeconds(dice.Below(20))));
        m_traffic->SetAttribute("Tail", TimeValue(MilliSeconds(dice.Below(20))));
        if (packets)
        {
            m_traffic->SetPath(m_nodes.Get(0), m_nodes.Get(3), m_addresses[0]);
            m_program->Call("CrossTraffic::SetPath");
        }
        m_stream += m_traffic->AssignStreams(m_stream);
        m_program->Call("CrossTraffic::SetLink");
        m_program->Call("CrossTraffic::AssignStreams");
        m_objects.push_back(m_traffic);
    }
    const Time from = now + dice.When(Time(0), m_program->GetHorizon() / 4);
    m_traffic->Announce(from, from + dice.When(MilliSeconds(1), m_program->GetHorizon() / 2));
    m_program->Call("CrossTraffic::Announce");
    m_program->Ask("CrossTraffic::GetLevel", m_traffic->GetLevel(now));
}

void
Monitor::AddTransfer()
{
    auto& dice = m_program->GetDice();
    BulkSendHelper helper("ns3::TcpSocketFactory", InetSocketAddress(dice.Pick(m_addresses), PORT));
    helper.SetAttribute("MaxBytes", UintegerValue(1 + dice.Below(1'000'000)));
    const auto applications = helper.Install(m_nodes.Get(0));
    QbssHelper::SetDscp(applications, dice.Chance(0.5) ? 8 : dice.Below(64));
    applications.Get(0)->Initialize();
    m_program->Call("QbssHelper::SetDscp");
}

void
Monitor::AddSteered()
{
    auto& dice = m_program->GetDice();
    static const std::vector<std::string> POLICIES{"Steered", "Scavenger", "BestEffort"};
    const auto copy = CreateObject<SteeredCopy>();
    copy->SetAttribute("Copy", StringValue("ns3::BbcpProbe[Window=65536|Streams=1|Sink=Memory]"));
    copy->SetAttribute("Policy", StringValue(dice.Pick(POLICIES)));
    copy->SetAttribute("Volume", UintegerValue(1 + dice.Below(3'000'000)));
    copy->SetAttribute("Deadline", TimeValue(dice.When(MilliSeconds(100), Seconds(10))));
    const Time check = dice.When(MilliSeconds(50), Seconds(1));
    copy->SetAttribute("CheckInterval", TimeValue(check));
    copy->SetAttribute("Lately", TimeValue(check));
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        const double rate = dice.Spread(1e5, 2e7);
        copy->AddSite("h" + std::to_string(host),
                      m_addresses[host],
                      DurationForecast([rate](Time) { return rate; }, Minutes(90)));
    }
    Start(copy, m_nodes.Get(0));
    m_program->Call("SteeredCopy::AddSite");
    const auto predicted = copy->GetPredictedEnd();
    m_program->Ask("SteeredCopy::GetPredictedEnd", predicted ? predicted->GetSeconds() : -1);
}

void
Monitor::AddBurstiness()
{
    auto& dice = m_program->GetDice();
    const auto monitor = CreateObject<BurstinessMonitor>();
    monitor->SetAttribute("Slot", TimeValue(dice.When(MicroSeconds(1), MilliSeconds(1))));
    monitor->SetAttribute("Weight", StringValue(dice.Chance(0.5) ? "Firings" : "Value"));
    monitor->Connect(m_links[1].Get(0), dice.Chance(0.5) ? "PhyTxBegin" : "MacRx");
    m_all.push_back(monitor);
    m_objects.push_back(monitor);
    m_program->Call("BurstinessMonitor::Connect");
}

std::vector<World::Action>
Monitor::GetActions()
{
    auto& dice = m_program->GetDice();
    return {
        {4, "controller", [this] { AddController(); }},
        {4, "cross traffic", [this] { AddTraffic(); }},
        {4, "transfer", [this] { AddTransfer(); }},
        {2, "steered copy", [this] { AddSteered(); }},
        {2, "burstiness", [this] { AddBurstiness(); }},
        {3, "listen", [this] { m_program->Listen(*this); }},
        {2, "change", [this] { m_program->Change(*this); }},
        {2,
         "request",
         [this, &dice] {
             if (!m_controller)
             {
                 return;
             }
             const std::string host = "h" + std::to_string(dice.Below(HOSTS + 1)); // one too many
             switch (dice.Below(4))
             {
             case 0:
                 m_program->Call("ScheduleController::Request");
                 m_controller->Request(host, "ping", "asked for");
                 break;
             case 1:
                 m_program->Call("ScheduleController::Trigger");
                 m_controller->Trigger(host, "asked for");
                 break;
             case 2:
                 m_program->Call("ScheduleController::Tune");
                 m_controller->Tune(host, 32768, 2);
                 break;
             default:
                 m_program->Call("ScheduleController::Observe");
                 m_controller->Observe(host, "ping", dice.Chance(0.5), dice.Chance(0.5));
             }
         }},
        {2,
         "ask",
         [this] {
             for (const auto& one : m_all)
             {
                 m_program->Ask("BurstinessMonitor::GetDispersion", one->GetDispersion(0));
                 m_program->Call("BurstinessMonitor::GetEstimate");
                 m_program->Try("estimate", [&] {
                     m_program->Ask("BurstinessMonitor::GetEstimate", one->GetEstimate().hurst);
                 });
             }
             if (m_controller)
             {
                 m_program->Ask("ScheduleController::GetProblems",
                                m_controller->GetProblems().size());
                 m_program->Ask("ScheduleController::Check", m_controller->Check().size());
             }
             for (const auto& disc : m_qbss)
             {
                 m_program->Ask("QbssQueueDisc::GetAccount", disc->GetAccount(0).packets);
             }
             for (const auto& object : m_objects)
             {
                 if (const auto copy = DynamicCast<SteeredCopy>(object))
                 {
                     m_program->Ask("SteeredCopy::GetSite", copy->GetSite().size());
                 }
                 if (const auto limiter = DynamicCast<RateLimiterQueueDisc>(object))
                 {
                     m_program->Ask("RateLimiterQueueDisc::GetRate", limiter->GetRate(0));
                 }
             }
             for (auto node = m_nodes.Begin(); node != m_nodes.End(); ++node)
             {
                 if (const auto notifier = (*node)->GetObject<CongestionNotifier>())
                 {
                     m_program->Ask("CongestionNotifier::GetSent", notifier->GetSent());
                     m_program->Ask("CongestionNotifier::GetForwarded", notifier->GetForwarded());
                     m_program->Ask("CongestionNotifier::GetReceived", notifier->GetReceived());
                     m_program->Ask("CongestionNotifier::GetDrops",
                                    notifier->GetDrops().GetTotal().number);
                 }
             }
             if (m_traffic)
             {
                 m_program->Ask("CrossTraffic::GetActive", m_traffic->GetActive().size());
             }
         }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
Monitor::GetObjects() const
{
    return NumberObjects(m_objects);
}

void
Monitor::Check() const
{
    if (m_traffic && m_traffic->GetDelivered() > m_traffic->GetOffered())
    {
        throw Finding("more cross traffic came than was offered");
    }
    for (const auto& object : m_objects)
    {
        if (const auto copy = DynamicCast<SteeredCopy>(object))
        {
            UintegerValue volume;
            copy->GetAttribute("Volume", volume);
            if (copy->GetSent() > volume.Get() ||
                (copy->GetEnd() && copy->GetSent() < volume.Get()))
            {
                throw Finding("a copy has sent " + std::to_string(copy->GetSent()) + " of " +
                              std::to_string(volume.Get()) + " bytes");
            }
        }
        if (const auto disc = DynamicCast<QueueDisc>(object))
        {
            const auto& stats = disc->GetStats();
            if (stats.nTotalReceivedPackets !=
                stats.nTotalSentPackets + disc->GetNPackets() + stats.nTotalDroppedPackets)
            {
                throw Finding(disc->GetInstanceTypeId().GetName() + " has lost packets");
            }
        }
    }
}

} // namespace

std::unique_ptr<World>
MakeMonitor()
{
    return std::make_unique<Monitor>();
}

} // namespace burstlab
