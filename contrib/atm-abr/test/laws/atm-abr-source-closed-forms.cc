/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-samples.h"

#include "ns3/burst-core-attributes.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * A source that always has data. Each forward RM cell comes back, without CI and NI, after a time.
 * @param source the source
 * @param roundTrip the time, ps
 * @param seen called after each backward RM cell, with the time in seconds, until it returns true
 */
void
Saturate(Rules& source, AtmTime roundTrip, const std::function<bool(double)>& seen)
{
    std::deque<AtmTime> answers;
    while (true)
    {
        const AtmTime now = source.GetNextTime();
        if (!answers.empty() && answers.front() <= now)
        {
            source.ReceiveBackward(Backward());
            const double time = static_cast<double>(answers.front()) / ATM_SECOND;
            answers.pop_front();
            if (seen(time))
            {
                return;
            }
        }
        else if (source.GetNextCell(now, true, false) == Rules::FORWARD_RM)
        {
            source.SendForward(now);
            answers.push_back(now + roundTrip);
        }
        else
        {
            source.SendData(1, now);
        }
    }
}

/** @param source the source @param roundTrip ps @return when its rate is PCR, seconds */
double
RampTime(Rules& source, AtmTime roundTrip)
{
    double end = 0;
    Saturate(source, roundTrip, [&](double now) {
        end = now;
        return source.GetRate() == source.GetParameters().pcr;
    });
    return end;
}

} // namespace

// Ideal feedback: ACR grows by RIF PCR with each forward RM cell, of which there are ACR / Nrm per
// second: as exp(44.62 t), 61.4 ms from 10 to 155 Mb/s. In steps it is the sum of Nrm / ACR over
// the steps: of the integral, and half of the difference of its ends.
TEST(AtmAbrSource, RampsUpInTheLanAsTheClosedForm)
{
    const Parameters p = Parameters::Document();
    const double step = p.rif * p.pcr;
    const double growth = step / p.nrm;
    EXPECT_NEAR(growth, 44.62, 0.01);
    const double smooth = std::log(15.5) / growth;
    EXPECT_NEAR(smooth, 61.4e-3, 0.05e-3);
    double stepped = 0;
    for (double rate = p.icr; rate < p.pcr; rate += step)
    {
        stepped += p.nrm / rate;
    }
    EXPECT_NEAR(stepped, smooth + p.nrm / 2.0 * (1 / p.icr - 1 / p.pcr), 0.1e-3);
    AbrTm40SourceRules ideal(p);
    // the first step is made by the first cell, at 0, and the last is made at PCR - step or more
    EXPECT_NEAR(RampTime(ideal, 0), stepped - p.nrm / p.icr, 1e-3 * stepped);
    // the runs of the study's oracle, a separate program, with its links: 61.9 ms (digest 0)
    AbrTm40SourceRules lan(p);
    EXPECT_NEAR(RampTime(lan, LAN), 61.9e-3, 0.8e-3);
}

// g = 44.62 exp(-g 40.1 ms), so g = 20.0 1/s; 166 ms is what the study's oracle found.
TEST(AtmAbrSource, RampsUpInTheWanAsTheClosedForm)
{
    const Parameters p = Parameters::Document();
    AbrTm40SourceRules source(p);
    double first = 0;
    double end = 0;
    Saturate(source, WAN, [&](double now) {
        first = first == 0 && source.GetRate() > 40 * MBPS ? now : first;
        end = now;
        return source.GetRate() > 150 * MBPS;
    });
    EXPECT_NEAR(std::log(150.0 / 40) / (end - first), 20.0, 0.8);
    AbrTm40SourceRules ramp(p);
    EXPECT_NEAR(RampTime(ramp, WAN), 166e-3, 1e-3);
}

