/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_GRID_FTP_PROBE_H
#define PATH_MEASUREMENT_GRID_FTP_PROBE_H

#include "path-measurement-copy-probe.h"

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief GridFTP: the security of a Grid before the first byte, blocks of 64 KB as in its extended
 * mode.
 *
 * A second of start-up and eight round trips for certificates and commands are our estimate.
 */
class GridFtpProbe : public CopyProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
};

} // namespace ns3

#endif // PATH_MEASUREMENT_GRID_FTP_PROBE_H
