/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup servernet
 *
 * Two devices and a router. One reads from the other, as fast as it may:
 *
 *     servernet-two-devices-example
 *     servernet-two-devices-example --outstanding=1
 *
 * With more requests outstanding more data comes, up to what the link carries; each read takes
 * longer then.
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/network-module.h"
#include "ns3/servernet-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

/** Reads 64 bytes from one device. */
class Reader : public ServerNetRequestSource
{
    ServerNetRequest DrawRequest(uint32_t device) override
    {
        ServerNetRequest request;
        request.destination = 1 - device;
        request.type = SERVERNET_READ_REQUEST;
        request.bytes = 64;
        return request;
    }
};

static uint64_t g_reads = 0; //!< that were answered
static int64_t g_ticks = 0;  //!< that they took
static Time g_last;          //!< when the last one was

/** A read was answered. @param transaction which @param ticks it took */
static void
Finish(const ServerNetTransactions::Transaction& transaction, int64_t ticks)
{
    ++g_reads;
    g_ticks += ticks;
    g_last = Simulator::Now();
}

int
main(int argc, char* argv[])
try
{
    uint32_t outstanding = 8;
    uint32_t reads = 1000;
    burst::CheckedCommandLine cmd(__FILE__, "One device reads from another one as fast as it may.");
    cmd.AddValue("outstanding",
                 "Requests that may wait for their response, 1 to 16",
                 outstanding,
                 MakeUintegerChecker<uint32_t>(1, 16));
    cmd.AddValue("reads", "Number of reads", reads);
    cmd.Parse(argc, argv);

    ServerNetHelper helper;
    helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(outstanding));
    const auto devices = helper.Install(ServerNetTopology("single-router[Cpus=1|Ios=1]"));
    devices.Get(0)->TraceConnectWithoutContext("TransactionDone", MakeCallback(&Finish));

    Reader reader;
    const auto cpu = DynamicCast<ServerNetNetDevice>(devices.Get(0));
    Simulator::Schedule(MicroSeconds(1), [&] {
        for (uint32_t i = 0; i < reads; ++i)
        {
            cpu->OfferRequest(reader);
        }
    });
    Simulator::Run();
    const double seconds = (g_last - MicroSeconds(1)).GetSeconds();
    Simulator::Destroy();
    std::cout << g_reads << " reads of 64 bytes with " << outstanding
              << " outstanding: " << 64e-6 * g_reads / seconds << " MB/s, "
              << 0.02 * g_ticks / g_reads << " us each\n";
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
