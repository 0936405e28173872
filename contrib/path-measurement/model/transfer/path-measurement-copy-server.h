/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_COPY_SERVER_H
#define PATH_MEASUREMENT_COPY_SERVER_H

#include "path-measurement-transfer-block.h"
#include "path-measurement-transfer-server.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-result.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The far end of CopyProbe: reads blocks, expands and writes them, and answers each one that
 * is written.
 *
 * Blocks that are read and not written yet take room, which is for some more than there are
 * streams: a slow disk makes the streams wait.
 */
class CopyServer : public TransferServer
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return "wire_throughput", data of the file over the time in which they came, bit/s;
     * "processor" and "disk", the parts of the time since then that they worked, and
     * "cpu_receiver", MHz of the processor for this copy, if there are any */
    std::vector<MeasurementResult::Value> GetReport() const override;
    uint64_t GetBytes() const override;

  private:
    /** What of a stream has come. */
    struct Incoming
    {
        Ptr<Packet> header;               //!< begin of one, or null
        measurement::TransferBlock block; //!< of which data come
        uint32_t left{0};                 //!< bytes of it to come
        uint32_t owed{0};                 //!< answers that the send buffer had no room for
    };

    void DoStart() override;
    void DoStop() override;
    bool MayRead() const override;
    void Read(uint32_t stream, Ptr<Packet> packet) override;

    void Mark();                                         //!< Data have come now.
    void Write(const measurement::TransferBlock& block); //!< @param block that is written
    void Answer(uint32_t stream); //!< @param stream of which a block is through
    /** @param stream with answers to send
     * @param socket of it
     * @param room bytes */
    void Flush(uint32_t stream, Ptr<Socket> socket, uint32_t room);

    measurement::Storage m_sink; //!< attribute Sink
    double m_expansion;          //!< attribute ExpansionSpeed

    Ptr<HostDisk> m_disk;             //!< of the host, or null
    measurement::WorkLine m_line;     //!< expansion and disk
    EventId m_resume;                 //!< reads again
    std::vector<Incoming> m_incoming; //!< by stream
    double m_expanding{0};            //!< cycles
    double m_came{0};                 //!< data, bytes of the file
    uint64_t m_answers{0};            //!< bytes
    bool m_begun{false};              //!< whether data have come
    Time m_first;                     //!< when the first of them came
    Time m_last;                      //!< when the last of them came
    Time m_processing;                //!< of the host, before the first data
    Time m_writing;                   //!< of the host, before the first data
};

} // namespace ns3

#endif // PATH_MEASUREMENT_COPY_SERVER_H
