/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_FABRIC_H
#define ATM_ABR_FABRIC_H

#include "atm-abr-frame-vcs.h"
#include "atm-abr-vc.h"

#include "ns3/atm-abr-engine.h"
#include "ns3/atm-abr-network.h"
#include "ns3/atm-abr-source-behavior.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/burst-core-sinks.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-engine-channel.h"
#include "ns3/fabric-ledger.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class AtmEdgeDevice;
class AtmSwitchPort;

/**
 * @ingroup atm-abr
 * A network of edge devices, switches and links that carries ABR cells, as a channel of ns-3.
 *
 * Attributes are set first, then Build, AddVc and AddFrameVcs; the engine begins when the fabric is
 * initialized. Without any VC there are then frame VCs between every two AtmEdgeDevices. Between
 * two calls nothing happens: the engine catches up when state is read or changed, and has one
 * pending event only while frames are under way or callbacks are due in time. Times are whole
 * picoseconds, of which the simulator sees those of its resolution, rounded up. Wrong input is a
 * std::invalid_argument.
 */
class AtmFabric : public fabric::EngineChannel, private AtmEngineListener
{
  public:
    /** What moves the cells. */
    enum EngineKind : uint8_t
    {
        LAZY, //!< AtmLazyEngine
        CELL, //!< AtmCellEngine
    };

    static constexpr uint32_t FIRST_VCI = 32; //!< of VC 0; those below are the network's own

    /** Why frames are lost, in a ledger. */
    static constexpr const char* CELLS_LOST = "cells lost";

    static TypeId GetTypeId(); //!< @return the TypeId
    AtmFabric();
    ~AtmFabric() override;

    /** @param topology see AtmNetwork */
    void Build(const fabric::Topology& topology);

    /**
     * A VC whose data cells come from an arrival process or are always there, before the simulation
     * starts.
     * @param source name of an edge device
     * @param destination name of another one
     * @param process of cells, with ticks of a picosecond from start on; null: a greedy source
     * @param start when the source begins
     * @param behavior of the source, as its attributes are now; null: that of the attribute
     * SourceBehavior
     * @return number of the VC
     */
    uint32_t AddVc(const std::string& source,
                   const std::string& destination,
                   Ptr<ArrivalProcess> process,
                   const Time& start = Time(0),
                   Ptr<const AbrSourceBehavior> behavior = nullptr);

    /**
     * VCs for the frames of Send, one each way and each the peer of the other: RM cells that are
     * turned around are sent in rate. Before the simulation starts.
     * @param one name of an edge device
     * @param other name of another one
     * @param behavior of both sources, as its attributes are now; null: that of the attribute
     * SourceBehavior
     * @return number of the VC from the first to the second one; the other one follows
     * @throw std::invalid_argument there are such VCs already; and as AtmNetwork::AddVc
     */
    uint32_t AddFrameVcs(const std::string& one,
                         const std::string& other,
                         Ptr<const AbrSourceBehavior> behavior = nullptr);

    /** @param from number of an edge device, in the order of the topology @param to of another one
     * @return the VC for its frames, or AtmNetwork::NONE */
    uint32_t FindFrameVc(uint32_t from, uint32_t to) const;

    /**
     * A frame comes to the source of a VC, a picosecond from now: what happens now has happened.
     * @param vc number of a VC of AddFrameVcs
     * @param sdu of AAL5
     * @param room for its cells at the source, at least 1; of a frame with more cells the last ones
     * are refused, and the frame is lost
     * @return cells that are accepted
     */
    uint32_t Send(uint32_t vc, Ptr<const Packet> sdu, uint64_t room = UINT64_MAX);

    /** @param number of an edge device @return cells of its frames that wait at their sources */
    uint64_t GetFrameCells(uint32_t number) const;

    /**
     * The destination of a VC is congested. A picosecond from now it sends a BECN cell, if
     * BecnInterval of DestinationBehavior allows one. Only after the fabric was initialized.
     * @param vc number
     */
    void TellCongestion(uint32_t vc);

