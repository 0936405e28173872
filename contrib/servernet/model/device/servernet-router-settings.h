/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_ROUTER_SETTINGS_H
#define SERVERNET_ROUTER_SETTINGS_H

#include "ns3/burst-core-object-text.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Settings of one router, in place of those of the fabric; aggregated to the router's node.
 */
class ServerNetRouterSettings : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return attribute Arbiter, empty for that of the fabric */
    const burst::ObjectText& GetArbiter() const;

    void SetUsed();      //!< The arbiters are made now.
    bool IsUsed() const; //!< @return whether they are

  private:
    bool m_used{false};          //!< see IsUsed
    burst::ObjectText m_arbiter; //!< attribute Arbiter
};

} // namespace ns3

#endif // SERVERNET_ROUTER_SETTINGS_H
