/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_CONGESTION_POINT_H
#define LOSSLESS_ETHERNET_CONGESTION_POINT_H

#include "lossless-ethernet-congestion-message.h"
#include "lossless-ethernet-frame-sampler.h"

#include "ns3/burst-core-sinks.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief Samples the frames that join a queue and tells their sources to send less or more.
 *
 * Each queue that is watched has a congestion point of its own. For each data frame that joins, its
 * owner does
 *
 *     if (point->Count(bytes))
 *     {
 *         const int64_t place = point->Choose(queue); // in most laws the frame itself
 *         const CongestionMessage message = point->Sample(queue, tag of the frame at that place);
 *         // send it to the source of that frame, unless it is NOTHING
 *     }
 *
 * Count is a subtraction; what is virtual is called for sampled frames alone. Attributes and
 * streams are set before Start.
 */
class CongestionPoint : public Object
{
  public:
    /** Choose: the frame that joins. */
    static constexpr int64_t ARRIVED = -1;

    static TypeId GetTypeId(); //!< @return the TypeId
    CongestionPoint();

    /**
     * Take the attributes and begin to sample.
     * @param id CPID, not CongestionMessage::NOBODY
     * @throw std::invalid_argument that one, or attributes that do not go together
     */
    void Start(uint64_t id);

    bool IsStarted() const; //!< @return whether Start was called

    /** @return CPID, CongestionMessage::NOBODY before the start */
    uint64_t GetId() const;

    /**
     * A data frame joins the queue.
     * @param bytes of the frame
     * @return whether a frame is to be sampled now
     */
    bool Count(uint32_t bytes)
    {
        return m_sampler.Count(bytes);
    }

    /**
     * @param queue bytes of the queue, those of the frame that joins included; at least 1
     * @return ARRIVED, or a byte of the queue, counted from 0 at its head: the frame to be sampled
     * is the one that holds it
     * @throw std::runtime_error a subclass returned something else
     */
    int64_t Choose(int64_t queue);

    /**
     * Sample a frame.
     * @param queue as for Choose
     * @param tag congestion point that the sampled frame names, or CongestionMessage::NOBODY
     * @return what its source is to be told
     */
    lossless::CongestionMessage Sample(int64_t queue, uint64_t tag);

    /** @return bytes at which it holds the queue, which a memory has to have room for; by default 0
     */
    virtual uint32_t GetSetPoint() const;

    /**
     * @param stream index of the random stream, -1 for one that ns-3 allocates
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

    bool HasSinks() const; //!< @return whether Feedback has sinks
    /** Let the owner of the queue take part in changes of the sinks of Feedback.
     * @param perform is given each change, which it calls once; null: nobody takes part */
    void SetSinkOwner(std::function<void(const burst::SinkChange& change)> perform);

    /**
     * @param feedback Fb of a sample, bytes
     */
    typedef void (*FeedbackTracedCallback)(double feedback);

    /** Draw from the random stream of another one, from now on. @param other which */
    void ShareStream(const CongestionPoint& other);

  protected:
    /** @return which frames are sampled; DoStart sets it, DoSample goes for the next sample */
    lossless::FrameSampler& GetSampler();

    /** @return source of all draws */
    traffic::StreamRandom& GetRandom();

  private:
    /** Sinks of Feedback come or go. @param change performs that */
    void ChangeSinks(const burst::SinkChange& change);

    /** Take the attributes, and set the sampler. */
    virtual void DoStart() = 0;

    /** As Choose; by default the frame that joins. @param queue bytes of the queue @return the
     * place */
    virtual int64_t DoChoose(int64_t queue);

    /**
     * As Sample, and go for the next sample.
     * @param queue bytes of the queue
     * @param tagged whether the sampled frame names this congestion point
     * @return the message; the sender is filled in
     */
    virtual lossless::CongestionMessage DoSample(int64_t queue, bool tagged) = 0;

    lossless::FrameSampler m_sampler;                //!< which frames are sampled
    std::shared_ptr<traffic::StreamRandom> m_random; //!< source of all draws
    uint64_t m_id;                                   //!< CPID
    TracedCallback<double> m_feedbackTrace;          //!< trace source Feedback

    std::function<void(const burst::SinkChange&)> m_sinkOwner; //!< see SetSinkOwner
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_CONGESTION_POINT_H
