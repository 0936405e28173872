/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SWITCH_PORT_H
#define LOSSLESS_ETHERNET_SWITCH_PORT_H

#include "lossless-ethernet-fabric.h"

#include "ns3/fabric-device.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A port of a switch as a device of ns-3, so that pcap files and traces can be had of it. Nothing
 * can be sent from it: it forwards.
 */
class LosslessEthernetSwitchPort : public fabric::SwitchPort
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
    void ScheduleServiceRate(double rate, const Time& delay);
    void NotifyCongestion(
        const lossless::CongestionMessage& message); //!< @param message of its congestion point
    /** @param frame that is thrown away @param reason why */
    void DropFrame(const LosslessFrame& frame, const char* reason);
    bool HasLevelSinks() const; //!< @return whether NotifyLevels is to be called
    /** Tell what has changed. @param engine that has its queue */
    void NotifyLevels(LosslessEngine& engine);

    bool HasSinks() const; //!< @return whether its traces have sinks, so that they fire in time
    /** The port is not to send. @param begin when @param priorities a bit for each
     * @param duration at most; 0: it may go on */
    void NotifyPause(const Time& begin, uint8_t priorities, const Time& duration);

    uint16_t GetMtu() const override;

    /** Of Paused, here and of LosslessEthernetNetDevice. */
    using PauseTracedCallback = void (*)(const Time& begin,
                                         uint8_t priorities,
                                         const Time& duration);

    /** Of Message. */
    using MessageTracedCallback = void (*)(const lossless::CongestionMessage& message);

  protected:
    void DoDispose() override;

  private:
    fabric::EngineChannel* PeekFabric() const override;
    void ChangeSinks(const burst::SinkChange& change) override;

    Ptr<LosslessEthernetFabric> m_fabric;  //!< it is in
    uint32_t m_port{LosslessEngine::NONE}; //!< channel that leaves it
    uint16_t m_mtu{0};                     //!< see GetMtu
    uint32_t m_switch{0};                  //!< number of its switch
    uint32_t m_input{0};                   //!< number of the port at it
    uint64_t m_queue{0};                   //!< last value of QueueBytes
    uint64_t m_memory{0};                  //!< last value of MemoryBytes
    double m_serviceRate;                  //!< last value of ServiceRate

    TracedCallback<uint64_t, uint64_t> m_queueTrace;                   //!< QueueBytes
    TracedCallback<uint64_t, uint64_t> m_memoryTrace;                  //!< MemoryBytes
    TracedCallback<double, double> m_serviceTrace;                     //!< ServiceRate
    TracedCallback<const lossless::CongestionMessage&> m_messageTrace; //!< Message
    TracedCallback<double> m_feedbackTrace;                            //!< Feedback
    TracedCallback<const Time&, uint8_t, const Time&> m_pausedTrace;   //!< Paused
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SWITCH_PORT_H
