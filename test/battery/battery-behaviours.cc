/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

namespace battery
{

const std::vector<Behaviour>&
GetBehaviours()
{
    static const auto behaviours = [] {
        std::vector<Behaviour> list;
        AddAddressBehaviours(list);
        AddQueueBehaviours(list);
        AddTraceBehaviours(list);
        AddLifeBehaviours(list);
        AddStackBehaviours(list);
        AddPriorityBehaviours(list);
        AddSwitchBehaviours(list);
        return list;
    }();
    return behaviours;
}

} // namespace battery
