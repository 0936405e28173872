/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-network.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-destination-patterns.h"
#include "ns3/fabric-ledger.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-link-monitor.h"
#include "ns3/servernet-request-application.h"
#include "ns3/servernet-topologies.h"
#include "ns3/servernet-transaction-monitor.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace burstlab
{

using namespace ns3;

namespace
{

/** Requests of a user, with any bytes and any address. */
class UserRequests : public ServerNetRequestSource
{
  public:
    /** @param request each */
    explicit UserRequests(const ServerNetRequest& request)
        : m_request(request)
    {
    }

    ServerNetRequest DrawRequest(uint32_t /* device */) override
    {
        return m_request;
    }

  private:
    ServerNetRequest m_request; //!< each
};

/** One ServerNetFabric, or two. */
class ServerNet : public Network
{
  private:
    void Build() override;
    std::vector<Action> GetOwnActions() override;
    std::vector<std::pair<std::string, Ptr<Object>>> GetOwnObjects() const override;
    void CheckOwn() const override;

    void Request();                          //!< A user's own.
    void AddApplication();                   //!< Requests by a process.
    Ptr<ServerNetFabric> PickFabric() const; //!< @return X or Y
    void AddMonitors();                      //!< Of links and transactions.
    void AskMonitors();                      //!< What they tell.

    ServerNetHelper m_helper;                                     //!< made it
    std::vector<Ptr<ServerNetFabric>> m_fabrics;                  //!< X, and perhaps Y
    NodeContainer m_routers;                                      //!< of both
    std::vector<std::unique_ptr<UserRequests>> m_requests;        //!< of users
    std::vector<Ptr<ServerNetRequestApplication>> m_applications; //!< by a process
    std::vector<Ptr<ServerNetLinkMonitor>> m_links;               //!< of a fabric each
    std::vector<Ptr<ServerNetTransactionMonitor>> m_transactions; //!< of a fabric each
};

void
ServerNet::Build()
{
    auto& dice = GetDice();
    static const std::vector<std::string> TOPOLOGIES{"single-router[Cpus=2|Ios=2]",
                                                     "tetra-8",
                                                     "tetra-16",
                                                     "tetra-16-3-1"};
    if (dice.Chance(0.3))
    {
        m_helper.SetFabricAttribute("FifoFlits", UintegerValue(1024));
        Call("ServerNetHelper::SetFabricAttribute");
    }
    if (dice.Chance(0.3))
    {
        m_helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(1 + dice.Below(8)));
        m_helper.SetDeviceAttribute("Retries", UintegerValue(dice.Below(3)));
        m_helper.SetDeviceAttribute("Timeout",
                                    TimeValue(dice.Chance(0.2)
                                                  ? Time::Max()
                                                  : dice.When(MicroSeconds(5), MilliSeconds(1))));
        Call("ServerNetHelper::SetDeviceAttribute");
    }
    if (dice.Chance(0.3))
    {
        m_helper.SetDeviceAttribute("TxQueue",
                                    StringValue("ns3::DropTailQueue<Packet>[MaxSize=5p]"));
    }
    if (dice.Chance(0.5))
    {
        static const std::vector<std::string> ARBITERS{"ns3::ServerNetRoundRobinArbiter",
                                                       "ns3::ServerNetFirstComeArbiter",
                                                       "ns3::ServerNetOldestFirstArbiter",
                                                       "ns3::ServerNetBiasedAluArbiter"};
        m_helper.SetRouterAttribute("Arbiter", StringValue(dice.Pick(ARBITERS)));
        Call("ServerNetHelper::SetRouterAttribute");
    }
    const auto topology = ServerNetTopology(dice.Pick(TOPOLOGIES));
    const bool two = dice.Chance(0.5);
    m_devices = two ? m_helper.Install(topology, topology) : m_helper.Install(topology);
    m_routers = m_helper.GetRouters();
    for (uint32_t path = 0; path < (two ? 2U : 1U); ++path)
    {
        m_fabrics.push_back(ServerNetHelper::GetFabric(m_devices, path));
    }
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        m_stations.Add(m_devices.Get(i)->GetNode());
    }
    if (dice.Chance(0.5))
    {
        const auto pattern = CreateObject<UniformDestinations>();
        pattern->SetDevices(m_devices.GetN());
        m_fabrics[0]->SetTraffic({m_fabrics[0]->GetNetwork(), *pattern, 46, 46});
        Call("ServerNetFabric::SetTraffic");
    }
    ServerNetHelper::AssignStreams(m_devices, 1);
    Call("ServerNetHelper::Install");
    Call("ServerNetHelper::GetRouters");
    Call("ServerNetHelper::GetFabric");
    Call("ServerNetHelper::AssignStreams");
}

