/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-trace-listener.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/lossless-ethernet-bcn-congestion-point.h"
#include "ns3/lossless-ethernet-bcn-reaction-point.h"
#include "ns3/lossless-ethernet-qcn-congestion-point.h"
#include "ns3/lossless-ethernet-qcn-reaction-point.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

/**
 * @defgroup lossless-ethernet-tests Tests of lossless Ethernet
 * @ingroup lossless-ethernet
 */

namespace
{

constexpr uint64_t POINT = 7; //!< a congestion point
constexpr double LINE = 10e9; //!< rate of the link, bits per second

/** @param text type without ns3::, with attributes @return one that has started */
Ptr<CongestionPoint>
MakePoint(const std::string& text, int64_t stream = 1)
{
    auto point = burst::CreateFromText<CongestionPoint>("ns3::" + text);
    point->AssignStreams(stream);
    point->Start(POINT);
    return point;
}

/** @param text type without ns3::, with attributes @return one that has started */
Ptr<ReactionPoint>
MakeReaction(const std::string& text, int64_t stream = 1)
{
    auto reaction = burst::CreateFromText<ReactionPoint>("ns3::" + text);
    reaction->AssignStreams(stream);
    reaction->Start(LINE);
    return reaction;
}

/** @return a message of the congestion point */
CongestionMessage
Tell(CongestionMessage::Kind kind, double feedback, uint64_t from = POINT)
{
    CongestionMessage message;
    message.kind = kind;
    message.feedback = feedback;
    message.quantized = static_cast<uint8_t>(std::abs(feedback));
    message.congestionPoint = from;
    return message;
}

/** @return bytes until the next sample, in frames of 100 bytes */
int64_t
CountBytes(Ptr<CongestionPoint> point)
{
    int64_t bytes = 100;
    for (; !point->Count(100); bytes += 100)
    {
    }
    return bytes;
}

/** Sums up the values it hears. */
class Sum : public burst::TraceListener
{
  public:
    Sum()
        : TraceListener(true)
    {
    }

    double sum{0};
    uint32_t firings{0};

  private:
    void DoFire(double value) override
    {
        sum += value;
        ++firings;
    }
};

/** A law of somebody else: any message halves the rate for a millisecond. */
class HalvingLimiter : public RateLimiter
{
  public:
    HalvingLimiter()
    {
        SetState(true, LINE, NEVER, CongestionMessage::NOBODY);
    }

    void Receive(int64_t now, const CongestionMessage& message) override
    {
        SetBytesLeft(3000);
        SetState(false, GetRate() / 2, now + 1'000'000, message.congestionPoint);
    }

    void Expire(int64_t now) override
    {
        SetState(true, LINE, NEVER, CongestionMessage::NOBODY);
    }

  private:
    void NotifyByteCounterExpired(int64_t now) override
    {
        SetBytesLeft(3000);
        SetState(false, GetRate() + 1, GetNextTime(), GetTag());
    }
};

/** Makes them. */
class HalvingReactionPoint : public ReactionPoint
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::HalvingReactionPoint")
                                .SetParent<ReactionPoint>()
                                .AddConstructor<HalvingReactionPoint>();
        return tid;
    }

  private:
    void DoStart(double lineRate) override
    {
    }

    std::unique_ptr<RateLimiter> DoMakeLimiter() override
    {
        return std::make_unique<HalvingLimiter>();
    }
};

NS_OBJECT_ENSURE_REGISTERED(HalvingReactionPoint);

/** Samples the byte behind the end of each queue. */
class BeyondCongestionPoint : public CongestionPoint
{
    void DoStart() override
    {
        GetSampler() = FrameSampler::ByBytes(1);
    }

    int64_t DoChoose(int64_t queue) override
    {
        return queue;
    }

    CongestionMessage DoSample(int64_t queue, bool tagged) override
    {
        return {};
    }
};

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief Each attribute of a congestion point has the effect of its number in the law, by hand.
 */
class CongestionPointAttributesTestCase : public TestCase
{
  public:
    CongestionPointAttributesTestCase()
        : TestCase("Attributes of congestion points")
    {
    }

