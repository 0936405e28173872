/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FLOW_GENERATOR_H
#define PFABRIC_FLOW_GENERATOR_H

#include "pfabric-flow-transport.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief Flows between all pairs of hosts, each pair with a Poisson process of its own: one Poisson
 * process of all, in which every pair is equally likely. One event is pending, whatever the number
 * of pairs.
 *
 * Flows depend on the attributes and the streams alone, and not on the network or its transport:
 * the same ones can be sent by several.
 */
class PFabricFlowGenerator : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    PFabricFlowGenerator();

    /** Begin, with the attributes as they are: they are refused from then on. @param transport that
     * carries the flows @param hosts how many there are, at least 2
     */
    void Start(Ptr<PFabricFlowTransport> transport, uint32_t hosts);

    /**
     * One flow of each pair of hosts at one time, each with a size of its own.
     * @param transport that carries them
     * @param hosts how many there are
     * @param at when they start
     */
    void Burst(Ptr<PFabricFlowTransport> transport, uint32_t hosts, Time at);

    bool HasStarted() const;   //!< @return whether Start was called
    uint64_t GetFlows() const; //!< @return how many were announced
    uint64_t GetBytes() const; //!< @return of these

    /** @param stream first one @return how many streams are used: 3 */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void SetSizes(const burst::ObjectText& sizes); //!< @param sizes attribute Sizes
    burst::ObjectText GetSizes() const;            //!< @return see SetSizes
    void Schedule();                               //!< The next flow.
    void Announce();                               //!< The flow that was drawn is due.
    uint64_t DrawSize();                           //!< @return bytes of a flow

    Ptr<PFabricFlowTransport> m_transport; //!< carries the flows
    uint32_t m_hosts{0};                   //!< how many there are
    bool m_started{false};                 //!< see HasStarted
    std::optional<int64_t> m_stream;       //!< of AssignStreams
    PFabricFlow m_flow;                    //!< the next one
    uint64_t m_bytes{0};                   //!< of those that were announced
    EventId m_event;                       //!< Announce
    double m_rate;                         //!< attribute Rate
    Time m_begin;                          //!< attribute Begin
    Time m_end;                            //!< attribute End
    uint64_t m_most;                       //!< attribute MaxFlows
    burst::ObjectText m_sizesText;         //!< attribute Sizes
    Ptr<RandomVariableStream> m_sizes;     //!< of that
    Ptr<ExponentialRandomVariable> m_gaps; //!< between starts, of mean 1
    Ptr<UniformRandomVariable> m_pairs;    //!< of hosts
};

} // namespace ns3

#endif // PFABRIC_FLOW_GENERATOR_H