Ptr<ServerNetFabric>
ServerNet::PickFabric() const
{
    return GetDice().Pick(m_fabrics);
}

void
ServerNet::Request()
{
    auto& dice = GetDice();
    const uint32_t from = PickStation();
    const uint32_t to = (from + 1 + dice.Below(m_stations.GetN() - 1)) % m_stations.GetN();
    ServerNetRequest request;
    request.destination = to;
    request.bytes = static_cast<uint16_t>(1 + dice.Below(64));
    request.address = static_cast<uint32_t>(dice.Below(uint64_t{1} << 32));
    request.type = dice.Chance(0.5) ? SERVERNET_READ_REQUEST : SERVERNET_WRITE_REQUEST;
    if (request.type == SERVERNET_WRITE_REQUEST && dice.Chance(0.7))
    {
        std::vector<uint8_t> bytes(request.bytes);
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(dice.Below(256));
        }
        request.data = Create<Packet>(bytes.data(), bytes.size());
    }
    m_requests.push_back(std::make_unique<UserRequests>(request));
    const auto device = DynamicCast<ServerNetNetDevice>(m_devices.Get(from));
    auto* const requests = m_requests.back().get();
    auto* const program = &GetProgram();
    Call("ServerNetNetDevice::OfferRequest");
    if (!device->GetNode())
    {
        return;
    }
    Simulator::ScheduleWithContext(device->GetNode()->GetId(), Time(0), [=] {
        program->Try("request", [=] { device->OfferRequest(*requests); });
    });
    if (dice.Chance(0.2))
    {
        Call("ServerNetNetDevice::Withdraw");
        Simulator::Schedule(dice.When(NanoSeconds(10), MicroSeconds(20)), [=] {
            program->Try("withdraw", [=] { device->Withdraw(*requests); });
        });
    }
}

void
ServerNet::AddApplication()
{
    auto& dice = GetDice();
    const uint32_t station = PickStation();
    const auto node = m_stations.Get(station);
    if (!IsAlive(station))
    {
        return;
    }
    static const std::vector<std::string> PROCESSES{"ns3::PoissonArrivals[Rate=0.001]",
                                                    "ns3::ParetoOnOffArrivals[Sources=3]",
                                                    "ns3::BernoulliArrivals"};
    static const std::vector<std::string> PATTERNS{"ns3::UniformDestinations",
                                                   "ns3::HotspotDestinations[Hotspots=0]"};
    auto application = burst::CreateFromText<ServerNetRequestApplication>(
        "ns3::ServerNetRequestApplication[Process=" + dice.Pick(PROCESSES) +
        "|Destinations=" + dice.Pick(PATTERNS) + "|ReadFraction=0.3]");
    node->AddApplication(application);
    application->AssignStreams(500);
    application->SetStopTime(dice.When(MicroSeconds(1), GetProgram().GetHorizon()));
    application->Initialize();
    m_applications.push_back(application);
    Call("ServerNetRequestApplication::AssignStreams");
}

void
ServerNet::AddMonitors()
{
    const auto fabric = PickFabric();
    const auto links = CreateObject<ServerNetLinkMonitor>();
    links->SetAttribute("Blame", BooleanValue(GetDice().Chance(0.5)));
    links->Watch(fabric);
    m_links.push_back(links);
    const auto transactions = CreateObject<ServerNetTransactionMonitor>();
    transactions->Watch(fabric);
    if (GetDice().Chance(0.3))
    {
        auto* const journal = &GetProgram().GetJournal();
        transactions->SetLimit(1 + GetDice().Below(20), [journal] { journal->Write("limit"); });
        Call("ServerNetTransactionMonitor::SetLimit");
    }
    m_transactions.push_back(transactions);
    links->Start();
    transactions->Start();
    Call("ServerNetLinkMonitor::Watch");
    Call("ServerNetLinkMonitor::Start");
    Call("ServerNetTransactionMonitor::Watch");
    Call("ServerNetTransactionMonitor::Start");
}

