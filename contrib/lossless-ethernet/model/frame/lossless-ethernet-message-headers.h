/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MESSAGE_HEADERS_H
#define LOSSLESS_ETHERNET_MESSAGE_HEADERS_H

#include "ns3/header.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * @brief What a congestion point of BCN tells the source of a frame, behind the EtherType 0x88B5.
 *
 * What it carries is from US patent 8,792,352: the offset and the change of the queue in fields of
 * their own, the congestion point, a bit for mild and one for severe congestion. No public source
 * gives EtherType and layout, which are ours. 0x88B5 is for local experiments (IEEE 802a), where
 * protocols begin with a subtype and a version. Big-endian: 2 bytes subtype 0x4243, a byte version
 * 1, a byte flags, 8 bytes congestion point, 4 bytes offset and 4 bytes change in two's complement,
 * and the first 22 bytes of the sampled frame. In a frame with a VLAN tag it fills the 64 bytes of
 * the shortest.
 */
class BcnMessageHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x88b5; //!< in front of it
    static constexpr uint16_t SUBTYPE = 0x4243;    //!< of the EtherType for experiments
    static constexpr uint8_t VERSION = 1;          //!< of the layout
    static constexpr uint32_t SIZE = 42;           //!< bytes
    static constexpr uint32_t SAMPLE = 22;         //!< bytes of the sampled frame

    /** Flags: how bad the congestion is, where offset and change do not say it. */
    enum Flags : uint8_t
    {
        NO_FLAGS = 0, //!< offset and change say it
        MILD = 1,     //!< BCN_MAX: take the largest decrease
        SEVERE = 2,   //!< BCN(0,0): stop
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    BcnMessageHeader() = default;

    /** @param cpid the congestion point @param offset of the queue from its set point, bytes
     * @param change of the queue since the last sample, bytes @param flags of ``Flags``
     * @throw std::invalid_argument there is no such flag */
    BcnMessageHeader(uint64_t cpid, int32_t offset, int32_t change, uint8_t flags = NO_FLAGS);

    /** @param frame sampled, from its destination address on; what it lacks of 22 bytes is 0 */
    void SetSampledFrame(Ptr<const Packet> frame);

    uint64_t GetCpid() const;  //!< @return the congestion point
    int32_t GetOffset() const; //!< @return of the queue from its set point, bytes
    int32_t GetChange() const; //!< @return of the queue since the last sample, bytes
    uint8_t GetFlags() const;  //!< @return of ``Flags``

    const std::array<uint8_t, SAMPLE>& GetSample() const; //!< @return first bytes of the frame
    Mac48Address GetSampledDestination() const;           //!< @return whom the frame is for
    std::optional<uint32_t> GetSampledPriority() const; //!< @return by its VLAN tag; without: none

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint64_t m_cpid{0};                     //!< the congestion point
    int32_t m_offset{0};                    //!< bytes
    int32_t m_change{0};                    //!< bytes
    uint8_t m_flags{NO_FLAGS};              //!< of ``Flags``
    std::array<uint8_t, SAMPLE> m_sample{}; //!< first bytes of the sampled frame
};

/**
 * @ingroup lossless-ethernet
 * @brief What a congestion point of QCN tells the source of a frame, behind the EtherType 0x22E7.
 *
 * The CNM PDU of IEEE 802.1Qau, most significant bit first: 4 bits version 0, 6 bits reserved, 6
 * bits quantised feedback, 8 bytes congestion point, 2 bytes offset and 2 bytes change of the queue
 * in two's complement and units of 64 bytes, 2 bytes whose upper 3 bits are the priority of the
 * sampled frame, 6 bytes its destination, 2 bytes n, and the n first bytes of its data, 64 at most.
 */
class CnmHeader : public Header
{
  public:
    static constexpr uint16_t ETHER_TYPE = 0x22e7; //!< in front of it
    static constexpr uint32_t SIZE = 24;           //!< bytes without data of the sampled frame
    static constexpr uint32_t MOST_DATA = 64;      //!< bytes of data of the sampled frame
    static constexpr uint32_t MOST_FEEDBACK = 63;  //!< of 6 bits
    static constexpr int32_t UNIT = 64;            //!< bytes, of offset and change

    static TypeId GetTypeId(); //!< @return the TypeId
    CnmHeader() = default;

    /**
     * @param cpid the congestion point
     * @param feedback quantised, 0 to 63
     * @param offset of the set point over the queue, bytes
     * @param change of the queue since the last sample, bytes
     * @throw std::invalid_argument the feedback does not fit its field
     *
     * Offset and change are cut to whole units towards 0, and to what 16 bits hold.
     */
    CnmHeader(uint64_t cpid, uint32_t feedback, int64_t offset, int64_t change);

    /** @param priority 0 to 7 @param destination whom the frame is for @param data behind its
     * tags, from its EtherType on; 64 bytes at most are taken
     * @throw std::invalid_argument there is no such priority */
    void SetSampledFrame(uint32_t priority, Mac48Address destination, Ptr<const Packet> data);

    uint64_t GetCpid() const;                    //!< @return the congestion point
    uint32_t GetFeedback() const;                //!< @return quantised, 0 to 63
    int32_t GetOffset() const;                   //!< @return bytes, a multiple of 64
    int32_t GetChange() const;                   //!< @return bytes, a multiple of 64
    uint32_t GetSampledPriority() const;         //!< @return 0 to 7
    Mac48Address GetSampledDestination() const;  //!< @return whom the frame is for
    const std::vector<uint8_t>& GetData() const; //!< @return first bytes of the frame

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    uint64_t m_cpid{0};          //!< the congestion point
    uint8_t m_feedback{0};       //!< 0 to 63
    int16_t m_offset{0};         //!< units
    int16_t m_change{0};         //!< units
    uint8_t m_priority{0};       //!< of the sampled frame
    Mac48Address m_destination;  //!< of the sampled frame
    std::vector<uint8_t> m_data; //!< first bytes of the sampled frame
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MESSAGE_HEADERS_H
