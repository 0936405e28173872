/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_H
#define SERVERNET_FABRIC_H

#include "servernet-arbiter-set.h"
#include "servernet-device-table.h"
#include "servernet-packet-book.h"
#include "servernet-router-settings.h"

#include "ns3/channel.h"
#include "ns3/fabric-bundle-member.h"
#include "ns3/fabric-ledger.h"
#include "ns3/fabric-watchdog.h"
#include "ns3/nstime.h"
#include "ns3/servernet-engine.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief A network of routers and links as a channel of ns-3, with one pending event for all of it.
 *
 * Attributes are set first, then Build. Arbiters and engine are made when the simulation starts, or
 * when streams are assigned. Wrong input is a std::invalid_argument.
 */
class ServerNetFabric : public Channel, public fabric::BundleMember, private ServerNetEngineListener
{
  public:
    static constexpr const char* LINK_DOWN = "link down"; //!< why a packet is thrown away

    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetFabric();
    ~ServerNetFabric() override;

    /** @param topology see ServerNetNetwork */
    void Build(const fabric::Topology& topology);
    /** @param node index of a router in the topology @param settings what it has of its own */
    void SetRouter(uint32_t node, Ptr<ServerNetRouterSettings> settings);
    /** Have the same devices as another fabric. @param y delivers behind this one within a tick */
    void Join(Ptr<ServerNetFabric> y);
    /** Tell all arbiters what to expect, before the simulation starts. @param load of the network
     */
    void SetTraffic(const ServerNetExpectedLoad& load);
    /** Streams of all arbiters. @param stream the first one @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    const ServerNetNetwork& GetNetwork() const; //!< @return what Build made
    Time GetTickTime() const;                   //!< @return attribute Tick
    int64_t GetTick() const;      //!< @return the present tick, between two the next one
    int64_t GetPastTicks() const; //!< @return ticks that are over

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t number) const override;
    ServerNetDeviceTable& GetDevices(); //!< @return by number and by address

    /** Put a packet at the end of its source's send queue, at the present tick or, if time is
     * between two, the next one; not from TailStarted or Stalled. @param packet the packet */
    void Send(ServerNetPacket packet);
    /** Take a channel out of service from now on, or put it back: see ServerNetEngine::SetDown. For
     * both directions of a link, two calls. @param channel which @param down whether it is out */
    void SetDown(uint32_t channel, bool down);
    /** @param channel which @return whether it is out of service */
    bool IsDown(uint32_t channel) const;
    /** @param channel which @return its ticks among those that are over */
    ServerNetEngine::LinkState GetLinkState(uint32_t channel);
    void CloseStalls(); //!< Let Stalled fire for all stalled ticks that are over.

    uint64_t GetInjected() const;               //!< @return packets
    uint64_t GetDelivered() const;              //!< @return packets
    const burst::DropCounter& GetDrops() const; //!< @return packets that were thrown away
    uint64_t GetInFlight() const;               //!< @return packets, as the engine counts them
    int64_t GetMissing() const;                 //!< @return packets that are nowhere, 0
    uint64_t GetEngineEvents() const;           //!< @return see ServerNetEngine::GetEventCount
    /**
     * Enter what became of packets into a ledger.
     * @param ledger the ledger
     * @param account name of the fabric in it, new
     * @return its handle
     * @throw std::runtime_error see ServerNetDeviceTable::CheckResponses
     */
    uint32_t Report(fabric::ConservationLedger& ledger, const std::string& account) const;

    using HopTracedCallback = void (*)(const ServerNetEngine::Hop&);             //!< of TailStarted
    using StallTracedCallback = void (*)(const ServerNetEngine::Stall&);         //!< of Stalled
    using PacketTracedCallback = void (*)(const ServerNetPacket&, int64_t tick); //!< of Delivered
    /** Of Discarded. */
    using DiscardTracedCallback = void (*)(const ServerNetPacket&,
                                           int64_t tick,
                                           const std::string& reason);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void AdvanceEngine() override;
    void HandOver() override;
    void ScheduleNext() override;

    void HandOver(const ServerNetPacketBook::End& end); //!< @param end of a packet
    void Prepare();                                     //!< Make engine and arbiters, once.
    void CheckChannel(uint32_t channel) const;          //!< @param channel that has to be one

    void Delivered(const ServerNetEngine::Packet& packet, int64_t tick) override;
    void Discarded(const ServerNetEngine::Packet& packet, uint32_t channel, int64_t tick) override;
    bool WantsHops() const override;
    void TailStarted(const ServerNetEngine::Hop& hop) override;
    bool WantsStalls() const override;
    void Stalled(const ServerNetEngine::Stall& stall) override;

    uint32_t m_fifoFlits;                     //!< attribute FifoFlits
    uint32_t m_headTicks;                     //!< attribute HeadTicks
    uint32_t m_bodyTicks;                     //!< attribute BodyTicks
    uint32_t m_creditTicks;                   //!< attribute CreditTicks
    uint32_t m_refillTicks;                   //!< attribute RefillTicks
    Time m_tickTime;                          //!< attribute Tick
    ServerNetEngine::Kind m_engineKind;       //!< attribute Engine
    burst::ObjectText m_arbiter;              //!< attribute Arbiter
    bool m_allowCyclic;                       //!< attribute AllowCyclicRoutes
    Ptr<fabric::ProgressWatchdog> m_watchdog; //!< attribute Watchdog

    std::shared_ptr<const ServerNetNetwork> m_network;          //!< what Build made
    std::optional<ServerNetArbiterSet> m_arbiters;              //!< after Prepare
    std::unique_ptr<ServerNetEngine> m_engine;                  //!< after Prepare
    std::map<uint32_t, Ptr<ServerNetRouterSettings>> m_routers; //!< by node of the topology
    ServerNetDeviceTable m_devices;                             //!< those of the network
    std::vector<bool> m_down;                                   //!< by channel
    ServerNetPacketBook m_book;                                 //!< packets sent

    TracedCallback<const ServerNetEngine::Hop&> m_tailStartedTrace;   //!< TailStarted
    TracedCallback<const ServerNetEngine::Stall&> m_stalledTrace;     //!< Stalled
    TracedCallback<const ServerNetPacket&, int64_t> m_deliveredTrace; //!< Delivered
    TracedCallback<const ServerNetPacket&, int64_t, const std::string&>
        m_discardedTrace; //!< Discarded
};

} // namespace ns3

#endif // SERVERNET_FABRIC_H
