/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRANSFER_SERVER_H
#define PATH_MEASUREMENT_TRANSFER_SERVER_H

#include "path-measurement-transfer-socket.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-host-parts.h"
#include "ns3/path-measurement-server.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The far end of a tool that sends over TCP: takes streams and reads them as fast as the
 * processor of the host does.
 */
class TransferServer : public MeasurementServer
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    uint32_t GetWindow() const;                     //!< @return attribute Window
    uint32_t GetStreams() const;                    //!< @return streams that have come
    Ptr<TransferSocket> Get(uint32_t stream) const; //!< @param stream any @return its socket
    Ptr<HostProcessor> GetProcessor() const;        //!< @return of the host, or null
    double GetCycles() const;                       //!< @return that reading took
    void Resume();                                  //!< Read what MayRead() held back, by turns.

    void DoStart() override;
    void DoStop() override;
    void DoHang() override;

  private:
    /** A connection. */
    struct Stream
    {
        Ptr<TransferSocket> socket; //!< its end here
        EventId reading;            //!< when the processor has done what it reads
    };

    virtual bool MayRead() const; //!< @return whether there is room for data; by default there is
    /** @param stream of which data were read
     * @param packet with them */
    virtual void Read(uint32_t stream, Ptr<Packet> packet) = 0;

    /** @param socket of a stream
     * @param from whom */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** @param stream that has data
     * @param socket of it */
    void Come(uint32_t stream, Ptr<Socket> socket);
    void Work(uint32_t stream); //!< @param stream that has data
    /** @param stream that was read
     * @param bytes of it */
    void Take(uint32_t stream, uint32_t bytes);

    uint32_t m_window; //!< attribute Window
    double m_factor;   //!< attribute ProcessorFactor

    Ptr<HostProcessor> m_processor; //!< of the host, or null
    double m_perByte{0};            //!< cycles
    double m_cycles{0};             //!< so far
    Ptr<TransferSocket> m_listener; //!< null when stopped
    std::vector<Stream> m_streams;  //!< in the order in which they came
    uint32_t m_turn{0};             //!< which of them Resume() reads next
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRANSFER_SERVER_H
