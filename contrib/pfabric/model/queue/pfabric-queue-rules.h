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
 * @brief The attributes that PFabricQueue and PFabricNetDevice share: what their queue does. A
 * value that is set in mid-run is in force from then on, also for packets that wait; a packet
 * without a PFabricTag keeps the DefaultPriority with which it came.
 */
class PFabricQueueRules
{
  public:
    /** @param type of a class that has this base @return it, with StrictLimit, KeepOrder,
     * DropByPriority, ServeByPriority and DefaultPriority */
    static TypeId AddTo(TypeId type);

    virtual ~PFabricQueueRules() = default;

  protected:
    /** @return the rules of the attributes now */
    const PFabricBuffer::Rules& GetRules() const
    {
        return m_rules;
    }

    /**
     * @param rules any
     * @param most what there is room for
     * @return these rules with that room
     */
    static PFabricBuffer::Rules WithLimit(PFabricBuffer::Rules rules, const QueueSize& most);

    /** @param rules that are in force from now on; std::invalid_argument as of CheckRules */
    void SetRules(const PFabricBuffer::Rules& rules);

    /** @param rules that would be in force; std::invalid_argument if they cannot be: never */
    virtual void CheckRules(const PFabricBuffer::Rules& rules) const;

    uint32_t GetDefaultPriority() const; //!< @return attribute DefaultPriority

  private:
    /**
     * @tparam Rule of the rules
     * @param value of it from now on
     */
    template <bool PFabricBuffer::Rules::* Rule>
    void Set(bool value);
    /** @tparam Rule of the rules @return its value */
    template <bool PFabricBuffer::Rules::* Rule>
    bool Get() const;

    PFabricBuffer::Rules m_rules; //!< attributes StrictLimit, KeepOrder, DropByPriority and
                                  //!< ServeByPriority, and the room of a device
    uint32_t m_defaultPriority;   //!< attribute DefaultPriority
};

} // namespace ns3

#endif // PFABRIC_QUEUE_RULES_H
