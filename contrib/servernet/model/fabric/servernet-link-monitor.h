/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LINK_MONITOR_H
#define SERVERNET_LINK_MONITOR_H

#include "servernet-fabric.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief What the channels of a fabric did between two moments, exact to the tick.
 *
 * Start and Stop are called in the simulation, at the beginning of the span and at its end.
 */
class ServerNetLinkMonitor
{
  public:
    /** Ticks of one channel, or the sum over several. */
    struct State
    {
        int64_t transmitting{0}; //!< a flit started
        int64_t stalled{0};      //!< it was owned and none started
        int64_t idle{0};         //!< nobody owned it
    };

    /**
     * @param fabric to watch
     * @param blame whether to find out which category held up which; costs time
     */
    explicit ServerNetLinkMonitor(Ptr<ServerNetFabric> fabric, bool blame = false);
    ~ServerNetLinkMonitor();

    ServerNetLinkMonitor(const ServerNetLinkMonitor&) = delete;
    ServerNetLinkMonitor& operator=(const ServerNetLinkMonitor&) = delete;

    void Start(); //!< Measure from now on.
    void Stop();  //!< Measure until now.

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
    void Add(const ServerNetEngine::Stall& stall); //!< To the blame. @param stall of a channel
    uint32_t GetGroup(uint32_t channel) const; //!< @param channel which @return row in the matrix

    Ptr<ServerNetFabric> m_fabric;                   //!< which
    int64_t m_begin{0};                              //!< first tick
    int64_t m_end{INT64_MAX};                        //!< tick after the last
    std::vector<ServerNetEngine::LinkState> m_first; //!< by channel, at Start
    std::vector<State> m_states;                     //!< by channel, after Stop
    std::vector<std::vector<int64_t>> m_blame;       //!< see GetBlame
};

} // namespace ns3

#endif // SERVERNET_LINK_MONITOR_H
