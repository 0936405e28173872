/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_FAULTABLE_H
#define FAULTS_FAULTABLE_H

namespace ns3
{

/**
 * @ingroup faults
 * @brief The base of objects that can crash and hang, such as the server of a measurement. A base
 * class beside Object.
 */
class Faultable
{
  public:
    virtual ~Faultable() = default;

    /** The program ends: its port is closed, and connections are refused. */
    virtual void Crash() = 0;

    /** The program hangs: requests have no answer. */
    virtual void Hang() = 0;

    /** The program is as it was before it crashed or hung. */
    virtual void Recover() = 0;
};

} // namespace ns3

#endif // FAULTS_FAULTABLE_H
