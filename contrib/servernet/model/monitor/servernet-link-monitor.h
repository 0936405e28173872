/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LINK_MONITOR_H
#define SERVERNET_LINK_MONITOR_H

#include "ns3/burst-core-statistics.h"
#include "ns3/object.h"
#include "ns3/servernet-expected-load.h"
#include "ns3/servernet-fabric.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Measures the states of the channels of a fabric between Start() and Stop(), exact to the
 * tick.
 *
 * Call Start() and Stop() during the simulation, and before Simulator::Destroy().
 */
class ServerNetLinkMonitor : public Object
{
  public:
    /** Ticks of one channel, or the sum over several. */
    struct State
    {
        int64_t transmitting{0}; //!< ticks in which a flit started
        int64_t stalled{0};      //!< ticks in which the channel was owned and no flit started
        int64_t idle{0};         //!< ticks without an owner
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ~ServerNetLinkMonitor() override;

    /** Call after ServerNetFabric::Build and before Start. @param fabric to watch */
    void Watch(Ptr<ServerNetFabric> fabric);
    bool IsWatching() const; //!< @return whether Watch was called
    /** Set an expected load, which the table of links shows beside the measured one.
     * @param load expected load of the network @param rate requests per device and tick */
    void SetExpected(const ServerNetExpectedLoad& load, double rate);

    void Start(); //!< Begin to measure now.
    void Stop();  //!< End the measurement now.

    /** @return number of measured ticks
     * @throws std::runtime_error before Stop(); also in the functions below, except GetBlame() */
    int64_t GetTicks() const;

    /** @param channel number of a channel @return ticks of the channel by state */
    State GetState(uint32_t channel) const;

    /**
     * @param category index in the topology
     * @param direction 0 from the first to the second end of each link in the topology, 1 for the
     * reverse
     * @return ticks of all these channels together, by state
     */
    State GetCategoryState(uint32_t category, uint32_t direction) const;

    /**
     * Stalled ticks by category and direction. The row 2 * category + direction is that of the
     * stalled channel, the column that of the channel waited for. Channels without a category have
     * the last two rows and columns.
     * @return the matrix; empty unless the attribute Blame is set
     */
    const std::vector<std::vector<int64_t>>& GetBlame() const;

  private:
    /** @param call that is made; std::invalid_argument before Watch, and once the fabric is gone */
    void CheckMeasuring(const std::string& call) const;
    double GetThroughput() const; //!< @return flits received by all devices per tick
    double GetStalled() const;    //!< @return share of stalled ticks, of all channels
    burst::Statistic::Parts GetSent()
        const; //!< @return flits that a device of a kind sent in a tick
    burst::Statistic::Table GetLinks() const; //!< @return shares of ticks by category and direction
    burst::Statistic::Table GetBlamed() const; //!< @return GetBlame without zeros

    void Add(const ServerNetEngine::Stall& stall); //!< To the blame. @param stall of a channel
    uint32_t GetGroup(uint32_t channel) const; //!< @param channel number @return row of GetBlame

    bool m_blaming;                                  //!< attribute Blame
    Ptr<ServerNetFabric> m_fabric;                   //!< the fabric
    std::vector<double> m_expected;                  //!< flits per tick by channel, or empty
    int64_t m_begin{0};                              //!< first tick
    int64_t m_end{INT64_MAX};                        //!< tick after the last
    std::vector<ServerNetEngine::LinkState> m_first; //!< by channel, at Start
    std::vector<State> m_states;                     //!< by channel, after Stop
    std::vector<std::vector<int64_t>> m_blame;       //!< see GetBlame
};

} // namespace ns3

#endif // SERVERNET_LINK_MONITOR_H
