/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_TEST_SOURCE_H
#define RUN_ARCHIVE_TEST_SOURCE_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet-burst.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/sequence-number.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

/**
 * @ingroup run-archive-tests
 *
 * Has a trace source of each signature the recorder knows, and some it does not.
 */
class RunArchiveTestSource : public ns3::Object
{
  public:
    /** @return the type */
    static ns3::TypeId GetTypeId();

    ns3::TracedValue<bool> m_bool{false};            //!< traced value
    ns3::TracedValue<int8_t> m_int8{0};              //!< traced value
    ns3::TracedValue<uint8_t> m_uint8{0};            //!< traced value
    ns3::TracedValue<int16_t> m_int16{0};            //!< traced value
    ns3::TracedValue<uint16_t> m_uint16{0};          //!< traced value
    ns3::TracedValue<int32_t> m_int32{0};            //!< traced value
    ns3::TracedValue<uint32_t> m_uint32{0};          //!< traced value
    ns3::TracedValue<int64_t> m_int64{0};            //!< traced value, declared as another type
    ns3::TracedValue<uint64_t> m_uint64{0};          //!< traced value
    ns3::TracedValue<double> m_double{0};            //!< traced value
    ns3::TracedValue<ns3::Time> m_time{ns3::Time()}; //!< traced value
    ns3::TracedValue<ns3::DataRate> m_rate{ns3::DataRate(0)}; //!< traced value
    ns3::TracedValue<ns3::SequenceNumber32> m_sequence{};     //!< traced value
    ns3::TracedCallback<> m_void;                             //!< event without argument
    ns3::TracedCallback<uint32_t> m_number;                   //!< event
    ns3::TracedCallback<ns3::Time> m_delay;                   //!< event
    ns3::TracedCallback<const ns3::Time&, const ns3::Address&> m_delayFrom;             //!< event
    ns3::TracedCallback<ns3::Ptr<const ns3::Packet>> m_constPacket;                     //!< event
    ns3::TracedCallback<ns3::Ptr<ns3::Packet>> m_packet;                                //!< event
    ns3::TracedCallback<ns3::Ptr<const ns3::Packet>, const ns3::Address&> m_packetFrom; //!< event
    ns3::TracedCallback<ns3::Ptr<const ns3::Packet>, const ns3::Address&, const ns3::Address&>
        m_packetFromTo;                                            //!< event
    ns3::TracedCallback<ns3::Ptr<const ns3::QueueItem>> m_item;    //!< event
    ns3::TracedCallback<ns3::Ptr<const ns3::PacketBurst>> m_burst; //!< event
    ns3::TracedCallback<uint32_t, uint32_t> m_sizes;               //!< old and new size
    ns3::TracedCallback<uint32_t, uint32_t> m_pair;                //!< two numbers, not old and new
    ns3::TracedCallback<ns3::Ptr<const ns3::Packet>, uint32_t> m_packetOnPort; //!< not known
};

/**
 * @ingroup run-archive-tests
 *
 * A packet in a queue disc; its header is counted apart, as in an IP item.
 */
class RunArchiveTestItem : public ns3::QueueDiscItem
{
  public:
    /** @param size of the packet in bytes */
    explicit RunArchiveTestItem(uint32_t size)
        : ns3::QueueDiscItem(ns3::Create<ns3::Packet>(size), ns3::Mac48Address(), 0)
    {
    }

    uint32_t GetSize() const override
    {
        return GetPacket()->GetSize() + 20;
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

#endif // RUN_ARCHIVE_TEST_SOURCE_H
