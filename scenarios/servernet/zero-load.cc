/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-input-files.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/servernet-event-engine.h"
#include "ns3/servernet-packet.h"
#include "ns3/servernet-topologies.h"
#include "ns3/string.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Every pair of devices without load, with each packet size: delivery times against the
 * closed form (H - 1) headTicks + N - 1 + bodyTicks for N flits over H channels.
 */
class ServernetZeroLoadScenario : public scenario::Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  private:
    /** Remembers when the last packet was delivered. */
    struct Clock : ServerNetEngine::Listener
    {
        void Delivered(const ServerNetEngine::Packet& packet, int64_t tick) override
        {
            delivered = tick;
        }

        int64_t delivered{0};
    };

    void DoBuild() override;

    std::string m_topology; //!< attribute Topology
};

NS_OBJECT_ENSURE_REGISTERED(ServernetZeroLoadScenario);

TypeId
ServernetZeroLoadScenario::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServernetZeroLoadScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<ServernetZeroLoadScenario>()
            .AddAttribute("Topology",
                          "Name of a topology, such as tetra-16, or path of a topology file.",
                          StringValue("tetra-16"),
                          MakeStringAccessor(&ServernetZeroLoadScenario::m_topology),
                          burst::MakeFileChecker(&GetServerNetTopologyFiles));
    return tid;
}

std::string
ServernetZeroLoadScenario::GetHelp() const
{
    return "Sends a packet of each type between every pair of devices, one after the other, and "
           "compares the delivery times with the closed form.";
}

void
ServernetZeroLoadScenario::DoBuild()
{
    const auto network =
        std::make_shared<const ServerNetNetwork>(ServerNetTopology(m_topology), ServerNetTiming());
    Clock clock;
    ServerNetEventEngine engine(network, &clock);
    uint64_t packets = 0;
    uint64_t wrong = 0;
    int64_t tick = 0;
    for (uint32_t source = 0; source < network->GetDeviceCount(); ++source)
    {
        for (uint32_t destination = 0; destination < network->GetDeviceCount(); ++destination)
        {
            if (destination == source)
            {
                continue;
            }
            for (const auto type : {SERVERNET_READ_REQUEST,
                                    SERVERNET_READ_RESPONSE,
                                    SERVERNET_WRITE_REQUEST,
                                    SERVERNET_WRITE_RESPONSE})
            {
                const uint32_t flits = ServerNetPacket::GetFlits(type, ServerNetPacket::MOST_DATA);
                engine.Inject({packets++, source, destination, flits, tick}, tick);
                while (engine.GetInFlight() > 0)
                {
                    engine.Advance(engine.GetNextTick());
                }
                const int64_t expected = network->GetEmptyTicks(source, destination, flits);
                wrong += clock.delivered - tick != expected;
                tick = clock.delivered + 2 * ServerNetTiming::MOST_TICKS; // as if never used
                engine.Advance(tick);
            }
        }
    }
    Report("servernet.packets", packets, "1", "packets sent, each alone");
    Report("servernet.wrong_times",
           wrong,
           "1",
           "delivery times that are not those of the closed form");
}

} // namespace ns3
