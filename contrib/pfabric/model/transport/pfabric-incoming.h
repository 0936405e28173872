/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_INCOMING_H
#define PFABRIC_INCOMING_H

#include "pfabric-receiver.h"

#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

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

    /** @return what is said of the last packet */
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

#endif // PFABRIC_INCOMING_H
