/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_QUEUE_RULES_H
#define PFABRIC_QUEUE_RULES_H

#include "pfabric-buffer.h"

#include "ns3/queue-size.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The attributes that PFabricQueue and PFabricNetDevice share: what their queue does.
 */
class PFabricQueueRules
{
  public:
    /** @param type of a class that has this base @return it, with StrictLimit, KeepOrder,
     * DropByPriority, ServeByPriority and DefaultPriority */
    static TypeId AddTo(TypeId type);

  protected:
    /** @param most what there is room for @return what the attributes say */
    PFabricBuffer::Rules GetRules(const QueueSize& most) const;
    uint32_t GetDefaultPriority() const; //!< @return attribute DefaultPriority

  private:
    bool m_strict;              //!< attribute StrictLimit
    bool m_keepOrder;           //!< attribute KeepOrder
    bool m_dropByPriority;      //!< attribute DropByPriority
    bool m_serveByPriority;     //!< attribute ServeByPriority
    uint32_t m_defaultPriority; //!< attribute DefaultPriority
};

} // namespace ns3

#endif // PFABRIC_QUEUE_RULES_H
