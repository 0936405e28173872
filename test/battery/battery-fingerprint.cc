/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-fingerprint.h"

#include "battery-bed.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/channel.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <sstream>

namespace battery
{

Counted
FindCounted(const NetDeviceContainer& devices)
{
    Counted counted;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = devices.Get(i);
        counted.emplace_back(std::to_string(i), device);
        if (i == 0 && device->GetChannel())
        {
            counted.emplace_back("the channel", device->GetChannel());
        }
        PointerValue queue;
        if (device->GetAttributeFailSafe("TxQueue", queue))
        {
            counted.emplace_back("TxQueue of " + std::to_string(i), queue.GetObject());
        }
    }
    return counted;
}

std::map<std::string, double>
ReadCounters(const Counted& counted)
{
    std::map<std::string, double> counters;
    for (const auto& [place, object] : counted)
    {
        for (const auto& one : burst::GetStatistics(object->GetInstanceTypeId()))
        {
            const auto value = one.get(*object);
            if (const auto* number = std::get_if<double>(&value))
            {
                counters[one.name + " of " + place] = *number;
            }
        }
        if (const auto queue = DynamicCast<Queue<Packet>>(object))
        {
            counters["packets through " + place] = queue->GetTotalReceivedPackets();
        }
    }
    return counters;
}

Fingerprint
TakeFingerprint(const DeviceUnderTest& dut,
                const std::function<void(const NetDeviceContainer&)>& change,
                uint32_t steps,
                const Time& late)
{
    Fingerprint print;
    std::ostringstream text;
    const uint32_t stations = dut.GetStations();
    const auto devices = dut.Install(stations);
    if (dut.HasStreams())
    {
        dut.AssignStreams(devices, 1);
    }
    uint32_t serial = 0;
    for (uint32_t i = 0; i < stations; ++i)
    {
        const auto device = devices.Get(i);
        device->SetReceiveCallback(
            Callback<bool, Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&>(
                [&, i](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                    ++print.received;
                    text << Simulator::Now().GetTimeStep() << " " << i << " up "
                         << packet->GetSize() << "\n";
                    return true;
                }));
        const auto type = device->GetInstanceTypeId();
        for (const std::string name : {"MacTx", "MacTxDrop", "MacRx", "PhyTxBegin", "PhyRxEnd"})
        {
            if (type.LookupTraceSourceByName(name))
            {
                device->TraceConnectWithoutContext(
                    name,
                    Callback<void, Ptr<const Packet>>([&, i, name](Ptr<const Packet> packet) {
                        text << Simulator::Now().GetTimeStep() << " " << i << " " << name << " "
                             << packet->GetSize() << "\n";
                    }));
            }
        }
    }
    for (uint32_t round = 0; round < 6; ++round)
    {
        for (uint32_t i = 0; i < stations; ++i)
        {
            const auto device = devices.Get(i);
            Simulator::ScheduleWithContext(
                device->GetNode()->GetId(),
                MilliSeconds(2 * round) + MicroSeconds(30 * i),
                [&, i, round, device] {
                    const uint32_t count = round == 5 ? 150 : 1 + 3 * round;
                    for (uint32_t k = 0; k < count; ++k)
                    {
                        const uint32_t to = (i + 1 + k % (stations - 1)) % stations;
                        const bool sent =
                            device->Send(Bed::MakePacket(30 + 280 * round, i, to, ++serial),
                                         devices.Get(to)->GetAddress(),
                                         Bed::PROTOCOL);
                        text << i << (sent ? " sends\n" : " is refused\n");
                    }
                });
        }
    }
    if (late.IsZero())
    {
        change(devices);
    }
    else
    {
        Simulator::Schedule(late, [&] { change(devices); });
    }
    const Time end = Seconds(1);
    for (uint32_t step = 0; step < steps; ++step)
    {
        Simulator::Stop(end / steps);
        Simulator::Run();
    }
    for (const auto& [name, value] : ReadCounters(FindCounted(devices)))
    {
        text << name << " " << value << "\n";
    }
    Simulator::Destroy();
    print.text = text.str();
    return print;
}

std::string
FindDifference(const std::string& one, const std::string& other)
{
    std::istringstream first(one);
    std::istringstream second(other);
    std::string a;
    std::string b;
    do
    {
        a = std::getline(first, a) ? a : "nothing";
        b = std::getline(second, b) ? b : "nothing";
    } while (a == b && a != "nothing");
    return a + " and " + b;
}

} // namespace battery
