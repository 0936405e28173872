/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_EVENT_STATES_H
#define SERVERNET_EVENT_STATES_H

#include "servernet-engine.h"
#include "servernet-event-worms.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The channel states of a ServerNetEventEngine: transmitting and stalled ticks, hops,
 * blame.
 */
class ServerNetEventStates
{
  public:
    /** @param worms on the channels @param listener callbacks, or null; both outlive this */
    ServerNetEventStates(ServerNetEventWorms& worms, ServerNetEngine::Listener* listener);

    /** The owner leaves a channel. @param channel number @param now tick after its tail */
    void Leave(uint32_t channel, int64_t now);

    /** @param channel number @param now present tick @return ticks of the channel before now */
    ServerNetEngine::LinkState Get(uint32_t channel, int64_t now) const;

    /** See ServerNetEngine::CloseStalls. @param now present tick */
    void CloseStalls(int64_t now);

  private:
    /** A channel. */
    struct Record
    {
        ServerNetEngine::LinkState past; //!< of the packets that have left it
        int64_t closed{0};               //!< stalls before this tick are reported
    };

    /** Report stalls before known starts of the owner. @param channel number @param now tick */
    void NotifyStalls(uint32_t channel, int64_t now);
    /** Report the stall before the first unknown start of the owner. @param channel number
     * @param now tick */
    void NotifyOpenStall(uint32_t channel, int64_t now);
    /** Report a stall, as far as it is over and not reported. @param now present tick
     * @param stall of the owner, whose id need not be set */
    void Notify(ServerNetEngine::Stall stall, int64_t now);

    ServerNetEventWorms& m_worms;          //!< on the channels
    ServerNetEngine::Listener* m_listener; //!< callbacks, or null
    std::vector<Record> m_records;         //!< by channel
};

} // namespace ns3

#endif // SERVERNET_EVENT_STATES_H