    /** A stream for each arrival process, in the order of VCs, before the simulation starts
     * (std::invalid_argument). @param stream the first one @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    bool IsBuilt() const;            //!< @return whether Build was called
    bool HasVcs() const;             //!< @return whether a VC was added
    bool IsRunning() const override; //!< @return whether the fabric was initialized
    /** @param number of an edge device @return whether the engine tells of its cells */
    bool TracesCells(uint32_t number) const;
    const AtmNetwork& GetNetwork() const; //!< @return what Build made

    /** @return what moves the cells, up to the present time; what it counts may be read. Only after
     * the fabric was initialized. */
    AtmEngine& GetEngine() const;

    double GetRate(uint32_t vc) const;      //!< @param vc number @return its ACR, cells per second
    uint64_t GetWaiting(uint32_t vc) const; //!< @param vc number @return data cells at its source
    int64_t GetQueue(uint32_t port) const;  //!< @param port number @return cells that it has

    /** @param port channel that leaves it @return its switch algorithm, as it is now, or null */
    Ptr<AbrSwitchAlgorithm> GetAlgorithm(uint32_t port) const;

    /**
     * Tell the ports that have an IdealAlgorithm what each VC gets, after the fabric was
     * initialized.
     * @param rates by VC, cells per second with RM cells
     */
    void SetIdealRates(const std::vector<double>& rates);

    /** @param number of an edge device, in the order of the topology @return its name */
    const std::string& GetDeviceName(uint32_t number) const;

    /** @param number of an edge device, in the order of the topology @param device of it */
    void Attach(uint32_t number, Ptr<AtmEdgeDevice> device);
    /** @param port channel that leaves a switch @param device that shows it */
    void Attach(uint32_t port, Ptr<AtmSwitchPort> device);
    Ptr<AtmSwitchPort> GetSwitchPort(uint32_t port) const; //!< @param port @return device, or null
    /** @param vc number @return who tells of it. Before the simulation starts and without a VC,
     * those that the fabric makes in this case: see VcList */
    Ptr<AtmVc> GetVc(uint32_t vc) const;

    uint64_t GetSent() const;      //!< @return data cells that left their sources
    uint64_t GetDelivered() const; //!< @return data cells that came to their destinations
    uint64_t GetLost() const;      //!< @return cells that a full buffer refused, RM cells too

    uint64_t GetFramesSent() const;      //!< @return frames of Send
    uint64_t GetFramesDelivered() const; //!< @return of these, those that came whole
    uint64_t GetFramesLost() const;      //!< @return of these, those of which a cell was refused
    /** Enter what became of frames into a ledger. @param ledger the ledger @param account name of
     * the fabric in it, new @return its handle */
    uint32_t Report(fabric::ConservationLedger& ledger, const std::string& account) const;

    /** Of Rate. */
    using RateTracedCallback = void (*)(uint32_t vc, const Time& time, double rate);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void AdvanceEngine() override;
    void HandOver() override;
    NextEvent FindNextEvent() override;
    void FindSinks() override;
    void FindSampled(); //!< Find sinks of rates and of sampled values.

    void OnRate(uint32_t vc, AtmTime time, double rate) override;
    void OnFrame(uint32_t vc, AtmTime time, uint64_t cell) override;
    void OnCell(uint32_t vc, AtmTime time, const Cell& cell) override;

    AtmEngine::PortSettings MakePort() const; //!< @return what an output port of a switch does
    void CheckOpen() const;                   //!< @throw std::invalid_argument no VC can be added
    void CheckFrames() const; //!< @throw std::invalid_argument they are discarded, and none

    /** @param behavior of its source, or null @return a VC without supply */
    void CheckStarted() const; //!< std::invalid_argument: the fabric was not initialized.
    AtmEngine::VcSettings MakeVc(Ptr<const AbrSourceBehavior> behavior) const;

    /** @param settings of the VC that the network has last */
    void AddOne(AtmEngine::VcSettings settings);

    /** @param source name @param destination name @param behavior of the source, or null
     * @return number of a VC for frames, one way */
    uint32_t AddFrameVc(const std::string& source,
                        const std::string& destination,
                        Ptr<const AbrSourceBehavior> behavior);

