/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-samples.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <random>

using namespace ns3;

namespace
{

/**
 * The rules as their texts have them, one cell after the other. TM 4.0: 5.10.4, source behaviors 1
 * to 11 (wording in S. Kalyanaraman's thesis, p. 381, and in the manual of NEC's
 * uPD98501, 4.8.5.1); draft of 1995 and EPRCA of 1994: digest of the study, 2.2. Draft and EPRCA in
 * their own words, AIR and RDF, whose values for ATM Forum 96-0076 are given there.
 */
struct Slow
{
    Kind kind;
    Loss loss;
    Parameters p;

    double acr = p.icr; // behavior 2
    double adr{0};
    bool any{false};
    bool belowTcr{acr < p.tcr};
    AtmTime lastForward{0};
    AtmTime last{0};
    AtmTime next{0};
    uint32_t inRate{0};
    uint32_t backward{0};
    uint32_t forwardSinceAnswer{0};
    bool pni{false};
    bool acrOk{true};
    bool pr5{false};
    int losses{0};
    int missing{0};
    int skipped{0};

    double Air() const
    {
        return p.rif * p.pcr / p.nrm;
    }

    double DraftRdf() const
    {
        return p.nrm / p.rdf;
    }

    AtmTime Gap() const
    {
        // not faster than ACR, or TCR where only out-of-rate cells are sent
        return static_cast<AtmTime>(std::ceil(1e12 / (acr < p.tcr ? p.tcr : acr)));
    }

    // behavior 3
    Rules::Cell Next(AtmTime now, bool data, bool turned) const
    {
        if (belowTcr) // behavior 11
        {
            return Rules::OUT_OF_RATE_RM;
        }
        if (!any || (inRate >= p.mrm && now - lastForward >= p.trm) || inRate == p.nrm - 1)
        {
            return Rules::FORWARD_RM;
        }
        if (turned && (backward == 0 || !data))
        {
            return Rules::BACKWARD_RM;
        }
        return data ? Rules::DATA : Rules::NOTHING;
    }

    void Lose(double t)
    {
        const double before = acr;
        const double sr = p.nrm / t;
        if (loss == TIME_OUT && t > TOF * p.nrm / acr && acr > p.icr)
        {
            double power = 1;
            while (power < p.pcr)
            {
                power *= 2;
            }
            acr = std::max(p.icr, acr - acr * t * (TDFF / DraftRdf() * power));
            pni = true;
        }
        if (loss == ADTF && t > ADTF_TIME / 1e12 && acr > p.icr)
        {
            acr = p.icr;
        }
        const double tc = std::max(ADDF * (FRTT / 1e12), TBE / p.pcr);
        const double most = std::max(p.icr, TOF * sr);
        if (loss == TIME_BASED && acr > most)
        {
            acr = std::max(acr * (1 - t / tc), most);
        }
        if (loss == COUNT_BASED)
        {
            acrOk = acr <= sr * (1 + SLACK);
            if (pr5)
            {
                pr5 = false;
            }
            else if (acr > p.icr + sr)
            {
                acr = std::max(acr * (1 - TDF), p.icr + sr);
            }
        }
        losses += acr < before;
    }

    double Forward(AtmTime now)
    {
        if (any) // behavior 5
        {
            Lose((now - lastForward) / 1e12);
        }
        if (kind == TM40 && forwardSinceAnswer >= p.crm) // behavior 6
        {
            acr = std::max(p.mcr, acr - acr * p.cdf);
            ++missing;
        }
        if (kind == DRAFT95 && forwardSinceAnswer >= p.crm)
        {
            acr = std::max(p.mcr, acr * (1 - p.cdf));
            ++missing;
        }
        belowTcr = acr < p.tcr;
        const double ccr = acr; // behavior 7
        if (kind == EPRCA94)
        {
            adr = acr / DraftRdf();
        }
        any = true;
        lastForward = now;
        inRate = 0;
        backward = 0;
        ++forwardSinceAnswer;
        InRate(now);
        return ccr;
    }

    void InRate(AtmTime now)
    {
        last = now;
        next = now + Gap();
        if (kind == EPRCA94)
        {
            acr = std::max(p.mcr, acr - adr);
        }
    }

    void Other(AtmTime now, bool isBackward)
    {
        ++inRate;
        backward += isBackward;
        InRate(now);
    }

