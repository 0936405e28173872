/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_DESTINATIONS_H
#define SERVERNET_DESTINATIONS_H

#include "servernet-subtree-group.h"

#include "ns3/burst-traffic-destination.h"
#include "ns3/fabric-topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Destinations in a network of CPUs and I/O devices that form subtrees.
 *
 * CPUs are the devices of kind "cpu"; I/O devices, all others, send to CPUs only, since those
 * process their requests. The devices with the same attribute "subtree" in the topology form a
 * subtree.
 */
class ServerNetDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Lay a pattern over a network, in place of DestinationPattern::SetDevices.
     * @param pattern any pattern, of this class or not
     * @param topology its devices, in order, are those of the pattern; std::invalid_argument if the
     *        pattern does not fit them
     */
    static void SetTopology(Ptr<DestinationPattern> pattern, const fabric::Topology& topology);

  protected:
    /** @return all devices */
    const ServerNetSubtreeGroup& GetAll() const;

    /** @return the CPUs */
    const ServerNetSubtreeGroup& GetCpus() const;

    /** @param device a device @return the number of its subtree */
    uint32_t GetSubtree(uint32_t device) const;

    /** @param need what the topology lacks @throw std::invalid_argument */
    [[noreturn]] void RefuseTopology(const std::string& need) const;

  private:
    void DoSetDevices() override;

    /** Take over the topology; std::invalid_argument if it does not fit. */
    virtual void DoSetTopology();

    std::vector<uint32_t> m_subtree;             //!< by device
    std::optional<ServerNetSubtreeGroup> m_all;  //!< all devices
    std::optional<ServerNetSubtreeGroup> m_cpus; //!< the CPUs
};

} // namespace ns3

#endif // SERVERNET_DESTINATIONS_H
