/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SENDER_LIMITS_H
#define PATH_MEASUREMENT_SENDER_LIMITS_H

#include <array>
#include <cstdint>

namespace ns3
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

    void Add(State state, int64_t time); //!< @param state that held @param time for how long, ns
    void Add(const SenderLimits& other); //!< @param other stream of the same transfer
    int64_t GetTime(State state) const;  //!< @param state any @return for how long it held, ns
    double GetShare(State state) const;  //!< @param state any @return part of all time, or 0

  private:
    std::array<int64_t, STATES> m_times{}; //!< in ns, by state
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SENDER_LIMITS_H
