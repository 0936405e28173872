/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TOPOLOGY_NAMES_H
#define FABRIC_TOPOLOGY_NAMES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Topologies that a module knows by name, with numbers in brackets: ring, ring[Switches=5],
 * tree[Levels=3|Width=2].
 */
class TopologyNames
{
  public:
    /// A number in the brackets.
    struct Parameter
    {
        std::string name; ///< what stands before the =
        uint32_t value;   ///< where it is not given
        uint32_t low;     ///< least that is allowed
        uint32_t high;    ///< largest that is allowed
    };

    /// What a text says.
    struct Choice
    {
        std::string name;             ///< of the topology
        std::vector<uint32_t> values; ///< of its parameters, in order
    };

    /// Takes the parameters of each topology by its name.
    explicit TopologyNames(std::map<std::string, std::vector<Parameter>> topologies);

    /// @return what @p text says; invalid_argument for an unknown name, a parameter that is unknown
    /// or given twice, and a number out of range
    Choice Read(const std::string& text) const;

    /// @return the file to be read for a name or the path of a topology file: none for a name;
    /// invalid_argument when @p nameOrPath is neither, or a name that Read refuses
    std::vector<std::string> GetFiles(const std::string& nameOrPath) const;

  private:
    [[noreturn]] void Refuse(const std::string& sentence, const std::string& name) const;

    std::map<std::string, std::vector<Parameter>> m_topologies;
};

} // namespace ns3::fabric

#endif // FABRIC_TOPOLOGY_NAMES_H
