/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_CLASSES_H
#define QBSS_CLASSES_H

#include "ns3/packet-filter.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/** @ingroup qbss @brief The three classes of service of a QBSS network, by number. */
struct QbssClass
{
    static constexpr uint32_t SCAVENGER = 0; //!< QBSS itself: a small share, and what others leave
    static constexpr uint32_t BEST_EFFORT = 1; //!< all that is not marked
    static constexpr uint32_t PRIORITY = 2;    //!< low volume that must not wait
    static constexpr uint32_t COUNT = 3;       //!< how many there are

    /** Names of the classes, by number. */
    static constexpr std::array<const char*, COUNT> NAMES{"QBSS", "BE", "Priority"};
};

/**
 * @ingroup qbss
 * @brief Class of an IPv4 or IPv6 packet by its differentiated services code point (DSCP).
 *
 * What is in no list, and what is no IP packet, is best effort. A code point that is in both lists
 * is QBSS: what asks to be a scavenger is one.
 */
class DscpPacketFilter : public PacketFilter
{
  public:
    static constexpr uint32_t CODE_POINTS = 64; //!< code points have 6 bits

    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    /** The code points of a class. */
    struct List
    {
        std::string text;                    //!< of the attribute
        std::array<bool, CODE_POINTS> has{}; //!< by code point

        /** @param attribute that the text is of
         * @param given text; std::invalid_argument unless it is code points between commas */
        void Read(const std::string& attribute, const std::string& given);
    };

    bool CheckProtocol(Ptr<QueueDiscItem> item) const override;
    int32_t DoClassify(Ptr<QueueDiscItem> item) const override;
    void SetScavenger(std::string text); //!< @param text of attribute Qbss
    std::string GetScavenger() const;    //!< @return attribute Qbss
    void SetPriority(std::string text);  //!< @param text of attribute Priority
    std::string GetPriority() const;     //!< @return attribute Priority

    List m_scavenger; //!< attribute Qbss
    List m_priority;  //!< attribute Priority
};

} // namespace ns3

#endif // QBSS_CLASSES_H
