/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_H
#define SERVERNET_FABRIC_H

#include "servernet-arbiter-set.h"
#include "servernet-packet-book.h"
#include "servernet-router-settings.h"

#include "ns3/burst-core-sinks.h"
#include "ns3/fabric-engine-channel.h"
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

class ServerNetNetDevice;

/**
 * @ingroup servernet
 * @brief A network of routers and links as an ns-3 Channel, with a single pending event.
 *
 * Set the attributes before Build(). Arbiters and engine are created when the simulation starts or
 * streams are assigned. Wrong input throws std::invalid_argument.
 */
class ServerNetFabric : public fabric::EngineChannel, private ServerNetEngineListener
{
  public:
    static constexpr const char* LINK_DOWN = "link down"; //!< reason of a discard

    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetFabric();
    ~ServerNetFabric() override;

    /** @param topology see ServerNetNetwork */
    void Build(const fabric::Topology& topology);
    /** @param node index of a router in the topology @param settings settings of this router */
    void SetRouter(uint32_t node, Ptr<ServerNetRouterSettings> settings);
    /** Share the devices with a second fabric. @param y fabric that, within a tick, delivers after
     * this fabric */
    void Join(Ptr<ServerNetFabric> y);
    /** Set the expected traffic of all arbiters, before the simulation starts.
     * @param load expected load of the network */
    void SetTraffic(const ServerNetExpectedLoad& load);
    /** Assign random streams to all arbiters. @param stream first random stream to use
     * @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    const ServerNetNetwork& GetNetwork() const; //!< @return the network of Build
    Time GetTickTime() const;                   //!< @return attribute Tick
    int64_t GetTick() const;      //!< @return the present tick; between two ticks, the next one
    int64_t GetPastTicks() const; //!< @return number of ticks that are over

    bool IsBuilt() const;    //!< @return whether Build was called
    bool IsPrepared() const; //!< @return whether the fabric has its engine and its arbiters
    /** @param what is called @throw std::invalid_argument the fabric was disposed */
    void CheckRunning(const std::string& what) const;

    /** Until then, packets for this number are accepted but not answered.
     * @param number of a device @param device from now on */
    void Attach(uint32_t number, Ptr<ServerNetNetDevice> device);
    /** @param number of a device @return the device, or null */
    ServerNetNetDevice* FindDevice(uint32_t number) const;
    /** A device takes part no more: its link is out of service from the next Bundle::Advance on.
     * @param number of the device */
    void Detach(uint32_t number);

    /** Put a packet at the end of the send queue of its source at GetTick(). Not allowed in a sink
     * of TailStarted or Stalled. @param packet the packet */
    void Send(ServerNetPacket packet);
    /** Take a channel out of service from now on, or put it back: see ServerNetEngine::SetDown. A
     * link takes two calls, one for each direction.
     * @param channel number of the channel @param down whether the channel is out of service */
    void SetDown(uint32_t channel, bool down);
    /** @param channel number of a channel @return whether the channel is out of service */
    bool IsDown(uint32_t channel) const;
    /** @param channel number of a channel @return its transmitting and stalled ticks so far */
    ServerNetEngine::LinkState GetLinkState(uint32_t channel);
    /** As a sink of Stalled, but told when the engine advances for other reasons: for a measurement
     * that ends with CloseStalls. @param sink called @param listens or does no more */
    void SetLateStallSink(const Callback<void, const ServerNetEngine::Stall&>& sink, bool listens);
    void CloseStalls(); //!< Let Stalled fire for all stalled ticks that are over.

    uint64_t GetInjected() const;               //!< @return number of packets sent
    uint64_t GetDelivered() const;              //!< @return number of packets delivered
    const burst::DropCounter& GetDrops() const; //!< @return discarded packets by reason
    uint64_t GetInFlight() const;               //!< @return number of packets in the engine
    int64_t GetMissing() const;                 //!< @return packets unaccounted for; always 0
    uint64_t GetEngineEvents() const;           //!< @return steps of the engine before now
    /**
     * Enter the numbers of injected, delivered, discarded and in-flight packets into a ledger.
     * @param ledger the ledger
     * @param account name of a new account for this fabric
     * @return handle of the account
     * @throw std::runtime_error a device had more responses under way than the others had requests
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
    /** @param function that is called; std::invalid_argument once the simulation has started */
    void CheckNotInitialized(const std::string& function) const;
    void AdvanceEngine() override;
    void HandOver() override;
    bool IsRunning() const override;
    NextEvent FindNextEvent() override;
    void FindSinks() override;

    void HandOver(const ServerNetPacketBook::End& end); //!< @param end of a packet
    /** Notify the devices concerned. @param end of a packet */
    void NotifyDevices(const ServerNetPacketBook::End& end) const;
    /** Check that no device ever had more responses under way than the other devices may have
     * outstanding requests. Skipped if a device has abandoned an attempt or is not attached.
     * @throw std::runtime_error a device had more */
    void CheckResponses() const;
    void Prepare();                            //!< Make engine and arbiters, once.
    void CheckChannel(uint32_t channel) const; //!< @param channel that has to be one
    void CutOff(uint32_t number); //!< Its link fails in the engine. @param number of a device
    /** Tell of packets that start now. @return tick of the next start that is known and has a
     * listener */
    int64_t NotifyStarts();

    void Delivered(const ServerNetEngine::Packet& packet, int64_t tick) override;
    void Discarded(const ServerNetEngine::Packet& packet, uint32_t channel, int64_t tick) override;
    bool HasHopSinks() const override;
    void TailStarted(const ServerNetEngine::Hop& hop) override;
    bool HasStallSinks() const override;
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
    std::vector<bool> m_down;                                   //!< by channel
    std::vector<bool> m_left;                                   //!< by device, see Detach
    std::vector<uint32_t> m_traced;                             //!< devices with sinks of starts
    std::vector<uint64_t>
        m_started;          //!< by device, number of the packet that NotifyStarts told last
    int64_t m_lastTick{-1}; //!< that the engine was advanced to
    uint64_t m_steps{0};    //!< of the engine until then
    std::vector<uint32_t> m_toCutOff; //!< devices that left and whose links are to fail
    ServerNetPacketBook m_book;       //!< packets sent

    TracedCallback<const ServerNetEngine::Hop&> m_tailStartedTrace;   //!< TailStarted
    TracedCallback<const ServerNetEngine::Stall&> m_stalledTrace;     //!< Stalled
    TracedCallback<const ServerNetEngine::Stall&> m_lateStalls;       //!< of SetLateStallSink
    TracedCallback<const ServerNetPacket&, int64_t> m_deliveredTrace; //!< Delivered
    TracedCallback<const ServerNetPacket&, int64_t, const std::string&>
        m_discardedTrace; //!< Discarded
};

} // namespace ns3

#endif // SERVERNET_FABRIC_H
