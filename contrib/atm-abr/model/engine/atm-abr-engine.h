/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ENGINE_H
#define ATM_ABR_ENGINE_H

#include "atm-abr-buffer.h"
#include "atm-abr-data-supply.h"
#include "atm-abr-network.h"

#include "ns3/atm-abr-destination.h"
#include "ns3/atm-abr-marking.h"
#include "ns3/atm-abr-source-rules.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Callbacks for engine events, in the order of time.
 */
class AtmEngineListener
{
  public:
    /** A cell at one of the two ends of its way. */
    struct Cell
    {
        bool arrives{false};  //!< it has come to its end; else its last bit has left the first port
        bool backward{false}; //!< it goes from the destination of its VC to the source
        const AbrRmContent* content{nullptr}; //!< what an RM cell says; null: it is a data cell
        uint64_t number{0};                   //!< of a data cell, from 0
        bool last{false};                     //!< it is the last data cell of a frame
        bool efci{false};                     //!< EFCI of a data cell that arrives
    };

    virtual ~AtmEngineListener() = default;

    /**
     * A source has sent a forward RM cell, or received a backward one.
     * @param vc number
     * @param time ps
     * @param rate ACR after that, cells per second
     */
    virtual void OnRate(uint32_t vc, AtmTime time, double rate)
    {
    }

    /**
     * The last cell of a frame has come to its destination, of a VC with notifyFrames.
     * @param vc number
     * @param time ps
     * @param cell number of the data cell, from 0
     */
    virtual void OnFrame(uint32_t vc, AtmTime time, uint64_t cell)
    {
    }

    /**
     * A cell has left the edge device that sends it, or come to the other one, of a VC with
     * notifyCells; before OnFrame.
     * @param vc number
     * @param time ps
     * @param cell what it is
     */
    virtual void OnCell(uint32_t vc, AtmTime time, const Cell& cell)
    {
    }
};

/**
 * @ingroup atm-abr
 * @brief Sources, ports and destinations of a network, and the cells that go between them.
 *
 * Two engines implement this interface. They agree in every time, count and rate. The order of
 * events within a picosecond is:
 *
 *     1. cells leave ports
 *     2. forward RM cells come to destinations, which turn them around
 *     3. backward RM cells come to sources; then sources send
 *     4. cells join the queues of ports, in the order of what they come from (channels; at an edge
 *        device VCs); then BECN cells that are made there, in the order in which they were made
 *     5. measuring intervals end that end at a time
 *     6. switches read and change RM cells that joined, by port, forward ones first, these by VC;
 *        they make BECN cells, which join queues a picosecond later
 *     7. idle ports begin to send
 *
 * A queue counts the cell that is being sent. A source sends its first cell, a forward RM cell, at
 * its start. A destination sends a turned-around cell at once, unless its VC has a peer: a VC in
 * the other direction, whose source sends that cell in rate.
 *
 * BECN cells are backward RM cells made by a switch or destination, not turned around. A switch
 * makes them at ports with the marking point Becn, and sends them through the output port of the
 * other backward cells of the VC. A destination makes them on NotifyCongestion.
 */
class AtmEngine
{
  public:
    static constexpr AtmTime NEVER = AtmDataSupply::NEVER;     //!< no time
    static constexpr uint32_t NONE = AtmNetwork::NONE;         //!< no such number
    static constexpr int64_t UNLIMITED = AtmBuffer::UNLIMITED; //!< cells

    /** What a port does. */
    struct PortSettings
    {
        AtmBuffer::Parameters buffer;      //!< which cells it accepts
        bool perVc{false};                 //!< a queue for each VC and direction, served in turn
        Ptr<AbrMarking> marking;           //!< or null; not started
        Ptr<AbrSwitchAlgorithm> algorithm; //!< or null; not started
    };

    /** The two ends of a VC. */
    struct VcSettings
    {
        std::unique_ptr<AbrSourceRules> rules;                    //!< of the source
        std::unique_ptr<AtmDataSupply> supply;                    //!< of the source
        AbrDestination destination{AbrDestination::Parameters{}}; //!< at the other end
        AtmTime start{0};                                         //!< when the source begins, ps
        uint32_t peer{NONE};                                      //!< VC in the other direction
        bool exactRates{false};   //!< rates in RM cells are no 16-bit numbers
        bool notifyFrames{false}; //!< whether OnFrame is called
        bool notifyCells{false};  //!< whether OnCell is called
    };

