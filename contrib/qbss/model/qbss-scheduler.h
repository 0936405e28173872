/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_SCHEDULER_H
#define QBSS_SCHEDULER_H

#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief Which class of a QbssQueueDisc sends next. A class that is derived from this one is
 * another scheduler: the attribute Scheduler names it.
 */
class QbssScheduler : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** Begin, with nobody served before; once. @param weights of the classes, above 0 */
    virtual void Start(const std::vector<uint32_t>& weights) = 0;

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0.
     * It stays the same until it is sent or may not be sent.
     * @return class whose packet is sent
     */
    virtual std::size_t Serve(const std::vector<uint32_t>& heads) = 0;
};

} // namespace ns3

#endif // QBSS_SCHEDULER_H
