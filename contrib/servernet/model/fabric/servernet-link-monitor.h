/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LINK_MONITOR_H
#define SERVERNET_LINK_MONITOR_H

#include "servernet-fabric.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/object.h"
#include "ns3/servernet-expected-load.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The states of the channels of a fabric between two times, exact to the tick.
 *
 * Start and Stop are called in the simulation, at the beginning of the span and at its end.
 */
class ServerNetLinkMonitor : public Object
{
  public:
    /** Ticks of one channel, or the sum over several. */
    struct State
    {
        int64_t transmitting{0}; //!< a flit started
        int64_t stalled{0};      //!< it was owned and none started
        int64_t idle{0};         //!< it had no owner
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ~ServerNetLinkMonitor() override;

    /** After Build, before Start. @param fabric to watch */
    void Watch(Ptr<ServerNetFabric> fabric);
    /** Compare what the channels carried with what was to be expected.
     * @param load of the network @param rate requests per device and tick */
    void SetExpected(const ServerNetExpectedLoad& load, double rate);

    void Start(); //!< Measure from now on.
    void Stop();  //!< Measure until now.

    /** @return ticks that were measured
     * @throws std::runtime_error without Stop, as all numbers do but GetBlame */
    int64_t GetTicks() const;

    /** @param channel which @return its ticks */
    State GetState(uint32_t channel) const;

    /**
     * @param category index in the topology
     * @param direction 0 from the first to the second end of its links as the topology gives them,
     * 1 back
     * @return ticks of all its channels together
     */
    State GetCategoryState(uint32_t category, uint32_t direction) const;

    /**
     * By stalled category and direction (row, 2 * category + direction) and by that of the channel
     * waited for (column): stalled ticks. Channels without a category are in the last two.
     * @return empty without blame
     */
    const std::vector<std::vector<int64_t>>& GetBlame() const;

  private:
    double GetThroughput() const; //!< @return flits consumed in a tick
    double GetStalled() const;    //!< @return share of stalled ticks, of all channels
    burst::Statistic::Parts GetSent()
        const; //!< @return flits that a device of a kind sent in a tick
    burst::Statistic::Table GetLinks() const; //!< @return shares of ticks by category and direction
    burst::Statistic::Table GetBlamed() const; //!< @return GetBlame without zeros

    void Add(const ServerNetEngine::Stall& stall); //!< To the blame. @param stall of a channel
    uint32_t GetGroup(uint32_t channel) const; //!< @param channel which @return row in the matrix

    bool m_blaming;                                  //!< attribute Blame
    Ptr<ServerNetFabric> m_fabric;                   //!< which
    std::vector<double> m_expected;                  //!< flits per tick by channel, or empty
    int64_t m_begin{0};                              //!< first tick
    int64_t m_end{INT64_MAX};                        //!< tick after the last
    std::vector<ServerNetEngine::LinkState> m_first; //!< by channel, at Start
    std::vector<State> m_states;                     //!< by channel, after Stop
    std::vector<std::vector<int64_t>> m_blame;       //!< see GetBlame
};

} // namespace ns3

#endif // SERVERNET_LINK_MONITOR_H
