/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_MEMORY_H
#define LOSSLESS_ETHERNET_MEMORY_H

#include "ns3/lossless-ethernet-frame.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * The memory of a switch: which frames it takes, and which inputs have to pause.
 *
 * Every frame is charged to the input and the priority it came with, from its reception to the end
 * of its transmission. A subclass keeps the books, in DoAdmit and DoRelease, and says by Ask when
 * an input has to pause or may go on.
 */
class LosslessMemory : public Object
{
  public:
    /** An input is to pause, or to go on. */
    struct Change
    {
        uint32_t input;     //!< number of the port
        uint8_t priorities; //!< a bit for each; all for a pause of the link
        bool pause;         //!< whether it has to pause
    };

    /** Bytes that have a limit of their own. */
    struct Partition
    {
        uint32_t input;    //!< number of the port, or ALL
        uint32_t priority; //!< or ALL
        uint64_t limit;    //!< bytes
        uint64_t high;     //!< most bytes that were held
    };

    static constexpr uint32_t ALL = ~uint32_t{0}; //!< inputs or priorities together

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Begin, empty.
     * @param ports of the switch
     * @param headroom by input: bytes of each priority that may be charged above the high
     * watermark, as LosslessHeadroom counts them
     * @throw std::invalid_argument the attributes do not fit
     */
    void Configure(uint32_t ports, const std::vector<uint64_t>& headroom);

    /** A frame was received. @param input port @param priority of the frame @param bytes of it
     * @return whether there is room */
    bool Admit(uint32_t input, uint8_t priority, uint32_t bytes);

    /** A frame has left. @param input port that it came by @param priority of the frame
     * @param bytes of it */
    void Release(uint32_t input, uint8_t priority, uint32_t bytes);

    /** @return what was asked for since; to be cleared by the caller */
    std::vector<Change>& GetChanges()
    {
        return m_changes;
    }

    bool IsConfigured() const;              //!< @return whether Configure was called
    uint32_t GetPorts() const;              //!< @return number of inputs
    uint64_t GetCapacity() const;           //!< @return bytes for each port
    uint64_t GetUsed() const;               //!< @return bytes of all frames that are held
    uint64_t GetUsed(uint32_t input) const; //!< @param input port @return bytes
    /** @param input port @param priority of it @return bytes */
    uint64_t GetUsed(uint32_t input, uint8_t priority) const;
    uint64_t GetHighWater() const;               //!< @return most bytes that were held
    uint64_t GetHighWater(uint32_t input) const; //!< @param input port @return most bytes
    uint64_t GetHeadroom(uint32_t input) const;  //!< @param input port @return bytes of Lay
    /** @return MAC control frames that may have to leave a port one behind the other: as many as
     * priorities pause by themselves; by default 1 */
    virtual uint32_t GetControlFrames() const;
    /** @return a bit for each priority whose frames find room; by default all */
    virtual uint8_t GetPriorities() const;
    /** @return whether an input pauses priorities (PFC), else the link (PAUSE); by default not */
    virtual bool PausesByPriority() const;
    /** @return whether an input may have to pause for frames of others, so that it waits for all
     * outputs; by default not */
    virtual bool JoinsInputs() const;
    /** @return what has a limit; by default all inputs together */
    virtual std::vector<Partition> GetPartitions() const;

    /** Bring the books of an input into the cache. @param input port */
    void Prefetch(uint32_t input) const
    {
        __builtin_prefetch(&m_inputs[input]);
    }

  protected:
    /** @param input port @param priorities a bit for each @param pause whether it has to pause */
    void Ask(uint32_t input, uint8_t priorities, bool pause);

  private:
    virtual void DoConfigure() = 0; //!< Read the attributes and begin.
    /** After the books have the frame. @param input port @param priority of it @param bytes of it
     * @return whether there was room: if not, the books forget it again */
    virtual bool DoAdmit(uint32_t input, uint8_t priority, uint32_t bytes) = 0;
    /** After the books have forgotten the frame. @param input port @param priority of it
     * @param bytes of it */
    virtual void DoRelease(uint32_t input, uint8_t priority, uint32_t bytes) = 0;

    /** Books of an input, in bytes. */
    struct Input
    {
        uint64_t headroom;                                            //!< of Lay
        uint64_t used{0};                                             //!< held
        uint64_t high{0};                                             //!< most that were held
        std::array<uint64_t, LosslessFrame::PRIORITIES> byPriority{}; //!< held
    };

    uint64_t m_capacity;           //!< attribute Capacity
    std::vector<Input> m_inputs;   //!< by number of the port
    uint64_t m_used{0};            //!< bytes held
    uint64_t m_high{0};            //!< most bytes held
    std::vector<Change> m_changes; //!< asked for
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_MEMORY_H
