/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/burst-core-laws.h"

static const ns3::burst::LawsTestSuite g_laws("netflow");
