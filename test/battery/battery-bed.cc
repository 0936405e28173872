/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

#include "ns3/ipv4-header.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace battery
{

namespace
{

constexpr uint8_t EXPERIMENT = 253; //!< protocol of IPv4 for experiments, RFC 3692

/** @param serial of a packet @param place of a byte @return the byte */
uint8_t
MakeByte(uint32_t serial, uint32_t place)
{
    return place < 4 ? serial >> (24 - 8 * place) : 131 * serial + 7 * place;
}

/** @param packet of IPv4 @param intact whether it is as MakePacket made it @return its serial */
uint32_t
ReadPacket(Ptr<const Packet> packet, bool& intact)
{
    const auto copy = packet->Copy();
    Ipv4Header header;
    intact = copy->GetSize() >= 20 && copy->RemoveHeader(header) == 20 &&
             header.GetPayloadSize() <= copy->GetSize();
    std::vector<uint8_t> bytes(copy->GetSize());
    copy->CopyData(bytes.data(), bytes.size());
    uint32_t serial = 0;
    for (uint32_t place = 0; place < 4 && place < bytes.size(); ++place)
    {
        serial = serial << 8 | bytes[place];
    }
    for (uint32_t place = 0; intact && place < header.GetPayloadSize(); ++place)
    {
        intact = bytes[place] == MakeByte(serial, place);
    }
    return serial;
}

} // namespace

const char*
GetName(State state)
{
    static const char* const names[] =
        {"born", "installed", "mid-run", "stopped", "destroyed", "second"};
    return names[static_cast<int>(state)];
}

void
Expect(bool holds, const std::string& reason)
{
    if (!holds)
    {
        throw Failure(reason);
    }
}

Bed::Bed(const DeviceUnderTest& dut, State state)
    : dut(dut),
      state(state)
{
}

void
Bed::Act(const std::function<void()>& action)
{
    if (state == State::BORN)
    {
        for (uint32_t i = 0; i < dut.GetStations(); ++i)
        {
            devices.Add(dut.Create());
        }
        action();
        dut.Connect(devices);
        Hear();
        return;
    }
    Make();
    switch (state)
    {
    case State::INSTALLED:
        action();
        m_next = moment + settle;
        break;
    case State::MID_RUN:
        Simulator::Schedule(moment, action);
        m_next = moment + settle;
        break;
    case State::STOPPED:
        Simulator::Stop(moment);
        Simulator::Run();
        action();
        m_next = moment + settle;
        break;
    case State::DESTROYED:
        Stop();
        action();
        break;
    default: // SECOND
        Stop();
        received.clear();
        promiscuous.clear();
        m_trafficSent = 0;
        m_over = false;
        Make();
        action();
        m_next = moment + settle;
    }
}

bool
Bed::IsOver() const
{
    return m_over;
}

void
Bed::Make()
{
    devices = dut.Install(dut.GetStations());
    if (dut.HasStreams())
    {
        dut.AssignStreams(devices, 1);
    }
    Hear();
    if (atStart)
    {
        atStart();
    }
    MakeTraffic();
}

void
Bed::Hear()
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto note = [i](std::deque<Reception>& list, Ptr<const Packet> packet) {
            auto& one = list.emplace_back();
            one.time = Simulator::Now().GetTimeStep();
            one.station = i;
            one.serial = ReadPacket(packet, one.intact);
            return &one;
        };
        const Callback<bool, Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&> up(
            [this, note](Ptr<NetDevice>,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& source) {
                auto* one = note(received, packet);
                one->protocol = protocol;
                one->source = source;
                return true;
            });
        devices.Get(i)->SetReceiveCallback(up);
        if (promiscuousMode)
        {
            const Callback<bool,
                           Ptr<NetDevice>,
                           Ptr<const Packet>,
                           uint16_t,
                           const Address&,
                           const Address&,
                           NetDevice::PacketType>
                all([this, note](Ptr<NetDevice>,
                                 Ptr<const Packet> packet,
                                 uint16_t protocol,
                                 const Address& source,
                                 const Address& destination,
                                 NetDevice::PacketType type) {
                    auto* one = note(promiscuous, packet);
                    one->protocol = protocol;
                    one->source = source;
                    one->destination = destination;
                    one->type = type;
                    return true;
                });
            devices.Get(i)->SetPromiscReceiveCallback(all);
        }
    }
}

