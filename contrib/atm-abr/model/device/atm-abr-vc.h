/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_VC_H
#define ATM_ABR_VC_H

#include "ns3/atm-abr-engine.h"
#include "ns3/burst-core-sinks.h"
#include "ns3/fabric-engine-channel.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A VC of an AtmFabric, with its trace sources.
 */
class AtmVc : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void SetNumber(uint32_t number); //!< @param number in its fabric
    uint32_t GetNumber() const;      //!< @return the number in its fabric

    /** @param channel that its sinks are changed by way of; null for none */
    void SetChannel(fabric::EngineChannel* channel);

    bool HasRateSinks() const;   //!< @return whether somebody has to be told of its rate in time
    bool HasSampleSinks() const; //!< @return whether Sample is to be called

    /** Tell its ACR, if it has changed. @param bundle which tells @param rate cells per second */
    void SetRate(fabric::Bundle& bundle, double rate);

    /** Tell what has changed. @param bundle which tells @param engine that has its cells */
    void Sample(fabric::Bundle& bundle, AtmEngine& engine);

  private:
    /** Sinks come or go. @param change performs that */
    void ChangeSinks(const burst::SinkChange& change);

    fabric::EngineChannel* m_channel{nullptr}; //!< see SetChannel
    uint32_t m_number{0};                      //!< in its fabric
    double m_rate{0};                          //!< last value of Acr
    uint64_t m_waiting{0};                     //!< last value of Waiting
    uint64_t m_received{0};                    //!< last value of Egress

    TracedCallback<double, double> m_rateTrace;         //!< Acr
    TracedCallback<uint64_t, uint64_t> m_waitingTrace;  //!< Waiting
    TracedCallback<uint64_t, uint64_t> m_receivedTrace; //!< Egress
};

} // namespace ns3

#endif // ATM_ABR_VC_H
