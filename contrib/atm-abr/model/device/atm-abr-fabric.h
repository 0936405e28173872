/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_FABRIC_H
#define ATM_ABR_FABRIC_H

#include "ns3/atm-abr-engine.h"
#include "ns3/atm-abr-network.h"
#include "ns3/atm-abr-source-behavior.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-bundle-member.h"
#include "ns3/fabric-ledger.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * A network of edge devices, switches and links that carries ABR cells, as a channel of ns-3.
 *
 * Attributes are set first, then Build and AddVc; the engine begins when the fabric is initialized.
 * Between two calls nothing happens: the engine catches up when something is asked or done, and has
 * one pending event only while somebody has to be told in time. Times are whole picoseconds, of
 * which the simulator sees those of its resolution. Wrong input is a std::invalid_argument.
 */
class AtmFabric : public Channel, public fabric::BundleMember, private AtmEngineListener
{
  public:
    /** What moves the cells. */
    enum EngineKind : uint8_t
    {
        LAZY, //!< AtmLazyEngine
        CELL, //!< AtmCellEngine
    };

    static TypeId GetTypeId(); //!< @return the TypeId
    AtmFabric();
    ~AtmFabric() override;

    /** @param topology see AtmNetwork */
    void Build(const fabric::Topology& topology);

    /**
     * A VC whose data cells come from an arrival process, before the simulation starts.
     * @param source name of an edge device
     * @param destination name of another one
     * @param process of cells, with ticks of a picosecond from start on
     * @param start when the source begins
     * @param behavior of the source; null: that of the attribute SourceBehavior
     * @return number of the VC
     */
    uint32_t AddVc(const std::string& source,
                   const std::string& destination,
                   Ptr<ArrivalProcess> process,
                   const Time& start = Time(0),
                   Ptr<const AbrSourceBehavior> behavior = nullptr);

    /** A stream for each arrival process, in the order of VCs. @param stream the first one
     * @return the number of streams used */
    int64_t AssignStreams(int64_t stream);

    const AtmNetwork& GetNetwork() const; //!< @return what Build made

    /** @return what moves the cells, up to the present time; what it counts may be read. Only after
     * the fabric was initialized. */
    AtmEngine& GetEngine() const;

    /** @param port channel that leaves it @return its switch algorithm, or null */
    Ptr<AbrSwitchAlgorithm> GetAlgorithm(uint32_t port) const;

    /**
     * Tell the ports that have an IdealAlgorithm what each VC gets, after the fabric was
     * initialized.
     * @param rates by VC, cells per second with RM cells
     */
    void SetIdealRates(const std::vector<double>& rates);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t number) const override;

    uint64_t GetSent() const;      //!< @return data cells that left their sources
    uint64_t GetDelivered() const; //!< @return data cells that came to their destinations
    uint64_t GetLost() const;      //!< @return cells that a full buffer refused, RM cells too

    /** Of Rate. */
    using RateTracedCallback = void (*)(uint32_t vc, const Time& time, double rate);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void AdvanceEngine() override;
    void HandOver() override;
    void ScheduleNext() override;

    void OnRate(uint32_t vc, AtmTime time, double rate) override;

    AtmEngine::PortSettings MakePort() const; //!< @return what an output port of a switch does
    bool IsExact() const;                     //!< @return whether somebody has to be told in time

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

    std::unique_ptr<AtmNetwork> m_network;             //!< what Build made
    std::unique_ptr<AtmEngine> m_engine;               //!< from DoInitialize on
    std::vector<AtmEngine::VcSettings> m_vcs;          //!< until then
    std::vector<Ptr<ArrivalProcess>> m_processes;      //!< by VC
    std::vector<Ptr<AbrSwitchAlgorithm>> m_algorithms; //!< by channel, null or of a switch

    TracedCallback<uint32_t, const Time&, double> m_rateTrace; //!< Rate
};

} // namespace ns3

#endif // ATM_ABR_FABRIC_H
