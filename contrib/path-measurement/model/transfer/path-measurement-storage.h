/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_STORAGE_H
#define PATH_MEASUREMENT_STORAGE_H

#include "ns3/enum.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/** @ingroup path-measurement @brief Where a file is. */
enum Storage : uint8_t
{
    STORAGE_MEMORY, //!< in memory, or /dev/null
    STORAGE_DISK,   //!< on the HostDisk
};

/** @ingroup path-measurement @return checker of an attribute of kind Storage */
inline Ptr<const AttributeChecker>
MakeStorageChecker()
{
    return MakeEnumChecker(STORAGE_MEMORY, "Memory", STORAGE_DISK, "Disk");
}

} // namespace ns3

#endif // PATH_MEASUREMENT_STORAGE_H
