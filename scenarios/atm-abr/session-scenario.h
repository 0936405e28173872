/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SESSION_SCENARIO_H
#define ATM_ABR_SESSION_SCENARIO_H

#include "session-meter.h"

#include "ns3/atm-abr-edge-device.h"
#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-sessions.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/scenario-runner-scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** Sessions through an ATM network: a VC each, and what each would get if the network were shared
 * fairly. */
class AtmAbrSessionScenario : public scenario::Scenario
{
  public:
    /** Defaults of a scenario: the six sessions of the document, with bits in backward RM cells. */
    struct Defaults
    {
        std::string topology{"two-node"};                         //!< attribute Topology
        std::string demands{"A:10 B:10 C:10 D:76 E:76 F:76"};     //!< attribute Demands
        std::string marking{"ns3::AbrMarking[Point=BackwardRm]"}; //!< attribute Marking
        std::string algorithm{};                                  //!< attribute SwitchAlgorithm
        Time warmUp{Seconds(0.5)};                                //!< attribute WarmUp
        Time duration{Seconds(1.5)};                              //!< attribute Duration
    };

    /** Default of attribute Process: the traces of the document. */
    static constexpr const char* TRACE =
        "ns3::FractionalGaussianArrivals[NormalisedMean=true|Slot=1000000000|Slots=1500]";

    Time GetDuration() const override;

  protected:
    /**
     * @param type of a scenario
     * @param defaults of it
     * @return the type with all attributes
     */
    static TypeId AddNetwork(TypeId type, const Defaults& defaults);

    /**
     * @param type of AddNetwork
     * @param process default of attribute Process
     * @return the type with that, for MakeProcess
     */
    static TypeId AddProcess(TypeId type, const std::string& process);

    /** @param type of AddProcess @return the type with the attributes of BuildNetwork */
    static TypeId AddCells(TypeId type);

    /**
     * @param type of AddNetwork
     * @param frames default of BufferFrames
     * @return the type with the attributes of AddEdgeDevice
     */
    static TypeId AddEdges(TypeId type, uint32_t frames);

    /** Build the network without VCs, and read its sessions. */
    void BuildFabric();

    /** BuildFabric, with a VC for the cells of each session, and begin. */
    void BuildNetwork();

    /** Begin, when the fabric has its VCs. */
    void BeginFabric();

    /**
     * After BuildFabric.
     * @param name of an edge device
     * @param cells of a frame that it has room for
     * @param cut whether it drops cells, not frames
     * @return it, on a node of its own
     * @throw std::invalid_argument there is one, or switches have to be told shares
     */
    Ptr<AtmEdgeDevice> AddEdgeDevice(const std::string& name, uint32_t cells, bool cut);

    /** @param session of which the demand may be changed @return what comes to its source; null: it
     * is greedy */
    Ptr<ArrivalProcess> MakeProcess(AtmSession& session) const;

    /** @param session any @return its source */
    Ptr<AbrSourceBehavior> MakeBehavior(const AtmSession& session) const;

    uint32_t GetNrm() const; //!< @return Nrm of the sources
    double GetPcr() const;   //!< @return PCR of the sources, cells per second

    std::vector<AtmSession> m_sessions;     //!< by number of the VC
    std::vector<double> m_fair;             //!< cells per second with RM cells, by number of the VC
    Ptr<AtmFabric> m_fabric;                //!< the network
    Time m_warmUp;                          //!< attribute WarmUp
    Time m_duration;                        //!< attribute Duration
    std::optional<AtmSessionMeter> m_meter; //!< from BeginFabric on

  private:
    /** Change sessions by attribute Demands. */
    void SetDemands();

    std::string m_topology;                           //!< attribute Topology
    std::string m_demands;                            //!< attribute Demands
    burst::ObjectText m_process;                      //!< attribute Process
    AtmMaxMin::Fairness m_fairness{AtmMaxMin::SHARE}; //!< attribute Fairness
    burst::ObjectText m_behavior;                     //!< attribute SourceBehavior
    burst::ObjectText m_marking;                      //!< attribute Marking
    uint32_t m_buffer;                                //!< attribute BufferCells
    uint32_t m_frameCells{0};                         //!< attribute FrameCells
    uint32_t m_epd;                                   //!< attribute EpdThreshold
    burst::ObjectText m_algorithm;                    //!< attribute SwitchAlgorithm
    uint32_t m_room{0};                               //!< attribute BufferFrames
    bool m_ppd;                                       //!< attribute PartialDiscard
    bool m_perVc;                                     //!< attribute PerVcQueues
    bool m_exactRates;                                //!< attribute ExactRates
    AtmFabric::EngineKind m_engine;                   //!< attribute Engine
    DataRate m_rate;                                  //!< attribute LinkRate
    Time m_delay;                                     //!< attribute LinkDelay
};

} // namespace ns3

#endif // ATM_ABR_SESSION_SCENARIO_H
