/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-scheduler-islip.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IslipScheduler");

NS_OBJECT_ENSURE_REGISTERED(IslipScheduler);

namespace
{

constexpr uint32_t BITS = 64; //!< of a word

/**
 * @param words how many there are
 * @param first bit to look at
 * @param get the words by number
 * @return the first bit that is set from there on, once around; NONE if there is none
 */
template <typename Get>
uint32_t
FindBit(uint32_t words, uint32_t first, const Get& get)
{
    const uint32_t begin = first / BITS;
    const uint64_t behind = ~uint64_t{0} << first % BITS;
    if (const uint64_t word = get(begin) & behind; word != 0)
    {
        return begin * BITS + __builtin_ctzll(word);
    }
    for (uint32_t i = 1; i <= words; ++i)
    {
        const uint32_t number = begin + i < words ? begin + i : begin + i - words;
        if (const uint64_t word = get(number); word != 0)
        {
            return number * BITS + __builtin_ctzll(word);
        }
    }
    return SwitchScheduler::NONE;
}

} // namespace

TypeId
IslipScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IslipScheduler")
                            .SetParent<SwitchScheduler>()
                            .SetGroupName("LosslessEthernet")
                            .AddConstructor<IslipScheduler>()
                            .AddAttribute("Iterations",
                                          "How often unmatched ports try; as many as ports make "
                                          "every matching maximal.",
                                          UintegerValue(4),
                                          MakeUintegerAccessor(&IslipScheduler::m_iterations),
                                          MakeUintegerChecker<uint32_t>(1, 65536));
    return tid;
}

void
IslipScheduler::DoConfigure()
{
    NS_LOG_FUNCTION(this << GetPorts());
    m_words = (GetPorts() + BITS - 1) / BITS;
    m_grant.assign(GetPorts(), 0);
    m_accept.assign(GetPorts(), 0);
    m_open.reserve(GetPorts());
    m_free.resize(m_words);
    m_grants.assign(std::size_t{GetPorts()} * m_words, 0);
    m_granted.assign(m_words, 0);
}

void
IslipScheduler::DoMatch(const std::vector<std::vector<uint64_t>>& requests)
{
    m_open.clear();
    for (uint32_t output = 0; output < requests.size(); ++output)
    {
        uint64_t any = 0;
        for (const uint64_t word : requests[output])
        {
            any |= word;
        }
        if (any != 0)
        {
            m_open.push_back(output);
        }
    }
    std::fill(m_free.begin(), m_free.end(), ~uint64_t{0});
    for (uint32_t i = 0; i < m_iterations && !m_open.empty(); ++i)
    {
        Grant(requests);
        Accept(i == 0);
    }
}

void
IslipScheduler::Grant(const std::vector<std::vector<uint64_t>>& requests)
{
    auto kept = m_open.begin(); // those that may be matched yet
    for (const uint32_t output : m_open)
    {
        if (GetMatch()[output] != NONE)
        {
            continue;
        }
        const auto& words = requests[output];
        const uint32_t input =
            FindBit(m_words, m_grant[output], [&](uint32_t i) { return words[i] & m_free[i]; });
        if (input != NONE)
        {
            *kept++ = output;
            m_grants[std::size_t{input} * m_words + output / BITS] |= uint64_t{1} << output % BITS;
            m_granted[input / BITS] |= uint64_t{1} << input % BITS;
        }
    }
    m_open.erase(kept, m_open.end());
}

void
IslipScheduler::Accept(bool first)
{
    for (uint32_t word = 0; word < m_words; ++word)
    {
        for (; m_granted[word] != 0; m_granted[word] &= m_granted[word] - 1)
        {
            const uint32_t input = word * BITS + __builtin_ctzll(m_granted[word]);
            uint64_t* grants = &m_grants[std::size_t{input} * m_words];
            const uint32_t output =
                FindBit(m_words, m_accept[input], [&](uint32_t i) { return grants[i]; });
            std::fill(grants, grants + m_words, 0);
            GetMatch()[output] = input;
            m_free[word] &= ~(uint64_t{1} << input % BITS);
            if (first)
            {
                m_grant[output] = input + 1 == GetPorts() ? 0 : input + 1;
                m_accept[input] = output + 1 == GetPorts() ? 0 : output + 1;
            }
        }
    }
}

} // namespace ns3
