/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RECEIVER_H
#define PFABRIC_RECEIVER_H

#include "pfabric-ranges.h"

#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/** @ingroup pfabric @brief What a receiver of pFabric reports of a message. */
struct PFabricAcknowledgement
{
    uint64_t cumulative{0}; //!< bytes from the first one on that came without a gap
    PFabricBlocks blocks;   //!< others that came: that of the last packet, then those that were
                            //!< reported most recently (RFC 2018, section 4)
};

/**
 * @ingroup pfabric
 * @brief The law of the receiver of a message: each data packet is acknowledged at once.
 */
class PFabricReceiver
{
  public:
    /** A data packet has come. @param range its bytes, at least one @return how many of them had
     * not come before */
    uint64_t Receive(const PFabricRange& range);

    /** @return the acknowledgement of the last data packet */
    const PFabricAcknowledgement& GetAcknowledgement() const
    {
        return m_acknowledgement;
    }

    /** @return bytes that came, each counted once */
    uint64_t GetReceived() const
    {
        return m_acknowledgement.cumulative + m_ranges.GetSize();
    }

  private:
    /** @param block that is acknowledged too, as it is now, if there is such a one, it is not yet
     * among the blocks and there is room */
    void AddBlock(const PFabricRange& block);

    PFabricRanges m_ranges;                   //!< what came behind a gap
    PFabricAcknowledgement m_acknowledgement; //!< see GetAcknowledgement
};

/**
 * @ingroup pfabric
 * @brief A message that is received: the law of the receiver with the content.
 */
class PFabricIncoming
{
  public:
    /** Data of a packet. */
    struct Data
    {
        PFabricRange range;        //!< not empty
        bool last{false};          //!< the last byte of the message is among them
        Ptr<Packet> content;       //!< they themselves, or
        Ptr<const Packet> message; //!< all of the message that they are of
    };

    void Receive(const Data& data); //!< @param data that have come

    /** @return the acknowledgement of the last packet */
    const PFabricAcknowledgement& GetAcknowledgement() const
    {
        return m_receiver.GetAcknowledgement();
    }

    bool IsDone() const;      //!< @return whether all of it has come
    Ptr<Packet> GetContent(); //!< @return the message, which is done

  private:
    void Append(Ptr<Packet> content); //!< @param content of the next bytes in order

    PFabricReceiver m_receiver;              //!< law
    std::optional<uint64_t> m_size;          //!< bytes of the message, if known
    std::map<uint64_t, Ptr<Packet>> m_ahead; //!< data behind a gap, by first byte
    Ptr<const Packet> m_message;             //!< all of it, if the packets have it
    std::vector<Ptr<Packet>> m_content;      //!< in order; each piece is longer than the next one
    uint64_t m_inOrder{0};                   //!< bytes of that
};

} // namespace ns3

#endif // PFABRIC_RECEIVER_H
