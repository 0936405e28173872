/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-socket.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TransferSocket");

NS_OBJECT_ENSURE_REGISTERED(TransferSocket);

TypeId
TransferSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TransferSocket")
                            .SetParent<AbortableTcpSocket>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<TransferSocket>();
    return tid;
}

TransferSocket::TransferSocket(const TransferSocket& other)
    : AbortableTcpSocket(other)
{
}

Ptr<TransferSocket>
TransferSocket::Create(Ptr<Node> node, uint32_t window)
{
    auto socket = CreateObject<TransferSocket>();
    socket->Join(node);
    socket->SetAttribute("SndBufSize", UintegerValue(window));
    socket->SetAttribute("RcvBufSize", UintegerValue(window));
    return socket;
}

void
TransferSocket::SetResetCallback(Callback<void> reset)
{
    m_reset = reset;
}

void
TransferSocket::BeginAccount()
{
    NS_LOG_FUNCTION(this);
    const int64_t least = m_account.leastRoundTrip;
    m_account = Account();
    m_account.leastRoundTrip = least;
    m_since = Simulator::Now().GetNanoSeconds();
    m_counting = true;
}

void
TransferSocket::EndAccount()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_counting = false;
}

const TransferSocket::Account&
TransferSocket::GetAccount() const
{
    return m_account;
}

void
TransferSocket::Write(Ptr<Packet> packet)
{
    Settle();
    const int taken = Send(packet, 0);
    m_written += std::max(taken, 0);
}

uint32_t
TransferSocket::GetSegment() const
{
    return m_tcb->m_segmentSize;
}

uint64_t
TransferSocket::GetAcknowledged() const
{
    return m_written - m_txBuffer->Size();
}

void
TransferSocket::Abort()
{
    NS_LOG_FUNCTION(this);
    m_reset = Callback<void>();
    m_telling.Cancel();
    AbortableTcpSocket::Abort();
}

Ptr<Packet>
TransferSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    const auto packet = AbortableTcpSocket::Recv(maxSize, flags);
    // As Linux: tell when the window is open at least twice as far as the sender knows.
    const auto& buffer = m_tcb->m_rxBuffer;
    const int64_t known = std::max<int64_t>(m_edge - buffer->NextRxSequence(), 0);
    const int64_t open = buffer->MaxRxSequence() - buffer->NextRxSequence();
    if (m_state == ESTABLISHED && 2 * known <= buffer->MaxBufferSize() && open >= 2 * known &&
        open >= m_tcb->m_segmentSize)
    {
        SendEmptyPacket(TcpHeader::ACK);
    }
    return packet;
}

void
TransferSocket::DoForwardUp(Ptr<Packet> packet,
                            const Address& fromAddress,
                            const Address& toAddress)
{
    TcpHeader header;
    packet->PeekHeader(header);
    if (header.GetFlags() & TcpHeader::RST && !m_reset.IsNull() && m_telling.IsExpired())
    {
        m_telling = Simulator::ScheduleNow([this]() { m_reset(); });
    }
    Settle();
    const auto before = m_rtt->GetNSamples();
    AbortableTcpSocket::DoForwardUp(packet, fromAddress, toAddress);
    if (m_state == ESTABLISHED && !UnAckDataCount())
    {
        m_retxEvent.Cancel(); // the next segment starts the timer
    }
    if (m_rtt->GetNSamples() != before)
    {
        const int64_t roundTrip = m_rtt->GetEstimate().GetNanoSeconds();
        auto& least = m_account.leastRoundTrip;
        least = least ? std::min(least, roundTrip) : roundTrip;
        if (m_counting)
        {
            ++m_account.samples;
            m_account.roundTrips += roundTrip;
        }
    }
}

uint32_t
TransferSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    const bool again = seq < m_tcb->m_highTxMark.Get();
    const uint32_t size = AbortableTcpSocket::SendDataPacket(seq, maxSize, withAck);
    if (m_counting && size)
    {
        ++m_account.segments;
        m_account.again += again;
    }
    return size;
}

void
TransferSocket::SendEmptyPacket(uint8_t flags)
{
    AbortableTcpSocket::SendEmptyPacket(flags);
    m_edge = m_tcb->m_rxBuffer->MaxRxSequence();
}

Ptr<TcpSocketBase>
TransferSocket::Fork()
{
    return CopyObject<TransferSocket>(this);
}

void
TransferSocket::Settle()
{
    if (!m_counting)
    {
        return;
    }
    const int64_t now = Simulator::Now().GetNanoSeconds();
    if (now > m_since)
    {
        const auto state = m_tcb->m_congState.Get();
        const measurement::SenderLimits::Moment moment{
            state == TcpSocketState::CA_RECOVERY || state == TcpSocketState::CA_LOSS,
            static_cast<uint64_t>(m_txBuffer->TailSequence() - m_tcb->m_highTxMark.Get()),
            m_txBuffer->Available(),
            m_rWnd.Get(),
            m_tcb->m_cWnd.Get(),
            m_tcb->m_segmentSize,
        };
        m_account.limits.Add(measurement::SenderLimits::Judge(moment), now - m_since);
        m_since = now;
    }
}

} // namespace ns3
