/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_SAMPLES_H
#define RUN_ARCHIVE_SAMPLES_H

#include "ns3/run-archive-records.h"

/** @return the identity of a run */
inline ns3::archive::RunIdentity
MakeIdentity()
{
    ns3::archive::RunIdentity identity;
    identity.study = "test";
    identity.scenario = "ns3::TestScenario";
    identity.codeVersion = "v1";
    identity.ns3Version = "3.44";
    identity.seed = 3;
    identity.run = 7;
    identity.parameters = {{"Load", "0.5"}, {"Duration", "+1s"}};
    identity.complete = true;
    return identity;
}

#endif // RUN_ARCHIVE_SAMPLES_H
