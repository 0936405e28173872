/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_HEAP_H
#define ATM_ABR_HEAP_H

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A priority queue in which the next item takes the place of the item removed last: if one
 * event causes another, this halves the work.
 * @tparam Item what is kept, with operator<
 */
template <typename Item>
class AtmHeap
{
  public:
    /** @return whether nothing is there */
    bool IsEmpty() const
    {
        return m_items.size() == m_open;
    }

    /** @return the first item; there is one */
    const Item& GetFirst() const
    {
        // the root is open: the first item is one of the two below it
        return !m_open ? m_items[0]
                       : m_items[m_items.size() > 2 && m_items[2] < m_items[1] ? 2 : 1];
    }

    /** Remove the first item; there is one. @return it */
    Item Take()
    {
        if (m_open)
        {
            const Item last = m_items.back();
            m_items.pop_back();
            Sink(last);
        }
        m_open = true;
        return m_items[0];
    }

    /** @param item what is added */
    void Push(const Item& item)
    {
        if (m_open)
        {
            m_open = false;
            Sink(item);
            return;
        }
        std::size_t place = m_items.size();
        m_items.push_back(item);
        for (; place > 0 && item < m_items[(place - 1) / 2]; place = (place - 1) / 2)
        {
            m_items[place] = m_items[(place - 1) / 2];
        }
        m_items[place] = item;
    }

  private:
    /** @param item that is put in the place of the root, and goes down from there */
    void Sink(const Item& item)
    {
        const std::size_t size = m_items.size();
        std::size_t place = 0;
        for (std::size_t below = 1; below < size; below = 2 * place + 1)
        {
            below += below + 1 < size && m_items[below + 1] < m_items[below];
            if (!(m_items[below] < item))
            {
                break;
            }
            m_items[place] = m_items[below];
            place = below;
        }
        m_items[place] = item;
    }

    std::vector<Item> m_items; //!< none comes before the one at half its place
    bool m_open{false};        //!< the root was taken, and nothing put there
};

} // namespace ns3

#endif // ATM_ABR_HEAP_H
