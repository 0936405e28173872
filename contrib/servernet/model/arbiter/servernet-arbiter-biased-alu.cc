/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-arbiter-biased-alu.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetBiasedAluArbiter");

NS_OBJECT_ENSURE_REGISTERED(ServerNetBiasedAluArbiter);

TypeId
ServerNetBiasedAluArbiter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetBiasedAluArbiter")
            .SetParent<ServerNetArbiter>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetBiasedAluArbiter>()
            .AddAttribute("UseTraffic",
                          "Make biases proportional to the traffic expected from each input; "
                          "otherwise all biases are equal.",
                          BooleanValue(true),
                          burst::MakeAccessorUntil(
                              MakeBooleanAccessor(&ServerNetBiasedAluArbiter::m_useTraffic),
                              &ServerNetArbiter::HasTraffic,
                              "SetTraffic"),
                          MakeBooleanChecker());
    return tid;
}

ServerNetBiasedAluArbiter::ServerNetBiasedAluArbiter()
{
    m_bias.fill(1);
}

void
ServerNetBiasedAluArbiter::DoSetTraffic(const std::vector<double>& flits)
{
    const double largest = *std::max_element(flits.begin(), flits.end());
    if (m_useTraffic && largest > 0)
    {
        for (std::size_t input = 0; input < flits.size(); ++input)
        {
            m_bias[input] =
                std::max<int64_t>(std::llround(flits[input] / largest * LARGEST_BIAS), 1);
            NS_LOG_DEBUG("input " << input << " has the bias " << m_bias[input]);
        }
    }
}

std::size_t
ServerNetBiasedAluArbiter::DoChoose(int64_t /* tick */, const std::vector<Request>& requests)
{
    const auto winner =
        std::max_element(requests.begin(), requests.end(), [this](const auto& a, const auto& b) {
            return m_accumulated[a.input] < m_accumulated[b.input];
        });
    for (const auto& request : requests)
    {
        if (request.input != winner->input)
        {
            m_accumulated[request.input] += m_bias[request.input];
            m_accumulated[winner->input] -= m_bias[request.input];
        }
    }
    return winner - requests.begin();
}

} // namespace ns3