    bool MayIncrease(double er)
    {
        if (pni)
        {
            pni = false;
            ++skipped;
            return false;
        }
        if (loss == COUNT_BASED)
        {
            if (!acrOk)
            {
                ++skipped;
                return false;
            }
            pr5 = acr < er;
        }
        return true;
    }

    // behaviors 8 and 9
    void Receive(const AbrRmContent& cell)
    {
        const double before = acr;
        if (!cell.bn)
        {
            forwardSinceAnswer = 0;
        }
        if (cell.feedback.ci)
        {
            if (kind == TM40)
            {
                acr = std::max(p.mcr, acr - acr * p.rdf);
            }
            else if (kind == DRAFT95)
            {
                acr = std::max(p.mcr, acr - acr * p.nrm / DraftRdf());
            }
        }
        else if (!cell.feedback.ni && MayIncrease(cell.feedback.er))
        {
            if (kind == TM40)
            {
                acr = std::min(p.pcr, acr + p.rif * p.pcr);
            }
            else if (kind == DRAFT95)
            {
                acr = std::min(p.pcr, acr + Air() * p.nrm);
            }
            else
            {
                acr = std::min(p.pcr, acr + p.nrm * adr + p.nrm * Air());
            }
        }
        if (acr > cell.feedback.er)
        {
            acr = std::max(p.mcr, cell.feedback.er);
        }
        belowTcr = acr < p.tcr;
        if (p.reschedules && acr > before)
        {
            next = std::min(next, last + Gap());
        }
    }
};

/** Draws of the histories. */
struct Dice
{
    std::mt19937 engine;

    double Uniform()
    {
        return std::uniform_real_distribution<double>(0, 1)(engine);
    }

    bool Happens(double probability)
    {
        return Uniform() < probability;
    }

    uint32_t Below(uint32_t end)
    {
        return std::uniform_int_distribution<uint32_t>(0, end - 1)(engine);
    }

    /** @return a silence: mostly none, else up to what each rule for silences notices */
    AtmTime Silence()
    {
        return Happens(0.9) ? 0 : static_cast<AtmTime>(std::pow(10, 6 + 6 * Uniform())); // to 1 s
    }

    AbrRmContent Cell(double pcr)
    {
        const double er = Happens(0.9) ? pcr : std::pow(10, 7 * Uniform() - 1);
        return Backward(Happens(0.2), Happens(0.2), er, Happens(0.2));
    }
};

Parameters
Numbers(int variant)
{
    Parameters p = Parameters::Document();
    p.icr = 2 * MBPS; // so that silences are punished often
    p.reschedules = variant % 2 == 1;
    p.mcr = variant / 2 % 2 == 1 ? p.mcr : 0;
    p.crm = variant / 4 % 2 == 1 ? 32 : 3;
    return p;
}

} // namespace

