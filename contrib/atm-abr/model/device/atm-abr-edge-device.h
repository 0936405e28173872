/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EDGE_DEVICE_H
#define ATM_ABR_EDGE_DEVICE_H

#include "atm-abr-fabric.h"
#include "atm-abr-frame-vc.h"

#include "ns3/atm-abr-aal5.h"
#include "ns3/atm-abr-bridged-ethernet-header.h"
#include "ns3/fabric-bounded-device.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief An edge device of an AtmFabric for stock protocols, and for a BridgeNetDevice between it
 * and a LAN.
 *
 * A packet becomes an Ethernet frame without check sequence, bridged over AAL5 (RFC 2684), on the
 * VC to the edge device that has its address or from which a frame with that source came last.
 * Broadcast, multicast and unknown addresses go to each edge device to which there is a VC.
 */
class AtmEdgeDevice : public fabric::BoundedDevice
{
  public:
    static constexpr uint8_t ADDRESS_KIND = 0x41; //!< second octet of an address

    /** Octets of an SDU beside the packet of Send. */
    static constexpr uint32_t OVERHEAD = FRAME_HEADER + AtmBridgedEthernetHeader::SIZE;

    /** Why a frame is thrown away that came to a device which takes part no more. */
    static constexpr const char* DISPOSED = "disposed";

    /** Why a packet is thrown away that came out of TxQueue; others are those of EthernetDevice
     * and, at the receiver, of Aal5Reassembler. */
    static constexpr const char* NO_VC = "no VC";
    static constexpr const char* NO_ROOM = "no room for a cell"; //!< with CellDiscard
    /** Why the last cells of a frame are thrown away, and the first ones are sent. */
    static constexpr const char* TAIL = "no room for the last cells";

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Connect to a fabric that is built. The address becomes 02:41, two octets of the id of the
     * channel of ns-3 and two of the number.
     * @param number of the edge device, in the order of the topology
     * @param fabric it is in
     * @throw std::invalid_argument the number is taken or there is no such edge device
     */
    void Attach(uint32_t number, Ptr<AtmFabric> fabric);

    Ptr<AtmFabric> GetFabric() const;   //!< @return null before Attach
    uint64_t GetFramesSent() const;     //!< @return frames whose last cell left, one for each VC
    uint64_t GetFramesReceived() const; //!< @return frames that came whole
    uint64_t GetCellsWaiting() const;   //!< @return cells of frames that were begun and not left

    /** The last accepted cell of a frame has left. @param vc number of its VC @param time ps
     * @param departure the frame */
    void Left(uint32_t vc, AtmTime time, const AtmFrameVc::Departure& departure);

    /** The last cell of a frame has come. @param vc number of its VC @param from edge device at its
     * source @param time ps @param arrival what has come */
    void Receive(uint32_t vc, uint32_t from, AtmTime time, const AtmFrameVc::Arrival& arrival);

    bool HasCellSinks() const; //!< @return whether Cell has listeners
    /** @throw std::invalid_argument it is too late for a first sink of Cell */
    void CheckTracesCells() const;

    /** A cell has left or come. @param vc number of its VC @param time ps @param cell its octets */
    void NotifyCell(uint32_t vc, AtmTime time, Ptr<const Packet> cell);

    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;

    /** Of Pdu and Cell; time in ps. */
    using PduTracedCallback = void (*)(uint32_t vc, int64_t time, Ptr<const Packet> pdu);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    fabric::EngineChannel* PeekFabric() const override;
    bool HasWorkingLink() const override;
    bool HasRoom(Ptr<const Packet> packet) const override;
    void Transmit(Ptr<Packet> packet) override;
    /** With CellDiscard. @param packet with its Ethernet header @param vc of the frame @param sdu
     * of it; drop its cells that find no room, and send the others */
    void SendFirstCells(Ptr<const Packet> packet, uint32_t vc, Ptr<const Packet> sdu);

    void SetQueueCells(uint32_t cells); //!< @param cells attribute QueueCells
    uint32_t GetQueueCells() const;     //!< @return attribute QueueCells
    /** Sinks of Cell come or go. @param change performs that
     * @throw std::invalid_argument the engine does not tell of cells */
    void ChangeCellSinks(const burst::SinkChange& change);

    uint16_t m_mtu{1500};                      //!< attribute Mtu
    uint32_t m_queueCells{0};                  //!< attribute QueueCells
    bool m_cellDiscard{false};                 //!< attribute CellDiscard
    bool m_disposed{false};                    //!< takes part no more
    Ptr<AtmFabric> m_fabric;                   //!< it is in
    std::map<Mac48Address, uint32_t> m_behind; //!< by address: edge device its frames came from
    uint64_t m_waiting{0};                     //!< see GetCellsWaiting
    uint64_t m_sent{0};                        //!< see GetFramesSent
    uint64_t m_received{0};                    //!< see GetFramesReceived

    TracedCallback<uint32_t, int64_t, Ptr<const Packet>> m_pduTrace;  //!< Pdu
    TracedCallback<uint32_t, int64_t, Ptr<const Packet>> m_cellTrace; //!< Cell
};

} // namespace ns3

#endif // ATM_ABR_EDGE_DEVICE_H
