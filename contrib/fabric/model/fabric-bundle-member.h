/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_BUNDLE_MEMBER_H
#define FABRIC_BUNDLE_MEMBER_H

#include "fabric-bundle.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief A fabric in a Bundle, of its own at first, with one pending event for all of it.
 */
class BundleMember
{
  public:
    BundleMember();
    virtual ~BundleMember();

    Bundle& GetBundle() const; //!< @return this fabric and what it is joined with

  protected:
    /** Act together from now on. @param other delivers behind this one within a tick */
    void JoinWith(BundleMember& other);
    /** Advance the bundle at a tick, unless that is to happen earlier. @param tick when
     * @param time of that tick; if it is past: now */
    void WakeAt(int64_t tick, const Time& time);
    void Leave(); //!< Nothing happens any more.

  private:
    friend class Bundle;

    virtual void AdvanceEngine() = 0; //!< To now.
    virtual void HandOver() = 0;      //!< Tell devices what the engine has done.
    virtual void ScheduleNext() = 0;  //!< WakeAt when there is next something to do.

    void Wake(int64_t tick); //!< @param tick of this event

    std::shared_ptr<Bundle> m_bundle; //!< with this fabric
    int64_t m_wakeTick{INT64_MAX};    //!< of the pending event
};

} // namespace ns3::fabric

#endif // FABRIC_BUNDLE_MEMBER_H