// Every kind of source with every rule for rates that are not used, and eight sets of numbers each.
TEST(AtmAbrSource, FollowsTheRulesOneByOne)
{
    constexpr double tolerance = 1e-12;
    for (const Kind kind : {DRAFT95, TM40, EPRCA94})
    {
        // the rate falls by sums here and by products there, and may end near 0
        const double least = kind == EPRCA94 ? 1e-7 : 0;
        for (const Loss loss : {NONE, TIME_OUT, ADTF, TIME_BASED, COUNT_BASED})
        {
            int cells[5]{};
            int losses = 0;
            int missing = 0;
            int skipped = 0;
            for (int variant = 0; variant < 8; ++variant)
            {
                SCOPED_TRACE(testing::Message() << kind << " " << loss << " " << variant);
                const Parameters p = Numbers(variant);
                const auto fast = Make(kind, p, loss);
                Slow slow{kind, loss, p};
                Dice dice{std::mt19937(1000 * kind + 100 * loss + variant)};
                AtmTime now = 0;
                for (int step = 0; step < 20'000 && !testing::Test::HasFailure(); ++step)
                {
                    if (dice.Happens(0.05))
                    {
                        now += dice.Below(1000);
                        const AbrRmContent cell = dice.Cell(p.pcr);
                        fast->ReceiveBackward(cell);
                        slow.Receive(cell);
                    }
                    else
                    {
                        now = std::max(now, fast->GetNextTime()) + dice.Silence();
                        const bool data = dice.Happens(0.9);
                        const bool turned = dice.Happens(0.2);
                        const auto kindOfCell = fast->GetNextCell(now, data, turned);
                        ASSERT_EQ(kindOfCell, slow.Next(now, data, turned));
                        ASSERT_EQ(now >= fast->GetForwardTime(),
                                  kindOfCell == Rules::FORWARD_RM ||
                                      kindOfCell == Rules::OUT_OF_RATE_RM);
                        ++cells[kindOfCell];
                        if (kindOfCell == Rules::FORWARD_RM)
                        {
                            const AbrRmContent cell = fast->SendForward(now);
                            const double ccr = slow.Forward(now);
                            EXPECT_NEAR(cell.ccr, ccr, tolerance * ccr + least);
                            EXPECT_EQ(cell.feedback.er, p.pcr);
                            EXPECT_EQ(cell.mcr, p.mcr);
                            EXPECT_FALSE(cell.bn || cell.feedback.ci || cell.feedback.ni);
                        }
                        else if (kindOfCell == Rules::OUT_OF_RATE_RM)
                        {
                            EXPECT_NEAR(fast->SendForward(now).ccr,
                                        slow.acr,
                                        tolerance * slow.acr + least);
                            slow.last = now;
                            slow.next = now + slow.Gap();
                        }
                        else if (kindOfCell != Rules::NOTHING)
                        {
                            const bool backward = kindOfCell == Rules::BACKWARD_RM;
                            backward ? fast->SendBackward(now) : fast->SendData(1, now);
                            slow.Other(now, backward);
                        }
                    }
                    EXPECT_NEAR(fast->GetRate(), slow.acr, tolerance * slow.acr + least);
                    EXPECT_LE(std::abs(fast->GetNextTime() - slow.next),
                              1 + (kind == EPRCA94 ? (slow.next - slow.last) / 1'000'000 : 0));
                    EXPECT_LE(fast->GetRate(), p.pcr);
                    EXPECT_GE(fast->GetRate(), p.mcr);
                }
                losses += slow.losses;
                missing += slow.missing;
                skipped += slow.skipped;
            }
            for (const int count : cells)
            {
                EXPECT_GT(count, 50) << kind << " " << loss;
            }
            EXPECT_EQ(losses > 10, loss != NONE) << kind << " " << loss << " " << losses;
            EXPECT_EQ(missing > 10, kind != EPRCA94) << kind << " " << loss << " " << missing;
            EXPECT_EQ(skipped > 10, loss == TIME_OUT || loss == COUNT_BASED)
                << kind << " " << loss << " " << skipped;
        }
    }
}

TEST(AtmAbrSource, TellsManyCellsAsOneByOneToTheBit)
{
    for (const Kind kind : {TM40, EPRCA94})
    {
        for (int variant = 0; variant < 8; ++variant)
        {
            const Parameters p = Numbers(variant);
            const auto one = Make(kind, p, ADTF);
            const auto many = Make(kind, p, ADTF);
            Dice dice{std::mt19937(variant)};
            AtmTime now = 0;
            uint64_t told = 0;
            for (int step = 0; step < 20'000 && !testing::Test::HasFailure(); ++step)
            {
                const uint32_t room = many->GetCellsToForward();
                now = std::max(now, many->GetNextTime()) + dice.Silence();
                if (dice.Happens(0.3))
                {
                    const AbrRmContent cell = dice.Cell(p.pcr);
                    one->ReceiveBackward(cell);
                    many->ReceiveBackward(cell);
                }
                else if (room == 0)
                {
                    EXPECT_EQ(one->SendForward(now).ccr, many->SendForward(now).ccr);
                }
                else
                {
                    const uint32_t count = 1 + dice.Below(room);
                    AtmTime last = now;
                    for (uint32_t i = 0; i < count; ++i)
                    {
                        EXPECT_EQ(one->GetCellsToForward(), room - i);
                        EXPECT_EQ(one->GetRate(), many->GetRate(i));
                        EXPECT_EQ(one->GetForwardTime(), many->GetForwardTime(i));
                        EXPECT_EQ(one->GetGap(), many->GetGap(i));
                        one->SendData(1, last);
                        EXPECT_EQ(one->GetNextTime(), last + many->GetGap(i));
                        last += i + 1 < count ? many->GetGap(i) : 0;
                    }
                    many->SendData(count, last);
                    told += count;
                }
                EXPECT_EQ(one->GetRate(), many->GetRate());
                EXPECT_EQ(one->GetNextTime(), many->GetNextTime());
                EXPECT_EQ(one->GetForwardTime(), many->GetForwardTime());
            }
            EXPECT_GT(told, 20'000U);
        }
    }
}
