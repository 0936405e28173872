/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_REQUEST_APPLICATION_H
#define SERVERNET_REQUEST_APPLICATION_H

#include "ns3/application.h"
#include "ns3/burst-traffic-arrival-driver.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/random-variable-stream.h"
#include "ns3/servernet-net-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Offers a read or write request to the ServerNet device of its node for each arrival of an
 * arrival process.
 *
 * The request of an arrival at tick t is offered t ticks of the fabric after the start. Destination
 * and type are drawn when the request is made; with a full window this is later. Deferred requests
 * are discarded when the application stops.
 */
class ServerNetRequestApplication : public Application, protected ServerNetRequestSource
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    ServerNetRequestApplication();

    Ptr<ArrivalProcess> GetProcess() const;          //!< @return attribute Process
    Ptr<DestinationPattern> GetDestinations() const; //!< @return attribute Destinations
    bool IsStarted() const;      //!< @return whether the application has started
    uint64_t GetOffered() const; //!< @return requests offered so far

    /** Assign the stream of request types, and in a subclass the streams of its own draws.
     * @param stream first random stream to use @return the number of streams used */
    virtual int64_t AssignDrawStreams(int64_t stream);

    /**
     * Assign the streams of the process, of AssignDrawStreams and of the pattern, in this order.
     * Applications that share a pattern share its stream: the last one assigned. Not marked as
     * override: in ns-3.37 the base class has no such function.
     * @param stream first random stream to use
     * @return the number of streams used
     */
    virtual int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    virtual void Prepare(); //!< Before the start, which may be refused: std::invalid_argument.

    /** @return the device that makes the next request; by default the device of the node */
    virtual ServerNetNetDevice& ChooseDevice();
    ServerNetNetDevice& GetDevice() const; //!< @return the device of the node

  private:
    ServerNetRequest DrawRequest(uint32_t device) override;
    void Offer(int64_t tick); //!< Offer the requests of a tick. @param tick the present tick

    Ptr<ArrivalProcess> m_process;          //!< attribute Process
    Ptr<DestinationPattern> m_destinations; //!< attribute Destinations
    double m_readFraction;                  //!< attribute ReadFraction
    uint16_t m_dataBytes;                   //!< attribute DataBytes
    Ptr<UniformRandomVariable> m_type;
    Ptr<ServerNetNetDevice> m_device; //!< of the node
    traffic::ArrivalDriver m_driver;  //!< calls Offer
    bool m_started{false};            //!< see IsStarted
    uint64_t m_offered{0};
};

} // namespace ns3

#endif // SERVERNET_REQUEST_APPLICATION_H
