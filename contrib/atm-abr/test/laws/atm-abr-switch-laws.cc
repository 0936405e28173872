/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-common-rate.h"
#include "ns3/atm-abr-eprca.h"
#include "ns3/atm-abr-erica.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::atm;

namespace
{

constexpr double INFINITE = std::numeric_limits<double>::infinity();
// Rates are whole cells per interval of a second: counts are exact, and small beside this capacity.
constexpr double CAPACITY = 1e9;

class Draw
{
  public:
    explicit Draw(uint32_t seed)
        : m_random(seed)
    {
    }

    int Whole(int low, int high)
    {
        return std::uniform_int_distribution<int>(low, high)(m_random);
    }

    double Real(double low, double high)
    {
        return std::uniform_real_distribution<double>(low, high)(m_random);
    }

  private:
    std::mt19937 m_random;
};

AbrIntervalCount
Count(const std::vector<double>& rates)
{
    AbrIntervalCount count;
    for (const double rate : rates)
    {
        count.vcCells.push_back(std::llround(rate));
        count.cells += count.vcCells.back();
    }
    return count;
}

void
ExpectAllNear(const std::vector<double>& rates, double expected)
{
    for (const double rate : rates)
    {
        EXPECT_NEAR(rate, expected, 1e-6 * expected);
    }
}

template <typename Call>
std::string
Sentence(const Call& call)
{
    try
    {
        call();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// The steps of the digest's section 2.5, written out with the average in its other form.
TEST(AtmAbrSwitchLaws, EprcaIsAsWrittenDown)
{
    Draw draw(1);
    for (int trial = 0; trial < 20; ++trial)
    {
        EprcaLaw::Parameters p;
        if (trial > 0)
        {
            p.averaging = draw.Real(0.01, 1);
            p.separator = draw.Real(0, 1);
            p.downPressure = draw.Real(0.1, 1);
            p.explicitFactor = draw.Real(0.1, 1);
            p.majorFactor = draw.Real(0.1, 1);
            p.majorThreshold = draw.Whole(0, 2000);
        }
        const auto threshold = draw.Whole(0, 800);
        double macr = draw.Real(1, 1000);
        EprcaLaw law(p, macr);
        for (int i = 0; i < 2000; ++i)
        {
            const double ccr = draw.Real(0, 1000);
            const int queue = draw.Whole(0, 2000);
            const bool congested = queue > threshold;
            if (draw.Whole(0, 1))
            {
                law.ForwardRm(congested, ccr);
                if (!congested)
                {
                    if (ccr > p.separator * macr)
                    {
                        macr = (1 - p.averaging) * macr + p.averaging * ccr;
                    }
                }
                else if (ccr < macr)
                {
                    macr = (1 - p.averaging) * macr + p.averaging * ccr;
                }
            }
            else
            {
                double er = INFINITE;
                if (queue > p.majorThreshold)
                {
                    er = macr * p.majorFactor;
                }
                else if (congested && ccr > p.downPressure * macr)
                {
                    er = macr * p.explicitFactor;
                }
                const double limit = law.BackwardRm(congested, queue, ccr);
                EXPECT_TRUE(limit == er || std::abs(limit - er) < 1e-9 * er) << limit << ' ' << er;
            }
            EXPECT_NEAR(law.GetMacr(), macr, 1e-9 * macr);
        }
    }
}

// A constant CCR c: MACR = c + (MACR0 - c) (15/16)^k. Without congestion a MACR above c 8 / 7
// stays, with it one below c does. MACR never leaves the range of what it was made of.
TEST(AtmAbrSwitchLaws, EprcaFollowsAConstantSource)
{
    EprcaLaw rising({}, 10);
    EprcaLaw falling({}, 10);
    EprcaLaw high({}, 10);
    EprcaLaw low({}, 10);
    for (int k = 1; k <= 400; ++k)
    {
        rising.ForwardRm(false, 90);
        falling.ForwardRm(true, 2);
        high.ForwardRm(false, 8.75);
        low.ForwardRm(true, 10);
        EXPECT_NEAR(rising.GetMacr(), 90 - 80 * std::pow(15.0 / 16, k), 1e-9);
        EXPECT_NEAR(falling.GetMacr(), 2 + 8 * std::pow(15.0 / 16, k), 1e-9);
        EXPECT_EQ(high.GetMacr(), 10);
        EXPECT_EQ(low.GetMacr(), 10);
    }
    EXPECT_EQ(low.BackwardRm(false, 1000, 100), INFINITE);
    EXPECT_EQ(low.BackwardRm(true, 1000, 8.75), INFINITE);
    EXPECT_EQ(low.BackwardRm(true, 1000, 8.76), 9.375);
    EXPECT_EQ(low.BackwardRm(false, 1001, 0), 2.5);
}

namespace
{

/** ERICA from all that has ever happened: no averages and no flags are carried on. */
class SlowErica
{
  public:
    SlowErica(const EricaLaw::Parameters& parameters, double capacity, int vcs, double fraction)
        : m_p(parameters),
          m_vcs(vcs),
          m_capacity(capacity)
    {
        Interval first; // as if each VC had sent, and all together what is aimed at
        first.target = fraction * capacity;
        first.input = first.target;
        first.sent.assign(vcs, 1);
        first.rates.push_back(first.target / std::max(1, vcs));
        m_history.push_back(first);
        m_now.ccr.assign(vcs, 0);
        m_now.given.assign(vcs, -1);
        m_now.joined.assign(vcs, false);
        m_now.rates = first.rates;
    }

    void EndInterval(double seconds, const AbrIntervalCount& count, double fraction)
    {
        Interval done;
        done.input = count.cells / seconds;
        done.target = fraction * m_capacity;
        done.rates = m_now.rates;
        for (int i = 0; i < m_vcs; ++i)
        {
            done.sent.push_back(m_p.countVcs ? count.vcCells[i] > 0 : true);
            if (m_p.measureRates)
            {
                m_now.ccr[i] = count.vcCells[i] / seconds;
            }
        }
        // A VC that joined by its forward RM cell counts as one that sent in the interval before.
        for (int i = 0; i < m_vcs; ++i)
        {
            if (m_now.joined[i])
            {
                m_history.back().sent[i] = 1;
            }
        }
        m_history.push_back(done);
        m_now.given.assign(m_vcs, -1);
        m_now.joined.assign(m_vcs, false);
        m_now.rates = {FairShare()};
    }

    void ForwardRm(int vc, double ccr)
    {
        if (!m_p.measureRates)
        {
            m_now.ccr[vc] = ccr;
        }
        if (m_p.immediateFairShare)
        {
            m_now.joined[vc] = true;
        }
    }

    double BackwardRm(int vc)
    {
        if (m_now.given[vc] < 0)
        {
            m_now.given[vc] = Offer(m_now.ccr[vc]);
        }
        return std::min(m_now.given[vc], Target());
    }

    double Target() const
    {
        return Average([](const Interval& i) { return i.target; });
    }

    double Load() const
    {
        const double input = Average([](const Interval& i) { return i.input; });
        return Target() == 0 ? INFINITE : input / Target();
    }

    double FairShare() const
    {
        double active = 0;
        for (int vc = 0; vc < m_vcs; ++vc)
        {
            std::size_t silent = 0;
            while (silent < m_history.size() && !m_history[m_history.size() - 1 - silent].sent[vc])
            {
                ++silent;
            }
            active += m_now.joined[vc] || silent == 0 ? 1
                      : silent == m_history.size()    ? 0
                                                      : std::pow(m_p.activityDecay, silent);
        }
        return Target() / std::max(1.0, active);
    }

  private:
    struct Interval
    {
        double input;
        double target;
        std::vector<int> sent;
        std::vector<double> rates; // offered, and the fair share at the begin
    };

    double Average(const std::function<double(const Interval&)>& get) const
    {
        double sum = 0;
        double rest = 1;
        for (std::size_t i = m_history.size() - 1; i > 0; --i)
        {
            sum += rest * m_p.averaging * get(m_history[i]);
            rest *= 1 - m_p.averaging;
        }
        return sum + rest * get(m_history[0]);
    }

    double Offer(double ccr)
    {
        const double share = FairShare();
        const double z = Load();
        if (z == 0)
        {
            return share;
        }
        double er = std::max(share, ccr / z);
        if (!(z > 1 + m_p.delta))
        {
            const auto& before = m_history.back().rates;
            er = std::max(er, *std::max_element(before.begin(), before.end()));
        }
        m_now.rates.push_back(er);
        if (m_p.limitRise && er > share && ccr < share)
        {
            er = share;
        }
        return er;
    }

    struct Now
    {
        std::vector<double> ccr;
        std::vector<double> given;
        std::vector<bool> joined;
        std::vector<double> rates;
    };

    EricaLaw::Parameters m_p;
    int m_vcs;
    double m_capacity;
    std::vector<Interval> m_history;
    Now m_now;
};

} // namespace

TEST(AtmAbrSwitchLaws, EricaIsAsWrittenDown)
{
    Draw draw(2);
    for (int trial = 0; trial < 200; ++trial)
    {
        EricaLaw::Parameters p;
        p.delta = draw.Whole(0, 1) ? 0.1 : 0;
        p.countVcs = draw.Whole(0, 3) > 0;
        p.activityDecay = draw.Whole(0, 1) ? 0 : draw.Real(0, 0.95);
        p.averaging = draw.Whole(0, 1) ? 1 : draw.Real(0.1, 1);
        p.limitRise = draw.Whole(0, 1);
        p.immediateFairShare = draw.Whole(0, 2) == 0;
        p.measureRates = draw.Whole(0, 3) == 0;
        const int vcs = draw.Whole(1, 5);
        EricaLaw law(p, CAPACITY, vcs, 0.9);
        SlowErica slow(p, CAPACITY, vcs, 0.9);
        EXPECT_EQ(law.CountsVcs(), p.countVcs || p.measureRates);
        for (int interval = 0; interval < 40; ++interval)
        {
            for (int i = draw.Whole(0, 20); i > 0; --i)
            {
                const int vc = draw.Whole(0, vcs - 1);
                if (draw.Whole(0, 1))
                {
                    const double ccr = draw.Real(0, CAPACITY / 2);
                    law.ForwardRm(vc, ccr);
                    slow.ForwardRm(vc, ccr);
                }
                else
                {
                    const double er = slow.BackwardRm(vc);
                    EXPECT_NEAR(law.BackwardRm(vc), er, 1e-9 * CAPACITY) << trial;
                }
                EXPECT_NEAR(law.GetFairShare(), slow.FairShare(), 1e-9 * CAPACITY) << trial;
            }
            const double seconds = draw.Real(0.5, 2);
            std::vector<double> cells(vcs);
            for (double& number : cells)
            {
                number = draw.Whole(0, 2) ? draw.Real(0, 2 * seconds * CAPACITY / vcs) : 0;
            }
            const auto count = Count(cells);
            const double fraction = draw.Whole(0, 9) ? draw.Real(0.5, 1.05) : 0;
            const AtmTime length = std::llround(seconds * ATM_SECOND);
            law.EndInterval(length, count, fraction);
            slow.EndInterval(static_cast<double>(length) / ATM_SECOND, count, fraction);
            EXPECT_NEAR(law.GetTarget(), slow.Target(), 1e-9 * CAPACITY);
            if (std::isfinite(slow.Load()))
            {
                EXPECT_NEAR(law.GetLoad(), slow.Load(), 1e-9 * (1 + slow.Load()));
            }
            else
            {
                EXPECT_EQ(law.GetLoad(), INFINITE);
            }
        }
    }
}

// S. Kalyanaraman's thesis, 6.9, as in the digest's section 2.6: no capacity, feedback 0; no input,
// feedback C / N.
TEST(AtmAbrSwitchLaws, EricaKnowsItsBoundaries)
{
    for (const bool limit : {true, false})
    {
        EricaLaw::Parameters p;
        p.limitRise = limit;
        EricaLaw law(p, CAPACITY, 4, 0.9);
        law.ForwardRm(0, CAPACITY);
        law.EndInterval(ATM_SECOND, Count({1e8, 1e8, 1e8, 1e8}), 0);
        EXPECT_EQ(law.GetLoad(), INFINITE);
        EXPECT_EQ(law.BackwardRm(0), 0);
        law.EndInterval(ATM_SECOND, Count({0, 0, 0, 0}), 0);
        EXPECT_EQ(law.GetLoad(), INFINITE);
        EXPECT_EQ(law.BackwardRm(0), 0);
        p.countVcs = false;
        EricaLaw all(p, CAPACITY, 4, 0.9);
        all.ForwardRm(0, CAPACITY);
        all.EndInterval(ATM_SECOND, Count({0, 0, 0, 0}), 0.9);
        EXPECT_EQ(all.GetLoad(), 0);
        EXPECT_NEAR(all.BackwardRm(0), 0.9 * CAPACITY / 4, 1e-6);
    }
}

namespace
{

/** Each interval sources send as they were told at the end of the last one, up to their demands. */
template <typename Law>
std::vector<double>
RunErica(Law& law, std::vector<double> rates, const std::vector<double>& demands, int intervals)
{
    for (int i = 0; i < intervals; ++i)
    {
        for (std::size_t vc = 0; vc < rates.size(); ++vc)
        {
            law.ForwardRm(vc, rates[vc]);
        }
        law.EndInterval(ATM_SECOND, Count(rates), 0.9);
        for (std::size_t vc = 0; vc < rates.size(); ++vc)
        {
            rates[vc] = std::min(law.BackwardRm(vc), demands[vc]);
        }
    }
    return rates;
}

} // namespace

// Greedy sources end at target / N from wherever they begin, and if one sends d, the others share
// the rest: both with delta 0. With delta 0.1 an equal overload of up to 10 % is a fixed point as
// well.
TEST(AtmAbrSwitchLaws, EricaEndsAtTheFairShare)
{
    constexpr double TARGET = 0.9 * CAPACITY;
    EricaLaw::Parameters p;
    p.delta = 0;
    Draw draw(3);
    for (int trial = 0; trial < 50; ++trial)
    {
        std::vector<double> rates(draw.Whole(1, 8));
        for (double& rate : rates)
        {
            rate = draw.Real(1e3, CAPACITY);
        }
        const std::vector<double> greedy(rates.size(), INFINITE);
        EricaLaw law(p, CAPACITY, rates.size(), 0.9);
        ExpectAllNear(RunErica(law, rates, greedy, 100), TARGET / rates.size());
        if (rates.size() > 1)
        {
            std::vector<double> demands = greedy;
            demands[0] = TARGET / rates.size() / 4;
            EricaLaw constant(p, CAPACITY, rates.size(), 0.9);
            auto end = RunErica(constant, rates, demands, 400);
            end.erase(end.begin());
            ExpectAllNear(end, (TARGET - demands[0]) / end.size());
        }
    }
    p.delta = 0.1;
    const std::vector<double> greedy(4, INFINITE);
    const std::vector<double> overload(4, 1.05 * TARGET / 4);
    EricaLaw loose(p, CAPACITY, 4, 0.9);
    // half of the target, and CCR / z of the first VC is what the others are offered next
    const double rest = (0.5 - 0.525 / 4) * TARGET / 3;
    RunErica(loose, {overload[0] / 2, rest, rest, rest}, greedy, 1);
    ExpectAllNear(RunErica(loose, overload, greedy, 50), overload[0]);
    EricaLaw law(p, CAPACITY, 4, 0.9);
    const auto end = RunErica(law, {1e8, 2e8, 3e8, 9e8}, greedy, 200);
    EXPECT_LE(end[0] + end[1] + end[2] + end[3], 1.1 * TARGET * (1 + 1e-9));
    EXPECT_GE(end[0] + end[1] + end[2] + end[3], TARGET * (1 - 1e-9));
}

// f(0) = b, f(T0) = 1, f(2 T0) = a / (2 a - 1), and QDLF 0.5 from T0 (2 a - 1) / (a - 1) on.
TEST(AtmAbrSwitchLaws, EricaPlusAimsByTheQueue)
{
    EricaQueueControl::Parameters p;
    const EricaQueueControl control(p);
    EXPECT_DOUBLE_EQ(control.GetFraction(0), 1.05);
    EXPECT_DOUBLE_EQ(control.GetFraction(250e-6), 1.05 / 1.025);
    EXPECT_DOUBLE_EQ(control.GetFraction(500e-6), 1);
    EXPECT_DOUBLE_EQ(control.GetFraction(1e-3), 1.15 / 1.3);
    const double last = 500e-6 * 1.3 / 0.15;
    EXPECT_GT(control.GetFraction(last * 0.999), 0.5);
    EXPECT_NEAR(control.GetFraction(last * 0.999), 0.5, 1e-3);
    EXPECT_EQ(control.GetFraction(last * 1.001), 0.5);
    p.a = 1;
    p.b = 1;
    EXPECT_EQ(EricaQueueControl(p).GetFraction(0), 1);
    EXPECT_EQ(EricaQueueControl(p).GetFraction(1), 1);
}

// With a queue of what comes beyond the capacity, sources end at C / N and the queue at T0 C.
TEST(AtmAbrSwitchLaws, EricaPlusHoldsTheQueue)
{
    EricaLaw::Parameters p;
    p.delta = 0;
    EricaQueueControl::Parameters q;
    q.delay = 3; // intervals take a second here
    const EricaQueueControl control(q);
    std::vector<double> rates{1e8, 2e8, 9e8};
    EricaLaw law(p, CAPACITY, rates.size(), control.GetFraction(0));
    double queue = 0;
    for (int i = 0; i < 2000; ++i)
    {
        const auto count = Count(rates);
        queue = std::max(queue + count.cells - CAPACITY, 0.0);
        for (std::size_t vc = 0; vc < rates.size(); ++vc)
        {
            law.ForwardRm(vc, rates[vc]);
        }
        law.EndInterval(ATM_SECOND, count, control.GetFraction(queue / CAPACITY));
        for (std::size_t vc = 0; vc < rates.size(); ++vc)
        {
            rates[vc] = law.BackwardRm(vc);
        }
    }
    ExpectAllNear(rates, CAPACITY / 3);
    EXPECT_NEAR(queue / CAPACITY, q.delay, 1e-4);
}

// The steps of the digest's section 2.6, by the load factor.
TEST(AtmAbrSwitchLaws, CapcIsAsWrittenDown)
{
    Draw draw(4);
    for (int trial = 0; trial < 20; ++trial)
    {
        CapcLaw::Parameters p;
        if (trial > 0)
        {
            p.utilization = draw.Real(0.5, 1);
            p.rise = draw.Real(0.025, 0.9);
            p.fall = draw.Real(0.2, 0.8);
            p.maxRise = draw.Real(1.1, 2);
            p.maxFall = draw.Real(0.2, 0.9);
        }
        double ers = 1e7;
        CapcLaw law(p, CAPACITY, ers);
        for (int i = 0; i < 300; ++i)
        {
            const double seconds = 1.0 / (1 << draw.Whole(0, 3));
            const auto count = Count({seconds * draw.Real(0, 3 * CAPACITY)});
            law.EndInterval(std::llround(seconds * ATM_SECOND), count);
            const double z = count.cells / seconds / (p.utilization * CAPACITY);
            if (z < 1)
            {
                ers = ers * std::min(p.maxRise, 1 + (1 - z) * p.rise);
            }
            else
            {
                ers = ers * std::max(p.maxFall, 1 - (z - 1) * p.fall);
            }
            ers = std::max(1.0, std::min(ers, p.utilization * CAPACITY));
            EXPECT_NEAR(law.GetRate(), ers, 1e-9 * ers);
        }
    }
}

// n sources that follow ERS end at 0.95 C / n. Where they send nothing, ERS ends at the target.
TEST(AtmAbrSwitchLaws, CapcEndsAtTheTarget)
{
    for (const int n : {1, 2, 7, 30})
    {
        CapcLaw law({}, CAPACITY, 1e6);
        for (int i = 0; i < 2000; ++i)
        {
            law.EndInterval(ATM_SECOND, Count(std::vector<double>(n, law.GetRate())));
        }
        ExpectAllNear({law.GetRate()}, 0.95 * CAPACITY / n);
    }
    CapcLaw idle({}, CAPACITY, 1e6);
    for (int i = 0; i < 100; ++i)
    {
        idle.EndInterval(ATM_SECOND, Count({0}));
    }
    EXPECT_DOUBLE_EQ(idle.GetRate(), 0.95 * CAPACITY);
}

TEST(AtmAbrSwitchLaws, PhantomIsAsWrittenDown)
{
    Draw draw(5);
    for (int trial = 0; trial < 20; ++trial)
    {
        PhantomLaw::Parameters p;
        if (trial > 0)
        {
            p.factor = draw.Real(1, 10);
            p.rise = draw.Real(0.01, 1);
            p.fall = draw.Real(0.01, 1);
            p.deviationGain = draw.Whole(0, 1) ? 0 : draw.Real(0, 1);
        }
        double macr = 1e7;
        double deviation = 0;
        PhantomLaw law(p, CAPACITY, macr);
        for (int i = 0; i < 300; ++i)
        {
            const double seconds = 1.0 / (1 << draw.Whole(0, 3));
            const auto count = Count({seconds * draw.Real(0, 1.5 * CAPACITY)});
            law.EndInterval(std::llround(seconds * ATM_SECOND), count);
            const double left = CAPACITY - count.cells / seconds;
            deviation = (1 - p.deviationGain) * deviation + p.deviationGain * std::abs(left - macr);
            const double gain = (left > macr ? p.rise : p.fall) * macr / (macr + deviation);
            macr = std::max(1.0, (1 - gain) * macr + gain * left);
            // digits are lost where MACR falls far below what it is the difference of
            EXPECT_NEAR(law.GetMacr(), macr, 1e-9 * macr + 1e-6);
            EXPECT_EQ(law.GetRate(), p.factor * law.GetMacr());
            macr = law.GetMacr();
        }
    }
}

// n sources that follow u MACR end at u C / (1 + u n).
TEST(AtmAbrSwitchLaws, PhantomEndsAtItsShare)
{
    for (const int n : {1, 2, 5, 12})
    {
        for (const double u : {1.0, 5.0})
        {
            PhantomLaw::Parameters p;
            p.factor = u;
            PhantomLaw law(p, CAPACITY, 1e6);
            for (int i = 0; i < 5000; ++i)
            {
                law.EndInterval(ATM_SECOND, Count(std::vector<double>(n, law.GetRate())));
            }
            ExpectAllNear({law.GetRate()}, u * CAPACITY / (1 + u * n));
        }
    }
    PhantomLaw full({}, CAPACITY, 1e6);
    for (int i = 0; i < 2000; ++i)
    {
        full.EndInterval(ATM_SECOND, Count({1.5 * CAPACITY}));
    }
    EXPECT_EQ(full.GetMacr(), 1);
}

TEST(AtmAbrSwitchLaws, RefuseWrongInput)
{
    const auto eprca = [](double EprcaLaw::Parameters::* member, double value) {
        EprcaLaw::Parameters p;
        p.*member = value;
        return Sentence([&] { EprcaLaw(p, 1); });
    };
    EXPECT_EQ(eprca(&EprcaLaw::Parameters::averaging, 0),
              "the averaging factor AV is 0; allowed are numbers above 0, at most 1");
    EXPECT_EQ(eprca(&EprcaLaw::Parameters::separator, -0.5),
              "the separator VCS is -0.5; allowed are numbers from 0 to 1");
    EXPECT_NE(eprca(&EprcaLaw::Parameters::downPressure, 1.5), "");
    EXPECT_NE(eprca(&EprcaLaw::Parameters::explicitFactor, 0), "");
    EXPECT_NE(eprca(&EprcaLaw::Parameters::majorFactor, NAN), "");
    EXPECT_EQ(eprca(&EprcaLaw::Parameters::majorFactor, 1), "");
    EprcaLaw::Parameters threshold;
    threshold.majorThreshold = -1;
    EXPECT_EQ(Sentence([&] { EprcaLaw(threshold, 1); }),
              "the threshold DQT is -1; allowed are cells from 0 on");
    EXPECT_EQ(Sentence([] { EprcaLaw({}, 0); }),
              "the first MACR is 0; allowed are finite numbers of cells per second above 0");
    const auto erica = [](double EricaLaw::Parameters::* member, double value) {
        EricaLaw::Parameters p;
        p.*member = value;
        return Sentence([&] { EricaLaw(p, 1, 1, 1); });
    };
    EXPECT_EQ(erica(&EricaLaw::Parameters::delta, -0.1),
              "the margin delta is -0.1; allowed are finite numbers from 0 on");
    EXPECT_EQ(erica(&EricaLaw::Parameters::activityDecay, 1),
              "the decay of activity is 1; allowed are numbers from 0 on, below 1");
    EXPECT_EQ(erica(&EricaLaw::Parameters::averaging, 0),
              "the weight of the last interval is 0; allowed are numbers above 0, at most 1");
    EXPECT_EQ(erica(&EricaLaw::Parameters::averaging, 1), "");
    EXPECT_EQ(
        Sentence([] { EricaLaw({}, 0, 1, 1); }),
        "the capacity of a port is 0; allowed are finite numbers of cells per second above 0");
    EXPECT_EQ(Sentence([] { EricaLaw({}, 1, 1, 0); }),
              "the fraction of the capacity is 0; allowed are finite numbers above 0");
    const auto control = [](double EricaQueueControl::Parameters::* member, double value) {
        EricaQueueControl::Parameters p;
        p.*member = value;
        return Sentence([&] { EricaQueueControl{p}; });
    };
    EXPECT_EQ(control(&EricaQueueControl::Parameters::delay, 0),
              "the delay T0 is 0; allowed are finite numbers of seconds above 0");
    EXPECT_EQ(control(&EricaQueueControl::Parameters::a, 0.9),
              "the curve a is 0.9; allowed are finite numbers from 1 on");
    EXPECT_NE(control(&EricaQueueControl::Parameters::b, INFINITE), "");
    EXPECT_EQ(control(&EricaQueueControl::Parameters::limit, 0),
              "the limit QDLF is 0; allowed are numbers above 0, at most 1");
    EXPECT_EQ(control(&EricaQueueControl::Parameters::limit, 1), "");
    const auto capc = [](double CapcLaw::Parameters::* member, double value) {
        CapcLaw::Parameters p;
        p.*member = value;
        return Sentence([&] { CapcLaw(p, 1, 1); });
    };
    EXPECT_EQ(capc(&CapcLaw::Parameters::utilization, 1.1),
              "the target utilization is 1.1; allowed are numbers above 0, at most 1");
    EXPECT_EQ(capc(&CapcLaw::Parameters::rise, 0),
              "the slope Rup is 0; allowed are finite numbers above 0");
    EXPECT_NE(capc(&CapcLaw::Parameters::fall, -1), "");
    EXPECT_EQ(capc(&CapcLaw::Parameters::maxRise, 1),
              "the largest rise ERU is 1; allowed are finite numbers above 1");
    EXPECT_EQ(capc(&CapcLaw::Parameters::maxFall, 1),
              "the largest fall ERF is 1; allowed are numbers above 0, below 1");
    EXPECT_EQ(capc(&CapcLaw::Parameters::maxFall, 0.9), "");
    EXPECT_NE(Sentence([] { CapcLaw({}, INFINITE, 1); }), "");
    EXPECT_NE(Sentence([] { CapcLaw({}, 1, 0); }), "");
    const auto phantom = [](double PhantomLaw::Parameters::* member, double value) {
        PhantomLaw::Parameters p;
        p.*member = value;
        return Sentence([&] { PhantomLaw(p, 1, 1); });
    };
    EXPECT_EQ(phantom(&PhantomLaw::Parameters::factor, 0),
              "the factor u is 0; allowed are finite numbers above 0");
    EXPECT_EQ(phantom(&PhantomLaw::Parameters::rise, 0),
              "the gain of growth is 0; allowed are numbers above 0, at most 1");
    EXPECT_NE(phantom(&PhantomLaw::Parameters::fall, 1.5), "");
    EXPECT_EQ(phantom(&PhantomLaw::Parameters::deviationGain, -1),
              "the gain h of the deviation is -1; allowed are numbers from 0 to 1");
    EXPECT_EQ(phantom(&PhantomLaw::Parameters::deviationGain, 0), "");
    EXPECT_NE(Sentence([] { PhantomLaw({}, -1, 1); }), "");
    EXPECT_NE(Sentence([] { PhantomLaw({}, 1, 0); }), "");
}
