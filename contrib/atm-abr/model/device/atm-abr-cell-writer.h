/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_CELL_WRITER_H
#define ATM_ABR_CELL_WRITER_H

#include "ns3/atm-abr-engine.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Makes the 53 octets of cells of which an engine moves numbers, with VPI 0, as they are on
 * a link and in a pcap file.
 */
class AtmCellWriter
{
  public:
    /** @param vci of its VC @param cell that carries data @param payload 48 octets of it, or null:
     * zeros @return its octets */
    static Ptr<Packet> WriteData(uint32_t vci,
                                 const AtmEngineListener::Cell& cell,
                                 Ptr<const Packet> payload);

    /** @param vci of its VC @param cell with a content, of which rates that have no 16-bit number
     * are rounded down to one @return its octets */
    static Ptr<Packet> WriteRm(uint32_t vci, const AtmEngineListener::Cell& cell);
};

} // namespace ns3

#endif // ATM_ABR_CELL_WRITER_H
