/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_CHANNEL_H
#define PFABRIC_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <array>
#include <cstddef>

namespace ns3
{

class PFabricNetDevice;

/**
 * @ingroup pfabric
 * @brief A full-duplex link between two PFabricNetDevice. The devices have its rate.
 */
class PFabricChannel : public Channel
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * @param one end
     * @param other end
     * @return the link between them, by which they are linked now
     */
    static Ptr<PFabricChannel> Connect(Ptr<PFabricNetDevice> one, Ptr<PFabricNetDevice> other);

    /** @return of a bit from end to end */
    Time GetDelay() const
    {
        return m_delay;
    }

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    void SetDelay(Time delay); //!< @param delay of a bit, of packets that begin from now on

    std::array<Ptr<PFabricNetDevice>, 2> m_devices; //!< at its ends
    Time m_delay;                                   //!< attribute Delay
};

} // namespace ns3

#endif // PFABRIC_CHANNEL_H
