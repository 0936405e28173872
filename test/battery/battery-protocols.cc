/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-protocols.h"

#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

namespace battery
{

std::function<void(Bed&)>
WithProtocols(void (*check)(Bed&))
{
    return [check](Bed& bed) {
        if (bed.state != State::INSTALLED && bed.state != State::SECOND)
        {
            return;
        }
        for (int i = bed.state == State::SECOND ? 0 : 1; i < 2; ++i)
        {
            check(bed);
            Simulator::Destroy();
        }
    };
}

void
RunUntil(double seconds)
{
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
}

Ptr<QueueDisc>
ReplaceRoot(const Internet& internet, TrafficControlHelper& helper)
{
    const auto device = internet.devices.Get(0);
    const auto layer = internet.nodes.Get(0)->GetObject<TrafficControlLayer>();
    if (layer->GetRootQueueDiscOnDevice(device))
    {
        layer->DeleteRootQueueDiscOnDevice(device);
    }
    return helper.Install(device).Get(0);
}

} // namespace battery
