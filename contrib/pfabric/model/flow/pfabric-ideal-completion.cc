/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-ideal-completion.h"

#include "ns3/log.h"
#include "ns3/pfabric-channel.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricIdealCompletion");

namespace
{

using Stage = PFabricIdealCompletion::Stage; //!< links side by side

/** Bounds of PFabricIdealCompletion::GetPipeline. */
class Pipeline
{
  public:
    /** @param stages on the way, which live longer */
    explicit Pipeline(const std::vector<Stage>& stages)
        : m_stages(stages)
    {
        for (std::size_t end = 0; end <= stages.size(); ++end)
        {
            auto order = stages;
            order.resize(end);
            std::stable_sort(order.begin(), order.end(), [](const Stage& a, const Stage& b) {
                return a.whole * static_cast<int64_t>(b.links) >
                       b.whole * static_cast<int64_t>(a.links);
            });
            m_orders.push_back(std::move(order));
            m_wholes.push_back(end == 0 ? Time(0) : m_wholes.back() + stages[end - 1].whole);
        }
    }

    /**
     * @param end stages, from the first one on
     * @param packet whole one, from 0 on
     * @return when that has passed them at the earliest
     */
    Time GetPassed(std::size_t end, uint64_t packet) const
    {
        Time passed = m_wholes[end];
        for (const Stage& stage : m_orders[end])
        {
            passed += stage.whole * static_cast<int64_t>(packet / stage.links);
            packet %= stage.links;
        }
        return passed;
    }

    /**
     * @param begin first stage
     * @param end the stage behind the last one
     * @return how long the last packet takes there
     */
    Time GetLast(std::size_t begin, std::size_t end) const
    {
        Time sum;
        for (std::size_t j = begin; j < end; ++j)
        {
            sum += m_stages[j].last;
        }
        return sum;
    }

    /**
     * @param stage of one link, behind one of several
     * @param packets how many there are
     * @return when that link has carried them at the earliest
     */
    Time GetWork(std::size_t stage, uint64_t packets) const
    {
        const Time shortOne =
            m_stages.front().whole * static_cast<int64_t>(packets - 1) + GetLast(0, stage);
        uint64_t before = 0; // the whole packets that cannot come behind the short one
        for (uint64_t above = packets - 1; before < above;)
        {
            const uint64_t middle = before + (above - before) / 2;
            (GetPassed(stage, middle) <= shortOne ? before : above) =
                GetPassed(stage, middle) <= shortOne ? middle + 1 : middle;
        }
        Time most;
        for (const uint64_t from : {uint64_t{0}, before > 0 ? before - 1 : 0, before})
        {
            if (from < packets - 1)
            {
                most =
                    std::max(most,
                             std::min(GetPassed(stage, from), shortOne) +
                                 m_stages[stage].whole * static_cast<int64_t>(packets - 1 - from) +
                                 m_stages[stage].last);
            }
        }
        return most;
    }

  private:
    const std::vector<Stage>& m_stages;       //!< on the way
    std::vector<std::vector<Stage>> m_orders; //!< of the first stages, by what a packet costs there
    std::vector<Time> m_wholes;               //!< of a whole packet in these
};

} // namespace

PFabricIdealCompletion::PFabricIdealCompletion(const PFabricRoutes& routes,
                                               const std::vector<Ptr<PFabricNetDevice>>& ports,
                                               const Packets& packets)
    : m_routes(routes),
      m_ports(ports),
      m_packets(packets)
{
    NS_LOG_FUNCTION(this);
}

std::vector<std::vector<Ptr<PFabricNetDevice>>>
PFabricIdealCompletion::GetStages(uint32_t from, uint32_t to) const
{
    const auto& topology = m_routes.GetTopology();
    const uint32_t end = m_routes.GetHosts()[to];
    std::vector<std::vector<Ptr<PFabricNetDevice>>> stages;
    for (std::set<uint32_t> here{m_routes.GetHosts()[from]}; *here.begin() != end;)
    {
        std::set<uint32_t> next;
        auto& stage = stages.emplace_back();
        for (const uint32_t node : here)
        {
            const auto choice = m_routes.GetShortest(node, to);
            for (std::size_t i = 0; i < choice.count; ++i)
            {
                const uint32_t channel = m_routes.GetChannel(node, choice.ports[i]);
                stage.push_back(m_ports[channel]);
                next.insert(topology.GetChannel(channel).to.node);
            }
        }
        here = std::move(next);
    }
    return stages;
}

Time
PFabricIdealCompletion::Get(uint32_t from, uint32_t to, uint64_t bytes) const
{
    const uint64_t packets = (bytes - 1) / m_packets.data + 1;
    const auto rest = static_cast<uint32_t>(bytes - (packets - 1) * m_packets.data);
    std::vector<Stage> stages;
    Time delays;
    const auto least = [](const std::vector<Ptr<PFabricNetDevice>>& ports, const auto& get) {
        Time time = get(*ports.front());
        for (const auto& port : ports)
        {
            time = std::min(time, get(*port));
        }
        return time;
    };
    const auto delay = [](const PFabricNetDevice& port) {
        return DynamicCast<PFabricChannel>(port.GetChannel())->GetDelay();
    };
    const auto sending = [](uint32_t length) {
        return [length](const PFabricNetDevice& port) { return port.GetTransmissionTime(length); };
    };
    for (const auto& ports : GetStages(from, to))
    {
        stages.push_back({least(ports, sending(m_packets.data + m_packets.header)),
                          least(ports, sending(rest + m_packets.header)),
                          ports.size()});
        delays += least(ports, delay);
    }
    for (const auto& ports : GetStages(to, from))
    {
        delays += least(ports, sending(m_packets.acknowledgement)) + least(ports, delay);
    }
    return GetPipeline(stages, packets) + delays;
}

Time
PFabricIdealCompletion::GetPipeline(const std::vector<Stage>& stages, uint64_t packets)
{
    const std::size_t count = stages.size();
    const Pipeline pipeline(stages);
    if (packets == 1)
    {
        return pipeline.GetLast(0, count);
    }
    if (stages.front().last == stages.front().whole)
    {
        return pipeline.GetPassed(count, packets - 1);
    }
    const auto spread = std::find_if(stages.begin(), stages.end(), [](const Stage& stage) {
        return stage.links > 1;
    });
    const auto first = static_cast<std::size_t>(spread - stages.begin());
    Time most = pipeline.GetPassed(count, packets - 2);
    for (std::size_t j = 0; j < count; ++j)
    {
        const Stage& stage = stages[j];
        if (j <= first && packets > stage.links)
        {
            most = std::max(most,
                            pipeline.GetPassed(j + 1, packets - 1 - stage.links) +
                                pipeline.GetLast(j, count));
        }
        if (j > first && stage.links == 1)
        {
            most = std::max(most, pipeline.GetWork(j, packets));
        }
    }
    return most;
}

} // namespace ns3
