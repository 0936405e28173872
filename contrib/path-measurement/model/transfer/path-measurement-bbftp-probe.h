/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_BBFTP_PROBE_H
#define PATH_MEASUREMENT_BBFTP_PROBE_H

#include "path-measurement-copy-probe.h"

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief bbftp: a client and a server with a login of its own, one stream, large buffers.
 *
 * A second of start-up and six round trips for the encrypted login are our estimate. The clock of
 * the application includes them, which slide 25 shows.
 */
class BbftpProbe : public CopyProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
};

} // namespace ns3

#endif // PATH_MEASUREMENT_BBFTP_PROBE_H
