/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-ledger.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

std::string
GetComplaint(const fabric::ConservationLedger& ledger)
{
    try
    {
        ledger.Check();
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(FabricConservationLedger, BalancesWhenNothingIsLost)
{
    fabric::ConservationLedger ledger;
    EXPECT_EQ(GetComplaint(ledger), "");
    const uint32_t full = ledger.AddReason("queue full");
    const uint32_t cells = ledger.AddAccount("cells");
    const uint32_t bytes = ledger.AddAccount("bytes");
    const uint32_t late = ledger.AddReason("too late");
    EXPECT_EQ(ledger.AddReason("queue full"), full);
    ledger.Inject(cells, 10);
    ledger.Inject(cells);
    ledger.Deliver(cells, 6);
    ledger.Drop(cells, full, 2);
    ledger.Drop(cells, late);
    ledger.Inject(bytes, uint64_t{1} << 40);
    ledger.Deliver(bytes, uint64_t{1} << 40);
    EXPECT_EQ(ledger.GetInjected(cells), 11U);
    EXPECT_EQ(ledger.GetDelivered(cells), 6U);
    EXPECT_EQ(ledger.GetDropped(cells), 3U);
    EXPECT_EQ(ledger.GetDropped(cells, full), 2U);
    EXPECT_EQ(ledger.GetDropped(bytes), 0U);
    EXPECT_EQ(ledger.GetInFlight(cells), 2);
    EXPECT_EQ(ledger.GetMissing(cells), 2);
    ledger.StateInFlight(cells, 1);
    ledger.StateInFlight(cells, 1);
    EXPECT_EQ(ledger.GetMissing(cells), 0);
    EXPECT_EQ(GetComplaint(ledger), "");
}

TEST(FabricConservationLedger, NamesTheAccountAndItsNumbers)
{
    fabric::ConservationLedger ledger;
    const uint32_t good = ledger.AddAccount("good");
    const uint32_t bad = ledger.AddAccount("fabric X");
    const uint32_t full = ledger.AddReason("queue full");
    const uint32_t late = ledger.AddReason("too late");
    ledger.AddReason("never");
    ledger.Inject(good);
    ledger.Deliver(good);
    ledger.Inject(bad, 10);
    ledger.Deliver(bad, 4);
    ledger.Drop(bad, full, 2);
    ledger.Drop(bad, late, 1);
    ledger.StateInFlight(bad, 1);
    EXPECT_EQ(GetComplaint(ledger),
              "account 'fabric X' does not balance: injected 10, delivered 4, dropped 3 (queue "
              "full 2, too late 1), in "
              "flight 1, so 2 got lost");
    ledger.StateInFlight(bad, 4);
    EXPECT_EQ(GetComplaint(ledger),
              "account 'fabric X' does not balance: injected 10, delivered 4, dropped 3 (queue "
              "full 2, too late 1), in "
              "flight 5, so 2 came from nowhere");
}

TEST(FabricConservationLedger, MoreOutThanInIsNegative)
{
    fabric::ConservationLedger ledger;
    const uint32_t account = ledger.AddAccount("a");
    ledger.Deliver(account);
    EXPECT_EQ(ledger.GetInFlight(account), -1);
    EXPECT_EQ(GetComplaint(ledger),
              "account 'a' does not balance: injected 0, delivered 1, dropped 0, in flight 0, so 1 "
              "came from nowhere");
}

TEST(FabricConservationLedger, NamesAndHandlesAreChecked)
{
    fabric::ConservationLedger ledger;
    const uint32_t account = ledger.AddAccount("a");
    EXPECT_THROW(ledger.AddAccount("a"), std::invalid_argument);
    EXPECT_THROW(ledger.Inject(account + 1), std::out_of_range);
    EXPECT_THROW(ledger.Drop(account, 0), std::out_of_range);
}
