/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-buffer.h"

#include "ns3/burst-core-check.h"

namespace ns3
{

AtmBuffer::AtmBuffer(const Parameters& parameters, uint32_t vcs)
    : m_parameters(parameters),
      m_states(vcs, BEGIN)
{
    burst::CheckParameter(parameters.limit >= 1,
                          "the limit of a buffer",
                          parameters.limit,
                          "cells from 1 on");
    burst::CheckParameter(parameters.frameThreshold >= 0,
                          "the threshold of early packet discard",
                          parameters.frameThreshold,
                          "cells from 0 on");
}

bool
AtmBuffer::AcceptData(uint32_t vc, bool last, int64_t queue)
{
    State& state = m_states[vc];
    if (state == BEGIN)
    {
        state = queue > m_parameters.frameThreshold ? EARLY : WHOLE;
    }
    const bool wanted = state == WHOLE || (state == BROKEN && last);
    const bool accepted = wanted && queue < m_parameters.limit;
    if (wanted && !accepted && m_parameters.partialDiscard)
    {
        state = BROKEN;
    }
    if (last)
    {
        state = BEGIN;
    }
    if (m_parameters.listener)
    {
        m_parameters.listener->OnData(vc, accepted);
    }
    return accepted;
}

} // namespace ns3
