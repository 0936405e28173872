/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-window-trial.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

std::size_t
ChooseWindow(const std::vector<WindowTrial>& trials, double kept)
{
    if (trials.empty())
    {
        throw std::invalid_argument("trials is empty; allowed are one or more");
    }
    const auto most =
        std::max_element(trials.begin(), trials.end(), [](const auto& a, const auto& b) {
            return a.rate < b.rate;
        })->rate;
    const auto cost = [&](std::size_t i) {
        const auto& trial = trials[i];
        return std::pair(uint64_t{trial.window} * trial.streams, trial.streams);
    };
    std::size_t choice = trials.size();
    for (std::size_t i = 0; i < trials.size(); ++i)
    {
        if (trials[i].rate >= kept * most && (choice == trials.size() || cost(i) < cost(choice)))
        {
            choice = i;
        }
    }
    return choice;
}

} // namespace ns3
