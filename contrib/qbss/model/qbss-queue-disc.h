/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_QUEUE_DISC_H
#define QBSS_QUEUE_DISC_H

#include "qbss-classes.h"
#include "qbss-schedulers.h"
#include "qbss-token-bucket.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief The port of a QBSS router: three classes, of which each has a share of the link, and takes
 * what the others leave.
 *
 * Classes are those of QbssClass. A packet filter finds the class of a packet; what no filter knows
 * is best effort. Each class has a queue disc of its own. The queue of the device below comes after
 * all that: keep it short, as QbssHelper does. A root queue disc, or one of MqQueueDisc: with
 * PriorityCap it has to wake the device by itself.
 */
class QbssQueueDisc : public QueueDisc
{
  public:
    /** What became of the packets of a class; bytes are those of IP packets. */
    struct Account
    {
        uint64_t packets{0};      //!< that were sent
        uint64_t bytes{0};        //!< of those
        uint64_t dropped{0};      //!< packets that were dropped
        uint64_t droppedBytes{0}; //!< of those
        Time waited{0};           //!< by all packets that were sent, together
        Time longest{0};          //!< that one of them waited
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    QbssQueueDisc();

    /** @param number of a class, see QbssClass @return what became of its packets so far */
    const Account& GetAccount(uint32_t number) const;

    /** Of queue discs of classes that draw: RED, PIE and COBALT.
     * @param stream the first one @return number of streams */
    int64_t AssignStreams(int64_t stream);

    /**
     * @param number of the class
     * @param item that is sent
     * @param sojourn since it came
     */
    typedef void (*SentTracedCallback)(uint32_t number,
                                       Ptr<const QueueDiscItem> item,
                                       Time sojourn);
    /**
     * @param number of the class
     * @param item that is dropped
     */
    typedef void (*DroppedTracedCallback)(uint32_t number, Ptr<const QueueDiscItem> item);

  protected:
    void DoDispose() override;

  private:
    bool HasClasses() const; //!< @return whether classes were made or added

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    void SetFilter(const burst::ObjectText& filter); //!< @param filter of packets
    burst::ObjectText GetFilter() const;             //!< @return see SetFilter
    void MakeClasses(); //!< Those of ClassQueue, unless classes were added.
    /** @param number of a class @return its queue disc */
    Ptr<QueueDisc> GetChild(uint32_t number) const;
    /** @param number of a class
     * @param item that its queue disc dropped */
    void Drop(uint32_t number, Ptr<const QueueDiscItem> item);
    bool IsCapped(); //!< @return whether the first packet of Priority has to wait; it wakes then
    /** @param get a number of a class @return it by the name of the class */
    burst::Statistic::Parts GetParts(double (*get)(const Account& account)) const;

    uint32_t m_qbssWeight;             //!< attribute QbssWeight
    uint32_t m_bestEffortWeight;       //!< attribute BestEffortWeight
    uint32_t m_priorityWeight;         //!< attribute PriorityWeight
    burst::ObjectText m_schedulerText; //!< attribute Scheduler
    burst::ObjectText m_childText;     //!< attribute ClassQueue
    burst::ObjectText m_filterText;    //!< attribute Filter
    DataRate m_cap;                    //!< attribute PriorityCap
    uint32_t m_burst;                  //!< attribute PriorityBurst

    Ptr<PacketFilter> m_filter;                       //!< of m_filterText
    Ptr<QbssScheduler> m_scheduler;                   //!< of m_schedulerText
    std::optional<QbssTokenBucket> m_bucket;          //!< of the cap, if there is one
    EventId m_wake;                                   //!< when the bucket lets a packet go
    std::vector<uint32_t> m_heads;                    //!< bytes of first packets
    std::array<Account, QbssClass::COUNT> m_accounts; //!< by class
    TracedCallback<uint32_t, Ptr<const QueueDiscItem>, Time> m_sentTrace; //!< Sent
    TracedCallback<uint32_t, Ptr<const QueueDiscItem>> m_droppedTrace;    //!< Dropped
};

} // namespace ns3

#endif // QBSS_QUEUE_DISC_H
