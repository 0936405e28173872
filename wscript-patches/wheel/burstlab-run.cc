/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/scenario-runner.h"

int
main(int argc, char* argv[])
{
    return ns3::scenario::RunScenarioMain(argc, argv);
}
