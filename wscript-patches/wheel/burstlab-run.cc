/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-runner.h"

int
main(int argc, char* argv[])
{
    return ns3::RunScenarioMain(argc, argv);
}
