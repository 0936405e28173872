/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TYPE_OF_SERVICE_H
#define BURST_CORE_TYPE_OF_SERVICE_H

#include "ns3/application.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3::burst
{

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

#endif /* BURST_CORE_TYPE_OF_SERVICE_H */
