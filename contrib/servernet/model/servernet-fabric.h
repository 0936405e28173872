/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_H
#define SERVERNET_FABRIC_H

#include "servernet-engine.h"
#include "servernet-expected-load.h"
#include "servernet-news.h"
#include "servernet-packet.h"
#include "servernet-router.h"

#include "ns3/channel.h"
#include "ns3/fabric-ledger.h"
#include "ns3/fabric-watchdog.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class ServerNetEndNode;

/**
 * @ingroup servernet
 * @brief A network of routers and links as a channel of ns-3, with one pending event for all of it.
 *
 * Attributes are set first, then Build. Arbiters and engine are made when the simulation starts, or
 * when streams are assigned. Wrong input is a std::invalid_argument.
 */
class ServerNetFabric : public Channel, private ServerNetEngine::Listener
{
  public:
    /** What moves the packets; both do the same. */
    enum EngineKind
    {
        EVENT, //!< a few steps a hop
        FLIT   //!< a step for each flit and tick: the reference
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    /** @param kind which engine @param network what it moves packets through
     * @param listener is told @return a new one */
    static std::unique_ptr<ServerNetEngine> MakeEngine(
        EngineKind kind,
        std::shared_ptr<const ServerNetNetwork> network,
        ServerNetEngine::Listener* listener);

    ServerNetFabric();
    ~ServerNetFabric() override;

    /** @param topology see ServerNetNetwork */
    void Build(const fabric::Topology& topology);

    /** @param node index of a router in the topology
     * @param router what it has of its own */
    void SetRouter(uint32_t node, Ptr<ServerNetRouter> router);

    /** Tell all arbiters what to expect, before the simulation starts. @param load of this network
     */
    void SetTraffic(const ServerNetExpectedLoad& load);

    /** Streams of all arbiters, in order of channels. @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    const ServerNetNetwork& GetNetwork() const;
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t number) const override;

    Time GetTickTime() const;     //!< @return attribute Tick
    int64_t GetTick() const;      //!< @return the present tick, between two the next one
    int64_t GetPastTicks() const; //!< @return ticks that are over

    /** Take a channel out of service from now on, or put it back: see ServerNetEngine::SetDown.
     * For both directions of a link, two calls. */
    void SetDown(uint32_t channel, bool down);
    bool IsDown(uint32_t channel) const;

    /** @return ticks of a channel among those that are over */
    ServerNetEngine::LinkState GetLinkState(uint32_t channel);

    /** Let Stalled fire for all stalled ticks that are over. */
    void CloseStalls();

    uint64_t GetInjected() const;  //!< @return packets
    uint64_t GetDelivered() const; //!< @return packets
    uint64_t GetDiscarded()
        const; //!< @return packets thrown away in front of a channel that is down
    uint64_t GetInFlight() const;     //!< @return packets, as the engine counts them
    uint64_t GetEngineEvents() const; //!< @return see ServerNetEngine::GetEventCount

    /**
     * Enter what became of packets into a ledger.
     * @param ledger the ledger
     * @param account name of the fabric in it, new
     * @throw std::runtime_error a device had more responses waiting than others have requests
     */
    void Report(fabric::ConservationLedger& ledger, const std::string& account) const;

    /** Until it is called, packets for the device are taken and answered by nobody.
     * @param number of a device @param device that is there from now on */
    void Attach(uint32_t number, Ptr<ServerNetEndNode> device);
    /** @param address of a device @return its number, Topology::NONE if no device has it */
    uint32_t FindDevice(const Mac48Address& address) const;
    /** @param number of a device @param address its new address */
    void SetAddress(uint32_t number, const Mac48Address& address);
    /** Have the same devices as another fabric. @param y delivers behind this one within a tick */
    void Join(Ptr<ServerNetFabric> y);
    /** Deliver what is due now, here and in the joined fabric. Whatever else happens at this moment
     * comes behind that, so that the order of events within a tick does not matter. */
    void Advance();
    /**
     * Advance, do something, and only then tell listeners of all that has happened. If it throws,
     * the fabric goes on from there with the next event.
     * @param action what to do
     */
    template <typename Action>
    void Act(Action action);
    /** Tell listeners of devices of all that has happened, now and whatever the context: for one
     * who measures until now. */
    void TellAll();
    /** Tell something when the present Act is over. @param context of the node it belongs to
     * @param action tells it */
    void TellLater(uint32_t context, std::function<void()> action);
    /** @throw std::invalid_argument a sink of TailStarted or Stalled is being told */
    void CheckNotTelling() const;
    /** Put a packet at the end of its source's send queue, at the present tick or, if time is
     * between two, the next one; not from TailStarted or Stalled. */
    void Send(ServerNetPacket packet);

