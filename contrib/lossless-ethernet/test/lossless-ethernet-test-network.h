/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_TEST_NETWORK_H
#define LOSSLESS_ETHERNET_TEST_NETWORK_H

#include "ns3/fabric-topology.h"
#include "ns3/lossless-ethernet-helper.h"
#include "ns3/lossless-ethernet-source.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <string>

namespace ns3
{

constexpr uint16_t LOSSLESS_PROTOCOL = 0x88b5; //!< for local experiments, IEEE 802

/** @ingroup lossless-ethernet-tests @param stations of it @return that many at one switch */
inline fabric::Topology
MakeLosslessStar(uint32_t stations)
{
    fabric::Topology topology;
    const uint32_t middle = topology.AddNode("switch", fabric::Topology::ROUTER);
    for (uint32_t i = 0; i < stations; ++i)
    {
        const uint32_t node =
            topology.AddNode("node" + std::to_string(i), fabric::Topology::DEVICE);
        topology.AddLink({node, fabric::Topology::NONE}, {middle, fabric::Topology::NONE});
    }
    return topology;
}

/** @ingroup lossless-ethernet-tests @brief Frames at even distances, to one station. */
class EvenSource : public LosslessSource
{
  public:
    /** @param destination of all @param bytes of each @param ticks from one to the next
     * @param frames how many */
    EvenSource(uint32_t destination, uint32_t bytes, int64_t ticks, uint64_t frames)
        : m_arrival{destination, bytes, 0, 1},
          m_ticks(ticks),
          m_left(frames)
    {
    }

    int64_t GetNextTick() override
    {
        return m_left > 0 ? m_next : NEVER;
    }

    Arrival Take() override
    {
        m_next += m_ticks;
        --m_left;
        return m_arrival;
    }

  private:
    Arrival m_arrival; //!< each of them
    int64_t m_ticks;   //!< from one to the next
    uint64_t m_left;   //!< that are to come
    int64_t m_next{0}; //!< tick of the next one
};

/** @ingroup lossless-ethernet-tests Send at a time, in the context of the node.
 * @param devices all @param from number of the one that sends @param to number of the receiver
 * @param bytes of the packet @param when how long from now */
inline void
SendAt(const NetDeviceContainer& devices,
       uint32_t from,
       uint32_t to,
       uint32_t bytes,
       const Time& when)
{
    const auto device = devices.Get(from);
    const auto address = devices.Get(to)->GetAddress();
    Simulator::ScheduleWithContext(device->GetNode()->GetId(), when, [device, address, bytes] {
        device->Send(Create<Packet>(bytes), address, LOSSLESS_PROTOCOL);
    });
}

} // namespace ns3

#endif // LOSSLESS_ETHERNET_TEST_NETWORK_H
