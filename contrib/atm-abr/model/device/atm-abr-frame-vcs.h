/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_FRAME_VCS_H
#define ATM_ABR_FRAME_VCS_H

#include "atm-abr-frame-vc.h"

#include "ns3/atm-abr-buffer.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-network.h"
#include "ns3/atm-abr-time.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The VCs of a network that carry frames: between which edge devices there are some, and
 * what became of their frames.
 */
class AtmFrameVcs
{
  public:
    /** What hears that the last accepted cell of a frame has left its source: number of the VC, and
     * the frame. */
    using Left = std::function<void(uint32_t vc, const AtmFrameVc::Departure& departure)>;

    /** Frames of all VCs. */
    struct Counts
    {
        uint64_t sent{0};      //!< came to a source
        uint64_t delivered{0}; //!< of these, those that came whole
        uint64_t lost{0};      //!< of these, those of which a cell was refused
    };

    /** @param left hears of frames that left their sources */
    explicit AtmFrameVcs(Left left);
    ~AtmFrameVcs();

    /** @param network it is in @param vc number @return what its source sends; its frames are known
     * here as long as that is */
    std::unique_ptr<AtmDataSupply> Add(const AtmNetwork& network, uint32_t vc);

    /** @param source node of the topology @param destination another one @return number of the VC,
     * or AtmNetwork::NONE */
    uint32_t Find(uint32_t source, uint32_t destination) const;

    bool IsEmpty() const; //!< @return whether there is no such VC

    /** Hear from now on which cells the buffers of switches refuse. @param network with all its
     * VCs */
    void Listen(const AtmNetwork& network);

    /** @param port number @return who is to hear which cells its buffer accepts, or null */
    AtmBufferListener* GetListener(uint32_t port) const;

    /** A frame comes to a source. @param vc number of a VC that was added @param time ps @param sdu
     * of AAL5 @param room for cells, at least 1 @return cells that are accepted, see AtmFrameVc */
    uint32_t Push(uint32_t vc, AtmTime time, Ptr<const Packet> sdu, uint64_t room);

    /** The last cell of a frame has come. @param vc number of a VC that was added @param cell its
     * number @return what the destination has */
    AtmFrameVc::Arrival Arrive(uint32_t vc, uint64_t cell);

    /** @param vc number of any VC @param cell number of a data cell whose frame has not come
     * @return its 48 octets; null: it is of no frame */
    Ptr<const Packet> GetPayload(uint32_t vc, uint64_t cell) const;

    /** @param source node of the topology @param sent tells how many data cells a VC has sent
     * @return cells of frames that wait there */
    uint64_t CountWaiting(uint32_t source, const std::function<uint64_t(uint32_t vc)>& sent) const;

    const Counts& GetCounts() const; //!< @return what became of all frames
    bool AreUnderWay() const;        //!< @return whether some are neither delivered nor lost
    uint64_t CountInFlight() const;  //!< @return how many, counted one by one

  private:
    class Supply;
    class PortListener;

    /** A VC. */
    struct Entry
    {
        std::unique_ptr<AtmFrameVc> frames; //!< or null: it carries none
        Supply* supply{nullptr};            //!< of its source
    };

    /** @param vc number of any VC @return its frames, or null */
    AtmFrameVc* GetFrames(uint32_t vc) const;

    Left m_left;                                             //!< see AtmFrameVcs
    std::vector<Entry> m_entries;                            //!< by VC, up to the last with frames
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_vcs; //!< by nodes of source and destination
    std::vector<std::unique_ptr<PortListener>> m_listeners;  //!< by port, null of edge devices
    Counts m_counts;                                         //!< of frames
};

} // namespace ns3

#endif // ATM_ABR_FRAME_VCS_H
