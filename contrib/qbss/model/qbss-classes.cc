/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-classes.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/queue-item.h"
#include "ns3/string.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DscpPacketFilter);

TypeId
DscpPacketFilter::GetTypeId()
{
    using Self = DscpPacketFilter;
    static TypeId tid =
        TypeId("ns3::DscpPacketFilter")
            .SetParent<PacketFilter>()
            .SetGroupName("Qbss")
            .AddConstructor<Self>()
            .AddAttribute("Qbss",
                          "Code points of QBSS, 0 to 63, between commas.",
                          StringValue("8"),
                          MakeStringAccessor(&Self::SetScavenger, &Self::GetScavenger),
                          MakeStringChecker())
            .AddAttribute("Priority",
                          "Code points of the class Priority, 0 to 63, between commas.",
                          StringValue("10,46"),
                          MakeStringAccessor(&Self::SetPriority, &Self::GetPriority),
                          MakeStringChecker());
    return tid;
}

void
DscpPacketFilter::List::Read(const std::string& attribute, const std::string& given)
{
    List read;
    std::istringstream input(given);
    for (std::string word; std::getline(input, word, ',');)
    {
        const auto number = burst::ToUinteger(word);
        if (!number || *number >= CODE_POINTS)
        {
            throw std::invalid_argument(attribute + " is \"" + given +
                                        "\"; allowed are code points from 0 to 63 between commas");
        }
        read.has[*number] = true;
    }
    read.text = given;
    *this = read;
}

bool
DscpPacketFilter::CheckProtocol(Ptr<QueueDiscItem> item) const
{
    uint8_t field = 0;
    return item->GetUint8Value(QueueItem::IP_DSFIELD, field);
}

int32_t
DscpPacketFilter::DoClassify(Ptr<QueueDiscItem> item) const
{
    uint8_t field = 0;
    item->GetUint8Value(QueueItem::IP_DSFIELD, field);
    const uint32_t code = field >> 2;
    return m_scavenger.has[code]  ? QbssClass::SCAVENGER
           : m_priority.has[code] ? QbssClass::PRIORITY
                                  : QbssClass::BEST_EFFORT;
}

void
DscpPacketFilter::SetScavenger(std::string text)
{
    m_scavenger.Read("Qbss", text);
}

std::string
DscpPacketFilter::GetScavenger() const
{
    return m_scavenger.text;
}

void
DscpPacketFilter::SetPriority(std::string text)
{
    m_priority.Read("Priority", text);
}

std::string
DscpPacketFilter::GetPriority() const
{
    return m_priority.text;
}

} // namespace ns3
