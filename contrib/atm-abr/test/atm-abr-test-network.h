/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TEST_NETWORK_H
#define ATM_ABR_TEST_NETWORK_H

#include "ns3/atm-abr-helper.h"
#include "ns3/fabric-topology.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

constexpr uint16_t ATM_PROTOCOL = 0x88b5; //!< for local experiments, IEEE 802

/** @ingroup atm-abr-tests @param devices of it @param rate of the link between the switches
 * @return that many at two switches in a row, the last one alone at the second */
inline fabric::Topology
MakeAtmPair(uint32_t devices, const std::string& rate = "155Mbps")
{
    fabric::Topology topology;
    const auto end = [](uint32_t node) {
        return fabric::Topology::End{node, fabric::Topology::NONE};
    };
    topology.AddNode("s1", fabric::Topology::ROUTER);
    topology.AddNode("s2", fabric::Topology::ROUTER);
    topology.AddLink(end(0),
                     end(1),
                     fabric::Topology::NONE,
                     std::make_shared<const fabric::Topology::Attributes>(
                         fabric::Topology::Attributes{{"rate", rate}}));
    for (uint32_t i = 0; i < devices; ++i)
    {
        const uint32_t node =
            topology.AddNode("edge" + std::to_string(i), fabric::Topology::DEVICE);
        topology.AddLink(end(node), end(i + 1 == devices ? 1 : 0));
    }
    return topology;
}

/** @ingroup atm-abr-tests @param call to be refused @return what was said, empty if it was not */
inline std::string
GetRefusal(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** @ingroup atm-abr-tests @param bytes how many @param seed of their values @return octets */
inline std::vector<uint8_t>
MakeOctets(uint32_t bytes, uint32_t seed)
{
    std::vector<uint8_t> octets(bytes);
    for (auto& octet : octets)
    {
        seed = seed * 1'664'525 + 1'013'904'223;
        octet = seed >> 24;
    }
    return octets;
}

/** @ingroup atm-abr-tests @param packet any @return its octets */
inline std::vector<uint8_t>
GetOctets(Ptr<const Packet> packet)
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    return octets;
}

/** @ingroup atm-abr-tests Ends of PDUs, or cells: VC, picoseconds, octets. */
using Pdus = std::vector<std::tuple<uint32_t, int64_t, std::vector<uint8_t>>>;

/** @ingroup atm-abr-tests @param pdus to be added to @param vc number @param time ps @param pdu its
 * octets */
inline void
NotePdu(Pdus* pdus, uint32_t vc, int64_t time, Ptr<const Packet> pdu)
{
    pdus->emplace_back(vc, time, GetOctets(pdu));
}

/** @ingroup atm-abr-tests Send at a time, in the context of the node.
 * @param devices all @param from number of the one that sends @param to number of the receiver
 * @param octets of the packet @param when how long from now */
inline void
SendAt(const NetDeviceContainer& devices,
       uint32_t from,
       uint32_t to,
       const std::vector<uint8_t>& octets,
       const Time& when)
{
    const auto device = devices.Get(from);
    const auto address = devices.Get(to)->GetAddress();
    Simulator::ScheduleWithContext(device->GetNode()->GetId(), when, [device, address, octets] {
        device->Send(Create<Packet>(octets.data(), octets.size()), address, ATM_PROTOCOL);
    });
}

} // namespace ns3

#endif // ATM_ABR_TEST_NETWORK_H
