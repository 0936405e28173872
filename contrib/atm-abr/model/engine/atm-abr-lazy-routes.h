/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_ROUTES_H
#define ATM_ABR_LAZY_ROUTES_H

#include "atm-abr-lazy-stream.h"
#include "atm-abr-network.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Where cells go in AtmLazyEngine: flows, the ports that they pass, and the streams between
 * these.
 *
 * A flow is one direction of a VC: its number is twice that of the VC, and 1 more if it goes
 * backward. A step is a flow at a port of its way; steps of a flow have consecutive numbers.
 *
 * A port does nothing but delay cells by a cell time if they come to it at least that time apart:
 * those of one source that sends no faster, and those that all come from one port that is no
 * faster, with one delay, be it that destinations turned them around in between. Such a port is
 * skipped, left out of the way, if nothing else is to be done there, such as to send BECN cells,
 * and if it is the first one of one flow or the last one that is not skipped of all its flows.
 */
class AtmLazyRoutes
{
  public:
    static constexpr uint32_t NONE = AtmLazyCell::NONE; //!< no such number

    /** What a port does beside delaying cells. */
    struct PortFacts
    {
        bool reads{false};  //!< its switch reads backward RM cells
        bool makes{false};  //!< its switch makes BECN cells
        bool passes{false}; //!< there is nothing to be done for cells a cell time apart
    };

    /** What is asked of a VC. */
    struct VcFacts
    {
        double fastest{0};   //!< highest rate of its source, cells per second
        uint32_t peer{NONE}; //!< VC in the other direction whose source sends turned-around cells
        bool makes{false};   //!< its destination makes BECN cells
    };

    /** Where cells of a flow go from a port or end. */
    struct Next
    {
        AtmLazyStream* stream{nullptr}; //!< in which they wait
        AtmTime offset{0};              //!< from leaving, or being sent, to joining, ps
        uint32_t step{0};               //!< that they take there, or any if it is their end
    };

    /** A flow at a port of its way. */
    struct Step
    {
        uint32_t flow{0};  //!< number
        uint32_t hop{0};   //!< of the way
        uint32_t port{0};  //!< number
        uint32_t line{0};  //!< number of the flow among those of the port
        uint32_t place{0}; //!< of a forward one: number among the forward ones of the port
        Next next;         //!< from there
    };

    /** A port that feeds something. */
    struct Feeder
    {
        uint32_t port{0};  //!< number
        AtmTime offset{0}; //!< from leaving it to joining, ps
    };

    /** A port. */
    struct Port
    {
        bool skipped{false};                //!< it is left out of all ways
        bool reads{false};                  //!< it is not, and its switch reads backward RM cells
        std::vector<uint32_t> flows;        //!< that pass, in order
        std::vector<AtmLazyStream*> inputs; //!< in the order in which cells of one time join
        AtmLazyStream* made{nullptr};       //!< the last of them, if BECN cells are made here
        std::vector<Feeder> feeders;        //!< of them
    };

    /** The end of a flow. */
    struct End
    {
        AtmLazyStream* stream{nullptr}; //!< cells on the way to it
        std::vector<Feeder> feeders;    //!< the port that feeds it, or none
    };

    /**
     * @param network that outlives this
     * @param ports by number
     * @param vcs by number
     */
    AtmLazyRoutes(const AtmNetwork& network,
                  const std::vector<PortFacts>& ports,
                  const std::vector<VcFacts>& vcs);

    AtmLazyRoutes(const AtmLazyRoutes&) = delete;
    AtmLazyRoutes& operator=(const AtmLazyRoutes&) = delete;

    /** @return the network */
    const AtmNetwork& GetNetwork() const
    {
        return m_network;
    }

    /** @param number of a step @return it */
    const Step& GetStep(uint32_t number) const
    {
        return m_steps[number];
    }

    /** @param flow number @return its first step */
    uint32_t GetFirst(uint32_t flow) const
    {
        return m_firsts[flow];
    }

    /** @param flow number @return the number after that of its last step */
    uint32_t GetEnd(uint32_t flow) const
    {
        return m_firsts[flow + 1];
    }

    /** @param flow number @return where its cells go when they are sent */
    const Next& GetStart(uint32_t flow) const
    {
        return m_starts[flow];
    }

    /** @param number of a port @return it */
    const Port& GetPort(uint32_t number) const
    {
        return m_ports[number];
    }

    /** @param flow number @return its end */
    End& GetFlowEnd(uint32_t flow)
    {
        return m_ends[flow];
    }

    /**
     * @param flow number
     * @param port from which on all ports of its way are skipped
     * @return time from joining that port to the end of the flow, ps
     */
    AtmTime GetToEnd(uint32_t flow, uint32_t port) const;

    /** @return where ports feed each other in a circle, the smallest delay of one in it or behind
     * it, ps; else 0 */
    AtmTime GetCircle() const;

    /** @param flow number @return whether its RM cells go backward */
    static bool IsBackward(uint32_t flow)
    {
        return flow % 2 == 1;
    }

  private:
    /** Inputs of a port by what decides their order: a channel, or who sends at an edge device. */
    using Inputs = std::map<uint64_t, AtmLazyStream*>;

    /**
     * @param flow number
     * @param port on its way
     * @return its step there
     */
    uint32_t FindStep(uint32_t flow, uint32_t port) const;

    /**
     * @param flow number
     * @param step of it
     * @return the last port before that is not skipped, on the forward way if the destination
     * turned the cells around; NONE: their source is before
     */
    Feeder FindOrigin(uint32_t flow, uint32_t step) const;

    /** @param port number @return whether it only delays cells, and they either have left their
     * source or destination just now or go to their end with nothing but delays */
    bool IsDelay(uint32_t port) const;

    /**
     * @param flow number
     * @param step that its cells come to
     * @param from port that they come from; NONE: their source or destination
     * @param offset so far
     * @return where they go, with this feeder entered there
     */
    Next Follow(uint32_t flow, uint32_t step, uint32_t from, AtmTime offset);

    const AtmNetwork& m_network;         //!< whose routes these are
    const std::vector<VcFacts> m_vcs;    //!< by number
    std::vector<Port> m_ports;           //!< by number
    std::vector<Step> m_steps;           //!< by number
    std::vector<uint32_t> m_firsts;      //!< see GetFirst; and the end
    std::vector<Next> m_starts;          //!< see GetStart
    std::vector<End> m_ends;             //!< by flow
    std::vector<Inputs> m_inputs;        //!< by port
    std::deque<AtmLazyStream> m_streams; //!< all
};

} // namespace ns3

#endif // ATM_ABR_LAZY_ROUTES_H
