/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_SENDER_H
#define PATH_MEASUREMENT_TRANSFER_SENDER_H

#include "path-measurement-transfer-block.h"
#include "path-measurement-transfer-streams.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief Sends blocks over parallel streams: each block passes the stages of the host and then goes
 * to the next stream that has room.
 */
class TransferSender
{
  public:
    /** Gives the next block. @param block to fill in @return whether there is one */
    using Supply = std::function<bool(TransferBlock& block)>;

    /**
     * @param streams that are connected
     * @param stages of the host
     * @param supply of blocks
     * @param unanswered how many blocks of a stream may be on their way; 0: any number
     * @param answered whether Answer() is called for each block
     */
    void Start(TransferStreams& streams,
               std::vector<WorkLine::Stage> stages,
               Supply supply,
               uint32_t unanswered,
               bool answered);
    /** The next block of a stream has come. @param stream any @return the block */
    TransferBlock Answer(uint32_t stream);
    void Stop();          //!< Send nothing more.
    uint64_t TakeBytes(); //!< @return handed to sockets since the last call

  private:
    /** What a stream is about to send. */
    struct Cargo
    {
        Ptr<Packet> header;                 //!< of its block, null once it is sent
        uint32_t left{0};                   //!< bytes of payload
        std::deque<TransferBlock> onTheWay; //!< blocks that are not answered, if they will be
    };

    void Feed(uint32_t stream); //!< @param stream that takes data
    bool Load(uint32_t stream); //!< @param stream without a block @return if it has one now
    void Fetch();               //!< Let the stages work on more blocks.
    void Come(const TransferBlock& block); //!< @param block that is ready
    void Distribute();                     //!< Give what is ready to streams with room.

    TransferStreams* m_streams{nullptr}; //!< null when it does not send
    Supply m_supply;                     //!< of blocks
    uint32_t m_limit{0};                 //!< blocks of a stream that may be on their way, 0: any
    bool m_answered{false};              //!< whether blocks are answered
    WorkLine m_line;                     //!< of the host
    uint32_t m_depth{0};                 //!< blocks in the line and ready
    bool m_fetching{false};              //!< whether Fetch() goes on
    std::deque<TransferBlock> m_ready;   //!< through the line
    std::vector<Cargo> m_cargos;         //!< by stream
    uint32_t m_next{0};                  //!< stream
    uint64_t m_bytes{0};                 //!< handed to sockets
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_TRANSFER_SENDER_H
