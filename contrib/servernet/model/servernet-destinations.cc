/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-destinations.h"

#include <map>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetDestinations);

TypeId
ServerNetDestinations::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerNetDestinations")
                            .SetParent<DestinationPattern>()
                            .SetGroupName("ServerNet");
    return tid;
}

void
ServerNetDestinations::SetTopology(Ptr<DestinationPattern> pattern,
                                   const fabric::Topology& topology)
{
    std::map<std::string, uint32_t> numbers;
    std::vector<uint32_t> subtree;
    std::vector<bool> isCpu;
    for (const auto& node : topology.GetNodes())
    {
        if (node.role == fabric::Topology::DEVICE)
        {
            const auto name = node.attributes->find("subtree");
            const auto number =
                numbers.emplace(name != node.attributes->end() ? name->second : "", numbers.size());
            subtree.push_back(number.first->second);
            isCpu.push_back(node.kind == "cpu");
        }
    }
    if (const auto own = DynamicCast<ServerNetDestinations>(pattern))
    {
        own->m_all.emplace(subtree, std::vector<bool>(subtree.size(), true));
        own->m_cpus.emplace(subtree, isCpu);
        own->m_subtree = subtree;
    }
    pattern->SetDevices(subtree.size());
}

void
ServerNetDestinations::DoSetDevices()
{
    if (m_subtree.size() != GetDevices())
    {
        throw std::invalid_argument(GetInstanceTypeId().GetName() +
                                    " needs to know which devices are CPUs;"
                                    " ServerNetDestinations::SetTopology tells it");
    }
    if (m_cpus->GetMembers().size() < 2)
    {
        RefuseTopology("two devices of kind 'cpu'");
    }
    DoSetTopology();
}

void
ServerNetDestinations::DoSetTopology()
{
}

void
ServerNetDestinations::RefuseTopology(const std::string& need) const
{
    throw std::invalid_argument(GetInstanceTypeId().GetName() + " does not fit a topology of " +
                                std::to_string(GetDevices()) + " devices, CPUs among them " +
                                std::to_string(m_cpus->GetMembers().size()) + ", in " +
                                std::to_string(m_cpus->GetSubtrees().size()) +
                                " subtrees; it needs " + need);
}

const ServerNetSubtreeGroup&
ServerNetDestinations::GetAll() const
{
    return *m_all;
}

const ServerNetSubtreeGroup&
ServerNetDestinations::GetCpus() const
{
    return *m_cpus;
}

uint32_t
ServerNetDestinations::GetSubtree(uint32_t device) const
{
    return m_subtree[device];
}

} // namespace ns3