void
Bed::MakeTraffic()
{
    // Single packets, and packets one behind the other that are under way at the moment.
    const auto send = [this](const Time& when, uint32_t from, uint32_t count) {
        Schedule(when, from, [this, from, count] {
            for (uint32_t i = 0; i < count && devices.Get(from)->GetNode(); ++i)
            {
                const uint32_t to = (from + 1) % devices.GetN();
                devices.Get(from)->Send(MakePacket(400, from, to, m_trafficSent++),
                                        devices.Get(to)->GetAddress(),
                                        PROTOCOL);
            }
        });
    };
    for (uint32_t from = 0; from < 2; ++from)
    {
        for (int64_t i = 0; i < 4; ++i)
        {
            send(MicroSeconds(1000 * i + 100 * from), from, 1);
        }
        send(moment - Seconds(15 * 3500 / dut.GetRate()), from, 30);
        send(moment - MicroSeconds(1), from, 1);
    }
}

uint32_t
Bed::Send(uint32_t from, uint32_t to, uint32_t bytes)
{
    return SendTo(from, devices.Get(to)->GetAddress(), bytes);
}

uint32_t
Bed::SendTo(uint32_t from, const Address& to, uint32_t bytes)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        number = devices.Get(i)->GetAddress() == to ? i : number;
    }
    const uint32_t serial = m_serial++;
    accepted.push_back(false);
    Schedule(m_next, from, [this, serial, from, number, to, bytes] {
        accepted[serial - FIRST] =
            devices.Get(from)->Send(MakePacket(bytes, from, number, serial), to, PROTOCOL);
    });
    m_next += gap;
    return serial;
}

uint32_t
Bed::SendBurst(uint32_t from, uint32_t to, uint32_t count, uint32_t bytes)
{
    const uint32_t first = m_serial;
    for (uint32_t i = 0; i < count; ++i)
    {
        Send(from, to, bytes);
        m_next -= gap;
    }
    m_next += settle;
    return first;
}

void
Bed::Schedule(const Time& when, uint32_t station, const std::function<void()>& action) const
{
    const auto node = devices.Get(station)->GetNode();
    Simulator::ScheduleWithContext(node ? node->GetId() : Simulator::NO_CONTEXT,
                                   when - Simulator::Now(),
                                   action);
}

void
Bed::Skip(const Time& time)
{
    m_next += time;
}

Time
Bed::GetNext() const
{
    return m_next;
}

void
Bed::Run()
{
    Simulator::Stop(Seconds(3));
    Simulator::Run();
}

void
Bed::Stop()
{
    Run();
    Simulator::Destroy();
    m_over = true;
    m_next = Time(0);
}

bool
Bed::Has(const std::string& trace) const
{
    const auto type = devices.Get(0)->GetInstanceTypeId();
    return type.LookupTraceSourceByName(trace) != nullptr;
}

const std::deque<Event>&
Bed::Listen(const std::string& trace)
{
    Expect(Has(trace), "has no trace source " + trace);
    auto& list = m_events.emplace_back();
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const Callback<void, Ptr<const Packet>> note([&list, i](Ptr<const Packet> packet) {
            list.push_back({Simulator::Now().GetTimeStep(), i, packet->GetSize()});
        });
        Expect(devices.Get(i)->TraceConnectWithoutContext(trace, note),
               trace + " is not connected");
    }
    return list;
}

Ptr<Packet>
Bed::MakePacket(uint32_t bytes, uint32_t from, uint32_t to, uint32_t serial)
{
    std::vector<uint8_t> payload(bytes);
    for (uint32_t place = 0; place < bytes; ++place)
    {
        payload[place] = MakeByte(serial, place);
    }
    auto packet = Create<Packet>(payload.data(), bytes);
    Ipv4Header header;
    header.SetSource(Ipv4Address(0x0a000001 + from));
    header.SetDestination(Ipv4Address(0x0a000001 + to));
    header.SetProtocol(EXPERIMENT);
    header.SetPayloadSize(bytes);
    packet->AddHeader(header);
    return packet;
}

uint32_t
Bed::Count(uint32_t station, uint32_t serial) const
{
    return std::count_if(received.begin(), received.end(), [&](const auto& one) {
        return one.station == station && one.serial == serial;
    });
}

const Reception&
Bed::Find(uint32_t serial) const
{
    const Reception* found = nullptr;
    for (const auto& one : received)
    {
        Expect(!found || one.serial != serial, "a packet comes twice");
        found = one.serial == serial ? &one : found;
    }
    Expect(found, "a packet does not come");
    Expect(found->intact, "a packet comes with other bytes");
    return *found;
}

uint32_t
Bed::CountTraffic() const
{
    return std::count_if(received.begin(), received.end(), [](const auto& one) {
        return one.serial < FIRST;
    });
}

uint32_t
Bed::CountTrafficSent() const
{
    return m_trafficSent;
}

} // namespace battery
