/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_FRAME_VC_H
#define ATM_ABR_FRAME_VC_H

#include "ns3/atm-abr-aal5.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The frames of a VC, of whose cells an engine moves numbers: from the source to where they
 * are put together again, without the cells that buffers on the way refused.
 *
 * Data cells are numbered from 0. They stay in order, so that the cell which comes next to a hop is
 * the next one that no hop before it refused.
 */
class AtmFrameVc
{
  public:
    /** What a destination gets with the last cell of a frame. */
    struct Arrival
    {
        Ptr<const Packet> pdu; //!< payloads of all cells since the end of the last one
        Ptr<Packet> sdu;       //!< what it carries, or null
        const char* fault;     //!< why it was thrown away, of Aal5Reassembler; null: it was not
    };

    /** What has left the source. */
    struct Departure
    {
        Ptr<const Packet> sdu; //!< of a frame
        uint32_t cells;        //!< of it that were accepted
        bool whole;            //!< these are all
    };

    /** @param hops of the VC */
    explicit AtmFrameVc(uint32_t hops);

    /** A frame comes to the source. @param sdu of AAL5 @param room for cells, at least 1
     * @return its first cells that are accepted, as many as there is room for; without its last
     * cell the frame is lost
     * @throw std::invalid_argument no SDU has that length */
    uint32_t Push(Ptr<const Packet> sdu, uint64_t room);

    /** @param cell number of one that the source has sent and whose frame has not come
     * @return its 48 octets */
    Ptr<const Packet> GetPayload(uint64_t cell);

    /** All cells before this one have left the source. @param cell number @return frames whose last
     * accepted cell left since the last call */
    std::vector<Departure> Leave(uint64_t cell);

    /** A data cell comes to a buffer. @param hop number @param accepted whether it is
     * @return whether a frame is lost with it: its last cell */
    bool Pass(uint32_t hop, bool accepted);

    /** The last cell of a frame has come. @param cell number @return what the destination has */
    Arrival Arrive(uint64_t cell);

    uint64_t GetAccepted() const;   //!< @return cells of all frames that came to the source
    uint64_t CountInFlight() const; //!< @return frames that are neither delivered nor lost, counted

  private:
    /** A frame. */
    struct Frame
    {
        Ptr<const Packet> sdu;             //!< of AAL5
        uint64_t end;                      //!< number of the cell after its last accepted one
        uint32_t cells;                    //!< accepted at the source
        bool whole;                        //!< these are all
        bool lost;                         //!< its last cell was refused
        std::vector<Ptr<Packet>> payloads; //!< of its cells, when somebody has asked for them

        /** @return payloads of its cells */
        const std::vector<Ptr<Packet>>& Segment();
    };

    /** @param cell number of one of m_frames @return the frame */
    Frame& Find(uint64_t cell);

    std::deque<Frame> m_frames;   //!< of which the last cell has not come, nor a later one
    std::size_t m_left{0};        //!< of these have left the source
    uint64_t m_end{0};            //!< number of the next cell of a new frame
    std::vector<uint64_t> m_next; //!< by hop: all cells before this one came to it or never will
    std::set<uint64_t> m_refused; //!< cells of these frames
    atm::Aal5Reassembler m_reassembler; //!< of the destination
};

} // namespace ns3

#endif // ATM_ABR_FRAME_VC_H
