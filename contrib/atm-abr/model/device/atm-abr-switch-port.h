/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SWITCH_PORT_H
#define ATM_ABR_SWITCH_PORT_H

#include "atm-abr-fabric.h"

#include "ns3/fabric-device.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief An output port of a switch as a device of ns-3. What it tells is brought up to date each
 * SampleInterval of its fabric.
 */
class AtmSwitchPort : public fabric::SwitchPort
{
  public:
    static constexpr uint8_t ADDRESS_KIND = 0x42; //!< second octet of an address

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * Connect to a fabric that is built. The address becomes 02:42, two octets of the id of the
     * channel of ns-3 and two of the port.
     * @param port channel that leaves it
     * @param fabric it is in
     * @throw std::invalid_argument the port is taken or is none of a switch
     */
    void Attach(uint32_t port, Ptr<AtmFabric> fabric);

    uint32_t GetPort() const;                     //!< @return channel that leaves it
    Ptr<AbrSwitchAlgorithm> GetAlgorithm() const; //!< @return attribute Algorithm

    bool HasSampleSinks() const;    //!< @return whether Sample is to be called
    void Sample(AtmEngine& engine); //!< Tell what has changed. @param engine that has its queue

    uint16_t GetMtu() const override;

  protected:
    void DoDispose() override;

  private:
    fabric::EngineChannel* PeekFabric() const override;

    Ptr<AtmFabric> m_fabric; //!< it is in
    uint32_t m_port{0};      //!< channel that leaves it
    bool m_disposed{false};  //!< takes part no more
    uint64_t m_queue{0};     //!< last value of Queue
    uint64_t m_lost{0};      //!< last value of Lost
    double m_share{0};       //!< last value of Share

    TracedCallback<uint64_t, uint64_t> m_queueTrace; //!< Queue
    TracedCallback<uint64_t, uint64_t> m_lostTrace;  //!< Lost
    TracedCallback<double, double> m_shareTrace;     //!< Share
};

} // namespace ns3

#endif // ATM_ABR_SWITCH_PORT_H
