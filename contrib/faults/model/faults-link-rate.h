/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_LINK_RATE_H
#define FAULTS_LINK_RATE_H

#include "ns3/net-device.h"
#include "ns3/object.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup faults
 * @brief The rate of a device, when faults and cross traffic change it together: a fault replaces
 * the rate, and cross traffic takes a share of the rest. It belongs to the device.
 */
class LinkRate : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param device with an attribute DataRate; std::invalid_argument without it @return the one
     * of the device, whose rate when it is first asked for is the nominal one */
    static Ptr<LinkRate> Of(Ptr<NetDevice> device);

    double GetNominal() const; //!< @return rate without fault and cross traffic, bit/s

    /** @param rate in place of the nominal one, bit/s; none: the nominal one again */
    void SetFault(std::optional<double> rate);

    /** @param share of the rate that cross traffic leaves, above 0 and at most 1
     * (std::invalid_argument) */
    void SetFreeShare(double share);

  protected:
    void DoDispose() override;

  private:
    void Apply(); //!< Set the rate of the device, of at least 1 bit/s.

    Ptr<NetDevice> m_device;       //!< whose rate it is
    double m_nominal{0};           //!< see GetNominal
    std::optional<double> m_fault; //!< see SetFault
    double m_freeShare{1};         //!< see SetFreeShare
};

} // namespace ns3

#endif // FAULTS_LINK_RATE_H
