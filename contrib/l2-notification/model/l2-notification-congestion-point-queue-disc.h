/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef L2_NOTIFICATION_CONGESTION_POINT_QUEUE_DISC_H
#define L2_NOTIFICATION_CONGESTION_POINT_QUEUE_DISC_H

#include "l2-notification-congestion-notifier.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/lossless-ethernet-congestion-point.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup l2-notification
 * @brief First come, first served, watched by a congestion point.
 *
 * What finds no room is dropped. Each packet that joins is counted by the congestion point, whose
 * messages go to the sources of sampled packets by the CongestionNotifier of the node. The bytes of
 * the queue are those of packets that wait here; what is in the device is not counted. Messages of
 * congestion points on their way through this disc overtake the packets.
 */
class CongestionPointQueueDisc : public QueueDisc
{
  public:
    /** Reason of drops. */
    static constexpr const char* LIMIT_EXCEEDED_DROP = "Queue disc limit exceeded";

    static TypeId GetTypeId(); //!< @return the TypeId
    CongestionPointQueueDisc();

    /** @return the congestion point, or null if there is none; the attribute cannot be
     * set any more */
    Ptr<CongestionPoint> GetCongestionPoint();

    /** @param stream the first one, -1 for those that ns-3 allocates @return number of streams */
    int64_t AssignStreams(int64_t stream);

    /** @param source device of the rate limiter, 00:00:00:00:00:00 if the packet has passed none
     * @param message of the congestion point */
    typedef void (*MessageTracedCallback)(Mac48Address source,
                                          const lossless::CongestionMessage& message);

  protected:
    void DoDispose() override;

  private:
    bool IsMade() const; //!< @return whether the attribute CongestionPoint has acted
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;
    void Sample(Ptr<const QueueDiscItem> item); //!< Now. @param item that has joined
    void ShowFeedback(double feedback);         //!< Trace it. @param feedback Fb, bytes

    burst::ObjectText m_text;           //!< attribute CongestionPoint
    uint64_t m_id;                      //!< attribute CongestionPointId
    Ptr<CongestionPoint> m_point;       //!< of m_text, or null
    Ptr<CongestionNotifier> m_notifier; //!< of the node, from the start on
    TracedCallback<Mac48Address, const lossless::CongestionMessage&> m_messageTrace; //!< Message
    TracedCallback<double> m_feedbackTrace;                                          //!< Feedback
};

} // namespace ns3

#endif // L2_NOTIFICATION_CONGESTION_POINT_QUEUE_DISC_H
