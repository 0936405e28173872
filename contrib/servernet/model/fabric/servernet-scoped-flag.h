/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_SCOPED_FLAG_H
#define SERVERNET_SCOPED_FLAG_H

namespace ns3
{

/** @ingroup servernet @brief A flag that is set for a while, also if that ends by an exception. */
class ServerNetScopedFlag
{
  public:
    /** @param flag that is set until this ends */
    explicit ServerNetScopedFlag(bool& flag)
        : m_flag(flag)
    {
        m_flag = true;
    }

    ~ServerNetScopedFlag()
    {
        m_flag = false;
    }

    ServerNetScopedFlag(const ServerNetScopedFlag&) = delete;
    ServerNetScopedFlag& operator=(const ServerNetScopedFlag&) = delete;

  private:
    bool& m_flag; //!< set until this ends
};

} // namespace ns3

#endif // SERVERNET_SCOPED_FLAG_H
