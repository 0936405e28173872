/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../walk/walk.h"
#include "battery-bed.h"
#include "battery-files.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace battery
{

namespace
{

/** @param events of a trace @param station number @return those of it */
std::vector<Event>
Of(const std::deque<Event>& events, uint32_t station)
{
    std::vector<Event> found;
    std::copy_if(events.begin(), events.end(), std::back_inserter(found), [&](const auto& one) {
        return one.station == station;
    });
    return found;
}

/** @param bed any @param bytes on a link @return least time that they take there, time steps */
double
GetLeastTime(const Bed& bed, double bytes)
{
    return bytes * 8 / bed.dut.GetRate() * Seconds(1).GetTimeStep();
}

/** A packet has as many bytes in MacTx as in MacRx, and takes its time. @param bed any */
void
CheckMac(Bed& bed)
{
    const std::deque<Event>* sent = nullptr;
    const std::deque<Event>* came = nullptr;
    bed.Act([&] {
        sent = &bed.Listen("MacTx");
        came = &bed.Listen("MacRx");
    });
    if (bed.IsOver())
    {
        return;
    }
    const int64_t begin = Time(bed.GetNext()).GetTimeStep();
    for (const uint32_t bytes : {20, 500, 1000, 1480})
    {
        bed.Send(0, 1, bytes);
    }
    bed.Run();
    const auto late = [begin](std::vector<Event> events) {
        events.erase(std::remove_if(events.begin(),
                                    events.end(),
                                    [begin](const auto& one) { return one.time < begin; }),
                     events.end());
        return events;
    };
    const auto from = late(Of(*sent, 0));
    const auto to = late(Of(*came, 1));
    ExpectEqual(from.size(), 4, "MacTx");
    ExpectEqual(to.size(), 4, "MacRx");
    for (std::size_t i = 0; i < from.size(); ++i)
    {
        ExpectEqual(to[i].bytes, from[i].bytes, "bytes of MacRx, as of MacTx");
        Expect(from[i].bytes >= 40, "bytes of MacTx without the packet");
        Expect(to[i].time + 1 >= from[i].time + GetLeastTime(bed, 40),
               "MacRx is earlier than a packet can be");
    }
}

/** A link has one packet at a time, which takes its time. @param bed any */
void
CheckPhy(Bed& bed)
{
    const std::deque<Event>* begun = nullptr;
    const std::deque<Event>* ended = nullptr;
    bed.Act([&] {
        begun = &bed.Listen("PhyTxBegin");
        ended = &bed.Listen("PhyRxEnd");
    });
    if (bed.IsOver())
    {
        return;
    }
    bed.SendBurst(0, 1, 4, 1000);
    bed.Run();
    for (uint32_t i = 0; i < bed.devices.GetN(); ++i)
    {
        const auto events = Of(*begun, i);
        for (std::size_t k = 1; k < events.size(); ++k)
        {
            const double least = GetLeastTime(bed, events[k - 1].bytes);
            Expect(events[k].time - events[k - 1].time + 2 >= least,
                   "PhyTxBegin " + std::to_string(events[k].time - events[k - 1].time) +
                       " time steps after one of " + std::to_string(events[k - 1].bytes) +
                       " bytes, which take " + std::to_string(least));
        }
        const auto ends = Of(*ended, i);
        for (std::size_t k = 1; k < ends.size(); ++k)
        {
            Expect(ends[k].time - ends[k - 1].time + 2 >= GetLeastTime(bed, ends[k].bytes),
                   "PhyRxEnd sooner after another than its bytes take");
        }
    }
    uint64_t sent = 0;
    uint64_t came = 0;
    for (const auto& one : *begun)
    {
        sent += one.bytes;
    }
    for (const auto& one : *ended)
    {
        came += one.bytes;
    }
    Expect(!begun->empty(), "PhyTxBegin is silent");
    if (bed.state != State::MID_RUN && bed.state != State::STOPPED)
    {
        ExpectEqual(ended->size(), begun->size() * bed.dut.GetHearers(), "PhyRxEnd, as PhyTxBegin");
        ExpectEqual(came, sent * bed.dut.GetHearers(), "bytes of PhyRxEnd, as of PhyTxBegin");
    }
}

/** What a sink hears from the moment on. @param bed fresh @param trace name @param from moment,
 * time steps @param late whether it is connected at the moment, or at the start */
std::vector<Event>
Hear(Bed& bed, const std::string& trace, int64_t& from, bool late)
{
    const std::deque<Event>* events = nullptr;
    if (late)
    {
        bed.Act([&] {
            from = Simulator::Now().GetTimeStep();
            events = &bed.Listen(trace);
        });
    }
    else
    {
        Bed* const here = &bed;
        bed.Act([&from] { from = Simulator::Now().GetTimeStep(); });
        events = &here->Listen(trace);
    }
    bed.SendBurst(0, 1, 3);
    bed.Send(1, 0);
    bed.Run();
    std::vector<Event> found;
    std::copy_if(events->begin(), events->end(), std::back_inserter(found), [&](const auto& one) {
        return one.time > from;
    });
    Simulator::Destroy();
    return found;
}

/** A sink that is connected in mid-run hears what it would hear from the start. @param bed any */
void
CheckConnect(Bed& bed)
{
    if (bed.state == State::STOPPED || bed.state == State::DESTROYED || bed.state == State::BORN)
    {
        return; // the first would connect both at the same moment, the others have no past
    }
    // PointToPointNetDevice fires MacPromiscRx for promiscuous nodes alone.
    uint32_t traces = 0;
    for (const std::string trace :
         {"MacTx", "MacRx", "MacPromiscRx", "PhyTxBegin", "PhyRxEnd", "Sniffer", "PromiscSniffer"})
    {
        int64_t moment = 0;
        Bed early(bed.dut, bed.state);
        early.promiscuousMode = true;
        early.devices.Add(bed.dut.Create());
        if (!early.Has(trace))
        {
            continue;
        }
        ++traces;
        early.devices = NetDeviceContainer();
        const auto all = Hear(early, trace, moment, false);
        Bed late(bed.dut, bed.state);
        late.promiscuousMode = true;
        const auto tail = Hear(late, trace, moment, true);
        Expect(!all.empty(), trace + " is silent");
        ExpectEqual(tail.size(), all.size(), trace + " connected at the moment, events");
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            ExpectEqual(tail[i].time, all[i].time, trace + ", time");
            ExpectEqual(tail[i].bytes, all[i].bytes, trace + ", bytes");
        }
    }
    Expect(traces > 0, "has none of MacTx, MacRx, PhyTxBegin, PhyRxEnd and Sniffer");
}

/** A file has each packet that leaves or comes, with its time. @param bed any @param pcap or ascii
 */
void
CheckFiles(Bed& bed, bool pcap)
{
    const TemporaryFolder folder;
    const std::deque<Event>* begun = nullptr;
    const std::deque<Event>* ended = nullptr;
    if (!pcap)
    {
        Packet::EnablePrinting(); // not once there are packets
    }
    bed.Act([&] {
        if (bed.IsOver() || bed.state == State::BORN)
        {
            return; // the name of a file has the number of its node
        }
        begun = &bed.Listen("PhyTxBegin");
        ended = &bed.Listen("PhyRxEnd");
        bed.dut.EnableFiles(folder.GetName() + "/f", bed.devices, pcap);
    });
    if (bed.IsOver() || bed.state == State::BORN)
    {
        return;
    }
    bed.SendBurst(0, 1, 5, 1000);
    bed.Send(1, 0, 100);
    std::vector<std::string> names;
    for (uint32_t i = 0; i < bed.devices.GetN(); ++i)
    {
        const auto device = bed.devices.Get(i);
        names.push_back(folder.GetName() + "/f-" + std::to_string(device->GetNode()->GetId()) +
                        "-" + std::to_string(device->GetIfIndex()));
    }
    bed.Stop();
    bed.devices = NetDeviceContainer(); // closes the files
    const int64_t step = MicroSeconds(1).GetTimeStep();
    for (uint32_t i = 0; i < names.size(); ++i)
    {
        std::vector<int64_t> expected; // microseconds
        for (const auto* events : {begun, ended})
        {
            for (const auto& one : Of(*events, i))
            {
                expected.push_back(one.time / step);
            }
        }
        std::sort(expected.begin(), expected.end());
        const auto times = pcap ? ReadPcap(names[i] + ".pcap") : ReadAscii(names[i] + ".tr");
        Expect(std::is_sorted(times.begin(), times.end()), "times are not monotone");
        ExpectEqual(times.size(), expected.size(), "records, as PhyTxBegin and PhyRxEnd");
        for (std::size_t k = 0; pcap && k < times.size(); ++k)
        {
            ExpectEqual(times[k], expected[k], "us of a record, as of its trace");
        }
    }
}

/** @param bed fresh @param late whether sinks are connected at the moment, or at the start
 * @return events behind the moment, by trace source of any object of the network */
std::map<std::string, int64_t>
CountAll(Bed& bed, bool late)
{
    std::map<std::string, int64_t> counts;
    int64_t moment = 0;
    const auto connect = [&] {
        std::map<std::string, uint32_t> numbers;
        for (const auto& object : walk::FindObjects())
        {
            const auto type = object->GetInstanceTypeId();
            const std::string name =
                type.GetName() + " " + std::to_string(numbers[type.GetName()]++) + " ";
            for (auto tid = type; tid != Object::GetTypeId(); tid = tid.GetParent())
            {
                for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
                {
                    const auto source = tid.GetTraceSource(i);
                    auto* const count = &counts[name + source.name];
                    walk::AnySink(object, source, [&moment, count] {
                        *count += Simulator::Now().GetTimeStep() > moment ? 1 : 0;
                    }).Connect(false);
                }
            }
        }
    };
    if (late)
    {
        bed.Act([&] {
            moment = Simulator::Now().GetTimeStep();
            connect();
        });
    }
    else
    {
        moment = INT64_MAX;
        bed.atStart = connect;
        bed.Act([&moment] { moment = Simulator::Now().GetTimeStep(); });
    }
    bed.SendBurst(0, 1, 3);
    bed.Run();
    Simulator::Destroy();
    return counts;
}

/** Each trace source of the network fires for a sink that comes in mid-run. @param bed any */
void
CheckAllSources(Bed& bed)
{
    if (bed.state != State::MID_RUN)
    {
        return;
    }
    Bed early(bed.dut, bed.state);
    const auto all = CountAll(early, false);
    early.devices = NetDeviceContainer();
    Bed late(bed.dut, bed.state);
    const auto tail = CountAll(late, true);
    for (const auto& [name, count] : all)
    {
        // What is sampled may be sampled at other times.
        const auto found = tail.find(name);
        Expect(count == 0 || found != tail.end(), name + " is not there");
        Expect(count == 0 || std::abs(found->second - count) <= 1 + count / 10,
               name + " tells of " + std::to_string(count == 0 ? 0 : found->second) +
                   " events instead of " + std::to_string(count));
    }
}

/** A file that is asked for at any time has what passes from then on. @param bed any */
void
CheckLateFile(Bed& bed)
{
    const TemporaryFolder folder;
    std::string name;
    bed.Act([&] {
        if (bed.IsOver() || bed.state == State::BORN)
        {
            return; // the name of a file has the number of its node
        }
        const auto device = bed.devices.Get(0);
        name = folder.GetName() + "/f-" + std::to_string(device->GetNode()->GetId()) + "-" +
               std::to_string(device->GetIfIndex()) + ".pcap";
        bed.dut.EnableFiles(folder.GetName() + "/f", bed.devices, true);
    });
    if (bed.IsOver() || bed.state == State::BORN)
    {
        return;
    }
    bed.SendBurst(0, 1, 5, 1000);
    bed.Stop();
    bed.devices = NetDeviceContainer(); // closes the files
    Expect(ReadPcap(name).size() >= 5, "a file has less records than packets");
}

} // namespace

void
AddTraceBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"MacTx and MacRx",
                    "each packet has both, with the same bytes, and takes its time between them",
                    CheckMac});
    list.push_back({"PhyTxBegin and PhyRxEnd",
                    "a link has one packet at a time, and a packet takes as long as its bytes at "
                    "the rate of the link; both tell of the same packets",
                    CheckPhy});
    list.push_back({"connected at any time",
                    "a sink that is connected in mid-run hears from then on what it would hear "
                    "from the start",
                    CheckConnect});
    list.push_back({"all trace sources",
                    "every source of every object of the network tells a sink that comes in "
                    "mid-run",
                    CheckAllSources});
    list.push_back({"pcap in mid-run",
                    "a file that is asked for at any time has the packets from then on",
                    CheckLateFile});
    list.push_back({"pcap",
                    "a file has each packet of PhyTxBegin and PhyRxEnd, with their times, in order",
                    [](Bed& bed) { CheckFiles(bed, true); }});
    list.push_back({"ascii",
                    "a file has a line for each packet of PhyTxBegin and PhyRxEnd, in order",
                    [](Bed& bed) { CheckFiles(bed, false); }});
}

} // namespace battery
