/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_QUEUE_H
#define PFABRIC_QUEUE_H

#include "pfabric-buffer.h"
#include "pfabric-queue-rules.h"

#include "ns3/queue-disc.h"
#include "ns3/queue.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The queue of a pFabric port.
 *
 * As the transmit queue of a device (Item is Packet) it is exact: a packet is chosen when the link
 * is free. The device must not stop what feeds it when the queue is full, as the queue could drop
 * none but arrivals then: PointToPointHelper::DisableFlowControl. In a queue disc (Item is
 * QueueDiscItem, PFabricQueueDisc) packets are chosen ahead, see there.
 *
 * Priority and flow of a packet are those of its PFabricTag.
 *
 * @tparam Item Packet or QueueDiscItem
 */
template <typename Item>
class PFabricQueue : public Queue<Item>, public PFabricQueueRules
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricQueue();

    bool Enqueue(Ptr<Item> item) override;
    Ptr<Item> Dequeue() override;
    Ptr<Item> Remove() override;
    Ptr<const Item> Peek() const override;

  private:
    using Queue<Item>::GetContainer;
    using Queue<Item>::DoEnqueue;
    using Queue<Item>::DoDequeue;
    using Queue<Item>::DoRemove;
    using Queue<Item>::DoPeek;
    using Queue<Item>::DropBeforeEnqueue;

    void SetRoom(QueueSize size); //!< @param size attribute MaxSize

    /** @param item any @return its entry in the buffer */
    PFabricBuffer::Entry GetEntry(const Item& item) const;

    /** @return place of the packet that is sent next, NONE if there is none */
    uint32_t GetNext() const;

    PFabricBuffer m_buffer;                                   //!< the law
    std::vector<typename Queue<Item>::ConstIterator> m_items; //!< by place
};

extern template class PFabricQueue<Packet>;
extern template class PFabricQueue<QueueDiscItem>;

/**
 * @ingroup pfabric
 * @brief A pFabric queue above devices whose own queue cannot be replaced.
 *
 * Its internal queue is a PFabricQueue<QueueDiscItem>, with the default attributes if none is
 * given. It looks one packet ahead: a device with a queue of one packet takes the next packet as
 * soon as it begins to send one, and no packet that comes later can overtake that one or take its
 * room. Such a packet waits for up to one packet more at each hop (12 us of 1,500 bytes at 1 Gb/s),
 * and the port holds one more packet. Where the queue of the device can be chosen,
 * PFabricQueue<Packet> as that queue is exact.
 */
class PFabricQueueDisc : public QueueDisc
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricQueueDisc();

  private:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;
};

} // namespace ns3

#endif // PFABRIC_QUEUE_H
