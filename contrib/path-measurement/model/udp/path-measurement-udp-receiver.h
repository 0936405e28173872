/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_UDP_RECEIVER_H
#define PATH_MEASUREMENT_UDP_RECEIVER_H

#include "path-measurement-host-clock.h"
#include "path-measurement-probe-train.h"
#include "path-measurement-udp-probe.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/path-measurement-result.h"
#include "ns3/path-measurement-server.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The far end of all tools that send UDP packets: records when packets come, and has a probe
 * of the same kind and attributes as the sender's make numbers of that.
 *
 * So only numbers go over the session. Trains are those of the latest round of which a packet came.
 */
class UdpReceiver : public MeasurementServer
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return what the probe estimates, and "received", packets of all rounds, and "round", the
     * latest one */
    std::vector<MeasurementResult::Value> GetReport() const override;

  private:
    void DoStart() override;
    void DoStop() override;
    void DoHang() override;

    void Receive(Ptr<Socket> socket); //!< @param socket that has packets

    burst::ObjectText m_text; //!< attribute Probe

    Ptr<UdpProbe> m_probe;                                //!< estimates
    Ptr<Socket> m_socket;                                 //!< null when stopped
    Ptr<HostClock> m_clock;                               //!< of the host
    uint32_t m_round{0};                                  //!< the latest one
    uint64_t m_received{0};                               //!< packets, without further copies
    std::map<uint32_t, measurement::ProbeTrain> m_trains; //!< of the round, by number
};

} // namespace ns3

#endif // PATH_MEASUREMENT_UDP_RECEIVER_H
