/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-edge-device.h"

#include "ns3/atm-abr-cell-header.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmEdgeDevice");

NS_OBJECT_ENSURE_REGISTERED(AtmEdgeDevice);

namespace
{

constexpr uint16_t MOST_MTU = atm::Aal5::LONGEST - AtmEdgeDevice::OVERHEAD; //!< octets

} // namespace

TypeId
AtmEdgeDevice::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<AtmEdgeDevice>(
        TypeId("ns3::AtmEdgeDevice")
            .SetParent<fabric::BoundedDevice>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AtmEdgeDevice>()
            .AddAttribute("Mtu",
                          "Longest packet that Send takes, in octets.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&AtmEdgeDevice::SetMtu, &AtmEdgeDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(1, MOST_MTU))
            .AddAttribute(
                "QueueCells",
                "Cells of frames at the sources of the device from which on packets wait "
                "in TxQueue, in their order; 0: no limit.",
                UintegerValue(0),
                MakeUintegerAccessor(&AtmEdgeDevice::SetQueueCells, &AtmEdgeDevice::GetQueueCells),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("CellDiscard",
                          "Whether QueueCells is a buffer of cells: of a frame that finds too "
                          "little room the last cells are dropped and the first ones sent, and no "
                          "packet waits in TxQueue. Without a limit of QueueCells nothing is "
                          "dropped.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&AtmEdgeDevice::m_cellDiscard),
                          MakeBooleanChecker())
            .AddTraceSource("Pdu",
                            "The last cell of an AAL5 PDU left the device or came to it: number of "
                            "the VC, time in picoseconds, and the octets that left or came.",
                            burst::MakeTraceSourceAccessor(&AtmEdgeDevice::m_pduTrace),
                            "ns3::AtmEdgeDevice::PduTracedCallback")
            .AddTraceSource("Cell",
                            "The last bit of a cell left the device or came to it: number of the "
                            "VC, time in picoseconds, and its 53 octets, with payload 0 if it is "
                            "of no frame. The first sink has to be connected before the simulation "
                            "starts, a later one is refused.",
                            burst::MakeSinkAccessor(&AtmEdgeDevice::m_cellTrace,
                                                    &AtmEdgeDevice::ChangeCellSinks),
                            "ns3::AtmEdgeDevice::PduTracedCallback"),
        {{"atm.frames_sent", "1", "frames that left the device", &AtmEdgeDevice::GetFramesSent},
         {"atm.frames_received",
          "1",
          "frames that came to the device whole",
          &AtmEdgeDevice::GetFramesReceived}});
    return tid;
}

void
AtmEdgeDevice::CheckTracesCells() const
{
    if (m_fabric && m_fabric->IsRunning() && !m_fabric->TracesCells(GetNumber()))
    {
        throw std::invalid_argument(
            "the first sink of Cell, or a pcap file, comes to edge device " +
            std::to_string(GetNumber()) +
            " of a fabric that has started; allowed is before, since the "
            "engine moves cells by itself otherwise");
    }
}

void
AtmEdgeDevice::ChangeCellSinks(const burst::SinkChange& change)
{
    CheckTracesCells();
    change();
}

void
AtmEdgeDevice::Attach(uint32_t number, Ptr<AtmFabric> fabric)
{
    NS_LOG_FUNCTION(this << number << fabric);
    fabric->Attach(number, this);
    m_fabric = fabric;
    SetNumber(number, ADDRESS_KIND);
}

void
AtmEdgeDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    BoundedDevice::DoInitialize();
    if (m_fabric)
    {
        FillLater(); // what was sent before
    }
}

void
AtmEdgeDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_disposed = true; // the fabric is kept: frames may be under way
    BoundedDevice::DoDispose();
}

Ptr<AtmFabric>
AtmEdgeDevice::GetFabric() const
{
    return m_fabric;
}

uint64_t
AtmEdgeDevice::GetFramesSent() const
{
    return m_sent;
}

uint64_t
AtmEdgeDevice::GetFramesReceived() const
{
    return m_received;
}

uint64_t
AtmEdgeDevice::GetCellsWaiting() const
{
    return m_waiting;
}

fabric::EngineChannel*
AtmEdgeDevice::PeekFabric() const
{
    return PeekPointer(m_fabric);
}

bool
AtmEdgeDevice::HasWorkingLink() const
{
    return m_fabric && !m_disposed && !m_fabric->IsDisposed();
}

