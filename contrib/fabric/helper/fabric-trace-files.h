/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TRACE_FILES_H
#define FABRIC_TRACE_FILES_H

#include "ns3/fabric-device.h"
#include "ns3/fabric-node-device.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <string>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Write what a device sends and receives to a pcap file, for a helper's EnablePcapInternal.
 * @param prefix of the name
 * @param device with the trace PromiscSniffer, of which node and index follow
 * @param explicitFilename whether the prefix is the name
 * @param type of the bytes
 */
void EnablePcap(const std::string& prefix,
                Ptr<NodeDevice> device,
                bool explicitFilename,
                PcapHelper::DataLinkType type);

/**
 * @ingroup fabric
 * Print what a device sends (+), receives (r) and drops before (d), for a helper's
 * EnableAsciiInternal.
 * @param stream to print to, with the paths of the traces; null: a file of its own
 * @param prefix of the name of that
 * @param device of which node and index follow
 * @param explicitFilename whether the prefix is the name
 */
void EnableAscii(Ptr<OutputStreamWrapper> stream,
                 const std::string& prefix,
                 Ptr<NodeDevice> device,
                 bool explicitFilename);

} // namespace ns3::fabric

#endif // FABRIC_TRACE_FILES_H
