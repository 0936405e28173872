/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SCOPED_FLAG_H
#define FABRIC_SCOPED_FLAG_H

namespace ns3::fabric
{

/** @ingroup fabric @brief A flag that is set for a while, also if that ends by an exception. */
class ScopedFlag
{
  public:
    /** @param flag that is set until this ends @param set whether it is set at all */
    explicit ScopedFlag(bool& flag, bool set = true)
        : m_flag(flag)
    {
        m_flag = set;
    }

    ~ScopedFlag()
    {
        m_flag = false;
    }

    ScopedFlag(const ScopedFlag&) = delete;
    ScopedFlag& operator=(const ScopedFlag&) = delete;

  private:
    bool& m_flag; //!< set until this ends
};

} // namespace ns3::fabric

#endif // FABRIC_SCOPED_FLAG_H
