/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TEST_LOG_H
#define SERVERNET_TEST_LOG_H

#include "ns3/fabric-ledger.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/servernet-helper.h"

#include <cstdint>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

constexpr int64_t SERVERNET_TICK = 20; //!< ns

/**
 * @defgroup servernet-tests Tests of ServerNet
 * @ingroup servernet
 */

/** @ingroup servernet-tests @param ticks time @return it */
inline Time
Ticks(int64_t ticks)
{
    return NanoSeconds(SERVERNET_TICK * ticks);
}

/** @ingroup servernet-tests @brief Makes the same request each time it is asked. */
class SameRequest : public ServerNetRequestSource
{
  public:
    /** @param to destination @param type of the request */
    SameRequest(uint32_t to, ServerNetPacketType type)
    {
        m_request.destination = to;
        m_request.type = type;
        m_request.bytes = ServerNetPacket::MOST_DATA;
    }

    ServerNetRequest DrawRequest(uint32_t device) override
    {
        return m_request;
    }

  private:
    ServerNetRequest m_request; //!< what is asked
};

/** @ingroup servernet-tests @brief What devices say of their transactions. */
class Log
{
  public:
    using Transaction = ServerNetNetDevice::Transaction; //!< what devices tell of

    /** @param devices to listen to */
    explicit Log(const NetDeviceContainer& devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = devices.Get(i);
            device->TraceConnectWithoutContext("RequestCreated", MakeCallback(&Log::Create, this));
            device->TraceConnectWithoutContext("TransactionDone", MakeCallback(&Log::Finish, this));
            device->TraceConnectWithoutContext("Timeout", MakeCallback(&Log::TimeOut, this));
            device->TraceConnectWithoutContext("Failed", MakeCallback(&Log::Fail, this));
            device->TraceConnectWithoutContext("LateResponse", MakeCallback(&Log::BeLate, this));
        }
    }

    std::vector<int64_t> created; //!< ticks
    std::vector<int64_t> done;    //!< ticks
    std::vector<int64_t> twoWay;  //!< ticks
    uint32_t timeouts{0};         //!< firings
    uint32_t failed{0};           //!< firings
    uint32_t late{0};             //!< firings

  private:
    /** @param transaction that has begun */
    void Create(const Transaction& transaction)
    {
        created.push_back(transaction.createTick);
    }

    /** @param transaction that has ended @param ticks that it took */
    void Finish(const Transaction& transaction, int64_t ticks)
    {
        done.push_back(transaction.createTick + ticks);
        twoWay.push_back(ticks);
    }

    /** @param transaction without a response */
    void TimeOut(const Transaction& transaction)
    {
        ++timeouts;
    }

    /** @param transaction that was given up */
    void Fail(const Transaction& transaction)
    {
        ++failed;
    }

    /** @param packet that is late */
    void BeLate(const ServerNetPacket& packet)
    {
        ++late;
    }
};

/** @param devices devices @param number of one @return it */
inline ServerNetNetDevice&
At(const NetDeviceContainer& devices, uint32_t number)
{
    return *DynamicCast<ServerNetNetDevice>(devices.Get(number));
}

/** Check that all packets of the fabrics of some devices, and all requests, are accounted for.
 * @param devices which */
inline void
CheckConservation(const NetDeviceContainer& devices)
{
    fabric::ConservationLedger ledger;
    for (const uint32_t path : {0, 1})
    {
        if (const auto fabric = ServerNetHelper::GetFabric(devices, path))
        {
            fabric->Report(ledger, path == 0 ? "X" : "Y");
        }
    }
    const uint32_t requests = ledger.AddAccount("requests");
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        At(devices, i).Report(ledger, requests);
    }
    ledger.Check();
}

/** Offers a request now. @param device asks @param source of the request */
inline void
Offer(ServerNetNetDevice* device, ServerNetRequestSource* source)
{
    device->OfferRequest(*source);
}

/** Connect a function to a trace. @tparam Values of it @param owner of the trace @param name of it
 * @param sink the function */
template <typename... Values, typename Sink>
void
Listen(Ptr<Object> owner, const std::string& name, Sink sink)
{
    owner->TraceConnectWithoutContext(
        name,
        Callback<void, Values...>(std::function<void(Values...)>(sink)));
}

/** @param object any @param name of an attribute @param value of it @return whether it is taken */
inline bool
Takes(Ptr<Object> object, const std::string& name, const AttributeValue& value)
{
    try
    {
        return object->SetAttributeFailSafe(name, value);
    }
    catch (const std::invalid_argument&)
    {
        return false;
    }
}

/** @param action what to do @return the sentence that refuses it, empty if it is done */
template <typename Action>
std::string
GetSentence(Action action)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** @param text of a topology @return the topology */
inline fabric::Topology
ReadText(const std::string& text)
{
    std::istringstream input(text);
    return fabric::ReadTopology(input, "text");
}

} // namespace ns3

#endif // SERVERNET_TEST_LOG_H
