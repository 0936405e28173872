/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

#include "ns3/error-model.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace battery
{

namespace
{

/** A frame to a station comes there once, unchanged. @param bed any */
void
CheckDelivery(Bed& bed)
{
    bed.Act([] {});
    if (bed.IsOver())
    {
        return;
    }
    std::vector<uint32_t> serials;
    for (uint32_t from = 0; from < 2; ++from)
    {
        for (const uint32_t bytes : {20U, 46U, 47U, 500U, 1480U})
        {
            serials.push_back(bed.Send(from, 1 - from, bytes));
        }
    }
    bed.Run();
    for (std::size_t i = 0; i < serials.size(); ++i)
    {
        const auto& one = bed.Find(serials[i]);
        ExpectEqual(one.station, i < 5 ? 1U : 0U, "station");
        ExpectEqual(one.protocol, Bed::PROTOCOL, "protocol");
        Expect(one.source == bed.devices.Get(1 - one.station)->GetAddress(), "wrong source");
        Expect(bed.accepted[serials[i] - Bed::FIRST], "Send returns false");
    }
    ExpectEqual(bed.CountTraffic(), bed.CountTrafficSent(), "packets before");
}

/** Two stations take each other's addresses, and new ones. @param bed any */
void
CheckAddresses(Bed& bed)
{
    bed.Act([&bed] {
        const auto zero = bed.devices.Get(0)->GetAddress();
        const auto one = bed.devices.Get(1)->GetAddress();
        const auto set = [&bed](uint32_t station, const Address& address) {
            bed.devices.Get(station)->SetAddress(address);
            Expect(bed.devices.Get(station)->GetAddress() == address, "another address");
        };
        set(0, one);
        set(1, zero);
        set(1, Mac48Address("02:00:00:00:00:b1"));
        set(0, zero);
        set(1, one);
        set(0, Mac48Address("02:00:00:00:00:b0"));
    });
    if (bed.IsOver())
    {
        return;
    }
    if (bed.state != State::BORN)
    {
        Expect(bed.devices.Get(0)->GetAddress() == bed.devices.Get(0)->GetAddress(), "address");
    }
    bed.Schedule(bed.GetNext(), 0, [&bed] {
        bed.SendTo(0, bed.devices.Get(1)->GetAddress());
        bed.SendTo(1, bed.devices.Get(0)->GetAddress());
    });
    bed.Run();
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto& one = bed.Find(Bed::FIRST + i);
        ExpectEqual(one.station, 1 - i, "station");
        Expect(one.source == bed.devices.Get(i)->GetAddress(), "the source is an old address");
    }
}

/** An Mtu is 0, smaller and larger. @param bed any */
void
CheckMtu(Bed& bed)
{
    uint16_t mtu = 0;
    bed.Act([&] {
        const auto device = bed.devices.Get(0);
        for (const uint16_t value : {0, 65535, 9000, 1200, 600})
        {
            const uint16_t before = device->GetMtu();
            const bool taken = device->SetMtu(value);
            ExpectEqual(device->GetMtu(), taken ? value : before, "GetMtu");
            Expect(!taken || value > 0, "takes an Mtu of 0");
        }
        mtu = device->GetMtu();
        ExpectEqual(mtu, 600, "Mtu");
    });
    if (bed.IsOver())
    {
        return;
    }
    const uint32_t longest = bed.Send(0, 1, 580);
    const uint32_t longer = bed.Send(0, 1, 581);
    bed.Run();
    ExpectEqual(bed.devices.Get(0)->GetMtu(), mtu, "Mtu after the run");
    ExpectEqual(bed.Count(1, longest), 1, "packets of the Mtu that come");
    Expect(!bed.accepted[longer - Bed::FIRST] && bed.Count(1, longer) == 0,
           "sends packets longer than its Mtu");
}

/** @param bed any @param group address */
void
CheckGroup(Bed& bed, const std::function<Address()>& group)
{
    bed.Act([] {});
    if (bed.IsOver())
    {
        return;
    }
    const uint32_t first = bed.SendTo(0, group());
    const uint32_t second = bed.SendTo(1, group());
    bed.Run();
    for (uint32_t i = 0; i < bed.devices.GetN(); ++i)
    {
        ExpectEqual(bed.Count(i, first), i == 0 ? 0U : 1U, "packets of 0 at " + std::to_string(i));
        ExpectEqual(bed.Count(i, second), i == 1 ? 0U : 1U, "packets of 1 at " + std::to_string(i));
    }
}

void
CheckBroadcast(Bed& bed) //!< To all others, once. @param bed any
{
    CheckGroup(bed, [&bed] {
        Expect(bed.devices.Get(0)->IsBroadcast(), "IsBroadcast is false");
        return bed.devices.Get(0)->GetBroadcast();
    });
}

void
CheckMulticast(Bed& bed) //!< To all others, once. @param bed any
{
    CheckGroup(bed, [&bed] {
        Expect(bed.devices.Get(0)->IsMulticast(), "IsMulticast is false");
        const auto group = bed.devices.Get(0)->GetMulticast(Ipv4Address("224.1.2.3"));
        Expect(Mac48Address::ConvertFrom(group).IsGroup(), "GetMulticast is no group");
        return group;
    });
}

/** A packet with the source of somebody else. @param bed any */
void
CheckSendFrom(Bed& bed)
{
    const Address source = Mac48Address("02:00:00:00:00:aa");
    bool taken = false;
    bed.Act([] {});
    if (bed.IsOver())
    {
        return;
    }
    bed.Schedule(bed.GetNext(), 0, [&] {
        taken = bed.devices.Get(0)->SendFrom(Bed::MakePacket(300, 0, 1, 77'777),
                                             source,
                                             bed.devices.Get(1)->GetAddress(),
                                             Bed::PROTOCOL);
    });
    bed.Run();
    ExpectEqual(taken, bed.devices.Get(0)->SupportsSendFrom(), "SupportsSendFrom, SendFrom");
    ExpectEqual(bed.Count(1, 77'777), taken, "packets that come");
    Expect(!taken || bed.Find(77'777).source == source, "another source comes");
    Expect(taken, "has no SendFrom");
}

/** Promiscuous callbacks get each packet, and who it is for. @param bed any */
void
CheckPromiscuous(Bed& bed)
{
    bed.promiscuousMode = true;
    bed.Act([] {});
    if (bed.IsOver())
    {
        return;
    }
    const uint32_t mine = bed.Send(0, 1);
    const uint32_t all = bed.SendTo(0, bed.devices.Get(0)->GetBroadcast());
    bed.Run();
    const auto check = [&bed](uint32_t serial, NetDevice::PacketType type, const Address& to) {
        uint32_t count = 0;
        for (const auto& one : bed.promiscuous)
        {
            if (one.station != 1 || one.serial != serial)
            {
                continue;
            }
            ++count;
            Expect(one.intact, "other bytes");
            ExpectEqual(one.type, type, "packet type");
            Expect(one.source == bed.devices.Get(0)->GetAddress(), "another source");
            Expect(one.destination == to, "another destination");
        }
        ExpectEqual(count, 1, "promiscuous callbacks");
    };
    check(mine, NetDevice::PACKET_HOST, bed.devices.Get(1)->GetAddress());
    check(all, NetDevice::PACKET_BROADCAST, bed.devices.Get(0)->GetBroadcast());
    ExpectEqual(bed.Count(1, mine), 1, "callbacks");
}

/** Packets that come are lost, and told of. @param bed any */
void
CheckErrorModel(Bed& bed)
{
    bed.Act([&bed] {
        const auto none = CreateObject<RateErrorModel>();
        none->SetAttribute("ErrorRate", StringValue("1"));
        none->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        Expect(bed.devices.Get(1)->SetAttributeFailSafe("ReceiveErrorModel", PointerValue(none)),
               "has no ReceiveErrorModel");
    });
    if (bed.IsOver())
    {
        return;
    }
    const auto& drops = bed.Listen("PhyRxDrop");
    const uint32_t lost = bed.Send(0, 1);
    const uint32_t kept = bed.Send(1, 0);
    bed.Run();
    ExpectEqual(bed.Count(1, lost), 0, "packets with errors that come");
    ExpectEqual(bed.Count(0, kept), 1, "packets without errors that come");
    Expect(!drops.empty(), "PhyRxDrop is silent");
}

} // namespace

void
AddAddressBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"delivery",
                    "packets of 40 to 1,500 bytes come once, unchanged, with protocol and source",
                    CheckDelivery});
    list.push_back({"addresses",
                    "addresses set in any order are those to which and from which packets come",
                    CheckAddresses});
    list.push_back({"Mtu",
                    "SetMtu of 0 is refused, what is accepted is read back, and a packet that is "
                    "longer is refused",
                    CheckMtu});
    list.push_back({"broadcast", "comes to each other station once", CheckBroadcast});
    list.push_back({"multicast", "comes to each other station once", CheckMulticast});
    list.push_back({"SendFrom", "the given source comes with the packet", CheckSendFrom});
    list.push_back({"promiscuous",
                    "promiscuous callbacks get packets with their type, source and destination",
                    CheckPromiscuous});
    list.push_back({"error model",
                    "what ReceiveErrorModel corrupts is not delivered, and PhyRxDrop tells of it",
                    CheckErrorModel});
}

} // namespace battery