void
ServerNet::AskMonitors()
{
    auto& program = GetProgram();
    if (m_links.empty())
    {
        return;
    }
    const auto number = GetDice().Below(m_links.size());
    const auto& links = m_links[number];
    const auto& transactions = m_transactions[number];
    program.Ask("ServerNetTransactionMonitor::GetTransactions", transactions->GetTransactions());
    program.Ask("ServerNetTransactionMonitor::GetKinds", transactions->GetKinds().size());
    program.Ask("ServerNetLinkMonitor::IsWatching", links->IsWatching());
    links->Stop();
    transactions->Stop();
    Call("ServerNetTransactionMonitor::Stop");
    Call("ServerNetLinkMonitor::Stop");
    const auto ticks = links->GetTicks();
    program.Ask("ServerNetLinkMonitor::GetTicks", ticks);
    const auto state = links->GetState(0);
    if (state.transmitting + state.stalled + state.idle != ticks)
    {
        throw Finding("the states of a channel are not the time");
    }
    program.Ask("ServerNetLinkMonitor::GetState", state.transmitting);
    program.Ask("ServerNetLinkMonitor::GetCategoryState", links->GetCategoryState(0, 0).stalled);
    program.Ask("ServerNetLinkMonitor::GetBlame", links->GetBlame().size());
}

std::vector<World::Action>
ServerNet::GetOwnActions()
{
    auto& dice = GetDice();
    return {
        {4, "request", [this] { Request(); }},
        {2, "application", [this] { AddApplication(); }},
        {1, "monitors", [this] { AddMonitors(); }},
        {1, "ask monitors", [this] { AskMonitors(); }},
        {2,
         "link",
         [this, &dice] {
             const auto fabric = PickFabric();
             const uint32_t channel = dice.Below(fabric->GetNetwork().GetChannels().size());
             const bool down = dice.Chance(0.6);
             Call("ServerNetFabric::SetDown");
             fabric->SetDown(channel, down);
             Call("ServerNetFabric::IsDown");
             if (fabric->IsDown(channel) != down)
             {
                 throw Finding("a channel is not as it was set");
             }
         }},
        {1,
         "ask",
         [this, &dice] {
             const auto fabric = PickFabric();
             const uint32_t channel = dice.Below(fabric->GetNetwork().GetChannels().size());
             GetProgram().Ask("ServerNetFabric::GetLinkState",
                              fabric->GetLinkState(channel).transmitting);
             fabric->CloseStalls();
             Call("ServerNetFabric::CloseStalls");
             GetProgram().Ask("ServerNetFabric::GetInjected", fabric->GetInjected());
             GetProgram().Ask("ServerNetFabric::GetInFlight", fabric->GetInFlight());
             const auto device = DynamicCast<ServerNetNetDevice>(PickDevice());
             GetProgram().Ask("ServerNetNetDevice::GetMessagesSent", device->GetMessagesSent());
             GetProgram().Ask("ServerNetNetDevice::GetOutstanding", device->GetOutstanding());
             for (const auto& application : m_applications)
             {
                 GetProgram().Ask("ServerNetRequestApplication::GetOffered",
                                  application->GetOffered());
             }
         }},
        {1,
         "pcap",
         [this] {
             Call("ServerNetHelper::EnablePcap");
             m_helper.EnablePcap("random", PickDevices());
         }},
        {0.2,
         "dispose of a router",
         [this, &dice] {
             if (Simulator::Now().IsZero())
             {
                 return;
             }
             Call("Node::Dispose of a router");
             m_routers.Get(dice.Below(m_routers.GetN()))->Dispose();
         }},
    };
}

std::vector<std::pair<std::string, Ptr<Object>>>
ServerNet::GetOwnObjects() const
{
    std::vector<std::pair<std::string, Ptr<Object>>> objects;
    for (const auto& fabric : m_fabrics)
    {
        objects.emplace_back(objects.empty() ? "fabric X" : "fabric Y", fabric);
    }
    return objects;
}

void
ServerNet::CheckOwn() const
{
    fabric::ConservationLedger ledger;
    for (const auto& fabric : m_fabrics)
    {
        fabric->Report(ledger, fabric == m_fabrics.front() ? "X" : "Y");
        if (fabric->GetMissing() != 0)
        {
            throw Finding("packets missing: " + std::to_string(fabric->GetMissing()));
        }
    }
    const auto account = ledger.AddAccount("requests");
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        DynamicCast<ServerNetNetDevice>(m_devices.Get(i))->Report(ledger, account);
    }
    Call("ServerNetFabric::Report");
    Call("ServerNetNetDevice::Report");
    ledger.Check();
}

} // namespace

std::unique_ptr<World>
MakeServerNet()
{
    return std::make_unique<ServerNet>();
}

} // namespace burstlab