// 64 and 837 ms (digest 0, the study's oracle). In the LAN it decides when in a round of cells the
// answer comes, which the oracle's links make later than the round trip here.
TEST(AtmAbrSource, Eprca94IsSlowInTheWan)
{
    AbrEprca94SourceRules lan(Parameters::Document());
    EXPECT_NEAR(RampTime(lan, LAN), 64e-3, 2.6e-3);
    AbrEprca94SourceRules wan(Parameters::Document());
    EXPECT_NEAR(RampTime(wan, WAN), 837e-3, 5e-3);
}

// Without an answer a round of Nrm cells takes about 1/16: (1 - 1/512)^32 if ADR followed each
// cell, 1 - 32/512 with ADR fixed at the forward RM cell.
TEST(AtmAbrSource, Eprca94FallsWithEachCell)
{
    Parameters p = Parameters::Document();
    AbrEprca94SourceRules source(p);
    double expected = p.icr;
    for (int round = 0; round < 10; ++round)
    {
        EXPECT_NEAR(source.SendForward(source.GetNextTime()).ccr, expected, 1e-9);
        EXPECT_NEAR(source.GetRate(), expected * 511 / 512, 1e-9);
        source.SendData(31, source.GetNextTime());
        expected *= 15.0 / 16;
        EXPECT_NEAR(source.GetRate(), expected, 1e-9);
        source.ReceiveBackward(Backward(true)); // CI leaves it to the cells
        EXPECT_NEAR(source.GetRate(), expected, 1e-9);
    }
    // an answer gives back what the round took, of the ADR of the round, and Nrm AIR
    source.ReceiveBackward(Backward());
    EXPECT_NEAR(source.GetRate(), expected * (1 + 1.0 / 15) + p.pcr / 256, 1e-9);
}

// From 155 to 0.5 Mb/s: ln(310) / ln(16/15) = 88.9 cells.
TEST(AtmAbrSource, FallsBySixteenths)
{
    Parameters p = Parameters::Document();
    p.icr = p.pcr;
    AbrTm40SourceRules source(p);
    for (int n = 1; n <= 88; ++n)
    {
        source.ReceiveBackward(Backward(true));
        EXPECT_NEAR(source.GetRate(), p.pcr * std::pow(15.0 / 16, n), 1e-6);
    }
    source.ReceiveBackward(Backward(true));
    EXPECT_EQ(source.GetRate(), p.mcr);
}

// 32 forward RM cells without an answer pass, each further one halves; an answer with BN = 1 is
// none.
TEST(AtmAbrSource, HalvesWhenAnswersAreMissing)
{
    const Parameters p = Parameters::Document();
    AbrTm40SourceRules source(p);
    const auto forward = [&source] {
        const double ccr = source.SendForward(source.GetNextTime()).ccr;
        source.SendData(31, source.GetNextTime() + 30 * source.GetGap());
        return ccr;
    };
    for (int n = 1; n <= 32; ++n)
    {
        EXPECT_EQ(forward(), p.icr);
    }
    source.ReceiveBackward(Backward(false, true, 1e9, true));
    EXPECT_EQ(forward(), p.icr / 2);
    EXPECT_EQ(forward(), p.icr / 4);
    source.ReceiveBackward(Backward(false, true));
    EXPECT_EQ(forward(), p.icr / 4);
    for (int n = 2; n <= 32; ++n)
    {
        EXPECT_EQ(forward(), p.icr / 4);
    }
    EXPECT_EQ(forward(), p.icr / 8);
    EXPECT_EQ(forward(), p.icr / 16);
    EXPECT_EQ(forward(), p.mcr);
}

// The first round trip of the WAN holds 945.7 cells at 10 Mb/s, 29.55 of them RM cells; above 1024
// cells, from 10.83 Mb/s on, the first answer is too late (digest 1.3).
TEST(AtmAbrSource, FirstRoundTripOfTheWanJustPasses)
{
    EXPECT_NEAR(10 * MBPS * WAN / ATM_SECOND, 945.7, 0.1);
    for (const double mbps : {10.0, 10.8, 10.86, 12.0})
    {
        Parameters p = Parameters::Document();
        p.icr = mbps * MBPS;
        AbrTm40SourceRules source(p);
        double least = p.icr;
        Saturate(source, WAN, [&](double now) {
            least = std::min(least, source.GetRate());
            return now > 0.1;
        });
        EXPECT_EQ(least < p.icr, mbps > 10.83) << mbps;
    }
}

