/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_HELPER_H
#define ATM_ABR_HELPER_H

#include "ns3/atm-abr-edge-device.h"
#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-switch-port.h"
#include "ns3/fabric-helper.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup atm-abr
 * Makes fabrics with their edge devices and switches from topologies.
 *
 * A pcap file of an edge device has each cell that leaves it or comes to it, RM cells too, with VPI
 * 0 and VCI 32 and more by VC (AtmPcapWriter); files are asked for before the simulation starts. An
 * ascii file has its AAL5 PDUs.
 */
class AtmHelper : public fabric::FabricHelper<AtmFabric, AtmEdgeDevice, AtmSwitchPort>
{
  public:
    AtmHelper();

    /** A VC whose cells come from an arrival process: see AtmFabric. @param source edge device
     * @param destination another one @param process of cells, with ticks of a picosecond
     * @param start when the source begins @return number of the VC */
    static uint32_t AddVc(Ptr<NetDevice> source,
                          Ptr<NetDevice> destination,
                          Ptr<ArrivalProcess> process,
                          const Time& start = Time(0));

    /** VCs for frames, one each way. Who adds no VC has them between every two edge devices.
     * @param one edge device @param other another one @return number of the VC from the first to
     * the second one; the other one follows */
    static uint32_t AddFrameVcs(Ptr<NetDevice> one, Ptr<NetDevice> other);

  private:
    bool HasTraceFiles(Ptr<NetDevice> device) const override;
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
};

} // namespace ns3

#endif // ATM_ABR_HELPER_H
