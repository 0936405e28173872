/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_DEVICE_H
#define FABRIC_DEVICE_H

#include "fabric-bundle.h"
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

    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsPointToPoint() const override;

    using DropTracedCallback = void (*)(const std::string& reason, uint64_t bytes); //!< of Drop

  protected:
    virtual Bundle& GetBundle() const = 0; //!< @return its fabrics
    virtual bool HasWorkingLink() const;   //!< @return whether a fabric takes its packets: true

    /**
     * Tell listeners when the present Bundle::Act is over.
     * @tparam Trace type of a trace source
     * @tparam Values types of its arguments
     * @param trace of this device
     * @param values for it
     */
    template <typename Trace, typename... Values>
    void Tell(const Trace& trace, const Values&... values);
    /**
     * As Tell, of a value that is sampled: the last value and this one, if they differ.
     * @tparam Value type of it
     * @param trace of this device
     * @param last value, which becomes this one
     * @param value now
     */
    template <typename Value>
    void TellChange(const TracedCallback<Value, Value>& trace, Value& last, Value value);
    void TellAction(std::function<void()> action); //!< As Tell. @param action to do then

    /** Count and tell what is thrown away. @param reason in words @param bytes of it */
    void Drop(const std::string& reason, uint64_t bytes);

    bool WantsDrops() const;                    //!< @return whether Drop has listeners
    bool WantsSent() const;                     //!< @return whether TellSent has listeners
    bool WantsReceived() const;                 //!< @return whether TellReceived has listeners
    void TellSent(Ptr<const Packet> bytes);     //!< @param bytes of a packet that is sent
    void TellReceived(Ptr<const Packet> bytes); //!< @param bytes of a packet that has come

    /** Advance the fabrics to now, as the first thing that DoDispose does. */
    void Settle() const;
    /** Connect or disconnect a sink of a trace of the device. By default the fabrics are advanced
     * before and after that, so that a sink hears nothing of the past, and the fabrics look who
     * listens. @param change does that */
    virtual void ChangeSinks(const burst::SinkChange& change);

  private:
    bool IsSniffed() const; //!< @return whether Sniffer or PromiscSniffer has listeners

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
Device::Tell(const Trace& trace, const Values&... values)
{
    if (!trace.IsEmpty())
    {
        TellAction([&trace, values...] { trace(values...); });
    }
}

template <typename Value>
void
Device::TellChange(const TracedCallback<Value, Value>& trace, Value& last, Value value)
{
    const Value before = std::exchange(last, value);
    if (before != value)
    {
        Tell(trace, before, value);
    }
}

} // namespace ns3::fabric

#endif // FABRIC_DEVICE_H
