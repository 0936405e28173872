/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_SCHEDULERS_H
#define QBSS_SCHEDULERS_H

#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief The law of deficit round robin (M. Shreedhar, G. Varghese, SIGCOMM 1995): which class
 * sends.
 *
 * The turn goes round. A class with packets gets a quantum when the turn comes to it, and sends
 * while its deficit covers its first packet; one without packets has no deficit. Quanta are in
 * proportion to the weights. Deficits are whole numbers, in parts of a byte, so that no quantum is
 * rounded.
 */
class QbssDeficits
{
  public:
    /**
     * @param weights of the classes, above 0
     * @param quantum bytes of a class whose weight is the reference, above 0
     * @param reference a weight, above 0: the largest gives short rounds, the smallest long ones.
     * std::invalid_argument if one of them is 0
     */
    QbssDeficits(const std::vector<uint32_t>& weights, uint32_t quantum, uint32_t reference);

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0
     * @return class whose packet is sent
     */
    std::size_t Serve(const std::vector<uint32_t>& heads);

  private:
    std::vector<uint64_t> m_quanta;   //!< by class
    uint64_t m_cost;                  //!< deficit that a byte takes
    std::vector<uint64_t> m_deficits; //!< by class
    std::size_t m_turn{0};            //!< whose turn it is
    bool m_given{false};              //!< whether that class got its quantum
};

/**
 * @ingroup qbss
 * @brief The law of self-clocked fair queueing (S. J. Golestani, INFOCOM 1994): which class sends.
 *
 * The first packet of a class has the finish tag max(v, tag of the packet before) + length /
 * weight, the lowest tag is sent, and it becomes v. Here v is always 0: when a packet is sent its
 * tag is taken off all others. A class without a tag then gets length / weight, whether it sent
 * last or had nothing to send, so that nothing older has to be kept. Tags are whole numbers, in
 * parts of a byte that the least common multiple of the weights makes whole: nothing is rounded,
 * and nothing grows with time.
 */
class QbssFairTags
{
  public:
    /** @param weights of the classes, above 0; std::invalid_argument if they are not */
    explicit QbssFairTags(const std::vector<uint32_t>& weights);

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0.
     * It stays the same until it is sent or may not be sent.
     * @return class whose packet is sent; of equal tags the last class
     */
    std::size_t Serve(const std::vector<uint32_t>& heads);

  private:
    std::vector<uint64_t> m_costs; //!< tag of a byte, by class
    std::vector<uint64_t> m_tags;  //!< of first packets, by class
};

/**
 * @ingroup qbss
 * @brief Which class of a QbssQueueDisc sends next. A class that is derived from this one is
 * another scheduler: the attribute Scheduler names it.
 */
class QbssScheduler : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** Begin, with nobody served before; once. @param weights of the classes, above 0 */
    virtual void Start(const std::vector<uint32_t>& weights) = 0;

    /**
     * Send a packet.
     * @param heads bytes of the first packet of each class, 0 for one that may not send; not all 0.
     * It stays the same until it is sent or may not be sent.
     * @return class whose packet is sent
     */
    virtual std::size_t Serve(const std::vector<uint32_t>& heads) = 0;
};

/**
 * @ingroup qbss
 * @brief Deficit round robin, see QbssDeficits. Shares do not depend on the reference, but delays
 * do: with the smallest weight a class with 69 times the weight sends 69 packets in a row.
 */
class QbssDrrScheduler : public QbssScheduler
{
  public:
    /** Weight of the class that has the quantum. */
    enum Reference
    {
        LARGEST,  //!< the largest: others have less than a packet in a round
        SMALLEST, //!< the smallest: others have many packets in a round
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    void Start(const std::vector<uint32_t>& weights) override;
    std::size_t Serve(const std::vector<uint32_t>& heads) override;

  private:
    uint32_t m_quantum;                //!< attribute Quantum
    Reference m_reference;             //!< attribute Reference
    QbssDeficits m_deficits{{}, 1, 1}; //!< the law
};

/**
 * @ingroup qbss
 * @brief Self-clocked fair queueing, see QbssFairTags. A packet that comes when its class was idle
 * waits for its own length over the share of its class and for one packet of each other class.
 */
class QbssScfqScheduler : public QbssScheduler
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Start(const std::vector<uint32_t>& weights) override;
    std::size_t Serve(const std::vector<uint32_t>& heads) override;

  private:
    QbssFairTags m_tags{{}}; //!< the law
};

} // namespace ns3

#endif // QBSS_SCHEDULERS_H