void
AtmEdgeDevice::SetQueueCells(uint32_t cells)
{
    m_queueCells = cells;
    if (m_fabric && m_fabric->IsRunning() && HasWorkingLink())
    {
        FillLater();
    }
}

uint32_t
AtmEdgeDevice::GetQueueCells() const
{
    return m_queueCells;
}

bool
AtmEdgeDevice::HasRoom(Ptr<const Packet> /* packet */) const
{
    return HasWorkingLink() && m_fabric->IsRunning() &&
           (m_queueCells == 0 || m_cellDiscard || m_waiting < m_queueCells);
}

void
AtmEdgeDevice::Transmit(Ptr<Packet> packet)
{
    EthernetHeader header(false);
    packet->PeekHeader(header);
    const auto behind = m_behind.find(header.GetDestination());
    auto destinations = behind != m_behind.end() ? std::vector<uint32_t>{behind->second}
                                                 : GetDestinations(header.GetDestination());
    const char* reason = destinations.empty() ? OWN_ADDRESS : NO_VC; // it may have got it meanwhile
    auto sdu = packet->Copy();
    sdu->AddHeader(AtmBridgedEthernetHeader());
    for (; !destinations.empty(); destinations.pop_back())
    {
        const uint32_t vc = m_fabric->FindFrameVc(GetNumber(), destinations.back());
        if (vc != AtmNetwork::NONE)
        {
            reason = nullptr;
            if (m_cellDiscard && m_queueCells > 0)
            {
                SendFirstCells(packet, vc, sdu);
            }
            else
            {
                m_waiting += m_fabric->Send(vc, sdu);
            }
        }
    }
    if (reason)
    {
        DropMessage(packet, reason);
    }
}

void
AtmEdgeDevice::SendFirstCells(Ptr<const Packet> packet, uint32_t vc, Ptr<const Packet> sdu)
{
    const uint64_t waiting = m_fabric->GetFrameCells(GetNumber());
    const uint64_t room = waiting < m_queueCells ? m_queueCells - waiting : 0;
    if (room == 0)
    {
        DropMessage(packet, NO_ROOM);
        return;
    }
    const uint32_t accepted = m_fabric->Send(vc, sdu, room);
    const uint32_t refused = atm::Aal5::GetCells(sdu->GetSize()) - accepted;
    m_waiting += accepted;
    if (refused > 0)
    {
        Drop(TAIL, uint64_t{refused} * AtmCellHeader::PAYLOAD);
    }
}

void
AtmEdgeDevice::Left(uint32_t vc, AtmTime time, const AtmFrameVc::Departure& departure)
{
    m_waiting -= departure.cells;
    m_sent += departure.whole;
    if (m_disposed)
    {
        return;
    }
    if (departure.whole && (HasTxSinks() || !m_pduTrace.IsEmpty()))
    {
        const auto pdu = atm::Aal5::MakePdu(departure.sdu);
        NotifyTx(pdu);
        Notify(m_pduTrace, vc, time, Ptr<const Packet>(pdu));
    }
    if (HasRoom(nullptr))
    {
        FillLater();
    }
}

void
AtmEdgeDevice::Receive(uint32_t vc, uint32_t from, AtmTime time, const AtmFrameVc::Arrival& arrival)
{
    if (m_disposed)
    {
        Drop(arrival.fault ? arrival.fault : DISPOSED, arrival.pdu->GetSize());
        return;
    }
    NotifyRx(arrival.pdu);
    Notify(m_pduTrace, vc, time, arrival.pdu);
    if (arrival.fault)
    {
        Drop(arrival.fault, arrival.pdu->GetSize());
        return;
    }
    ++m_received;
    auto frame = arrival.sdu;
    AtmBridgedEthernetHeader bridged;
    frame->RemoveHeader(bridged);
    EthernetHeader header(false);
    frame->PeekHeader(header);
    m_behind[header.GetSource()] = from;
    NotifyLater([this, frame] { PassUp(frame); });
}

bool
AtmEdgeDevice::HasCellSinks() const
{
    return !m_cellTrace.IsEmpty() && !m_disposed;
}

void
AtmEdgeDevice::NotifyCell(uint32_t vc, AtmTime time, Ptr<const Packet> cell)
{
    Notify(m_cellTrace, vc, time, cell);
}

bool
AtmEdgeDevice::SetMtu(const uint16_t mtu)
{
    const bool fits = mtu > 0 && mtu <= MOST_MTU;
    m_mtu = fits ? mtu : m_mtu;
    return fits;
}

uint16_t
AtmEdgeDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
