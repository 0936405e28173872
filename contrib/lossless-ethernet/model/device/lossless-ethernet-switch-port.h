/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SWITCH_PORT_H
#define LOSSLESS_ETHERNET_SWITCH_PORT_H

#include "lossless-ethernet-fabric.h"
#include "lossless-ethernet-port.h"

#include "ns3/fabric-switch-port.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A port of a switch as a device of ns-3, so that pcap files and traces can be had of it. Nothing
 * can be sent from it: it forwards.
 */
class LosslessEthernetSwitchPort : public fabric::SwitchPort, public LosslessEthernetPort
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param port channel that leaves it @param fabric that is built */
    void Attach(uint32_t port, Ptr<LosslessEthernetFabric> fabric);

    uint32_t GetPort() const;                        //!< @return channel that leaves it
    Ptr<CongestionPoint> GetCongestionPoint() const; //!< @return attribute CongestionPoint
    std::size_t GetCongestionPointCount() const;     //!< @return size of CongestionPoints
    /** @param index in CongestionPoints @return what it names */
    Ptr<CongestionPoint> GetOneCongestionPoint(std::size_t index) const;

    /** Its rate of service will be another. @param rate bits per second @param delay from now */
    void ServiceChanges(double rate, const Time& delay);
    void Complain(const CongestionMessage& message); //!< @param message of its congestion point
    /** @param frame that is thrown away @param reason why */
    void Lose(const LosslessFrame& frame, const char* reason);
    bool WantsLevels() const; //!< @return whether TellLevels is to be called
    /** Tell what has changed. @param engine that has its queue */
    void TellLevels(LosslessEngine& engine);

    bool HasListeners() const override;
    bool WantsStarted() const override;
    bool WantsReceived() const override;
    void Started(Ptr<const Packet> bytes) override;
    void Received(Ptr<const Packet> bytes) override;
    void Paused(const Time& begin, uint8_t priorities, const Time& duration) override;

    Ptr<Channel> GetChannel() const override;
    uint16_t GetMtu() const override;

    /** Of Message. */
    using MessageTracedCallback = void (*)(const CongestionMessage& message);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    fabric::Bundle& GetBundle() const override;
    void ChangeSinks(const burst::SinkChange& change) override;

    Ptr<LosslessEthernetFabric> m_fabric;  //!< it is in
    uint32_t m_port{LosslessEngine::NONE}; //!< channel that leaves it
    uint16_t m_mtu{0};                     //!< see GetMtu
    uint32_t m_switch{0};                  //!< number of its switch
    uint32_t m_input{0};                   //!< number of the port at it
    uint64_t m_queue{0};                   //!< last value of QueueBytes
    uint64_t m_memory{0};                  //!< last value of MemoryBytes
    double m_serviceRate;                  //!< last value of ServiceRate

    TracedCallback<uint64_t, uint64_t> m_queueTrace;                 //!< QueueBytes
    TracedCallback<uint64_t, uint64_t> m_memoryTrace;                //!< MemoryBytes
    TracedCallback<double, double> m_serviceTrace;                   //!< ServiceRate
    TracedCallback<const CongestionMessage&> m_messageTrace;         //!< Message
    TracedCallback<double> m_feedbackTrace;                          //!< Feedback
    TracedCallback<const Time&, uint8_t, const Time&> m_pausedTrace; //!< Paused
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SWITCH_PORT_H
