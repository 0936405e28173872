/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-two-level.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTwoLevelArbiter");

NS_OBJECT_ENSURE_REGISTERED(ServerNetTwoLevelArbiter);

TypeId
ServerNetTwoLevelArbiter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetTwoLevelArbiter")
            .SetParent<ServerNetArbiter>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetTwoLevelArbiter>()
            .AddAttribute(
                "Modulus",
                "N, the modulus of the loss counters: an overflow raises the priority of "
                "the input. A larger N gives finer shares of the output.",
                UintegerValue(256),
                burst::MakeAccessorUntil(MakeUintegerAccessor(&ServerNetTwoLevelArbiter::m_modulus),
                                         &ServerNetArbiter::HasTraffic,
                                         "SetTraffic"),
                MakeUintegerChecker<uint32_t>(1, 1'000'000));
    return tid;
}

void
ServerNetTwoLevelArbiter::DoSetTraffic(const std::vector<double>& flits)
{
    constexpr double MOST = 1e12; // an input with more wins whenever it has lost
    const double sum = std::accumulate(flits.begin(), flits.end(), 0.0);
    double least = sum;
    for (const double from : flits)
    {
        least = from > 0 ? std::min(least, from) : least;
    }
    for (std::size_t input = 0; input < flits.size(); ++input)
    {
        m_inputs[input].value =
            flits[input] > least
                ? std::llround(
                      std::min(m_modulus * (flits[input] - least) / (sum - flits[input]), MOST))
                : 0;
        NS_LOG_DEBUG("input " << input << " has the value " << m_inputs[input].value);
    }
}

std::size_t
ServerNetTwoLevelArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    const auto winner =
        std::min_element(requests.begin(), requests.end(), [this](const auto& a, const auto& b) {
            const uint64_t priorityOfA = m_inputs[a.input].priority;
            const uint64_t priorityOfB = m_inputs[b.input].priority;
            return priorityOfA != priorityOfB ? priorityOfA > priorityOfB
                                              : a.input - m_next < b.input - m_next;
        });
    for (const auto& request : requests)
    {
        if (request.input != winner->input)
        {
            Input& loser = m_inputs[request.input];
            loser.counter += loser.value;
            loser.priority += loser.counter / m_modulus;
            loser.counter %= m_modulus;
        }
    }
    if (m_inputs[winner->input].priority > 0)
    {
        --m_inputs[winner->input].priority;
    }
    else
    {
        m_next = winner->input + 1;
    }
    return winner - requests.begin();
}

} // namespace ns3
