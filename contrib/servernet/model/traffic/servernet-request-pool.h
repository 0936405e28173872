/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_REQUEST_POOL_H
#define SERVERNET_REQUEST_POOL_H

#include "servernet-request-application.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief One arrival process for all devices of a fabric: a device drawn at random makes each
 * request.
 *
 * Install the application on the node of any device of the fabric.
 */
class ServerNetRequestPool : public ServerNetRequestApplication
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetRequestPool();

    int64_t AssignDrawStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    void Prepare() override;
    void StopApplication() override;
    ServerNetNetDevice& ChooseDevice() override;

    Ptr<UniformRandomVariable> m_choice;
    std::vector<Ptr<ServerNetNetDevice>> m_devices; //!< of the fabric
};

} // namespace ns3

#endif // SERVERNET_REQUEST_POOL_H
