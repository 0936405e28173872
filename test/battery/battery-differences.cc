/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

#include <map>
#include <set>

namespace battery
{

namespace
{

/** Behaviours of some devices that differ for one reason. */
struct Rows
{
    std::set<std::string> devices;    //!< names
    std::set<std::string> behaviours; //!< names
    std::string reason;               //!< a sentence
};

const std::vector<Rows> ROWS = {
    // The oracles. What ns-3 does is no fault of ours, but a row of ours must not need it.
    {{"Simple"},
     {"MacTx and MacRx",
      "PhyTxBegin and PhyRxEnd",
      "connected at any time",
      "pcap in mid-run",
      "pcap",
      "ascii"},
     "the device has PhyRxDrop alone as trace source, and no trace files"},
    {{"Simple", "PointToPoint", "Csma"}, {"Mtu"}, "SetMtu takes any number, 0 too"},
    {{"Simple", "PointToPoint", "Csma"}, {"SetQueue"}, "packets in the old queue are forgotten"},
    {{"Simple", "PointToPoint", "Csma"},
     {"Dispose of a receiver", "Dispose of a sender", "Send after Dispose"},
     "the device asserts, or uses what it no longer has"},
    {{"Simple"}, {"Send before Attach"}, "Send returns true"},
    {{"Csma"}, {"Send before Attach"}, "the device asserts that the link is up"},
    {{"Simple", "PointToPoint"},
     {"streams"},
     "nothing is random, and the helper has no AssignStreams"},
    {{"Simple", "PointToPoint", "LosslessEthernet", "AtmEdge", "PFabric"},
     {"link down and up"},
     "a link cannot be taken down"},
    {{"Csma"}, {"link down and up"}, "a channel that detaches a device does not tell the device"},
    {{"Csma"}, {"ascii"}, "PhyRxEnd tells of packets for others too, of which a file has no line"},
    {{"Csma"},
     {"pcap"},
     "Sniffer tells of a packet when the device first tries to send, PhyTxBegin when the medium is "
     "free"},
    {{"PointToPoint", "PFabric"},
     {"SendFrom"},
     "a packet on a link between two devices has no source address"},
    {{"PointToPoint"}, {"bridge"}, "BridgeNetDevice refuses a device without SendFrom"},
    {{"PointToPoint", "PFabric"},
     {"promiscuous"},
     "a packet on a link between two devices has no destination address, and is for the host"},
    {{"Simple", "PointToPoint", "Csma"},
     {"switch ports", "Dispose of a switch"},
     "the stations share one channel: there is no switch"},
    // Ours.
    {{"ServerNet"},
     {"switch ports", "Dispose of a switch"},
     "the node of a router has no devices: its channels are traced by the fabric"},
    {{"PFabric"},
     {"switch ports", "Dispose of a switch"},
     "a switch has the same devices as a host, and two are tested here without one"},
    {{"PFabric"}, {"error model"}, "links of a data centre have no bit errors in the paper"},
    {{"ServerNet", "LosslessEthernet", "AtmEdge"},
     {"TxQueue"},
     "a queue that holds packets, or that Dispose has taken away, is not replaced: refused"},
    {{"AtmEdge"},
     {"all trace sources", "pcap in mid-run"},
     "cells are told by the engine only if a sink of Cell, or a file, is there at the start: "
     "refused in mid-run"},
    {{"AtmEdge"},
     {"pcap"},
     "a file has cells, RM cells too, as they are on the link; PhyTxBegin and PhyRxEnd tell of "
     "whole PDUs"},
    {{"PFabric"},
     {"TxQueue", "SetQueue", "a queue each"},
     "the queue is the subject of the paper: its rules are attributes of the device"},
    {{"PFabric"},
     {"queue interface", "traffic control", "priorities", "SelectQueue", "BQL"},
     "the device never stops what feeds it: a pFabric port drops the packet of least priority, "
     "and the transport sends it again"},
    {{"PFabric"},
     {"router", "bridge"},
     "addresses and routes of a data centre belong to one topology: its helper makes the nodes"},
    {{"PFabric"}, {"IPv6"}, "addresses and forwarding of a data centre are those of IPv4"},
    {{"PFabric"},
     {"streams"},
     "devices draw nothing; AssignStreams of the helper is for the forwarding of nodes"},
};

} // namespace

const std::vector<Difference>&
GetDifferences()
{
    static const auto differences = [] {
        std::vector<Difference> list;
        for (const auto& rows : ROWS)
        {
            for (const auto& device : rows.devices)
            {
                for (const auto& behaviour : rows.behaviours)
                {
                    list.push_back({device, behaviour, rows.reason});
                }
            }
        }
        return list;
    }();
    return differences;
}

} // namespace battery
