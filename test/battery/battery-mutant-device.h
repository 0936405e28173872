/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_MUTANT_DEVICE_H
#define BATTERY_MUTANT_DEVICE_H

#include "battery-device.h"

#include "ns3/simple-net-device.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace battery
{

/** SimpleNetDevice, with the trace sources of other devices and a fault. */
class MutantDevice : public SimpleNetDevice
{
  public:
    /** What is wrong. */
    enum Fault
    {
        HEALTHY,          //!< nothing
        OLD_ADDRESS,      //!< packets have the address that the device had first as source
        MTU_OF_ZERO,      //!< SetMtu takes 0
        LONG_PACKETS,     //!< packets longer than Mtu are sent
        NO_BROADCAST,     //!< broadcast goes nowhere
        NO_MULTICAST,     //!< multicast goes nowhere
        OWN_SOURCE,       //!< SendFrom has the device's own address as source
        PROMISCUOUS_HOST, //!< promiscuous callbacks are told that all is for the host
        ERRORS_IGNORED,   //!< ReceiveErrorModel is taken, and does nothing
        TWICE,            //!< packets come twice
        OTHER_BYTES,      //!< the last byte of a packet is lost
        QUEUE_IGNORED,    //!< TxQueue is taken, and does nothing
        SHARED_QUEUE,     //!< the helper gives all devices one queue
        MAC_RX_BYTES,     //!< MacRx has less bytes than MacTx
        PHY_AT_ONCE,      //!< PhyTxBegin tells when a packet joins the queue
        DEAF,             //!< sinks connected in mid-run hear nothing
        SEND_UNATTACHED,  //!< Send before Attach returns true
        SEND_DISPOSED,    //!< Send after Dispose returns true
        TAGS_LOST,        //!< packets come without their packet tags
        QUEUE_UNTOLD,     //!< queue discs and limits are not told of the queue
        SECOND_RUN,       //!< the second simulation of the process is another one
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    MutantDevice();

    void SetFault(Fault fault); //!< @param fault of the device
    void HearQueue();           //!< PhyTxBegin tells of what leaves the queue.
    void SetAddress(Address address) override;
    bool SetMtu(const uint16_t mtu) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    bool SupportsSendFrom() const override;
    void SetReceiveCallback(ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback callback) override;

  protected:
    void DoDispose() override;

  private:
    Fault m_fault{HEALTHY};                         //!< see SetFault
    Address m_first;                                //!< address that it had first
    Ptr<Queue<Packet>> m_heardQueue;                //!< of which PhyTxBegin tells
    bool m_disposed{false};                         //!< DoDispose was called
    bool m_listening{false};                        //!< MacTx had sinks when it fired first
    uint64_t m_sent{0};                             //!< packets
    TracedCallback<Ptr<const Packet>> m_macTx;      //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macRx;      //!< MacRx
    TracedCallback<Ptr<const Packet>> m_phyTxBegin; //!< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyRxEnd;   //!< PhyRxEnd
};

/** @param fault of its devices @return a kind */
std::unique_ptr<const DeviceUnderTest> MakeMutant(MutantDevice::Fault fault);

} // namespace battery

#endif // BATTERY_MUTANT_DEVICE_H
