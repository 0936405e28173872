/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_STREAMS_H
#define PATH_MEASUREMENT_TRANSFER_STREAMS_H

#include "path-measurement-transfer-socket.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Parallel TCP connections from a host to a server.
 */
class TransferStreams
{
  public:
    /** What they are like. */
    struct Settings
    {
        uint32_t streams; //!< how many
        uint32_t window;  //!< bytes of both socket buffers
        uint8_t tos;      //!< of their packets
        Time patience;    //!< how long the last one may take to be connected
    };

    TransferStreams() = default;
    TransferStreams(const TransferStreams&) = delete;            //!< sockets know this one
    TransferStreams& operator=(const TransferStreams&) = delete; //!< sockets know this one
    ~TransferStreams();                                          //!< Aborts.

    /**
     * Connect all of them.
     *
     * @param node from which
     * @param server to which
     * @param settings of all
     * @param opened told that all are connected
     * @param failed told why not all could be, and nothing more
     */
    void Connect(Ptr<Node> node,
                 const Address& server,
                 const Settings& settings,
                 std::function<void()> opened,
                 std::function<void(const std::string&)> failed);
    /** @param broken told of a stream that ended though nobody here has ended it; it is not alive
     * any more */
    void SetBroken(std::function<void(uint32_t)> broken);
    /** @param room told of a stream that takes data */
    void SetRoom(std::function<void(uint32_t)> room);
    /** @param data told of a stream that has something to read */
    void SetData(std::function<void(uint32_t)> data);
    void Abort(); //!< End all of them at once, and tell nobody.

    uint32_t GetSize() const;            //!< @return how many streams
    uint32_t GetAlive() const;           //!< @return how many have not ended
    bool IsAlive(uint32_t stream) const; //!< @param stream any @return if it has not ended
    /** @param stream that has ended @return whether it did as nobody acknowledged its segments */
    bool IsUnanswered(uint32_t stream) const;
    Ptr<TransferSocket> Get(uint32_t stream) const; //!< @param stream any @return its socket
    uint64_t GetAcknowledged() const;               //!< @return bytes of all that have arrived

    void BeginAccount(); //!< Count from now on.
    void EndAccount();   //!< Count no more.
    /** @return counted so far, of all streams; the least round trip is that of all */
    TransferSocket::Account GetAccount() const;

  private:
    /** A connection. */
    struct Stream
    {
        Ptr<TransferSocket> socket; //!< its end here
        bool connected{false};      //!< whether it was connected
        bool alive{true};           //!< whether it has not ended
        bool unanswered{false};     //!< whether it ended as nobody acknowledged its segments
        EventId losing;             //!< tells that it has ended, after the event of the socket
    };

    /** @param stream that is connected
     * @param socket of it */
    void Connected(uint32_t stream, Ptr<Socket> socket);
    /** @param stream that has ended
     * @param socket of it */
    void Ended(uint32_t stream, Ptr<Socket> socket);
    /** @param stream whose segments nobody acknowledges
     * @param socket of it */
    void Unanswered(uint32_t stream, Ptr<Socket> socket);
    void NotifyEnd(uint32_t stream); //!< @param stream that has ended
    void Expire();                   //!< The patience is over.
    /** @param stream that takes data
     * @param socket of it
     * @param room bytes */
    void Room(uint32_t stream, Ptr<Socket> socket, uint32_t room);
    /** @param stream that has data
     * @param socket of it */
    void Data(uint32_t stream, Ptr<Socket> socket);
    void Fail(const std::string& why); //!< @param why not all can be connected

    std::vector<Stream> m_streams;                    //!< in the order of their beginnings
    uint32_t m_connected{0};                          //!< streams that were
    EventId m_patience;                               //!< ends it
    std::function<void()> m_opened;                   //!< told
    std::function<void(const std::string&)> m_failed; //!< told
    std::function<void(uint32_t)> m_broken;           //!< told
    std::function<void(uint32_t)> m_room;             //!< told
    std::function<void(uint32_t)> m_data;             //!< told
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_TRANSFER_STREAMS_H
