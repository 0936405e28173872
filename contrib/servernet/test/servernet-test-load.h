/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TEST_LOAD_H
#define SERVERNET_TEST_LOAD_H

#include "servernet-test-log.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-application.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** Tetra-16 with an offered load on each device, or a pool for all. */
class Loaded
{
  public:
    using Transaction = ServerNetNetDevice::Transaction; //!< of the traces

    /**
     * @param helper with its attributes
     * @param twoFabrics whether there is a Y
     * @param process of each application
     * @param ticks that requests are offered
     * @param type of the application
     */
    Loaded(ServerNetHelper helper,
           bool twoFabrics,
           const std::string& process,
           int64_t ticks,
           const std::string& type = "ns3::ServerNetRequestApplication")
    {
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(2), "io");
        const auto topology = ServerNetTopology("tetra-16");
        devices = twoFabrics ? helper.Install(topology, topology) : helper.Install(topology);
        fabric = ServerNetHelper::GetFabric(devices);
        const auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
        const bool pool = type == "ns3::ServerNetRequestPool";
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext("RequestCreated",
                                                       MakeCallback(&Loaded::Create, this));
            devices.Get(i)->TraceConnectWithoutContext("TransactionDone",
                                                       MakeCallback(&Loaded::Finish, this));
            if (pool && i > 0)
            {
                continue;
            }
            const auto application = burst::CreateFromText<ServerNetRequestApplication>(type);
            application->SetAttribute("Process",
                                      PointerValue(burst::CreateFromText<ArrivalProcess>(process)));
            application->SetAttribute("Destinations", PointerValue(pattern));
            application->SetStopTime(Ticks(ticks));
            devices.Get(i)->GetNode()->AddApplication(application);
            applications.push_back(application);
        }
    }

    ~Loaded()
    {
        Simulator::Destroy();
    }

    NetDeviceContainer devices;                                 //!< all
    Ptr<ServerNetFabric> fabric;                                //!< X
    std::vector<Ptr<ServerNetRequestApplication>> applications; //!< by device, or the pool
    uint64_t created{0};                                        //!< transactions
    std::vector<int64_t> done;   //!< number, creation and duration of each transaction
    std::vector<int64_t> waited; //!< ticks from the offer to the creation, of each transaction

  private:
    void Create(const Transaction& transaction)
    {
        ++created;
    }

    void Finish(const Transaction& transaction, int64_t ticks)
    {
        done.push_back(static_cast<int64_t>(transaction.number));
        done.push_back(transaction.createTick);
        done.push_back(ticks);
        waited.push_back(transaction.createTick - transaction.offerTick);
    }
};

} // namespace ns3

#endif // SERVERNET_TEST_LOAD_H
