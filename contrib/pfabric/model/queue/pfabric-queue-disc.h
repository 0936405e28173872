/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_QUEUE_DISC_H
#define PFABRIC_QUEUE_DISC_H

#include "ns3/queue-disc.h"

namespace ns3
{

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

#endif // PFABRIC_QUEUE_DISC_H
