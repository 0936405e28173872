/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ZURICH_HOTSPOT_LOAD_H
#define ZURICH_HOTSPOT_LOAD_H

#include "frame-source.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/lossless-ethernet-fabric.h"
#include "ns3/nstime.h"
#include "ns3/scenario-runner-scenario.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * Stations that send counted frames through lossless switches, some of whose ports are slow for a
 * while. Measured between the warm-up and the end: what arrives, what waits, what is paused and
 * what congestion points say.
 */
class ZurichHotspotLoadScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    void DoBuild() override;
    void DoReport() override;

    void BuildFabric();  //!< The network.
    void BuildTraffic(); //!< Sources and flows.
    void BuildService(); //!< Slow ports.
    void FindHot();      //!< What is offered to each port, and where that is most.

    void Begin(); //!< The warm-up is over.
    void Step();  //!< A step of the series is over.
    void Piece(); //!< A piece of the time after the last onset is over.

    /** @param station any @return channel that leaves the switch before it */
    uint32_t GetPortTo(uint32_t station) const;
    /** @param bytes a number of them @param ticks in which they came @return Gb/s */
    double GetRate(uint64_t bytes, int64_t ticks) const;
    double GetSettling() const; //!< @return seconds, NaN if the hot queue does not settle
    void ReportFlows();         //!< A row for each flow.
    void ReportPorts();         //!< A row for each port, and what is summed over them.
    void ReportPartitions();    //!< A row for each input of a switch.
    void ReportDrawn();         //!< The delays and phases that were drawn.

    std::string m_topology;              //!< attribute Topology
    std::string m_traffic;               //!< attribute Traffic
    burst::ObjectText m_process;         //!< attribute Process
    burst::ObjectText m_sizes;           //!< attribute Sizes
    std::string m_service;               //!< attribute Service
    burst::ObjectText m_memory;          //!< attribute Memory
    burst::ObjectText m_congestionPoint; //!< attribute CongestionPoint
    burst::ObjectText m_reactionPoint;   //!< attribute ReactionPoint
    burst::ObjectText m_scheduler;       //!< attribute Scheduler
    DataRate m_rate;                     //!< attribute LinkRate
    Time m_delay;                        //!< attribute LinkDelay
    Time m_spread;                       //!< attribute DelaySpread
    bool m_phases;                       //!< attribute RandomPhases
    uint32_t m_bytes;                    //!< attribute FrameBytes
    uint64_t m_headroom;                 //!< attribute Headroom
    Time m_warmUp;                       //!< attribute WarmUp
    Time m_duration;                     //!< attribute Duration
    Time m_step;                         //!< attribute Step

    Ptr<LosslessEthernetFabric> m_fabric;
    std::vector<std::unique_ptr<FrameSource>> m_sources; //!< by station
    std::vector<TrafficWord> m_words;                    //!< of Traffic, each with a load
    std::vector<double> m_load;          //!< offered over what it can send, by channel
    uint32_t m_hot{0};                   //!< station behind the port with the highest
    FrameCounter m_counter;              //!< of delivered frames
    FrameBytes m_before;                 //!< counted at the warm-up's end
    FrameBytes m_last;                   //!< counted at the last step
    int64_t m_begin{0};                  //!< tick of the warm-up's end
    std::vector<uint64_t> m_messages;    //!< at the warm-up's end, by port
    std::vector<uint64_t> m_pauses;      //!< at the warm-up's end, by port
    std::vector<int64_t> m_paused;       //!< ticks at the warm-up's end, by channel
    std::vector<uint64_t> m_portBytes;   //!< at the warm-up's end, by channel
    std::vector<ServiceWord> m_services; //!< of Service
    std::vector<double> m_stepArea;      //!< of the queue before each station, at the last step
    std::vector<double> m_pieces;        //!< integral of the hot queue at the end of each
    Time m_nextStep;                     //!< end of the present step
    Time m_nextPiece;                    //!< end of the present piece
    uint32_t m_series{0};                //!< number of the table
};

} // namespace ns3

#endif // ZURICH_HOTSPOT_LOAD_H
