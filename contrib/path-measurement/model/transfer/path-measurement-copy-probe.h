/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_COPY_PROBE_H
#define PATH_MEASUREMENT_COPY_PROBE_H

#include "path-measurement-transfer-block.h"
#include "path-measurement-transfer-probe.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-parts.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A copy of a file to the remote host over parallel streams, block by block.
 *
 * The file is read, compressed if CompressionRatio is above 1, sent, expanded and written; all that
 * goes on at the same time in different blocks. The copy is over when each block is answered, or
 * after TimeLimit. Tools are types that differ in their defaults, of which a table has bbcp, bbftp
 * and GridFTP.
 */
class CopyProbe : public TransferProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** Without the time that the agent takes for the login. */
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;
    bool UsesDisk() const; //!< @return whether the file is on a disk at one of the ends

    /** A tool, and what it does unless it is told otherwise. */
    struct Tool
    {
        const char* name;    //!< of its TypeId
        uint32_t streams;    //!< parallel ones
        uint32_t window;     //!< bytes
        uint32_t blockSize;  //!< bytes
        uint32_t handshakes; //!< round trips
        int64_t startUp;     //!< processing before the first of them, ms
    };

    /**
     * @param tool whose TypeId is not registered yet
     * @return its TypeId, a child of that of CopyProbe
     */
    static TypeId RegisterTool(const Tool& tool);

  private:
    std::string GetServer() const override;
    void DoStart() override;
    void DoMeasure(uint16_t port) override;
    void Begin() override;
    void Break(uint32_t stream) override;
    void DoEnd() override;
    void ReceiveReport(const std::vector<MeasurementResult::Value>& values) override;

    void SendHandshake(); //!< Send the next message of the handshake, or the file.
    void Send();          //!< The handshake is over.
    std::vector<measurement::WorkLine::Stage> MakeStages(); //!< @return of this host
    bool Supply(measurement::TransferBlock&
                    block);               //!< @param block to fill in @return whether there is one
    void ReceiveAnswers(uint32_t stream); //!< @param stream with answers
    void Note(const measurement::TransferBlock& block); //!< @param block that is answered
    void Conclude(bool complete); //!< @param complete whether all blocks are answered
    double GetRest() const;       //!< @return bytes of the file behind Offset
    /** @param rate of the path in bit/s @return that, or RateLimit if it is lower */
    double GetExpectedRate(double rate) const;
    uint64_t GetAcknowledged() const; //!< @return bytes of the file in answered blocks

    uint64_t m_size;               //!< attribute Size
    Time m_timeLimit;              //!< attribute TimeLimit
    measurement::Storage m_source; //!< attribute Source
    measurement::Storage m_sink;   //!< attribute Sink
    DataRate m_rateLimit;          //!< attribute RateLimit
    double m_ratio;                //!< attribute CompressionRatio
    double m_compression;          //!< attribute CompressionSpeed
    double m_expansion;            //!< attribute ExpansionSpeed
    double m_factor;               //!< attribute ProcessorFactor
    uint64_t m_offset;             //!< attribute Offset
    bool m_resume;                 //!< attribute Resume
    uint32_t m_blockSize;          //!< attribute BlockSize
    uint32_t m_unanswered;         //!< attribute Unanswered
    uint32_t m_handshakes;         //!< attribute Handshakes
    Time m_startUp;                //!< attribute StartUp

    EventId m_starting;                    //!< ends StartUp
    EventId m_limiting;                    //!< ends TimeLimit
    EventId m_concluding;                  //!< when all is answered
    uint16_t m_port{0};                    //!< of the server
    uint32_t m_handshakesSent{0};          //!< messages that were sent
    bool m_sending{false};                 //!< whether the handshake is over
    bool m_over{false};                    //!< whether the copy is over
    uint32_t m_block{0};                   //!< bytes of the file in a block
    uint64_t m_from{0};                    //!< where this copy begins
    uint64_t m_next{0};                    //!< what of the file was not read yet begins here
    std::map<uint64_t, uint64_t> m_beyond; //!< answered behind a gap: end by begin
    uint64_t m_reached{0};                 //!< until there all is answered
    uint64_t m_behind{0};                  //!< bytes answered behind a gap
    std::vector<uint32_t> m_answerBytes;   //!< bytes of an answer, by stream
    measurement::WorkServer m_pace;        //!< of RateLimit
    int64_t m_paced{0};                    //!< of it until the copy was over, ns
    Time m_begun;                          //!< when the handshake was over
    Time m_ended;                          //!< when the copy was over
    bool m_complete{false};                //!< whether all blocks are answered
};

} // namespace ns3

#endif // PATH_MEASUREMENT_COPY_PROBE_H
