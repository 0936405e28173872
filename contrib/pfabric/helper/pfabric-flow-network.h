/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FLOW_NETWORK_H
#define PFABRIC_FLOW_NETWORK_H

#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-flow-transport.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-routes.h"
#include "ns3/queue-size.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief A data centre whose hosts send each other flows, as attributes of a class that has this
 * base: its topology, its ports, what carries the flows, and how many there are.
 */
class PFabricFlowNetwork
{
  public:
    static constexpr uint32_t DATA = 1460;   //!< bytes of data in a packet
    static constexpr uint32_t PACKET = 1500; //!< bytes of that packet

    /** What carries the flows. */
    enum Protocol
    {
        PFABRIC, //!< the pFabric transport, over ports that serve by priority
        TCP,     //!< ns-3's TCP as that of pFabric's authors, over drop-tail queues
        DCTCP,   //!< the same as DCTCP, over drop-tail queues that mark
    };

    /** Nodes with ns3::Ipv4L3Protocol. */
    enum Stack
    {
        LEAN, //!< as few nodes as can be: none for pFabric, hosts for TCP
        ALL,  //!< hosts and switches
    };

    /**
     * @param type of a class that has this base
     * @param topology that it has unless it is set
     * @return the type, with Topology, Protocol, Stack, Load, Overload, Sizes, WholePackets, Queue,
     * MarkingThreshold, TimeOut, InitialWindow, MaxWindow, InitialThreshold, SelectiveWindow,
     * ProbeAfter, MinRto and Sack
     */
    static TypeId AddTo(TypeId type, const std::string& topology);

  protected:
    /** @param hint end of the sentence if there is no load; std::invalid_argument for a load of 0
     * or less, or above 1 without Overload */
    void CheckLoad(const std::string& hint = "") const;

    /** Make the network. @param stream first one @return how many streams are used;
     * std::invalid_argument as of PFabricHelper::Install */
    int64_t InstallNetwork(int64_t stream);

    /** @param stream first of 3 @return what makes flows with Sizes; std::invalid_argument if the
     * file is wrong */
    Ptr<PFabricFlowGenerator> CreateGenerator(int64_t stream) const;

    /** @param bits per second, with headers @return flows with Sizes per second that have them */
    double GetFlowRate(double bits) const;

    Protocol GetProtocol() const;                       //!< @return attribute Protocol
    double GetLoad() const;                             //!< @return attribute Load
    const PFabricRoutes& GetRoutes() const;             //!< @return of the topology
    const NodeContainer& GetHosts() const;              //!< @return by number
    NodeContainer GetNodes() const;                     //!< @return hosts and switches
    Ptr<PFabricFlowTransport> GetFlowTransport() const; //!< @return carries the flows
    std::vector<double> GetRates() const;               //!< @return by channel, bits per second
    uint64_t GetHops() const;    //!< @return packets on links, each once a link
    uint64_t GetDropped() const; //!< @return packets that queues dropped

    /** @return devices by channel, where it begins */
    const std::vector<Ptr<PFabricNetDevice>>& GetPorts() const;

  private:
    /** @param unit of which sizes are multiples, bytes @return text of the variable of Sizes */
    std::string GetSizesText(uint32_t unit) const;

    std::string m_topology;   //!< attribute Topology
    Protocol m_protocol;      //!< attribute Protocol
    Stack m_stack;            //!< attribute Stack
    double m_load;            //!< attribute Load
    bool m_overload;          //!< attribute Overload
    std::string m_sizes;      //!< attribute Sizes
    bool m_whole;             //!< attribute WholePackets
    QueueSize m_queue;        //!< attribute Queue
    QueueSize m_marking;      //!< attribute MarkingThreshold
    Time m_timeOut;           //!< attribute TimeOut
    uint32_t m_initialWindow; //!< attribute InitialWindow
    uint32_t m_maxWindow;     //!< attribute MaxWindow
    double m_threshold;       //!< attribute InitialThreshold
    bool m_selective;         //!< attribute SelectiveWindow
    uint32_t m_probeAfter;    //!< attribute ProbeAfter
    Time m_minRto;            //!< attribute MinRto
    bool m_sack;              //!< attribute Sack

    std::shared_ptr<const PFabricRoutes> m_routes; //!< of the topology
    NodeContainer m_hosts;                         //!< by number
    NodeContainer m_switches;                      //!< the other nodes
    std::vector<Ptr<PFabricNetDevice>> m_ports;    //!< see GetPorts
    Ptr<PFabricFlowTransport> m_flows;             //!< carries the flows
};

} // namespace ns3

#endif // PFABRIC_FLOW_NETWORK_H