// 10 Mb/s of data: T = 31 / 23,585 s between forward RM cells, of which 760.8 come per second: ACR
// rises by 461 Mb/s per second (digest 1.5, B5), and with the draft's time-out only to 2 Nrm / T,
// 20.6 Mb/s, from where it falls to ICR, since T TDF = 0.67 with TDF = 512 / s (digest 1.3).
TEST(AtmAbrSource, TimeOutHoldsASlowSource)
{
    const Parameters p = Parameters::Document();
    EXPECT_EQ(CreateObject<AbrUseItOrLoseItTimeOut>()->GetDecreaseFactor(p), 512);
    for (const bool holds : {false, true})
    {
        const auto source = Make(DRAFT95, p, holds ? TIME_OUT : NONE);
        const auto interval = static_cast<AtmTime>(31 / (10 * MBPS) * ATM_SECOND);
        const double top = 2 * 32 / (31 / (10 * MBPS));
        EXPECT_NEAR(top / MBPS, 20.6, 0.1);
        double highest = 0;
        double sum = 0;
        int falls = 0;
        constexpr int ROUNDS = 190;
        for (int n = 0; n < ROUNDS; ++n)
        {
            const double before = source->GetRate();
            const double ccr = source->SendForward(n * interval).ccr;
            source->SendData(31, n * interval + interval / 2);
            falls += ccr < before;
            EXPECT_TRUE(ccr == before || (ccr == p.icr && before > top));
            highest = std::max(highest, ccr);
            sum += ccr / MBPS;
            source->ReceiveBackward(Backward());
        }
        if (holds)
        {
            // of 19 answers the first is skipped, the others are steps of 0.605 Mb/s to 20.9
            EXPECT_EQ(falls, ROUNDS / 19);
            EXPECT_LE(highest, top);
            EXPECT_NEAR(sum / ROUNDS, (10 + 18 * 10 + 155.0 / 256 * 17 * 18 / 2) / 19, 0.05);
        }
        else
        {
            EXPECT_EQ(falls, 0);
            EXPECT_NEAR(source->GetRate() / MBPS, 10 + 461e-6 * ROUNDS * (interval / 1e6), 0.2);
        }
    }
}

// Behavior 3: after Mrm = 2 cells a silent source sends one more forward RM cell when Trm is over.
TEST(AtmAbrSource, TrmAsksForOneCell)
{
    AbrTm40SourceRules source(Parameters::Document());
    EXPECT_EQ(source.GetNextCell(0, false, true), Rules::FORWARD_RM);
    EXPECT_EQ(source.GetCellsToForward(), 0U);
    source.SendForward(0);
    EXPECT_EQ(source.GetCellsToForward(), 31U);
    EXPECT_EQ(source.GetForwardTime(), Rules::NEVER);
    EXPECT_EQ(source.GetForwardTime(2), 100 * MILLISECOND);
    EXPECT_EQ(source.GetForwardTime(31), 0);
    source.SendData(1, source.GetNextTime());
    EXPECT_EQ(source.GetNextCell(200 * MILLISECOND, true, false), Rules::DATA);
    source.SendBackward(source.GetNextTime());
    EXPECT_EQ(source.GetForwardTime(), 100 * MILLISECOND);
    EXPECT_EQ(source.GetNextCell(99 * MILLISECOND, true, true), Rules::DATA);
    EXPECT_EQ(source.GetNextCell(99 * MILLISECOND, false, true), Rules::BACKWARD_RM);
    EXPECT_EQ(source.GetNextCell(99 * MILLISECOND, false, false), Rules::NOTHING);
    EXPECT_EQ(source.GetNextCell(100 * MILLISECOND, false, false), Rules::FORWARD_RM);
    source.SendForward(100 * MILLISECOND);
    EXPECT_EQ(source.GetForwardTime(), Rules::NEVER);
}

