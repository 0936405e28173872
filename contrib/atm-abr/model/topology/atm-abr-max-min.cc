/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-max-min.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

using burst::CheckParameter;

std::size_t
AtmMaxMin::AddLink(double capacity)
{
    CheckParameter(std::isfinite(capacity) && capacity >= 0,
                   "the capacity of a link",
                   capacity,
                   "finite numbers from 0 on");
    m_links.push_back(capacity);
    return m_links.size() - 1;
}

std::size_t
AtmMaxMin::AddRoute(const std::vector<std::size_t>& links, double demand, double mcr, double weight)
{
    CheckParameter(!links.empty(), "the number of links on a route", links.size(), "1 and more");
    for (const std::size_t link : links)
    {
        CheckParameter(link < m_links.size(),
                       "a link of a route",
                       link,
                       "numbers below that of links, " + std::to_string(m_links.size()));
    }
    CheckParameter(demand >= 0, "the demand of a route", demand, "numbers from 0 on");
    CheckParameter(std::isfinite(mcr) && mcr >= 0,
                   "the minimum rate of a route",
                   mcr,
                   "finite numbers from 0 on");
    CheckParameter(std::isfinite(weight) && weight > 0,
                   "the weight of a route",
                   weight,
                   "finite numbers above 0");
    m_routes.push_back({links, demand, mcr, weight});
    return m_routes.size() - 1;
}

std::vector<double>
AtmMaxMin::GetResidue(const std::vector<double>& rates) const
{
    std::vector<double> residue = m_links;
    for (std::size_t i = 0; i < m_routes.size(); ++i)
    {
        for (const std::size_t link : m_routes[i].links)
        {
            residue[link] -= rates[i];
        }
    }
    return residue;
}

std::vector<double>
AtmMaxMin::Allocate(Fairness fairness) const
{
    const std::size_t routes = m_routes.size();
    std::vector<double> rates(routes);
    std::vector<double> slopes(routes); // of each rate, once the level has passed its begin
    std::vector<double> begins(routes); // level at which the rate begins to rise
    std::vector<bool> open(routes, true);
    for (std::size_t i = 0; i < routes; ++i)
    {
        const Route& route = m_routes[i];
        rates[i] = fairness == SHARE ? 0 : std::min(route.demand, route.mcr);
        slopes[i] = fairness == PROPORTIONAL_TO_MCR ? route.mcr : route.weight;
        begins[i] = fairness == MCR_OR_SHARE ? route.mcr / route.weight : 0;
    }
    if (fairness != SHARE)
    {
        const std::vector<double> residue = GetResidue(rates);
        for (std::size_t link = 0; link < m_links.size(); ++link)
        {
            CheckParameter(residue[link] >= -1e-9 * m_links[link],
                           "the sum of minimum rates on link " + std::to_string(link),
                           m_links[link] - residue[link],
                           "numbers up to its capacity, " + burst::WriteDouble(m_links[link]));
        }
    }
    double level = 0; // of MCR t: t - 1, since minimum rates fit
    while (true)
    {
        // How far the level can rise until a demand or a capacity is reached or a rate begins to.
        for (std::size_t i = 0; i < routes; ++i)
        {
            open[i] = open[i] && slopes[i] > 0 && rates[i] < m_routes[i].demand;
        }
        if (std::find(open.begin(), open.end(), true) == open.end())
        {
            return rates;
        }
        const std::vector<double> residue = GetResidue(rates);
        std::vector<double> filling(m_links.size());
        double step = GREEDY;
        for (std::size_t i = 0; i < routes; ++i)
        {
            if (open[i] && begins[i] > level)
            {
                step = std::min(step, begins[i] - level);
            }
            else if (open[i])
            {
                step = std::min(step, (m_routes[i].demand - rates[i]) / slopes[i]);
                for (const std::size_t link : m_routes[i].links)
                {
                    filling[link] += slopes[i];
                }
            }
        }
        const auto room = [&](std::size_t link) {
            return filling[link] > 0 ? std::max(residue[link], 0.0) / filling[link] : GREEDY;
        };
        for (std::size_t link = 0; link < m_links.size(); ++link)
        {
            step = std::min(step, room(link));
        }
        // Who sets the step gets its end exactly: so each round stops or begins a route.
        const double next = level + step;
        for (std::size_t i = 0; i < routes; ++i)
        {
            if (!open[i])
            {
                continue;
            }
            if (begins[i] > level)
            {
                begins[i] = begins[i] - level <= step ? next : begins[i];
            }
            else if ((m_routes[i].demand - rates[i]) / slopes[i] <= step)
            {
                rates[i] = m_routes[i].demand;
            }
            else
            {
                rates[i] += slopes[i] * step;
            }
            const auto& links = m_routes[i].links;
            open[i] = std::none_of(links.begin(), links.end(), [&](std::size_t link) {
                return room(link) <= step;
            });
        }
        level = next;
    }
}

} // namespace ns3
