/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_COMPAT_H
#define BURST_CORE_COMPAT_H

#include "ns3/enum.h"
#include "ns3/ptr.h"
#include "ns3/rng-seed-manager.h"

#include <cstdint>

/**
 * @defgroup burst-core Burst core
 *
 * The ground that the modules of the suite share: texts of attributes and numbers, and trace
 * sources of any signature.
 */

/**
 * @file
 * @ingroup burst-core
 * What differs between the ns-3 releases 3.37 to 3.48, told apart by headers that appeared in
 * between: ns-3 defines no version macro.
 */

namespace ns3
{
class Application;
}

namespace ns3::burst
{

/**
 * MakeEnumAccessor(), which takes the enumeration as template argument from ns-3.41 on.
 *
 * @tparam E The enumeration.
 * @param members The member variable, or the setter and the getter.
 * @return The accessor for TypeId::AddAttribute().
 */
template <typename E, typename... Members>
Ptr<const AttributeAccessor>
MakeEnumerationAccessor(Members... members)
{
#if __has_include("ns3/uniform-random-bit-generator.h") // since ns-3.41
    return MakeEnumAccessor<E>(members...);
#else
    return MakeEnumAccessor(members...);
#endif
}

/**
 * Start the numbering of automatic random streams again, so that a second run in the same process
 * draws what the first one drew. Before ns-3.43 there is no way to do that; streams that are
 * assigned explicitly do not need it.
 *
 * @param next The stream that is given next.
 */
inline void
RestartAutomaticStreams([[maybe_unused]] uint64_t next = 0)
{
#if __has_include("ns3/demangle.h") // since ns-3.43
    RngSeedManager::ResetNextStreamIndex();
    for (uint64_t i = 0; i < next; ++i)
    {
        RngSeedManager::GetNextStreamIndex();
    }
#endif
}

/** @return The automatic stream that is given next, where it can be restored; else 0. */
inline uint64_t
PeekAutomaticStream()
{
#if __has_include("ns3/demangle.h") // since ns-3.43
    const uint64_t next = RngSeedManager::GetNextStreamIndex();
    RestartAutomaticStreams(next);
    return next;
#else
    return 0;
#endif
}

/**
 * @ingroup burst-core
 *
 * Set the type of service of the IPv4 packets of a stock application, in all releases of ns-3:
 * from ns-3.42 on the application has an attribute for it, before ns-3.44 its remote address can
 * carry it.
 *
 * @param application An application that has not started.
 * @param tos The byte of the IPv4 header.
 * @return False, with nothing changed, when the application has neither.
 */
bool SetTypeOfService(const Ptr<Application>& application, uint8_t tos);

} // namespace ns3::burst

#endif // BURST_CORE_COMPAT_H
