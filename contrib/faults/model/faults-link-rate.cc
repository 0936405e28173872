/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "faults-link-rate.h"

#include "ns3/burst-core-check.h"
#include "ns3/data-rate.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinkRate");

NS_OBJECT_ENSURE_REGISTERED(LinkRate);

TypeId
LinkRate::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkRate")
                            .SetParent<Object>()
                            .SetGroupName("Faults")
                            .AddConstructor<LinkRate>();
    return tid;
}

Ptr<LinkRate>
LinkRate::Of(Ptr<NetDevice> device)
{
    if (auto present = device->GetObject<LinkRate>())
    {
        return present;
    }
    DataRateValue rate;
    if (!device->GetAttributeFailSafe("DataRate", rate))
    {
        throw std::invalid_argument("a device whose rate changes is of type " +
                                    device->GetInstanceTypeId().GetName() +
                                    "; allowed are types with an attribute DataRate");
    }
    auto created = CreateObject<LinkRate>();
    created->m_device = device;
    created->m_nominal = static_cast<double>(rate.Get().GetBitRate());
    device->AggregateObject(created);
    return created;
}

double
LinkRate::GetNominal() const
{
    return m_nominal;
}

void
LinkRate::SetFault(std::optional<double> rate)
{
    m_fault = rate;
    Apply();
}

void
LinkRate::SetFreeShare(double share)
{
    burst::CheckParameter(share > 0 && share <= 1,
                          "the share of a rate",
                          share,
                          "numbers above 0 and up to 1");
    m_freeShare = share;
    Apply();
}

void
LinkRate::Apply()
{
    const double rate = m_fault.value_or(m_nominal) * m_freeShare;
    NS_LOG_LOGIC("rate " << rate);
    m_device->SetAttribute(
        "DataRate",
        DataRateValue(DataRate(static_cast<uint64_t>(std::llround(std::max(rate, 1.0))))));
}

void
LinkRate::DoDispose()
{
    m_device = nullptr;
    Object::DoDispose();
}

} // namespace ns3
