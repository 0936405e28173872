/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"
#include "battery-fingerprint.h"

#include "ns3/channel.h"
#include "ns3/node.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

namespace battery
{

namespace
{

/** A link that went down loses what is sent meanwhile, and one that came back carries again.
 * @param bed any */
void
CheckLink(Bed& bed)
{
    if (bed.state == State::BORN || bed.state == State::DESTROYED)
    {
        return; // there is no link
    }
    uint32_t changes = 0;
    bed.Act([&] {
        const auto device = bed.devices.Get(1);
        device->AddLinkChangeCallback(Callback<void>([&changes] { ++changes; }));
        bed.dut.SetLink(bed.devices, 1, false);
    });
    if (bed.IsOver())
    {
        return;
    }
    bed.Schedule(bed.GetNext() - MicroSeconds(1), 1, [&] {
        Expect(!bed.devices.Get(1)->IsLinkUp(), "IsLinkUp while the link is down");
    });
    const uint32_t lost = bed.Send(0, 1);
    bed.Skip(bed.settle);
    bed.Schedule(bed.GetNext() - MilliSeconds(1), 1, [&] {
        bed.dut.SetLink(bed.devices, 1, true);
    });
    const uint32_t came = bed.Send(0, 1);
    bed.Run();
    Expect(bed.devices.Get(1)->IsLinkUp(), "IsLinkUp is false when the link is back");
    ExpectEqual(bed.Count(1, lost), 0, "packets over a link that is down");
    ExpectEqual(bed.Count(1, came), 1, "packets over a link that is back");
    ExpectEqual(bed.dut.CountMissing(bed.devices), 0, "missing");
    Expect(changes == 2 || changes == 1, "link changes told: " + std::to_string(changes));
    ExpectEqual(changes, 2, "link changes that are told");
}

/** A node is disposed of: the others go on, and nothing is nowhere.
 * @param bed any @param number of the station that goes */
void
CheckDispose(Bed& bed, uint32_t number)
{
    if (bed.state == State::BORN)
    {
        bed.Act([&] { bed.dut.Create()->Dispose(); });
        return;
    }
    bed.Act([&] {
        if (const auto node = bed.devices.Get(number)->GetNode())
        {
            node->Dispose();
        }
    });
    if (bed.IsOver())
    {
        return;
    }
    const uint32_t other = 1 - number;
    if (bed.devices.GetN() > 2)
    {
        const uint32_t came = bed.Send(other, 2);
        const uint32_t back = bed.Send(2, other);
        bed.Run();
        ExpectEqual(bed.Count(2, came), 1, "packets between the others");
        ExpectEqual(bed.Count(other, back), 1, "packets between the others");
        ExpectEqual(bed.dut.CountMissing(bed.devices.Get(2)), 0, "missing");
    }
    else
    {
        bed.Run();
    }
}

/** Send to and of a device that is disposed of is refused. @param bed any */
void
CheckSendAfterDispose(Bed& bed)
{
    bed.Act([&] {
        const auto device = bed.state == State::BORN ? bed.dut.Create() : bed.devices.Get(0);
        const Address other = bed.devices.Get(1)->GetAddress();
        if (const auto node = device->GetNode())
        {
            node->Dispose();
        }
        device->Dispose();
        bool refused = true;
        try
        {
            refused = !device->Send(Bed::MakePacket(100, 0, 1, 5), other, Bed::PROTOCOL);
        }
        catch (const std::invalid_argument&)
        {
        }
        Expect(refused, "Send returns true after Dispose");
        device->GetMtu();
        device->GetAddress();
        device->IsLinkUp();
        device->GetChannel();
    });
}

/** Send before Attach is refused. @param bed any */
void
CheckSendBeforeAttach(Bed& bed)
{
    if (bed.state != State::BORN)
    {
        return;
    }
    bed.Act([&] {
        const auto device = bed.devices.Get(0);
        Expect(!device->Send(Bed::MakePacket(100, 0, 1, 5),
                             bed.devices.Get(1)->GetAddress(),
                             Bed::PROTOCOL),
               "Send returns true before Attach");
        device->IsLinkUp();
        device->GetChannel();
        device->SetAddress(device->GetAddress());
        device->SetMtu(1000);
    });
}

/** What is counted is the same after Run, read in any order, and after Destroy. @param bed any */
void
CheckCounters(Bed& bed)
{
    bed.Act([] {});
    if (bed.IsOver() || bed.state == State::BORN)
    {
        return;
    }
    bed.SendBurst(0, 1, 10);
    bed.Run();
    const auto counted = FindCounted(bed.devices);
    const auto first = ReadCounters(counted); // before anybody else asks for anything
    Expect(!first.empty(), "has no counters");
    bed.dut.CountMissing(bed.devices);
    const auto second = ReadCounters(counted);
    for (const auto& [name, value] : first)
    {
        ExpectEqual(value, second.at(name), name + " after Run");
    }
    Simulator::Destroy();
    const auto third = ReadCounters(counted);
    for (const auto& [name, value] : first)
    {
        ExpectEqual(third.at(name), value, name + " after Destroy");
    }
}

/** A run in steps, and a second run of the process, give the same events. @param bed any */
void
CheckRepeated(Bed& bed)
{
    if (bed.state != State::INSTALLED && bed.state != State::SECOND && bed.state != State::STOPPED)
    {
        return;
    }
    const auto first = TakeFingerprint(bed.dut, [](const NetDeviceContainer&) {}, 1);
    const auto again = TakeFingerprint(
        bed.dut,
        [](const NetDeviceContainer&) {},
        bed.state == State::STOPPED ? 20 : 1);
    Expect(first.text == again.text, "other events: " + FindDifference(first.text, again.text));
}

/** The same streams, and the same run, give the same bytes; the streams used are those that are
 * stated. @param bed any */
void
CheckStreams(Bed& bed)
{
    if (bed.state != State::INSTALLED)
    {
        return;
    }
    const auto run = [&bed](int64_t stream, uint64_t number, int64_t& used) {
        RngSeedManager::SetRun(number);
        const auto print = TakeFingerprint(
            bed.dut,
            [&](const NetDeviceContainer& devices) {
                used = bed.dut.AssignStreams(devices, stream);
            },
            1);
        return print.text;
    };
    int64_t used = 0;
    int64_t again = 0;
    const auto first = run(100, 1, used);
    Expect(run(100, 1, again) == first, "the same streams give other events");
    ExpectEqual(again, used, "streams used");
    const auto moved = run(100 + used, 1, again);
    ExpectEqual(again, used, "streams used, of others");
    const auto other = run(100, 2, again);
    Expect((moved == first) == (other == first),
           "another run and other streams do not both change, or keep, the events");
    RngSeedManager::SetRun(1);
}

} // namespace

void
AddLifeBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"link down and up",
                    "a link that is down loses what is sent, IsLinkUp and the callbacks tell, and "
                    "one that is back carries again",
                    CheckLink});
    list.push_back({"Dispose of a receiver",
                    "the node goes, others send on, and no packet is nowhere",
                    [](Bed& bed) { CheckDispose(bed, 1); }});
    list.push_back({"Dispose of a sender",
                    "the node goes, others send on, and no packet is nowhere",
                    [](Bed& bed) { CheckDispose(bed, 0); }});
    list.push_back({"Send after Dispose", "is refused", CheckSendAfterDispose});
    list.push_back({"Send before Attach", "is refused", CheckSendBeforeAttach});
    list.push_back({"counters",
                    "are those of now after Run, whatever was asked before, and the same after "
                    "Destroy",
                    CheckCounters});
    list.push_back({"same again",
                    "a run in steps, and a second run of the process, have the same events",
                    CheckRepeated});
    list.push_back({"streams",
                    "the same streams give the same events; a helper states how many it uses",
                    CheckStreams});
}

} // namespace battery