    uint32_t FindNumber(uint32_t node) const;   //!< @param node of an edge device @return number
    void ConnectAll();                          //!< AddFrameVcs between every two attached devices.
    using Pair = std::pair<uint32_t, uint32_t>; //!< numbers of two edge devices
    /** @return the VCs of ConnectAll, in their order */
    std::vector<Pair> GetAllPairs() const;
    uint32_t GetVcCount() const; //!< @return number of VCs; without one as of ConnectAll
    void CheckNoSinks() const;   //!< @throw std::invalid_argument a VC of ConnectAll has sinks
    void Move();                 //!< The engine, to now.
    bool IsExact() const;        //!< @return whether somebody has to be told in time
    bool IsBusy() const;         //!< @return whether data cells are to come
    void Sample();               //!< Fire the sampled trace sources.
    /** @param unheard sample those without sinks, for a sink to come, or those with sinks */
    void NotifySamples(bool unheard);
    void UpdateCounts() const; //!< All counts are those of now.
    void FindCellSinks();      //!< Find VCs of devices with sinks of Cell.
    /** @param node of an edge device @return it, or null */
    AtmEdgeDevice* FindEdge(uint32_t node) const;

    /** The last accepted cell of a frame has left its source. @param vc number @param departure the
     * frame */
    void Left(uint32_t vc, const AtmFrameVc::Departure& departure);

    /** @param vc number @param cell what it is @return its octets */
    Ptr<const Packet> MakeCell(uint32_t vc, const Cell& cell) const;

    DataRate m_rate;               //!< attribute Rate
    Time m_delay;                  //!< attribute Delay
    EngineKind m_kind;             //!< attribute Engine
    burst::ObjectText m_behavior;  //!< attribute SourceBehavior
    burst::ObjectText m_end;       //!< attribute DestinationBehavior
    burst::ObjectText m_marking;   //!< attribute Marking
    burst::ObjectText m_algorithm; //!< attribute SwitchAlgorithm
    uint32_t m_buffer;             //!< attribute BufferCells
    uint32_t m_frameThreshold;     //!< attribute EpdThreshold
    bool m_partialDiscard;         //!< attribute PartialDiscard
    bool m_perVc;                  //!< attribute PerVcQueues
    bool m_exactRates;             //!< attribute ExactRates
    uint32_t m_frameCells;         //!< attribute FrameCells
    Time m_sampleInterval;         //!< attribute SampleInterval

    std::unique_ptr<AtmNetwork> m_network;             //!< what Build made
    std::unique_ptr<AtmEngine> m_engine;               //!< from DoInitialize on
    std::vector<AtmEngine::VcSettings> m_vcs;          //!< until then
    std::vector<Ptr<ArrivalProcess>> m_processes;      //!< by VC
    std::vector<Ptr<AbrSwitchAlgorithm>> m_algorithms; //!< by channel, null or of a switch
    std::vector<Ptr<AtmVc>> m_vcObjects;               //!< attribute VcList
    mutable std::map<Pair, Ptr<AtmVc>> m_wouldBe;      //!< objects of VCs that ConnectAll makes
    std::vector<uint32_t> m_nodes;                     //!< of the topology, by edge device
    std::vector<Ptr<AtmSwitchPort>> m_ports;           //!< by channel, or null
    AtmFrameVcs m_frames;                              //!< of Send

    bool m_connecting{false};        //!< in ConnectAll
    std::vector<bool> m_tracesCells; //!< by edge device, see TracesCells
    bool m_greedy{false};            //!< a source always has cells
    bool m_cellsTraced{false};       //!< a sink for cells is connected
    bool m_ratesTraced{false};       //!< a sink for rates is connected
    bool m_samplesTraced{false};     //!< a sink for sampled values is connected
    bool m_sampling{false};          //!< the next sample is pending

    TracedCallback<uint32_t, const Time&, double> m_rateTrace; //!< Rate
};

} // namespace ns3

#endif // ATM_ABR_FABRIC_H
