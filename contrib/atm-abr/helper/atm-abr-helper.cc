/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-helper.h"

#include "ns3/atm-abr-pcap-writer.h"

#include <memory>
#include <stdexcept>

namespace ns3
{

namespace
{

/** @param writer of the file @param time ps @param cell its octets */
void
WriteCell(std::shared_ptr<AtmPcapWriter> writer,
          uint32_t /* vc */,
          int64_t time,
          Ptr<const Packet> cell)
{
    auto payload = cell->Copy();
    AtmCellHeader header;
    payload->RemoveHeader(header);
    writer->WriteCell(time, header, payload);
}

/** @param device of the ends of a VC @return it @throw std::invalid_argument it is none */
Ptr<AtmEdgeDevice>
GetEdge(Ptr<NetDevice> device)
{
    const auto edge = DynamicCast<AtmEdgeDevice>(device);
    if (!edge || !edge->GetFabric())
    {
        throw std::invalid_argument("an end of a VC is no AtmEdgeDevice of a fabric; allowed is "
                                    "one that Install of AtmHelper has made");
    }
    return edge;
}

/** @param device of a fabric @return its name in the topology */
std::string
GetName(Ptr<AtmEdgeDevice> device)
{
    return device->GetFabric()->GetDeviceName(device->GetNumber());
}

} // namespace

AtmHelper::AtmHelper()
    : FabricHelper("AtmHelper", PcapHelper::DLT_EN10MB) // each file has cells, see AtmPcapWriter
{
}

bool
AtmHelper::HasTraceFiles(Ptr<NetDevice> device) const
{
    return DynamicCast<AtmEdgeDevice>(device) != nullptr;
}

uint32_t
AtmHelper::AddVc(Ptr<NetDevice> source,
                 Ptr<NetDevice> destination,
                 Ptr<ArrivalProcess> process,
                 const Time& start)
{
    const auto fabric = GetEdge(source)->GetFabric();
    return fabric->AddVc(GetName(GetEdge(source)), GetName(GetEdge(destination)), process, start);
}

uint32_t
AtmHelper::AddFrameVcs(Ptr<NetDevice> one, Ptr<NetDevice> other)
{
    const auto fabric = GetEdge(one)->GetFabric();
    return fabric->AddFrameVcs(GetName(GetEdge(one)), GetName(GetEdge(other)));
}

void
AtmHelper::EnablePcapInternal(std::string prefix,
                              Ptr<NetDevice> device,
                              bool /* promiscuous */,
                              bool explicitFilename)
{
    if (const auto edge = DynamicCast<AtmEdgeDevice>(device))
    {
        edge->CheckTracesCells(); // before a file of that name is opened
        const auto name =
            explicitFilename ? prefix : PcapHelper().GetFilenameFromDevice(prefix, device);
        edge->TraceConnectWithoutContext(
            "Cell",
            MakeBoundCallback(&WriteCell, std::make_shared<AtmPcapWriter>(name)));
    }
}

} // namespace ns3
