/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_BBCP_PROBE_H
#define PATH_MEASUREMENT_BBCP_PROBE_H

#include "path-measurement-copy-probe.h"

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief bbcp: started over ssh at both ends, four streams.
 *
 * Streams are those of the manual of bbcp; a handshake of two round trips for the options of both
 * sides is our estimate.
 */
class BbcpProbe : public CopyProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
};

} // namespace ns3

#endif // PATH_MEASUREMENT_BBCP_PROBE_H
