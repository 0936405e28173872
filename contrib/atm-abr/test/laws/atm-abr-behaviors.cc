/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-destination.h"
#include "ns3/atm-abr-source-behavior.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/atm-abr-use-it-or-lose-it.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

using Parameters = AbrSourceParameters;

std::unique_ptr<AbrSourceRules>
Source(const std::string& text)
{
    return burst::ObjectText("ns3::AbrSourceBehavior" + text, AbrSourceBehavior::GetTypeId())
        .Create<AbrSourceBehavior>()
        ->MakeRules();
}

Ptr<AbrUseItOrLoseIt>
Loss(const std::string& text)
{
    return burst::ObjectText("ns3::AbrUseItOrLoseIt" + text, AbrUseItOrLoseIt::GetTypeId())
        .Create<AbrUseItOrLoseIt>();
}

std::string
Sentence(const std::string& text)
{
    try
    {
        Source(text);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

void
ExpectEqual(const Parameters& a, const Parameters& b)
{
    EXPECT_EQ(a.pcr, b.pcr);
    EXPECT_EQ(a.mcr, b.mcr);
    EXPECT_EQ(a.icr, b.icr);
    EXPECT_EQ(a.rif, b.rif);
    EXPECT_EQ(a.rdf, b.rdf);
    EXPECT_EQ(a.nrm, b.nrm);
    EXPECT_EQ(a.mrm, b.mrm);
    EXPECT_EQ(a.trm, b.trm);
    EXPECT_EQ(a.tcr, b.tcr);
    EXPECT_EQ(a.crm, b.crm);
    EXPECT_EQ(a.cdf, b.cdf);
    EXPECT_EQ(a.reschedules, b.reschedules);
}

constexpr AtmTime MILLISECOND = ATM_SECOND / 1000;

} // namespace

TEST(AtmAbrBehaviors, DefaultsAreTheDocumentsAndTheStandards)
{
    const auto draft = Source("Draft95");
    ExpectEqual(draft->GetParameters(), Parameters::Document());
    EXPECT_TRUE(dynamic_cast<AbrTm40SourceRules*>(draft.get()));
    const Parameters standard; // TM 4.0: MCR 0, ICR PCR
    const auto tm40 = Source("Tm40");
    ExpectEqual(tm40->GetParameters(), standard);
    EXPECT_TRUE(dynamic_cast<AbrTm40SourceRules*>(tm40.get()));
    EXPECT_EQ(Source("Tm40[PeakCellRate=1Mbps]")->GetParameters().icr, 1e6 / 424);
    Parameters p = Parameters::Document();
    p.crm = standard.crm; // not used
    p.cdf = standard.cdf;
    const auto eprca = Source("Eprca94");
    ExpectEqual(eprca->GetParameters(), p);
    EXPECT_TRUE(dynamic_cast<AbrEprca94SourceRules*>(eprca.get()));
}

// The numbers of Table 1 of ATM Forum 96-0076 and of TM 4.0, 5.10.2. AIR = PCR / 8192 and RDF = 512
// of the drafts are RIF = 1/256 and RDF = 1/16; CRM of TM 4.0 is 16,777,215 / 32, rounded up.
TEST(AtmAbrBehaviors, DefaultsByHand)
{
    Parameters p;
    p.pcr = 155e6 / 424;
    p.nrm = 32;
    p.mrm = 2;
    p.trm = 100 * MILLISECOND;
    p.tcr = 10;
    p.reschedules = false;
    p.mcr = 0;
    p.icr = p.pcr;
    p.rif = 1.0 / 16;
    p.rdf = 1.0 / 16;
    p.crm = 524'288;
    p.cdf = 1.0 / 16;
    ExpectEqual(Source("Tm40")->GetParameters(), p);
    p.mcr = 0.5e6 / 424;
    p.icr = 10e6 / 424;
    p.rif = 1.0 / 256;
    const Parameters eprca = Source("Eprca94")->GetParameters();
    p.crm = eprca.crm; // it has no such rule
    p.cdf = eprca.cdf;
    ExpectEqual(eprca, p);
    p.crm = 32;
    p.cdf = 0.5;
    ExpectEqual(Source("Draft95")->GetParameters(), p);
}

// Table 1 of the document has TOF and TDFF, TM 4.0 (behavior 5) ADTF, EPRCA of 1994 neither.
TEST(AtmAbrBehaviors, EachSourceHasTheRuleOfItsDocument)
{
    const auto unused = [](const std::string& type) {
        const auto behavior =
            burst::ObjectText("ns3::AbrSourceBehavior" + type, AbrSourceBehavior::GetTypeId())
                .Create<AbrSourceBehavior>();
        StringValue text;
        behavior->GetAttribute("UseItOrLoseIt", text);
        return text.Get();
    };
    EXPECT_EQ(unused("Draft95"), "ns3::AbrUseItOrLoseItTimeOut");
    EXPECT_EQ(unused("Tm40"), "ns3::AbrUseItOrLoseItAdtf");
    EXPECT_EQ(unused("Eprca94"), "");
}

TEST(AtmAbrBehaviors, AttributesReachTheLaws)
{
    Parameters p;
    p.pcr = 1e6 / 424;
    p.mcr = 2e5 / 424;
    p.icr = 3e5 / 424;
    p.nrm = 16;
    p.mrm = 3;
    p.trm = 50 * MILLISECOND;
    p.tcr = 5;
    p.reschedules = true;
    const std::string common =
        "[PeakCellRate=1Mb/s|MinimumCellRate=200kb/s|InitialCellRate=300kb/s|Nrm=16|Mrm=3|"
        "Trm=50ms|TaggedCellRate=5|Reschedules=true|";
    p.rif = 0.5;
    p.rdf = 0.25;
    p.crm = 7;
    p.cdf = 0.125;
    ExpectEqual(Source("Draft95" + common + "IncreaseFactor=0.5|DecreaseFactor=64|Xrm=7|Xdf=0.125]")
                    ->GetParameters(),
                p);
    p.crm = 3;
    p.icr = 40 / 0.08;
    ExpectEqual(
        Source("Tm40" + common + "Rif=0.5|Rdf=0.25|Cdf=0.125|Tbe=40|Frtt=80ms]")->GetParameters(),
        p);
    const Parameters eprca =
        Source("Eprca94" + common + "IncreaseFactor=0.5|DecreaseFactor=64]")->GetParameters();
    EXPECT_EQ(eprca.rif, 0.5);
    EXPECT_EQ(eprca.rdf, 0.25);
}

// A rate of 100,000 cells/s after 1 ms without a forward RM cell, as in the tests of the laws.
TEST(AtmAbrBehaviors, RulesForRatesThatAreNotUsed)
{
    const Parameters p = Parameters::Document();
    const auto after = [&p](const std::string& text, AtmTime idle) {
        return Loss(text)->UpdateRate(1e5, idle, p);
    };
    EXPECT_NEAR(after("TimeOut", MILLISECOND), 48'800, 1e-6);
    EXPECT_NEAR(after("TimeOut[DecreaseFactor=0.25]", MILLISECOND), 74'400, 1e-6);
    EXPECT_EQ(after("TimeOut[TimeOutFactor=4]", MILLISECOND), 1e5);
    EXPECT_EQ(after("Adtf", 500 * MILLISECOND), 1e5);
    EXPECT_EQ(after("Adtf", 501 * MILLISECOND), p.icr);
    EXPECT_EQ(after("Adtf[Adtf=10ms]", 11 * MILLISECOND), p.icr);
    EXPECT_NEAR(after("TimeBased", MILLISECOND), 95'000, 1e-6);
    EXPECT_NEAR(after("TimeBased[Frtt=20ms]", MILLISECOND), 97'500, 1e-6);
    EXPECT_NEAR(after("TimeBased[DelayFactor=1]", MILLISECOND), 90'000, 1e-6);
    EXPECT_NEAR(after("TimeBased[Tbe=36557]", MILLISECOND), 99'000, 1);
    EXPECT_EQ(after("TimeBased[TimeOutFactor=4]", MILLISECOND), 1e5);
    EXPECT_NEAR(after("CountBased", MILLISECOND), 93'750, 1e-6);
    EXPECT_NEAR(after("CountBased[DecreaseFactor=0.25]", MILLISECOND), 75'000, 1e-6);
    for (const auto& [text, allowed] :
         {std::pair("CountBased", false), std::pair("CountBased[Slack=3]", true)})
    {
        const auto rule = Loss(text);
        rule->UpdateRate(1e5, MILLISECOND, p);
        EXPECT_EQ(rule->AllowIncrease(1e5, 1e5), allowed);
    }
}

// A source idle for 0.6 s falls to ICR by default, and keeps its rate without a rule.
TEST(AtmAbrBehaviors, SourcesHaveARule)
{
    for (const bool has : {true, false})
    {
        const auto source = Source(has ? "Draft95" : "Draft95[UseItOrLoseIt=]");
        source->SendForward(0);
        source->ReceiveBackward({{1e9}});
        const double rate = source->GetRate();
        EXPECT_GT(rate, source->GetParameters().icr);
        EXPECT_EQ(source->SendForward(600 * MILLISECOND).ccr,
                  has ? source->GetParameters().icr : rate);
    }
    const auto source =
        Source("Tm40[InitialCellRate=1Mb/s|UseItOrLoseIt=ns3::AbrUseItOrLoseItAdtf[Adtf=1ms]]");
    source->SendForward(0);
    source->ReceiveBackward({{1e9}});
    EXPECT_EQ(source->SendForward(2 * MILLISECOND).ccr, 1e6 / 424);
}

TEST(AtmAbrBehaviors, Destinations)
{
    const auto make = [](const std::string& text) {
        return burst::ObjectText("ns3::AbrDestinationBehavior" + text,
                                 AbrDestinationBehavior::GetTypeId())
            .Create<AbrDestinationBehavior>()
            ->MakeDestination();
    };
    AbrDestination any = make("");
    any.ReceiveForward({{1e9}});
    EXPECT_EQ(any.SendBackward().feedback.er, 1e9);
    EXPECT_FALSE(any.SendBecn(0));
    AbrDestination limited = make("[ExplicitRate=1Mb/s|BecnInterval=200ms]");
    limited.ReceiveForward({{1e9}});
    EXPECT_EQ(limited.SendBackward().feedback.er, 1e6 / 424);
    EXPECT_TRUE(limited.SendBecn(0));
    EXPECT_FALSE(limited.SendBecn(199 * MILLISECOND));
    EXPECT_TRUE(limited.SendBecn(200 * MILLISECOND));
    EXPECT_THROW(make("[BecnInterval=10ms]"), std::invalid_argument);
}

TEST(AtmAbrBehaviors, RefuseWrongInput)
{
    EXPECT_EQ(
        Sentence("Draft95[DecreaseFactor=16]"),
        "the rate decrease factor RDF of the drafts is 16; allowed are numbers from Nrm on, 32");
    EXPECT_EQ(Sentence("Tm40[MinimumCellRate=424b/s|PeakCellRate=100b/s]"),
              "the minimum cell rate MCR, in cells per second, is 1; allowed are rates from 0 to "
              "the peak, 0.2358490566037736");
    EXPECT_NE(Sentence("Tm40[InitialCellRate=200Mb/s]"), "");
    EXPECT_NE(Sentence("Tm40[Rdf=0]"), "");
    EXPECT_NE(Sentence("Tm40[UseItOrLoseIt=ns3::AbrSourceBehaviorTm40]"), "");
}

// Times are 64-bit numbers of picoseconds, and so are their sums: none is longer than 2,000,000 s.
TEST(AtmAbrBehaviors, RefuseLongTimes)
{
    for (const std::string what : {"Draft95[Trm=",
                                   "Tm40[Frtt=",
                                   "Tm40[UseItOrLoseIt=ns3::AbrUseItOrLoseItAdtf[Adtf=",
                                   "Tm40[UseItOrLoseIt=ns3::AbrUseItOrLoseItTimeBased[Frtt="})
    {
        const std::string end(std::count(what.begin(), what.end(), '['), ']');
        EXPECT_EQ(Sentence(what + "2000000s" + end), "") << what;
        EXPECT_NE(Sentence(what + "2000001s" + end), "") << what;
    }
    EXPECT_EQ(Sentence("Draft95[Trm=2000001s]"),
              "Trm is 2000001.000000 s; allowed are at most 2000000 s, since an ATM network counts "
              "picoseconds");
    const auto make = [](const std::string& interval) {
        burst::ObjectText("ns3::AbrDestinationBehavior[BecnInterval=" + interval + "]",
                          AbrDestinationBehavior::GetTypeId())
            .Create<AbrDestinationBehavior>()
            ->MakeDestination();
    };
    EXPECT_NO_THROW(make("2000000s"));
    EXPECT_THROW(make("2000001s"), std::invalid_argument);
}
