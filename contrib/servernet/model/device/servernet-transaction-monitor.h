/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TRANSACTION_MONITOR_H
#define SERVERNET_TRANSACTION_MONITOR_H

#include "servernet-end-node.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/object.h"
#include "ns3/servernet-fabric.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The transactions of the devices of a fabric between two times, by kind of device, with
 * their two-way times.
 *
 * Start and Stop are called in the simulation. What waits and what was not made is that of the
 * whole run.
 */
class ServerNetTransactionMonitor : public Object
{
  public:
    /** What is counted for the devices of a kind. */
    struct Kind
    {
        std::string name;                 //!< in the topology
        uint64_t transactions{0};         //!< begun
        uint64_t requestFlits{0};         //!< of those
        uint32_t devices{0};              //!< of the kind
        burst::LogLinearHistogram twoWay; //!< ticks of the transactions that ended
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    ~ServerNetTransactionMonitor() override;

    /** Once, when its devices are attached. @param fabric whose devices are watched */
    void Watch(Ptr<ServerNetFabric> fabric);
    /** Measure no more two-way times than that.
     * @param samples their number, at least 1 @param reached is called in the event of the last */
    void SetLimit(uint64_t samples, std::function<void()> reached);

    void Start(); //!< Measure from now on; once.
    void Stop();  //!< Measure until now.

    const std::vector<Kind>& GetKinds() const; //!< @return in the order of their first devices
    uint64_t GetTransactions() const;          //!< @return transactions begun

  private:
    using Transaction = ServerNetEndNode::Transaction;

    /** @param monitor this one @param device that asks @param made the transaction */
    static void Created(ServerNetTransactionMonitor* monitor,
                        uint32_t device,
                        const Transaction& made);
    /** @param monitor this one @param device that asked @param done the transaction @param ticks it
     * took */
    static void Done(ServerNetTransactionMonitor* monitor,
                     uint32_t device,
                     const Transaction& done,
                     int64_t ticks);
    void Connect(bool connect); //!< With the traces. @param connect or disconnect

    burst::LogLinearHistogram GetTimes() const; //!< @return two-way times of all kinds
    /** @return flits of a kind's device in a tick @throws std::runtime_error without Stop */
    burst::Statistic::Parts GetRequested() const;
    burst::Statistic::Parts GetTwoWay() const;  //!< @return means in ticks
    burst::Statistic::Parts GetLongest() const; //!< @return longest two-way time in ticks
    burst::Statistic::Parts GetRouters() const; //!< @return mean number on the way of a packet
    burst::Statistic::Parts GetWaited() const;  //!< @return mean in ticks
    uint64_t GetNotMade() const;                //!< @return requests
    uint64_t GetDeferred() const;               //!< @return requests

    Ptr<ServerNetFabric> m_fabric;                //!< which
    std::vector<Ptr<ServerNetEndNode>> m_devices; //!< of the fabric
    std::vector<Kind> m_kinds;                    //!< see GetKinds
    std::vector<uint32_t> m_kind;                 //!< by device
    std::function<void()> m_reached;              //!< see SetLimit
    uint64_t m_limit{UINT64_MAX};                 //!< see SetLimit
    bool m_measuring{false};                      //!< between Start and Stop
    int64_t m_begin{0};                           //!< first tick
    int64_t m_end{0};                             //!< tick after the last
    uint64_t m_samples{0};                        //!< transactions that ended
    uint64_t m_routers{0};                        //!< on the ways of their packets
    int64_t m_waited{0};                          //!< ticks, before they were made
};

} // namespace ns3

#endif // SERVERNET_TRANSACTION_MONITOR_H
