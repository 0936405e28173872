/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_DEVICE_H
#define SERVERNET_FABRIC_DEVICE_H

#include "ns3/burst-core-drop-counter.h"
#include "ns3/servernet-fabric.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief A device on one fabric, X, or two, X and Y: its links, the bytes of its packets, what it
 * threw away, and in which context it tells of all that.
 */
class ServerNetFabricDevice : public ServerNetFabricEnd
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Connect to fabrics that are built, as the same device of both.
     * @param number of the device
     * @param x the first fabric
     * @param y the second one, with as many devices and the same tick; null for none
     */
    virtual void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr);

    uint32_t GetNumber() const; //!< @return the number in the fabrics
    /** @param path 0 for X, 1 for Y @return the fabric, null if there is none */
    Ptr<ServerNetFabric> GetFabric(uint32_t path = 0) const;
    /** @param reason one of those declared by the classes of the device
     * @return what the device threw away for it: packets, requests or messages */
    burst::DropCounter::Count GetDrops(const std::string& reason) const;
    bool IsInContext() const; //!< @return whether the present event is one of its node, if any

    void LinkChanged() override;

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;

    using DropTracedCallback = void (*)(const std::string& reason, uint64_t bytes); //!< of Drop

  protected:
    void DoInitialize() override;
    void DoDispose() override;

    ServerNetBundle& GetBundle() const; //!< @return its fabrics
    uint32_t GetContext() const;        //!< @return of events of its node
    bool HasWorkingLink() const;        //!< @return whether a fabric takes its packets

    /**
     * Tell listeners when the present ServerNetBundle::Act is over.
     * @tparam Trace type of a trace source
     * @tparam Values types of its arguments
     * @param trace of this device
     * @param values for it
     */
    template <typename Trace, typename... Values>
    void Tell(const Trace& trace, const Values&... values);
    void TellAction(std::function<void()> action); //!< As Tell. @param action what to do then

    /** Count and tell what is thrown away. @param reason in words @param bytes of it */
    void Drop(const std::string& reason, uint64_t bytes);
    void Transmit(ServerNetPacket packet);            //!< @param packet for the fabric of its path
    void TellReceived(const ServerNetPacket& packet); //!< @param packet that came from a fabric

  private:
    /** Tell of the bytes of a packet. @param packet the packet @param trace of its direction */
    void TellBytes(const ServerNetPacket& packet, const TracedCallback<Ptr<const Packet>>& trace);

    uint32_t m_number{0};                          //!< in the fabrics
    std::array<Ptr<ServerNetFabric>, 2> m_fabrics; //!< X and Y
    Ptr<Node> m_node;                              //!< that it is on, or null
    uint32_t m_ifIndex{0};                         //!< on the node
    bool m_linkUp{true};                           //!< as was told last
    burst::DropCounter m_drops;                    //!< what was thrown away

    TracedCallback<> m_linkChangeCallbacks;                   //!< of AddLinkChangeCallback
    TracedCallback<const std::string&, uint64_t> m_dropTrace; //!< Drop
    TracedCallback<Ptr<const Packet>> m_phyTxTrace;           //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyRxTrace;           //!< PhyRxEnd
    TracedCallback<Ptr<const Packet>> m_snifferTrace;         //!< Sniffer
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;  //!< PromiscSniffer
};

template <typename Trace, typename... Values>
void
ServerNetFabricDevice::Tell(const Trace& trace, const Values&... values)
{
    if (!trace.IsEmpty())
    {
        TellAction([&trace, values...] { trace(values...); });
    }
}

} // namespace ns3

#endif // SERVERNET_FABRIC_DEVICE_H
