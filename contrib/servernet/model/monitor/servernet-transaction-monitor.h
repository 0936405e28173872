/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TRANSACTION_MONITOR_H
#define SERVERNET_TRANSACTION_MONITOR_H

#include "ns3/burst-core-statistics.h"
#include "ns3/object.h"
#include "ns3/servernet-fabric.h"
#include "ns3/servernet-net-device.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Measures the transactions of the devices of a fabric and their two-way times, by kind of
 * device, between Start() and Stop().
 *
 * Call Start() and Stop() during the simulation. The numbers of deferred and of dropped requests
 * are for the whole run.
 */
class ServerNetTransactionMonitor : public Object
{
  public:
    /** Counts of all devices of a kind. */
    struct Kind
    {
        std::string name;                 //!< kind in the topology
        uint64_t transactions{0};         //!< transactions begun
        uint64_t requestFlits{0};         //!< flits of the requests of these transactions
        uint32_t devices{0};              //!< number of devices
        burst::LogLinearHistogram twoWay; //!< two-way times of ended transactions, ticks
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ~ServerNetTransactionMonitor() override;

    /** Call once, after all devices are attached. @param fabric whose devices are watched */
    void Watch(Ptr<ServerNetFabric> fabric);
    /** Limit the number of two-way times. @param samples maximum number, at least 1
     * @param reached called in the event of the last two-way time */
    void SetLimit(uint64_t samples, std::function<void()> reached);

    void Start(); //!< Begin to measure behind the present tick. Call once.
    void Stop();  //!< End the measurement with the present tick.

    const std::vector<Kind>& GetKinds()
        const;                        //!< @return kinds in the order of their first devices
    uint64_t GetTransactions() const; //!< @return transactions begun

  private:
    /** @param call that is made; std::invalid_argument before Watch, and once the fabric is gone */
    void CheckMeasuring(const std::string& call) const;
    using Transaction = ServerNetNetDevice::Transaction;
    static constexpr int64_t NEVER = INT64_MAX; //!< not yet

    /** @param tick of an event @return whether it belongs to the measurement, whenever it is told
     */
    bool IsMeasured(int64_t tick) const;
    /** @param monitor this @param device the requester @param made the new transaction */
    static void Created(ServerNetTransactionMonitor* monitor,
                        uint32_t device,
                        const Transaction& made);
    /** @param monitor this @param device the requester @param done the transaction
     * @param ticks two-way time */
    static void Done(ServerNetTransactionMonitor* monitor,
                     uint32_t device,
                     const Transaction& done,
                     int64_t ticks);
    void Connect(bool connect); //!< With the traces. @param connect or disconnect

    burst::LogLinearHistogram GetTimes() const; //!< @return two-way times of all kinds
    /** @return mean request flits per device and tick, by kind
     * @throws std::runtime_error before Start and Stop */
    burst::Statistic::Parts GetRequested() const;
    burst::Statistic::Parts GetTwoWay() const;  //!< @return mean two-way time in ticks
    burst::Statistic::Parts GetLongest() const; //!< @return longest two-way time in ticks
    burst::Statistic::Parts GetRouters() const; //!< @return mean number of routers on a path
    burst::Statistic::Parts GetWaited() const;  //!< @return mean wait for room, ticks
    uint64_t GetNotMade() const;                //!< @return dropped requests
    uint64_t GetDeferred() const;               //!< @return deferred requests

    Ptr<ServerNetFabric> m_fabric;                  //!< the fabric
    std::vector<Ptr<ServerNetNetDevice>> m_devices; //!< of the fabric
    std::vector<Kind> m_kinds;                      //!< see GetKinds
    std::vector<uint32_t> m_kind;                   //!< by device
    std::function<void()> m_reached;                //!< see SetLimit
    uint64_t m_limit{UINT64_MAX};                   //!< see SetLimit
    int64_t m_begin{NEVER};                         //!< tick of Start, the last before
    int64_t m_end{NEVER};                           //!< tick of Stop, the last one
    uint64_t m_samples{0};                          //!< transactions that ended
    uint64_t m_routers{0};                          //!< on the ways of their packets
    int64_t m_waited{0};                            //!< ticks, before they were made
};

} // namespace ns3

#endif // SERVERNET_TRANSACTION_MONITOR_H
