/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_NEWS_H
#define FABRIC_NEWS_H

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief What listeners are to be told, in its order, once all that it tells of is done.
 *
 * A listener finds a state that is whole, may act on it, and may throw: what is behind it is told
 * in an event of the same moment. Each is told in the context that belongs to it.
 */
class News
{
  public:
    /**
     * @param context of the event it is told in; Simulator::NO_CONTEXT for any
     * @param later whether that is to be an event of its own, even if the present one would do
     * @param action tells it
     */
    void Add(uint32_t context, bool later, std::function<void()> action);

    void Tell();     //!< What the present event can; the rest in events of this moment.
    void TellAll();  //!< Everything, whatever the context.
    void Postpone(); //!< Everything in events of this moment.
    void Clear();    //!< Forget all.

  private:
    /** One piece. */
    struct Item
    {
        uint32_t context;             //!< of the event it is told in
        bool later;                   //!< in an event of its own
        std::function<void()> action; //!< tells it
    };

    void Continue(); //!< The event of Postpone.
    /** @param may whether the present event can tell it */
    void TellWhile(bool (*may)(const Item&));

    std::deque<Item> m_items; //!< not told yet
    bool m_telling{false};    //!< in TellWhile
    bool m_pending{false};    //!< Continue is scheduled
};

} // namespace ns3::fabric

#endif // FABRIC_NEWS_H