    /** What was counted at a port. */
    struct PortCounts
    {
        uint64_t joined{0};   //!< cells that joined the queue
        uint64_t lost{0};     //!< cells that were refused
        int64_t mostQueue{0}; //!< cells
    };

    /** What was counted of a VC. */
    struct VcCounts
    {
        uint64_t data{0};        //!< data cells that were sent
        uint64_t forward{0};     //!< forward RM cells that were sent
        uint64_t delivered{0};   //!< data cells that came to the destination
        uint64_t deliveredRm{0}; //!< forward RM cells that came there
        uint64_t turned{0};      //!< turned-around RM cells that were sent
        uint64_t made{0};        //!< BECN cells that its destination and switches made
        uint64_t returned{0};    //!< backward RM cells that came to the source
    };

    /**
     * @param network with all its VCs; it outlives the engine
     * @param listener or null; it outlives the engine
     */
    AtmEngine(const AtmNetwork& network, AtmEngineListener* listener);
    virtual ~AtmEngine() = default;

    AtmEngine(const AtmEngine&) = delete;
    AtmEngine& operator=(const AtmEngine&) = delete;

    /**
     * @param port number
     * @param settings of it, before Start
     */
    void SetPort(uint32_t port, PortSettings settings);

    /**
     * @param vc number
     * @param settings of it, before Start
     */
    void SetVc(uint32_t vc, VcSettings settings);

    /**
     * Begin at time 0.
     * @throw std::invalid_argument settings that do not go together
     */
    void Start();

    /** @param time up to and including which all happens, ps, not before the last one */
    void Advance(AtmTime time);

    /** The supply of a source has more cells. @param vc number */
    void Notify(uint32_t vc);

    /**
     * The destination of a VC is congested, at the time of the last Advance. A picosecond later it
     * sends a BECN cell, beside any rate, if the source has begun and the interval of such cells
     * allows one. After Start.
     * @param vc number
     */
    void NotifyCongestion(uint32_t vc);

    /** @return when something happens next that concerns a source or a destination at the earliest,
     * ps; NEVER */
    virtual AtmTime GetNextTime() const = 0;

    /** @return time of the last Advance, ps */
    AtmTime GetTime() const;

    /** @param vc number @return its ACR, cells per second */
    double GetRate(uint32_t vc);

    /** @param vc number @return data cells that wait at its source */
    uint64_t GetWaiting(uint32_t vc);

    /** @param vc number @return what was counted of it */
    const VcCounts& GetVcCounts(uint32_t vc);

    /** @param port number @return what was counted there */
    const PortCounts& GetPortCounts(uint32_t port);

    /** @param port number @return its algorithm, as it is now, or null */
    Ptr<AbrSwitchAlgorithm> GetAlgorithm(uint32_t port);

    /** @param port number @return cells that it has now */
    int64_t GetQueue(uint32_t port);

  protected:
    /** What a cell is. */
    enum Kind : uint8_t
    {
        DATA,     //!< data cell
        FORWARD,  //!< forward RM cell
        BACKWARD, //!< backward RM cell
    };

    /** A port. */
    struct Port
    {
        PortSettings settings;           //!< as set
        std::optional<AtmBuffer> buffer; //!< from the start on
        PortCounts counts;               //!< what was counted
        std::vector<uint32_t> vcs;       //!< whose cells go forward here, in order
    };

    /** A VC. */
    struct Vc
    {
        VcSettings settings;            //!< as set
        VcCounts counts;                //!< what was counted
        std::vector<uint32_t> backward; //!< channels from destination to source
        std::vector<uint32_t> places;   //!< number of the VC in each port of its way
    };

    /** As Start. */
    virtual void DoStart() = 0;

    /** As Advance. @param time ps */
    virtual void DoAdvance(AtmTime time) = 0;