// Cells are no closer than 1 / ACR: 424 bits at 10 Mb/s are 42.4 us. A higher rate counts from the
// next cell on, or at once.
TEST(AtmAbrSource, PacesCells)
{
    for (const bool reschedules : {false, true})
    {
        Parameters p = Parameters::Document();
        p.reschedules = reschedules;
        AbrTm40SourceRules source(p);
        EXPECT_EQ(source.GetNextTime(), 0);
        source.SendForward(7);
        EXPECT_EQ(source.GetNextTime(), 42'400'007);
        source.SendData(2, 84'800'007);
        EXPECT_EQ(source.GetNextTime(), 127'200'007);
        source.ReceiveBackward(Backward());
        const auto gap = static_cast<AtmTime>(std::ceil(424 / (10e6 + 155e6 / 256) * 1e12));
        EXPECT_EQ(source.GetGap(), gap);
        EXPECT_EQ(source.GetNextTime(), reschedules ? 84'800'007 + gap : 127'200'007);
        source.ReceiveBackward(Backward(true));
        EXPECT_EQ(source.GetNextTime(), reschedules ? 84'800'007 + gap : 127'200'007);
    }
}

// Ten out-of-rate cells per second, which none of the rules counts, until the network has a rate.
TEST(AtmAbrSource, ProbesOutOfRate)
{
    Parameters p = Parameters::Document();
    p.mcr = 0;
    p.crm = 1;
    AbrTm40SourceRules source(
        p,
        CreateObjectWithAttributes<AbrUseItOrLoseItAdtf>("Adtf", TimeValue(Seconds(1))));
    source.SendForward(0);
    source.ReceiveBackward(Backward(false, false, 0));
    EXPECT_EQ(source.GetRate(), 0);
    AtmTime now = source.GetNextTime();
    for (int n = 0; n < 50; ++n)
    {
        EXPECT_EQ(source.GetNextCell(now, true, true), Rules::OUT_OF_RATE_RM);
        EXPECT_EQ(source.GetCellsToForward(), 0U);
        EXPECT_EQ(source.GetForwardTime(), 0);
        EXPECT_EQ(source.SendForward(now).ccr, 0);
        EXPECT_EQ(source.GetNextTime(), now + ATM_SECOND / 10);
        now = source.GetNextTime();
    }
    source.ReceiveBackward(Backward(false, false, 1e9, true)); // no answer
    EXPECT_EQ(source.GetRate(), p.rif * p.pcr);
    EXPECT_EQ(source.GetNextCell(now, true, false), Rules::DATA);
    source.SendData(31, now + 30 * source.GetGap());
    EXPECT_EQ(source.SendForward(source.GetNextTime()).ccr, p.rif * p.pcr);
}

