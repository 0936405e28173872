/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_DEVICE_H
#define SERVERNET_FABRIC_DEVICE_H

#include "ns3/servernet-fabric.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief A device on one fabric, X, or two, X and Y.
 */
class ServerNetFabricDevice : public ServerNetFabricEnd
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Attach the device to fabrics after their Build(), under the same number in both.
     * @param number of the device
     * @param x fabric X
     * @param y fabric Y, with the same number of devices and the same tick; null for none
     */
    virtual void Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y = nullptr);

    /** @param path 0 for X, 1 for Y @return the fabric, null if not attached to one */
    Ptr<ServerNetFabric> GetFabric(uint32_t path = 0) const;
    Ptr<Channel> GetChannel() const override;

    void Started(const ServerNetPacket& packet) override;
    bool WantsStarts() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

    fabric::Bundle& GetBundle() const override;
    bool HasWorkingLink() const override;
    void ChangeSinks(const burst::SinkChange& change) override;
    /** @return whether the device, or its fabric X, takes part no more */
    bool IsDisposed() const override;

    void Transmit(ServerNetPacket packet);            //!< @param packet for the fabric of its path
    void TellReceived(const ServerNetPacket& packet); //!< @param packet that came from a fabric

  private:
    fabric::AddressTable& GetAddresses() const override;

    std::array<Ptr<ServerNetFabric>, 2> m_fabrics; //!< X and Y
    bool m_disposed{false};                        //!< the device is
};

} // namespace ns3

#endif // SERVERNET_FABRIC_DEVICE_H
