/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-queue.h"

#include "pfabric-tag.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/queue-item.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricQueue");

namespace
{

/** @param packet any @return it */
const Packet&
GetPacket(const Packet& packet)
{
    return packet;
}

/** @param item any @return its packet */
const Packet&
GetPacket(const QueueDiscItem& item)
{
    return *item.GetPacket();
}

} // namespace

template <typename Item>
TypeId
PFabricQueue<Item>::GetTypeId()
{
    using Self = PFabricQueue<Item>;
    static TypeId tid =
        AddTo(TypeId(GetTemplateClassName<Self>())
                  .template SetParent<Queue<Item>>()
                  .SetGroupName("PFabric")
                  .template AddConstructor<Self>())
            .AddAttribute("MaxSize",
                          "What the queue has room for, in packets or bytes; see StrictLimit.",
                          QueueSizeValue(QueueSize("36000B")),
                          burst::MakeRefusingAccessor(MakeQueueSizeAccessor(
                              &Self::SetRoom,
                              static_cast<QueueSize (Self::*)() const>(&QueueBase::GetMaxSize))),
                          MakeQueueSizeChecker());
    return tid;
}

template <typename Item>
PFabricQueue<Item>::PFabricQueue() = default;

template <typename Item>
void
PFabricQueue<Item>::SetRoom(QueueSize size)
{
    const uint32_t queued =
        size.GetUnit() == QueueSizeUnit::PACKETS ? this->GetNPackets() : this->GetNBytes();
    if (size.GetValue() == 0 || size.GetValue() < queued)
    {
        std::ostringstream message;
        message << "MaxSize is " << size << "; allowed is at least what is queued, "
                << std::max(queued, 1U);
        throw std::invalid_argument(message.str());
    }
    this->SetMaxSize(size);
}

template <typename Item>
bool
PFabricQueue<Item>::Enqueue(Ptr<Item> item)
{
    const auto [place, victim] =
        m_buffer.Enqueue(GetEntry(*item), WithLimit(GetRules(), this->GetMaxSize()));
    if (place == PFabricBuffer::NONE)
    {
        DropBeforeEnqueue(item);
        return false;
    }
    if (victim != PFabricBuffer::NONE)
    {
        DoRemove(m_items[victim]);
    }
    m_items.resize(std::max<std::size_t>(m_items.size(), place + 1));
    typename Queue<Item>::Iterator inserted;
    DoEnqueue(GetContainer().end(), item, inserted);
    m_items[place] = inserted;
    return true;
}

template <typename Item>
Ptr<Item>
PFabricQueue<Item>::Dequeue()
{
    const uint32_t place = GetNext();
    if (place == PFabricBuffer::NONE)
    {
        return nullptr;
    }
    m_buffer.Remove(place);
    return DoDequeue(m_items[place]);
}

template <typename Item>
Ptr<Item>
PFabricQueue<Item>::Remove()
{
    const uint32_t place = GetNext();
    if (place == PFabricBuffer::NONE)
    {
        return nullptr;
    }
    m_buffer.Remove(place);
    return DoRemove(m_items[place]);
}

template <typename Item>
Ptr<const Item>
PFabricQueue<Item>::Peek() const
{
    const uint32_t place = GetNext();
    return place == PFabricBuffer::NONE ? nullptr : DoPeek(m_items[place]);
}

template <typename Item>
PFabricBuffer::Entry
PFabricQueue<Item>::GetEntry(const Item& item) const
{
    PFabricTag tag(GetDefaultPriority(), 0);
    GetPacket(item).PeekPacketTag(tag);
    return {tag.GetPriority(), tag.GetFlow(), item.GetSize()};
}

template <typename Item>
uint32_t
PFabricQueue<Item>::GetNext() const
{
    return m_buffer.GetNext(GetRules());
}

NS_OBJECT_TEMPLATE_CLASS_DEFINE(PFabricQueue, Packet);
NS_OBJECT_TEMPLATE_CLASS_DEFINE(PFabricQueue, QueueDiscItem);

NS_OBJECT_ENSURE_REGISTERED(PFabricQueueDisc);

TypeId
PFabricQueueDisc::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricQueueDisc")
                            .SetParent<QueueDisc>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricQueueDisc>();
    return tid;
}

PFabricQueueDisc::PFabricQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::SINGLE_INTERNAL_QUEUE)
{
}

bool
PFabricQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    return GetInternalQueue(0)->Enqueue(item);
}

Ptr<QueueDiscItem>
PFabricQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    return GetInternalQueue(0)->Dequeue();
}

bool
PFabricQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0)
    {
        NS_LOG_ERROR("PFabricQueueDisc takes no classes and no filters");
        return false;
    }
    if (GetNInternalQueues() == 0)
    {
        AddInternalQueue(CreateObject<PFabricQueue<QueueDiscItem>>());
    }
    if (GetNInternalQueues() != 1 || !DynamicCast<PFabricQueue<QueueDiscItem>>(GetInternalQueue(0)))
    {
        NS_LOG_ERROR("PFabricQueueDisc takes one internal queue, a PFabricQueue<QueueDiscItem>");
        return false;
    }
    return true;
}

void
PFabricQueueDisc::InitializeParams()
{
}

} // namespace ns3
