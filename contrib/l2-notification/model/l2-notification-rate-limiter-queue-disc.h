/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_RATE_LIMITER_QUEUE_DISC_H
#define L2_NOTIFICATION_RATE_LIMITER_QUEUE_DISC_H

#include "l2-notification-congestion-notifier.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/lossless-ethernet-frame-pacer.h"
#include "ns3/lossless-ethernet-reaction-point.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup l2-notification
 * @brief A queue for each flow of a sender, and the rate limiters of its reaction point.
 *
 * Flows that may send now are served by round robin. What a packet carries of its flow is in its
 * RateLimiterTag. The number of a flow is that of the packet filters, if there are any and one
 * matches; else 16 bits of a hash over QueueDiscItem::Hash, which is about addresses and ports of
 * IP, and the address of the next device. Flows with the same number share queue and limiter.
 *
 * A root queue disc, or one of ns3::MqQueueDisc: it has to wake the device by itself.
 */
class RateLimiterQueueDisc : public QueueDisc
{
  public:
    /** Reason of drops. */
    static constexpr const char* LIMIT_EXCEEDED_DROP = "Queue disc limit exceeded";

    static TypeId GetTypeId(); //!< @return the TypeId
    RateLimiterQueueDisc();

    /** @return the reaction point, or null if there is none; the attribute cannot be
     * set any more */
    Ptr<ReactionPoint> GetReactionPoint();

    /** @param stream the first one, -1 for those that ns-3 allocates @return number of streams */
    int64_t AssignStreams(int64_t stream);

    /**
     * Hear a congestion point.
     * @param flow that the message is about
     * @param message what it says
     */
    void ReceiveCongestionMessage(uint16_t flow, const lossless::CongestionMessage& message);

    /** @param item any @return number of its flow */
    uint16_t GetFlow(Ptr<QueueDiscItem> item);

    /** @param flow any @return its rate in bits per second, 0 while it is stopped, that of the link
     * if it is not limited */
    double GetRate(uint16_t flow) const;

    /**
     * @param rate of a flow, bits per second
     * @param flow number of it
     */
    typedef void (*RateTracedCallback)(double rate, uint16_t flow);

  protected:
    void DoDispose() override;

  private:
    bool IsMade() const; //!< @return whether the attribute ReactionPoint has acted

    /** A flow of which something waits, or that is limited. */
    struct Flow
    {
        Ptr<InternalQueue> queue;                       //!< null: nothing waits
        std::unique_ptr<lossless::RateLimiter> limiter; //!< null: not limited
        lossless::FramePacer gap;                       //!< while it is limited
        int64_t due{lossless::RateLimiter::NEVER};      //!< when it is to be looked at, ns
    };

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;
    Flow& Take(uint16_t number); //!< @param number of a flow @return it, perhaps a new one
    /** What follows from its queue and limiter as they are. @param number of a flow */
    void Settle(uint16_t number);
    void Wake();     //!< Flows that are due.
    void Schedule(); //!< Wake at the first of them.

    burst::ObjectText m_text;                     //!< attribute ReactionPoint
    DataRate m_lineRate;                          //!< attribute LineRate
    Ptr<ReactionPoint> m_point;                   //!< of m_text, or null
    double m_rate{0};                             //!< of the link, bits per second
    Mac48Address m_address;                       //!< of the device
    std::map<uint16_t, Flow> m_flows;             //!< by number
    std::set<uint16_t> m_ready;                   //!< flows that may send
    uint32_t m_turn{0};                           //!< flow that is looked at first
    std::vector<Ptr<InternalQueue>> m_free;       //!< queues without a flow
    std::set<std::pair<int64_t, uint16_t>> m_due; //!< times of flows
    EventId m_event;                              //!< Wake
    int64_t m_next{lossless::RateLimiter::NEVER}; //!< time of that, ns
    TracedCallback<double, uint16_t> m_rateTrace; //!< Rate
};

} // namespace ns3

#endif // L2_NOTIFICATION_RATE_LIMITER_QUEUE_DISC_H
