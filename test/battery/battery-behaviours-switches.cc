/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-bed.h"

#include "ns3/channel.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <vector>

namespace battery
{

namespace
{

/** @param bed with a network @return devices of the nodes between its stations */
std::vector<Ptr<NetDevice>>
FindSwitchPorts(const Bed& bed)
{
    std::vector<Ptr<NetDevice>> ports;
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            const auto device = (*node)->GetDevice(i);
            if (std::find(bed.devices.Begin(), bed.devices.End(), device) == bed.devices.End())
            {
                ports.push_back(device);
            }
        }
    }
    Expect(!ports.empty(), "no node between the stations has devices");
    return ports;
}

/** @param port a device that forwards, but is no way into the network */
void
CheckSilent(Ptr<NetDevice> port)
{
    const auto packet = Bed::MakePacket(100, 0, 1, 5);
    const auto other = port->GetBroadcast();
    Expect(!port->Send(packet, other, Bed::PROTOCOL), "Send returns true");
    Expect(!port->SendFrom(packet, port->GetAddress(), other, Bed::PROTOCOL),
           "SendFrom returns true");
    Expect(!port->SupportsSendFrom(), "SupportsSendFrom, but SendFrom is refused");
    Expect(!port->NeedsArp(), "NeedsArp, but nothing can be sent");
    const uint16_t mtu = port->GetMtu();
    Expect(!port->SetMtu(mtu + 1) && port->GetMtu() == mtu, "the MTU of a network is changed");
    port->GetChannel();
    port->IsLinkUp();
}

/** A port of a switch is a device of its node that sends nothing of its own. @param bed any */
void
CheckSwitchPorts(Bed& bed)
{
    if (bed.state == State::BORN)
    {
        bed.Act([] {}); // by hand a network has no nodes but those of stations
        return;
    }
    bool heard = false;
    std::vector<Ptr<NetDevice>> ports;
    const auto act = [&] {
        if (bed.state == State::DESTROYED)
        {
            std::for_each(ports.begin(), ports.end(), CheckSilent);
            return;
        }
        ports = FindSwitchPorts(bed);
        std::set<Address> addresses;
        for (const auto& port : ports)
        {
            const auto node = port->GetNode();
            Expect(node && node->GetDevice(port->GetIfIndex()) == port, "GetIfIndex is another's");
            Expect(port->GetChannel() == bed.devices.Get(0)->GetChannel(), "another channel");
            ExpectEqual(port->IsLinkUp(), true, "IsLinkUp");
            addresses.insert(port->GetAddress());
            CheckSilent(port);
            CheckSilent(ObjectFactory(port->GetInstanceTypeId().GetName()).Create<NetDevice>());
            port->SetPromiscReceiveCallback([&heard](auto&&...) { return heard = true; });
        }
        for (uint32_t i = 0; i < bed.devices.GetN(); ++i)
        {
            addresses.insert(bed.devices.Get(i)->GetAddress());
        }
        ExpectEqual(addresses.size(), ports.size() + bed.devices.GetN(), "different addresses");
    };
    bed.atStart = [&] { ports = FindSwitchPorts(bed); };
    bed.Act(act);
    if (!bed.IsOver())
    {
        const uint32_t came = bed.Send(0, 1);
        bed.Run();
        ExpectEqual(bed.Count(1, came), 1, "packets through the switch");
        ExpectEqual(bed.CountTraffic(), bed.CountTrafficSent(), "packets of the traffic");
        Expect(!heard, "a switch hands a packet to protocols");
    }
}

/** The node in the middle is disposed of: what it carried is not nowhere. @param bed any */
void
CheckDisposeOfSwitch(Bed& bed)
{
    if (bed.state == State::BORN)
    {
        bed.Act([] {}); // as above
        return;
    }
    std::vector<Ptr<NetDevice>> ports;
    const auto act = [&] {
        if (const auto node = ports.front()->GetNode())
        {
            node->Dispose();
        }
        std::for_each(ports.begin(), ports.end(), CheckSilent);
    };
    bed.atStart = [&] { ports = FindSwitchPorts(bed); };
    bed.Act(act);
    if (!bed.IsOver())
    {
        bed.Send(0, 1);
        bed.Run();
        ExpectEqual(bed.dut.CountMissing(bed.devices), 0, "missing");
    }
}

} // namespace

void
AddSwitchBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"switch ports",
                    "a port of a switch is a device of its node, with an address of its own; it "
                    "refuses to send, and hands nothing to protocols",
                    CheckSwitchPorts});
    list.push_back(
        {"Dispose of a switch", "the node goes, and no packet is nowhere", CheckDisposeOfSwitch});
}

} // namespace battery