    using HopTracedCallback = void (*)(const ServerNetEngine::Hop&);
    using StallTracedCallback = void (*)(const ServerNetEngine::Stall&);
    using PacketTracedCallback = void (*)(const ServerNetPacket&, int64_t tick);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void Delivered(const ServerNetEngine::Packet& packet, int64_t tick) override;
    void Discarded(const ServerNetEngine::Packet& packet, uint32_t channel, int64_t tick) override;
    bool WantsHops() const override;
    void TailStarted(const ServerNetEngine::Hop& hop) override;
    bool WantsStalls() const override;
    void Stalled(const ServerNetEngine::Stall& stall) override;

    /** What has come to its end in the engine. */
    struct End
    {
        uint64_t id;
        int64_t tick;
        bool discarded; //!< else delivered
    };

    /** Fabrics of the same devices, in the order in which they deliver. */
    struct Bundle
    {
        std::vector<ServerNetFabric*> fabrics;
        ServerNetNews news;
        bool acting{false};  //!< in Act
        bool handing{false}; //!< devices are told of ends of packets
        bool telling{false}; //!< in a sink of TailStarted or Stalled
    };

    /** The time in Act in which state changes. */
    class Turn
    {
      public:
        explicit Turn(Bundle& bundle);
        ~Turn();

      private:
        Bundle& m_bundle;
        int m_exceptions; //!< under way at its begin
    };

    void Prepare();                    //!< Make engine and arbiters, once.
    void AdvanceBundle();              //!< All fabrics, to now.
    void HandOver(const End& end);     //!< Tell devices of the end of a packet.
    void ScheduleNext();               //!< Wake when there is next something to do.
    void Wake(int64_t tick);           //!< @param tick for which this was scheduled
    ServerNetPacket Take(uint64_t id); //!< @return what was in flight under an id
    void CheckChannel(uint32_t channel) const;

    uint32_t m_fifoFlits;        //!< attribute FifoFlits
    uint32_t m_headTicks;        //!< attribute HeadTicks
    uint32_t m_bodyTicks;        //!< attribute BodyTicks
    uint32_t m_creditTicks;      //!< attribute CreditTicks
    uint32_t m_refillTicks;      //!< attribute RefillTicks
    Time m_tickTime;             //!< attribute Tick
    EngineKind m_engineKind;     //!< attribute Engine
    burst::ObjectText m_arbiter; //!< attribute Arbiter
    bool m_allowCyclic;          //!< attribute AllowCyclicRoutes
    Ptr<fabric::ProgressWatchdog> m_watchdog;

    std::shared_ptr<const ServerNetNetwork> m_network;
    std::unique_ptr<ServerNetEngine> m_engine;
    std::vector<Ptr<ServerNetArbiter>> m_arbiters;           //!< of the channels that leave routers
    std::map<uint32_t, Ptr<ServerNetRouter>> m_routers;      //!< by node of the topology
    std::vector<Ptr<ServerNetEndNode>> m_devices;            //!< by number
    std::set<std::pair<Mac48Address, uint32_t>> m_addresses; //!< with the number of the device
    std::vector<bool> m_down;                                //!< by channel

    std::shared_ptr<Bundle> m_bundle;
    int64_t m_wakeTick{INT64_MAX}; //!< of the pending wake
    std::deque<End> m_ends;        //!< that devices do not know of yet

    std::vector<ServerNetPacket> m_slots; //!< packets in flight, by the low bits of their ids
    std::vector<uint32_t> m_freeSlots;
    uint64_t m_injected{0};
    uint64_t m_delivered{0};
    uint64_t m_discarded{0};

    TracedCallback<const ServerNetEngine::Hop&> m_tailStartedTrace;
    TracedCallback<const ServerNetEngine::Stall&> m_stalledTrace;
    TracedCallback<const ServerNetPacket&, int64_t> m_deliveredTrace;
    TracedCallback<const ServerNetPacket&, int64_t> m_discardedTrace;
};

template <typename Action>
void
ServerNetFabric::Act(Action action)
{
    if (m_bundle->acting)
    {
        action();
        return;
    }
    {
        const Turn turn(*m_bundle);
        AdvanceBundle();
        action();
    }
    m_bundle->news.Tell();
}

} // namespace ns3

#endif // SERVERNET_FABRIC_H