TEST(AtmAbrSource, ParametersOfTheDocumentAndOfTheStandard)
{
    // digest 1.2 and 1.3: 365,566.04 and 1179 cells/s, AIR Nrm = 1428 cells/s, RDF = 512
    const Parameters document = Parameters::Document();
    EXPECT_NEAR(document.pcr, 365'566.04, 0.01);
    EXPECT_NEAR(document.mcr, 1179, 0.5);
    EXPECT_NEAR(document.rif * document.pcr, 1428, 0.5);
    EXPECT_EQ(document.nrm / document.rdf, 512);
    EXPECT_NEAR(document.rif * document.pcr / document.nrm / MBPS, 0.01892, 0.000005);
    // TM 4.0: CRM = TBE / Nrm, rounded up; ICR = min(ICR, TBE / FRTT)
    Parameters p;
    p.SetExposure(16'777'215, 0);
    EXPECT_EQ(p.crm, Parameters().crm);
    EXPECT_EQ(p.icr, p.pcr);
    p.SetExposure(1024, 40 * MILLISECOND);
    EXPECT_EQ(p.crm, 32U);
    EXPECT_NEAR(p.icr, 25'600, 1e-9);
    p.SetExposure(1025, 1);
    EXPECT_EQ(p.crm, 33U);
    EXPECT_NEAR(p.icr, 25'600, 1e-9);
    p.mcr = 100;
    p.SetExposure(1, ATM_SECOND);
    EXPECT_EQ(p.icr, 100);
    p.Check();
}

TEST(AtmAbrSource, RefusesWrongInput)
{
    const auto sentence = [](const std::function<void(Parameters&)>& change) {
        return Sentence([&change] {
            Parameters p = Parameters::Document();
            change(p);
            const AbrTm40SourceRules source(p);
        });
    };
    EXPECT_EQ(sentence([](auto&) {}), "");
    EXPECT_EQ(sentence([](auto& p) { p.pcr = 1000; }),
              "the minimum cell rate MCR, in cells per second, is 1179.245283018868; allowed are "
              "rates from 0 to the peak, 1000");
    EXPECT_EQ(sentence([](auto& p) { p.rdf = 0; }),
              "the rate decrease factor RDF is 0; allowed are numbers above 0, up to 1");
    const std::vector<std::function<void(Parameters&)>> wrong{
        [](auto& p) { p.pcr = 0; },
        [](auto& p) { p.pcr = 4.3e9; },
        [](auto& p) { p.pcr = NAN; },
        [](auto& p) { p.mcr = -1; },
        [](auto& p) { p.icr = 0, p.mcr = 0; },
        [](auto& p) { p.icr = p.mcr / 2; },
        [](auto& p) { p.icr = p.pcr * 1.01; },
        [](auto& p) { p.rif = 0; },
        [](auto& p) { p.rif = 1.01; },
        [](auto& p) { p.rdf = 1.01; },
        [](auto& p) { p.nrm = 1; },
        [](auto& p) { p.nrm = 257; },
        [](auto& p) { p.mrm = 0; },
        [](auto& p) { p.mrm = 256; },
        [](auto& p) { p.trm = 0; },
        [](auto& p) { p.tcr = 0; },
        [](auto& p) { p.tcr = INFINITY; },
        [](auto& p) { p.crm = 0; },
        [](auto& p) { p.cdf = -0.1; },
        [](auto& p) { p.cdf = 1.1; },
        [](auto& p) { p.nrm = 0, p.SetExposure(1, 0); },
        [](auto& p) { p.SetExposure(0, 0); },
        [](auto& p) { p.SetExposure(16'777'216, 0); },
        [](auto& p) { p.SetExposure(1, -1); },
    };
    for (std::size_t i = 0; i < wrong.size(); ++i)
    {
        EXPECT_NE(sentence(wrong[i]), "") << i;
    }
}

TEST(AtmAbrUseItOrLoseIt, RefusesWrongInput)
{
    for (const std::string text : {"TimeOut[TimeOutFactor=0]",
                                   "TimeOut[DecreaseFactor=-1]",
                                   "Adtf[Adtf=0]",
                                   "TimeBased[TimeOutFactor=0]",
                                   "TimeBased[DelayFactor=-1]",
                                   "TimeBased[Frtt=-1ns]",
                                   "TimeBased[Tbe=0]",
                                   "CountBased[DecreaseFactor=1.5]",
                                   "CountBased[Slack=-1]"})
    {
        EXPECT_NE(Sentence([&] {
                      burst::CreateFromText<AbrUseItOrLoseIt>("ns3::AbrUseItOrLoseIt" + text);
                  }),
                  "")
            << text;
    }
}

// The time before the first forward RM cell is no silence.
TEST(AtmAbrUseItOrLoseIt, DoesNotCountTheTimeBeforeTheFirstCell)
{
    const Parameters p = Parameters::Document();
    const auto source = Make(TM40, p, COUNT_BASED);
    EXPECT_EQ(source->SendForward(10 * ATM_SECOND).ccr, p.icr);
    source->ReceiveBackward(Backward());
    EXPECT_EQ(source->GetRate(), p.icr + p.rif * p.pcr);
}

// By hand: PCR 365,566 cells/s, ICR 23,585, Nrm 32.
TEST(AtmAbrUseItOrLoseIt, HandExamples)
{
    const Parameters p = Parameters::Document();
    // T = 1 ms: SR = 32,000; TOF 2: 64,000; a rate below is kept, one above loses T / Tc = 1/20
    const auto make = [](const std::string& text) {
        return burst::CreateFromText<AbrUseItOrLoseIt>("ns3::AbrUseItOrLoseIt" + text);
    };
    const auto timeBased = make("TimeBased");
    EXPECT_EQ(timeBased->UpdateRate(63'999, MILLISECOND, p), 63'999);
    EXPECT_NEAR(timeBased->UpdateRate(100'000, MILLISECOND, p), 95'000, 1e-6);
    EXPECT_NEAR(timeBased->UpdateRate(65'000, MILLISECOND, p), 64'000, 1e-6);
    EXPECT_NEAR(timeBased->UpdateRate(65'000, ATM_SECOND, p), p.icr, 1e-6);
    // Tc = TBE / PCR = 100 ms
    const auto exposed = make("TimeBased[Tbe=36557]");
    EXPECT_NEAR(exposed->UpdateRate(100'000, MILLISECOND, p), 99'000, 1);
    const auto adtf = make("Adtf");
    EXPECT_EQ(adtf->UpdateRate(100'000, 500 * MILLISECOND, p), 100'000);
    EXPECT_EQ(adtf->UpdateRate(100'000, 500 * MILLISECOND + 1, p), p.icr);
    EXPECT_EQ(adtf->UpdateRate(20'000, ATM_SECOND, p), 20'000);
    // T TDF = 0.512: loses about half, once the rate is above 64,000; one increase is skipped
    const auto timeOut = make("TimeOut");
    EXPECT_EQ(timeOut->UpdateRate(64'000, MILLISECOND, p), 64'000);
    EXPECT_TRUE(timeOut->AllowIncrease(0, 0));
    EXPECT_NEAR(timeOut->UpdateRate(100'000, MILLISECOND, p), 48'800, 1e-6);
    EXPECT_FALSE(timeOut->AllowIncrease(0, 0));
    EXPECT_TRUE(timeOut->AllowIncrease(0, 0));
    EXPECT_NEAR(timeOut->UpdateRate(64'001, MILLISECOND, p), 64'001 * 0.488, 1e-6);
    EXPECT_EQ(timeOut->UpdateRate(64'001, 100 * MILLISECOND, p), p.icr);
    // SR = 32,000, with slack 33,000 is used; ICR + SR = 55,585 is left alone
    const auto countBased = make("CountBased[DecreaseFactor=0.25|Slack=0.03125]");
    EXPECT_EQ(countBased->UpdateRate(33'000, MILLISECOND, p), 33'000);
    EXPECT_TRUE(countBased->AllowIncrease(33'000, p.pcr));
    EXPECT_EQ(countBased->UpdateRate(100'000, MILLISECOND, p), 100'000); // it was just raised
    EXPECT_FALSE(countBased->AllowIncrease(100'000, p.pcr));
    EXPECT_EQ(countBased->UpdateRate(100'000, MILLISECOND, p), 75'000);
    EXPECT_NEAR(countBased->UpdateRate(60'000, MILLISECOND, p), 32'000 + p.icr, 1e-6);
    EXPECT_EQ(countBased->UpdateRate(33'000, MILLISECOND, p), 33'000);
    EXPECT_TRUE(countBased->AllowIncrease(33'000, 33'000)); // not raised: ER is reached
    EXPECT_EQ(countBased->UpdateRate(100'000, MILLISECOND, p), 75'000);
}
