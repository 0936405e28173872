/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_RING_H
#define ATM_ABR_RING_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::atm
{

/**
 * @ingroup atm-abr
 * @brief A queue in a block of memory that grows and is never given back: items have numbers, from
 * 0 on, and those between the first and the end are there.
 * @tparam Item what is kept
 */
template <typename Item>
class Ring
{
  public:
    /** @return number of the first item that is there */
    uint64_t GetFirst() const
    {
        return m_first;
    }

    /** @return number that the next item gets */
    uint64_t GetEnd() const
    {
        return m_end;
    }

    /** @return whether nothing is there */
    bool IsEmpty() const
    {
        return m_first == m_end;
    }

    /** @param number of an item that is there @return it */
    Item& operator[](uint64_t number)
    {
        return m_items[number & m_mask];
    }

    /** @param number of an item that is there @return it */
    const Item& operator[](uint64_t number) const
    {
        return m_items[number & m_mask];
    }

    /** @return the first item; if there is none, any */
    const Item& GetFront() const
    {
        return m_items[m_first & m_mask];
    }

    /** @return the first item; there is one */
    Item& GetFront()
    {
        return m_items[m_first & m_mask];
    }

    /** @param item what is added */
    void Push(const Item& item)
    {
        if (m_end - m_first > m_mask)
        {
            Grow();
        }
        m_items[m_end++ & m_mask] = item;
    }

    /** Remove items from the end. @param count how many, no more than there are */
    void Drop(uint64_t count)
    {
        m_end -= count;
    }

    /** Remove all before a number. @param number of an item that is there, or of the end */
    void PopTo(uint64_t number)
    {
        m_first = number;
    }

    /** Remove the first item. */
    void Pop()
    {
        ++m_first;
    }

  private:
    /** Make room for twice as many; apart, so that Push is small. */
    [[gnu::noinline]] void Grow()
    {
        std::vector<Item> items(2 * m_items.size());
        for (uint64_t number = m_first; number != m_end; ++number)
        {
            items[number & (items.size() - 1)] = m_items[number & m_mask];
        }
        m_items.swap(items);
        m_mask = m_items.size() - 1;
    }

    static constexpr std::size_t FIRST_SIZE = 64; //!< items

    std::vector<Item> m_items{std::vector<Item>(FIRST_SIZE)}; //!< item n is at n & m_mask
    uint64_t m_mask{FIRST_SIZE - 1};                          //!< a power of 2, less 1
    uint64_t m_first{0};                                      //!< see GetFirst
    uint64_t m_end{0};                                        //!< see GetEnd
};

} // namespace ns3::atm

#endif // ATM_ABR_RING_H