    /** As Notify. @param vc number */
    virtual void DoNotify(uint32_t vc) = 0;

    /**
     * A BECN cell joins the queue of a port soon, after all others of that time.
     * @param vc number
     * @param hop of its backward way
     * @param time ps, after the present one
     * @param content of it
     */
    virtual void DoMake(uint32_t vc, uint32_t hop, AtmTime time, const AbrRmContent& content) = 0;

    /** As GetQueue. @param port number @return cells */
    virtual int64_t DoGetQueue(uint32_t port) = 0;

    /** Bring all counts up to m_now. */
    virtual void Refresh() = 0;

    /**
     * @param vc number
     * @param kind of a cell
     * @return channels of its way
     */
    const std::vector<uint32_t>& GetRoute(uint32_t vc, Kind kind) const
    {
        return kind == BACKWARD ? m_vcs[vc].backward : m_network.GetVcs()[vc].forward;
    }

    /**
     * @param vc number
     * @param hop of its way
     * @return number of the VC among those of that port
     */
    uint32_t GetPlace(uint32_t vc, uint32_t hop) const
    {
        return m_vcs[vc].places[hop];
    }

    /** @param vc number @return whether the listener is called for its cells */
    bool TracesCells(uint32_t vc) const
    {
        return m_listener && m_vcs[vc].settings.notifyCells;
    }

    /**
     * A source sends a forward RM cell.
     * @param vc number
     * @param time ps
     * @param outOfRate whether it does so beside its rate
     * @return what it says
     */
    AbrRmContent SendForward(uint32_t vc, AtmTime time, bool outOfRate);

    /** A destination sends the cell that waits. @param vc number @return what it says */
    AbrRmContent SendBackward(uint32_t vc);

    /** @param vc number @return whether its source has a cell of the peer's to send */
    bool HasBackward(uint32_t vc) const
    {
        const uint32_t peer = m_vcs[vc].settings.peer;
        return peer != NONE && m_vcs[peer].settings.destination.HasBackward();
    }

    /**
     * A backward RM cell has come to its source.
     * @param vc number
     * @param time ps
     * @param content of it
     */
    void ReceiveBackward(uint32_t vc, AtmTime time, const AbrRmContent& content);

    /**
     * A forward RM cell has joined a queue, and is read.
     * @param vc number
     * @param hop of its way
     * @param time ps
     * @param content of it
     * @param queue cells before it
     */
    void PassForward(uint32_t vc,
                     uint32_t hop,
                     AtmTime time,
                     const AbrRmContent& content,
                     int64_t queue);

    /**
     * A backward RM cell has come to a switch.
     * @param vc number
     * @param hop of the forward way whose port is concerned
     * @param time ps
     * @param content of it, which is changed
     * @param queue cells at that port
     */
    void PassBackward(uint32_t vc,
                      uint32_t hop,
                      AtmTime time,
                      AbrRmContent& content,
                      int64_t queue);

    /**
     * A forward RM cell leaves a port.
     * @param vc number
     * @param hop of its way
     * @param content of it, which is changed
     * @param behind cells behind it
     */
    void LeaveForward(uint32_t vc, uint32_t hop, AbrRmContent& content, int64_t behind);

    const AtmNetwork& m_network;   //!< whose cells go
    AtmEngineListener* m_listener; //!< or null
    std::vector<Port> m_ports;     //!< by number
    std::vector<Vc> m_vcs;         //!< by number
    AtmTime m_now{0};              //!< of the last Advance

  private:
    void KeepFresh(); //!< Refresh, if time went on since the last time.

    /**
     * A BECN cell is made.
     * @param vc number
     * @param hop of its backward way
     * @param time when it joins there
     * @param content of it
     */
    void Make(uint32_t vc, uint32_t hop, AtmTime time, AbrRmContent content);

    /**
     * Write the rates of an RM cell as it can tell them.
     * @param vc number
     * @param content of it
     */
    void Round(uint32_t vc, AbrRmContent& content) const;

    bool m_fresh{true}; //!< counts are those of m_now
};

} // namespace ns3

#endif // ATM_ABR_ENGINE_H
