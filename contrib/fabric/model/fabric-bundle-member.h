/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_BUNDLE_MEMBER_H
#define FABRIC_BUNDLE_MEMBER_H

#include "fabric-bundle.h"

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

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
    /** Advance the bundle at a tick, unless that is to happen earlier. A tick that is not reached
     * when the bundle is woken for the tick, because a Time has not its fraction, is tried again
     * one step later. @param tick when @param time of that tick; if it is past: now */
    void WakeAt(int64_t tick, const Time& time);
    /** After the due deliveries (Bundle::Settle) nothing happens any more here. Other members go
     * on.
     */
    void Leave();

  private:
    friend class Bundle;

    virtual void AdvanceEngine();    //!< To now; by default HandOver does that.
    virtual void HandOver() = 0;     //!< Notify devices of what the engine has done.
    virtual void ScheduleNext() = 0; //!< WakeAt when there is next something to do.

    /** What a pending event knows of the member, which may end before. */
    struct Handle : public SimpleRefCount<Handle>
    {
        BundleMember* member; //!< null after Leave
    };

    static void Wake(Ptr<Handle> handle,
                     int64_t tick); //!< @param handle of it @param tick of this event

    std::shared_ptr<Bundle> m_bundle; //!< with this fabric
    Ptr<Handle> m_handle;             //!< for events
    int64_t m_wakeTick{INT64_MAX};    //!< of the pending event
    int64_t m_wokenTick{INT64_MAX};   //!< of the last event
    Time m_wokenAt;                   //!< when that was
    int m_wakes{0};                   //!< for that tick at that time
};

} // namespace ns3::fabric

#endif // FABRIC_BUNDLE_MEMBER_H
