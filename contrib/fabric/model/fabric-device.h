/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_DEVICE_H
#define FABRIC_DEVICE_H

#include "fabric-engine-channel.h"
#include "fabric-node-device.h"

#include "ns3/burst-core-drop-counter.h"
#include "ns3/burst-core-sinks.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief A device of a fabric: whether its link is up, what it threw away, the bytes of its
 * packets, and in which context it tells of all that.
 */
class Device : public NodeDevice
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param reason one of those declared by the classes of the device
     * @return what the device threw away for it: packets, requests or messages */
    burst::DropCounter::Count GetDrops(const std::string& reason) const;
    bool IsInContext() const; //!< @return whether the present event is one of its node, if any
    void LinkChanged();       //!< A link of the device went down or came back.

    bool HasTxSinks() const;                //!< @return whether NotifyTx has sinks
    bool HasRxSinks() const;                //!< @return whether NotifyRx has sinks
    void NotifyTx(Ptr<const Packet> bytes); //!< @param bytes of a packet that is sent
    void NotifyRx(Ptr<const Packet> bytes); //!< @param bytes of a packet that has come

    Ptr<Channel> GetChannel() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsPointToPoint() const override;

    using DropTracedCallback = void (*)(const std::string& reason, uint64_t bytes); //!< of Drop

  protected:
    void DoInitialize() override;

    virtual EngineChannel* PeekFabric() const = 0; //!< @return that it is in, or null
    Bundle& GetBundle() const; //!< @return that of its fabric; std::invalid_argument: it has none
    virtual bool HasWorkingLink() const; //!< @return whether a fabric takes its packets: true

    /**
     * Tell listeners when the present Bundle::Act is over.
     * @tparam Trace type of a trace source
     * @tparam Values types of its arguments
     * @param trace of this device
     * @param values for it
     */
    template <typename Trace, typename... Values>
    void Notify(const Trace& trace, const Values&... values);
    /**
     * As Notify, of a value that is sampled: the last value and this one, if they differ.
     * @tparam Value type of it
     * @param trace of this device
     * @param last value, which becomes this one
     * @param value now
     */
    template <typename Value>
    void NotifyChange(const TracedCallback<Value, Value>& trace, Value& last, Value value);
    void NotifyLater(std::function<void()> action); //!< As Notify. @param action to do then

    /** Count and tell what is thrown away. @param reason in words @param bytes of it */
    void Drop(const std::string& reason, uint64_t bytes);

    bool HasDropSinks() const; //!< @return whether Drop has sinks

    /** Advance the fabrics to now, as the first thing that DoDispose does. */
    void Settle() const;
    /** Connect or disconnect a sink of a trace of the device, by default by way of
     * EngineChannel::ChangeSinks. @param change does that */
    virtual void ChangeSinks(const burst::SinkChange& change);

  private:
    bool IsSniffed() const; //!< @return whether Sniffer or PromiscSniffer has sinks

    bool m_linkUp{true};        //!< as was told last
    burst::DropCounter m_drops; //!< what was thrown away

    TracedCallback<> m_linkChangeCallbacks;                   //!< of AddLinkChangeCallback
    TracedCallback<const std::string&, uint64_t> m_dropTrace; //!< Drop
    TracedCallback<Ptr<const Packet>> m_phyTxTrace;           //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyRxTrace;           //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_snifferTrace;         //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;  //!< PromiscSniffer
};

template <typename Trace, typename... Values>
void
Device::Notify(const Trace& trace, const Values&... values)
{
    if (!trace.IsEmpty())
    {
        NotifyLater([&trace, values...] { trace(values...); });
    }
}

template <typename Value>
void
Device::NotifyChange(const TracedCallback<Value, Value>& trace, Value& last, Value value)
{
    const Value before = std::exchange(last, value);
    if (before != value)
    {
        Notify(trace, before, value);
    }
}

/**
 * @ingroup fabric
 * @brief A port of a switch as a device, so that traces can be had of it. Nothing can be sent from
 * it: it forwards.
 */
class SwitchPort : public Device
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool SetMtu(const uint16_t mtu) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    bool NeedsArp() const override;
    bool SupportsSendFrom() const override;
};

} // namespace ns3::fabric

#endif // FABRIC_DEVICE_H
