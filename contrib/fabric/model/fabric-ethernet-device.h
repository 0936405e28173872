/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ETHERNET_DEVICE_H
#define FABRIC_ETHERNET_DEVICE_H

#include "fabric-device.h"

#include "ns3/error-model.h"
#include "ns3/packet.h"
#include "ns3/queue.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief A device of a fabric for stock protocols: what they send gets an Ethernet header and waits
 * in a queue until the network takes it.
 *
 * Broadcast, multicast and addresses that no device has go to each other device.
 */
class EthernetDevice : public Device
{
  public:
    static constexpr uint32_t FRAME_HEADER = 14; //!< bytes of the Ethernet header

    // Why a packet of Send is thrown away.
    static constexpr const char* TOO_LONG = "longer than Mtu"; //!< by Send
    static constexpr const char* NO_LINK = "no link";          //!< by Send
    static constexpr const char* OWN_ADDRESS = "own address";  //!< by Send, or out of TxQueue
    static constexpr const char* QUEUE_FULL = "queue full";    //!< by Send
    static constexpr const char* CORRUPT = "corrupt";          //!< by ReceiveErrorModel

    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param kind second byte @param channel id of the channel @param number in the fabric
     * @return 02, kind, two bytes of the id, two of the number
     * @throw std::invalid_argument one of both is above 65535: it would be the address of another
     */
    static Mac48Address MakeAddress(uint8_t kind, uint32_t channel, uint32_t number);
    /** @param queues that packets of Send wait in, see ChooseQueue; at least 1 */
    explicit EthernetDevice(std::size_t queues = 1);

    uint32_t GetNumber() const;          //!< @return the number in the fabric
    Ptr<Queue<Packet>> GetQueue() const; //!< @return attribute TxQueue: the first queue
    /** @param index below GetQueueCount @return the queue */
    Ptr<Queue<Packet>> GetQueue(std::size_t index) const;
    std::size_t GetQueueCount() const; //!< @return how many there are
    /** @param queue attribute TxQueue, the first queue; each other one becomes a new object with
     * the same attributes; null is ignored. A NetDeviceQueueInterface of the device follows.
     * std::invalid_argument while packets wait */
    void SetQueue(Ptr<Queue<Packet>> queue);
    /** @param packet of Send, or of a queue disc that asks for its device queue
     * @return number of the queue that it waits in; by default the first one */
    virtual std::size_t ChooseQueue(Ptr<const Packet> packet) const;

    void SetAddress(Address address) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    bool NeedsArp() const override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

    /** Take a number, and the address of MakeAddress unless there is one. @param number in the
     * fabric, whose channel there is @param kind second byte of the address */
    void SetNumber(uint32_t number, uint8_t kind);

    /** @param address of a frame @return devices it goes to, the first one at the back; none if it
     * is this device's own */
    std::vector<uint32_t> GetDestinations(const Mac48Address& address) const;
    /** @param packet with its Ethernet header that is thrown away @param reason why */
    void DropMessage(Ptr<const Packet> packet, const char* reason);
    void PassUp(Ptr<Packet> packet); //!< @param packet with its Ethernet header, to the protocols

  private:
    virtual void QueueFilled() = 0; //!< Within Bundle::Act: a packet was put into TxQueue.

    /** @param packet with its header @param destination of it @return why it is thrown away, or
     * null */
    const char* Enqueue(Ptr<Packet> packet, const Mac48Address& destination);

    AddressTable& GetAddresses() const; //!< @return those of its fabric

    uint32_t m_number{0};                     //!< in the fabric
    bool m_ownAddress{false};                 //!< SetAddress was called
    std::vector<Ptr<Queue<Packet>>> m_queues; //!< the first one is attribute TxQueue
    Ptr<ErrorModel> m_errorModel;             //!< attribute ReceiveErrorModel

    TracedCallback<Ptr<const Packet>> m_macTxTrace;        //!< MacTx
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;    //!< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_macRxTrace;        //!< MacRx
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace; //!< MacPromiscRx
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;    //!< PhyRxDrop
};

} // namespace ns3::fabric

#endif // FABRIC_ETHERNET_DEVICE_H