  private:
    void DoRun() override
    {
        const auto sample = [](const std::string& attributes, std::vector<int64_t> queues) {
            auto point = MakePoint("BcnCongestionPoint[SetPoint=1000|Weight=3" + attributes + "]");
            CongestionMessage message;
            for (const int64_t queue : queues)
            {
                message = point->Sample(queue, POINT);
            }
            return message;
        };
        NS_TEST_EXPECT_MSG_EQ(sample("|Clamp=None", {5000}).feedback, -19'000, "None");
        NS_TEST_EXPECT_MSG_EQ(sample("", {5000}).feedback, -7000, "Total");
        NS_TEST_EXPECT_MSG_EQ(sample("|Clamp=Total", {2500, 3500}).feedback, -5500, "Total");
        NS_TEST_EXPECT_MSG_EQ(sample("|Clamp=Terms", {2500, 3500}).feedback, -4000, "Terms");
        NS_TEST_EXPECT_MSG_EQ(+sample("|MaximumThreshold=4000", {4001}).kind,
                              +CongestionMessage::MAXIMUM,
                              "MaximumThreshold");
        NS_TEST_EXPECT_MSG_EQ(+sample("|StopThreshold=4000", {4001}).kind,
                              +CongestionMessage::STOP,
                              "StopThreshold");
        NS_TEST_EXPECT_MSG_EQ(sample("", {5000}).congestionPoint, POINT, "the sender");

        auto bytes = MakePoint("BcnCongestionPoint[Sampling=ByteInterval|SampleInterval=3000]");
        NS_TEST_EXPECT_MSG_EQ(CountBytes(bytes), 3000, "SampleInterval");
        bytes->Sample(0, 0);
        NS_TEST_EXPECT_MSG_EQ(CountBytes(bytes), 3000, "and again");
        auto all = MakePoint("BcnCongestionPoint[SampleProbability=1]");
        NS_TEST_EXPECT_MSG_EQ(CountBytes(all), 100, "SampleProbability");

        auto qcn =
            MakePoint("QcnCongestionPoint[SetPoint=1000|Weight=1|SampleBase=10000|Jitter=0]");
        NS_TEST_EXPECT_MSG_EQ(CountBytes(qcn), 10'000, "SampleBase");
        NS_TEST_EXPECT_MSG_EQ(+qcn->Sample(1500, 0).quantized, 42, "63 * 2000 / 3000");
        NS_TEST_EXPECT_MSG_EQ(CountBytes(qcn), 1700, "10,000 / 6 = 1,667 bytes");
        NS_TEST_EXPECT_MSG_EQ(+qcn->Sample(100'000, 0).quantized, 63, "the largest");
        NS_TEST_EXPECT_MSG_EQ(CountBytes(qcn), 1300, "10,000 * 18.5 / 150 = 1,233 bytes");
        NS_TEST_EXPECT_MSG_EQ(+qcn->Sample(0, 0).kind, +CongestionMessage::NOTHING, "nothing");
        int64_t least = 10'000;
        int64_t most = 0;
        auto jitter = MakePoint("QcnCongestionPoint[SampleBase=10000|Jitter=0.5]");
        for (int i = 0; i < 200; ++i)
        {
            const int64_t distance = CountBytes(jitter);
            jitter->Sample(0, 0);
            least = std::min(least, distance);
            most = std::max(most, distance);
        }
        NS_TEST_EXPECT_MSG_EQ((least >= 5000 && least < 5500), true, least << " after 200 draws");
        NS_TEST_EXPECT_MSG_EQ((most > 14500 && most <= 15100), true, most << " after 200 draws");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Arrival sampling tells the source of the frame that arrives, occupancy sampling the source
 * of any stored byte.
 */
class OccupancyTestCase : public TestCase
{
  public:
    OccupancyTestCase()
        : TestCase("Whose frame is sampled")
    {
    }

  private:
    void DoRun() override
    {
        auto arrival = MakePoint("QcnCongestionPoint");
        auto occupancy = MakePoint("QcnOccupancyCongestionPoint");
        // The first 90,000 bytes of the queue are of a flow that is served slowly.
        constexpr int64_t QUEUE = 100'000;
        constexpr int64_t CULPRIT = 90'000;
        constexpr int DRAWS = 10'000;
        int hits = 0;
        for (int i = 0; i < DRAWS; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(arrival->Choose(QUEUE), CongestionPoint::ARRIVED, "it arrives");
            const int64_t place = occupancy->Choose(QUEUE);
            NS_TEST_ASSERT_MSG_EQ((place >= 0 && place < QUEUE), true, "it is stored");
            hits += place < CULPRIT;
        }
        // binomial, deviation 30; five of them: false alarm 6e-7
        NS_TEST_EXPECT_MSG_EQ_TOL(hits, 9000, 150, "90 % of the bytes");
        NS_TEST_EXPECT_MSG_EQ(occupancy->Choose(1), 0, "the only byte");
        auto beyond = CreateObject<BeyondCongestionPoint>();
        beyond->Start(POINT);
        bool refused = false;
        try
        {
            beyond->Choose(100);
        }
        catch (const std::runtime_error&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "no byte of the queue");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Each attribute of a reaction point has the effect of its number in the law, by hand.
 */
class ReactionPointAttributesTestCase : public TestCase
{
  public:
    ReactionPointAttributesTestCase()
        : TestCase("Attributes of reaction points")
    {
    }

  private:
    /**
     * @param attributes of a BCN reaction point
     * @param messages about a flow
     * @return the rate in Mb/s after that, and after all that is due within 10 ms
     */
    static double RateAfter(const std::string& attributes,
                            const std::vector<CongestionMessage>& messages)
    {
        auto reaction = MakeReaction("BcnReactionPoint[" + attributes + "]");
        auto limiter = reaction->MakeLimiter();
        for (const auto& message : messages)
        {
            limiter->Receive(0, message);
        }
        while (limiter->GetNextTime() <= 10'000'000)
        {
            limiter->Expire(limiter->GetNextTime());
        }
        return limiter->GetRate() / 1e6;
    }

    void DoRun() override
    {
        const auto less = Tell(CongestionMessage::NEGATIVE, -300'000);
        const auto more = Tell(CongestionMessage::POSITIVE, 15'000);
        const auto stop = Tell(CongestionMessage::STOP, 0);
        const auto other = Tell(CongestionMessage::NEGATIVE, -6, 8);
        const auto expect = [this](const std::string& attributes,
                                   const std::vector<CongestionMessage>& messages,
                                   double rate) {
            NS_TEST_EXPECT_MSG_EQ_TOL(RateAfter(attributes, messages), rate, 0.06, attributes);
        };
        expect("MinRate=10Mb/s", {less, more}, 5100);
        expect("InitialRate=2Gb/s", {less}, 1000);
        expect("MinRate=6Gb/s", {less}, 6000);
        expect("RateUnit=20Mb/s", {less, more}, 5200);
        expect("DecreaseGain=1e-6", {less}, 7000);
        expect("IncreaseGain=1e-3", {less, more}, 5150);
        expect("MaxDecrease=0.25", {less}, 7500);
        expect("MaxIncrease=0.01", {less, more}, 5050);
        expect("DriftInterval=3ms", {less}, 5030);
        expect("DriftInterval=3ms|DriftFactor=4", {less}, 5120);
        expect("MaxBackoff=0s|MinRate=20Mb/s", {stop}, 20);
        expect("MaxBackoff=1ms|MinRate=20Mb/s", {stop}, 20);
        expect("MaxBackoff=100000s", {stop}, 0);
        expect("Association=Steal", {less, other, more}, 5000);
        expect("Association=Lowest", {less, more, other, more}, 5200);
        expect("Association=Each", {less, other, more}, 5000);

        const auto cnm = Tell(CongestionMessage::QUANTIZED, 32);
        const auto largest = Tell(CongestionMessage::QUANTIZED, 63);
        const auto make = [](const std::string& attributes) {
            return MakeReaction("QcnReactionPoint[Jitter=0|" + attributes + "]");
        };
        const auto told = [&](const std::string& attributes, const CongestionMessage& message) {
            auto reaction = make(attributes);
            auto limiter = reaction->MakeLimiter();
            limiter->Receive(0, message);
            return limiter->GetRate() / 1e6;
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(told("Threshold=5", cnm), 7500, 1e-6, "Gd = 1/128");
        NS_TEST_EXPECT_MSG_EQ_TOL(told("DecreaseGain=0.015625", cnm), 5000, 1e-6, "DecreaseGain");
        NS_TEST_EXPECT_MSG_EQ_TOL(told("MinDecreaseFactor=0.8", largest), 8000, 1e-6, "factor");
        NS_TEST_EXPECT_MSG_EQ_TOL(told("MinRate=6Gb/s", largest), 6000, 1e-6, "MinRate");

        auto reaction = make("TimeReset=2ms|ByteReset=3000|Threshold=1|ActiveIncrease=100Mb/s"
                             "|HyperIncrease=1Gb/s");
        auto limiter = reaction->MakeLimiter();
        limiter->Receive(0, cnm);
        NS_TEST_EXPECT_MSG_EQ(limiter->GetNextTime(), 2'000'000, "TimeReset");
        limiter->Sent(0, 1500);
        NS_TEST_EXPECT_MSG_EQ_TOL(limiter->GetRate(), 7.5e9, 1, "not yet");
        limiter->Sent(0, 1500);
        NS_TEST_EXPECT_MSG_EQ_TOL(limiter->GetRate(), (7.5e9 + 10.1e9) / 2, 1, "ActiveIncrease");
        limiter->Receive(0, cnm); // the target is 8.8 Gb/s, the rate 6.6
        limiter->Expire(2'000'000);
        NS_TEST_EXPECT_MSG_EQ_TOL(limiter->GetRate(), (6.6e9 + 8.9e9) / 2, 1, "by time");
        limiter->Sent(0, 3000);
        NS_TEST_EXPECT_MSG_EQ_TOL(limiter->GetRate(), (7.75e9 + 9.9e9) / 2, 1, "HyperIncrease");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief The same stream makes the same draws, another one others.
 */
class CongestionStreamsTestCase : public TestCase
{
  public:
    CongestionStreamsTestCase()
        : TestCase("Random streams of congestion points and reaction points")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string type : {"BcnCongestionPoint", "QcnOccupancyCongestionPoint"})
        {
            const auto run = [&type](int64_t stream) {
                auto point = MakePoint(type, stream);
                std::vector<int64_t> draws;
                for (int i = 0; i < 20; ++i)
                {
                    draws.push_back(CountBytes(point));
                    draws.push_back(point->Choose(1'000'000));
                    point->Sample(0, 0);
                }
                return draws;
            };
            NS_TEST_EXPECT_MSG_EQ((run(1) == run(1)), true, type << " with one stream");
            NS_TEST_EXPECT_MSG_EQ((run(1) == run(2)), false, type << " with two streams");
        }
        const auto stops = [](int64_t stream) {
            auto reaction = MakeReaction("BcnReactionPoint[MaxBackoff=1s]", stream);
            std::vector<int64_t> ends;
            for (int i = 0; i < 5; ++i)
            {
                auto limiter = reaction->MakeLimiter();
                limiter->Receive(0, Tell(CongestionMessage::STOP, 0));
                ends.push_back(limiter->GetNextTime());
            }
            return ends;
        };
        NS_TEST_EXPECT_MSG_EQ((stops(1) == stops(1)), true, "stops with one stream");
        NS_TEST_EXPECT_MSG_EQ((stops(1) == stops(2)), false, "stops with two streams");
        NS_TEST_EXPECT_MSG_EQ(CreateObject<QcnReactionPoint>()->AssignStreams(5), 1, "one each");
        NS_TEST_EXPECT_MSG_EQ(CreateObject<QcnCongestionPoint>()->AssignStreams(5), 1, "one each");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Wrong input is refused with a sentence.
 */
class WrongCongestionInputTestCase : public TestCase
{
  public:
    WrongCongestionInputTestCase()
        : TestCase("Wrong input of congestion points and reaction points")
    {
    }

  private:
    /** @param call what to try @param sentence part of the sentence with which it is refused */
    void Expect(const std::function<void()>& call, const std::string& sentence)
    {
        std::string refusal;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find(sentence), std::string::npos, refusal);
    }

    void DoRun() override
    {
        Expect([] { CreateObject<BcnCongestionPoint>()->Start(0); },
               "the identity of a congestion point is 0; allowed are numbers from 1 on");
        Expect([] { MakePoint("BcnCongestionPoint[MaximumThreshold=5|StopThreshold=4]"); },
               "the threshold of BCN(0,0) is 4; allowed are 0 and bytes above");
        Expect([] { MakePoint("BcnCongestionPoint[SampleProbability=0]"); }, "SampleProbability");
        Expect([] { MakePoint("BcnCongestionPoint[SampleProbability=1.5]"); }, "SampleProbability");
        Expect([] { MakePoint("BcnCongestionPoint[Clamp=Some]"); }, "Clamp");
        Expect([] { MakePoint("QcnCongestionPoint[SetPoint=0]"); }, "SetPoint");
        Expect([] { MakeReaction("BcnReactionPoint[MinRate=20Gb/s]"); },
               "the lowest rate Rmin, in bits per second, is 2e+10");
        Expect([] { MakeReaction("BcnReactionPoint[InitialRate=1Mb/s]"); }, "the initial rate Ri");
        Expect([] { MakeReaction("BcnReactionPoint[RateUnit=0b/s]"); }, "the rate unit Ru");
        Expect([] { MakeReaction("BcnReactionPoint[MaxDecrease=2]"); }, "MaxDecrease");
        Expect([] { MakeReaction("QcnReactionPoint[MinRate=0b/s]"); }, "the lowest rate Rmin");
        Expect([] { MakeReaction("QcnReactionPoint[Threshold=0]"); }, "Threshold");
        Expect([] { MakePoint("QcnReactionPoint"); }, "QcnReactionPoint");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief The trace has Fb of all samples; nothing is sampled before the start; a law of somebody
 * else is made from a text.
 */
class CongestionPluginTestCase : public TestCase
{
  public:
    CongestionPluginTestCase()
        : TestCase("Traces and plugins")
    {
    }

  private:
    void DoRun() override
    {
        auto point = CreateObject<BcnCongestionPoint>();
        for (int i = 0; i < 1000; ++i)
        {
            NS_TEST_ASSERT_MSG_EQ(point->Count(1500), false, "it has not started");
        }
        NS_TEST_EXPECT_MSG_EQ(point->GetId(), CongestionMessage::NOBODY, "it has no identity");
        point->Start(POINT);
        NS_TEST_EXPECT_MSG_EQ(point->GetId(), POINT, "it has one");
        auto sum = std::make_shared<Sum>();
        burst::TraceSource(point, "Feedback").Connect(sum);
        point->Sample(30'000, 0);      // +60,000, and no message
        point->Sample(160'000, POINT); // -270,000
        NS_TEST_EXPECT_MSG_EQ(sum->firings, 2, "each sample");
        NS_TEST_EXPECT_MSG_EQ(sum->sum, -210'000, "Fb");

        auto reaction = MakeReaction("HalvingReactionPoint");
        auto limiter = reaction->MakeLimiter();
        NS_TEST_EXPECT_MSG_EQ(limiter->IsFree(), true, "nobody complained");
        limiter->Sent(0, 1500);
        limiter->Receive(5, Tell(CongestionMessage::NEGATIVE, -1));
        NS_TEST_EXPECT_MSG_EQ(limiter->GetRate(), LINE / 2, "half");
        NS_TEST_EXPECT_MSG_EQ(limiter->GetTag(), POINT, "its tag");
        limiter->Sent(6, 2999);
        NS_TEST_EXPECT_MSG_EQ(limiter->GetRate(), LINE / 2, "bytes are counted");
        limiter->Sent(6, 1);
        NS_TEST_EXPECT_MSG_EQ(limiter->GetRate(), LINE / 2 + 1, "to the last");
        limiter->Expire(limiter->GetNextTime());
        NS_TEST_EXPECT_MSG_EQ(limiter->IsFree(), true, "it has forgotten");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Congestion points and reaction points as plugins.
 */
class LosslessEthernetCongestionTestSuite : public TestSuite
{
  public:
    LosslessEthernetCongestionTestSuite()
        : TestSuite("lossless-ethernet-congestion", Type::UNIT)
    {
        AddTestCase(new CongestionPointAttributesTestCase);
        AddTestCase(new OccupancyTestCase);
        AddTestCase(new ReactionPointAttributesTestCase);
        AddTestCase(new CongestionStreamsTestCase);
        AddTestCase(new WrongCongestionInputTestCase);
        AddTestCase(new CongestionPluginTestCase);
    }
};

static LosslessEthernetCongestionTestSuite g_losslessEthernetCongestionTestSuite; //!< the suite
