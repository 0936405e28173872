/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SCHEDULER_FIFO_H
#define LOSSLESS_ETHERNET_SCHEDULER_FIFO_H

#include "lossless-ethernet-scheduler.h"

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * An output sends what came first: no virtual output queues, and nothing to match.
 */
class FifoScheduler : public SwitchScheduler
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool HasVirtualOutputQueues() const override;
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SCHEDULER_FIFO_H
