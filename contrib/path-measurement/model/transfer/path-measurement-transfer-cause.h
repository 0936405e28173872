/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_CAUSE_H
#define PATH_MEASUREMENT_TRANSFER_CAUSE_H

#include <array>
#include <cstdint>
#include <string>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief What keeps a TCP sender from sending more, and for which part of the time: the accounting
 * of Web100 (SndLimTimeRwin, SndLimTimeCwnd, SndLimTimeSender).
 *
 * The state of a sender changes when an acknowledgement comes or the application writes. Whatever
 * holds before such an event has held since the one before.
 */
class SenderLimits
{
  public:
    /** What a sender waits for. */
    enum State : uint8_t
    {
        WINDOW, //!< the socket buffers: the window of the receiver or the send buffer is full
        PATH,   //!< the congestion window is full, or losses are repaired
        SENDER, //!< the application: nothing is there to send
        STATES
    };

    /** A sender between two events, in bytes. */
    struct Moment
    {
        bool repairing;      //!< lost segments, in recovery or after a time-out
        uint64_t unsent;     //!< data of the send buffer that were never sent
        uint64_t room;       //!< free in the send buffer
        uint64_t window;     //!< of the receiver
        uint64_t congestion; //!< window
        uint64_t segment;    //!< of full size
    };

    /** @param moment of a sender @return what it waits for */
    static State Judge(const Moment& moment);

    /** @param state that held
     * @param time for how long, ns */
    void Add(State state, int64_t time);
    void Add(const SenderLimits& other); //!< @param other stream of the same transfer
    int64_t GetTime(State state) const;  //!< @param state any @return for how long it held, ns
    double GetShare(State state) const;  //!< @param state any @return part of all time, or 0

  private:
    std::array<int64_t, STATES> m_times{}; //!< in ns, by state
};

/**
 * @ingroup path-measurement
 * @brief The cause that limited a transfer, from measurements at both ends.
 *
 * The longest state of its senders decides. In the states window and sender the cause is the
 * busiest processor or disk, if it was busy for BUSY of the time. Otherwise the round trip
 * separates windows from the path: if its mean is at least STANDING times its minimum, there is a
 * standing queue, and the transfer has its share of a full link. Without a standing queue the cause
 * in the state path is random loss if there were retransmissions, and else the growth of the
 * congestion window.
 */
class TransferCause
{
  public:
    /** Numbers are those of the value "limited_by". */
    enum Cause : uint8_t
    {
        NOTHING = 0,          //!< nothing was sent
        WINDOW = 1,           //!< windows are too small for the path
        LOSS = 2,             //!< random loss
        BOTTLENECK = 3,       //!< share of a full link
        START = 4,            //!< the congestion window was still growing
        SOURCE_PROCESSOR = 5, //!< of the sending host
        SOURCE_DISK = 6,      //!< of the sending host
        SINK_PROCESSOR = 7,   //!< of the receiving host
        SINK_DISK = 8,        //!< of the receiving host
        RATE_LIMIT = 9,       //!< of the tool
        APPLICATION = 10,     //!< the sender had nothing to send for another reason
    };

    static constexpr double BUSY = 0.9;     //!< part of the time from which a server is the cause
    static constexpr double STANDING = 1.1; //!< mean over least round trip when a queue stands

    /** How a host was used during a transfer, as parts of the time. */
    struct Host
    {
        double processor{0}; //!< that the processor worked
        double disk{0};      //!< that the disk worked
    };

    /** What was seen. */
    struct Evidence
    {
        SenderLimits limits;      //!< of all streams
        double roundTrip{0};      //!< mean, s; 0: none was seen
        double leastRoundTrip{0}; //!< in s
        uint64_t again{0};        //!< segments that were sent again
        Host source;              //!< that sent
        Host sink;                //!< that received
        double limit{0};          //!< part of the time that a rate limit held data back
    };

    static Cause Judge(const Evidence& evidence); //!< @param evidence seen @return the cause
    static std::string ToText(Cause cause);       //!< @param cause any @return it in words
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_TRANSFER_CAUSE_H
