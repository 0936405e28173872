/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Each signature of a trace source that the module knows: a firing of it has the value by hand.

#include "ns3/address.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/burst-core-trace-listener.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet-burst.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/sequence-number.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Has one trace source. @tparam Source its class */
template <typename Source>
class OneSource : public Object
{
  public:
    static TypeId GetTypeId()
    {
        // A class of its own for each source, and two callback types that a manual may name.
        static TypeId tid = TypeId(std::string("OneSource<") + typeid(Source).name() + ">")
                                .template SetParent<Object>()
                                .AddTraceSource("Event",
                                                "As an event.",
                                                ns3::MakeTraceSourceAccessor(&OneSource::m_source),
                                                "ns3::Some::TracedCallback")
                                .AddTraceSource("Change",
                                                "As a change.",
                                                ns3::MakeTraceSourceAccessor(&OneSource::m_source),
                                                "ns3::TracedValueCallback::Some");
        return tid;
    }

    Source m_source;
};

/** Keeps what it hears; a change is both values. */
class Hearer : public burst::TraceListener
{
  public:
    Hearer()
        : TraceListener(true)
    {
    }

    std::vector<double> heard;

  private:
    void DoFire(double value) override
    {
        heard.push_back(value);
    }

    void DoChange(double oldValue, double newValue) override
    {
        heard.push_back(oldValue);
        heard.push_back(newValue);
    }
};

/** A queue item of 60 bytes. */
template <typename Base>
class SixtyBytes : public Base
{
  public:
    using Base::Base;

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

using Heard = std::vector<double>;

/** @return what a listener hears when a source is fired; nothing is heard where it is refused */
template <typename Source, typename Fire>
Heard
Hear(const std::string& trace, Fire fire)
{
    const auto object = CreateObject<OneSource<Source>>();
    const auto hearer = std::make_shared<Hearer>();
    burst::TraceSource(object, trace).Connect(hearer);
    fire(object->m_source);
    return hearer->heard;
}

/** A number alone, as a traced value, and as an old and a new one. */
template <typename T>
void
ExpectNumber(const T& low, const T& high, double lowValue, double highValue)
{
    SCOPED_TRACE(typeid(T).name());
    EXPECT_EQ((Hear<TracedValue<T>>("Event",
                                    [&](auto& source) {
                                        source = low;
                                        source = low; // no change
                                        source = high;
                                    })),
              (Heard{0, lowValue, lowValue, highValue}));
    const auto fire = [&](auto& source) { source(low, high); };
    EXPECT_EQ((Hear<TracedCallback<T, T>>("Change", fire)), (Heard{lowValue, highValue}));
}

/** The same for a number that may be the only argument. */
template <typename T>
void
ExpectNumberAlone(const T& low, const T& high, double lowValue, double highValue)
{
    ExpectNumber(low, high, lowValue, highValue);
    EXPECT_EQ((Hear<TracedCallback<T>>("Event", [&](auto& source) { source(high); })),
              (Heard{highValue}));
}

} // namespace

// Times are told in ns and rates in bit/s.
TEST(TraceSignatures, NumbersAreToldAsTheyAre)
{
    ExpectNumberAlone<int8_t>(-100, 7, -100, 7);
    ExpectNumberAlone<uint8_t>(7, 255, 7, 255);
    ExpectNumberAlone<int16_t>(-30'000, 7, -30'000, 7);
    ExpectNumberAlone<uint16_t>(7, 65'535, 7, 65'535);
    ExpectNumberAlone<int32_t>(-2'000'000'000, 7, -2e9, 7);
    ExpectNumberAlone<uint32_t>(7, 4'000'000'000, 7, 4e9);
    ExpectNumberAlone<int64_t>(-(int64_t{1} << 40), 7, -0x1p40, 7);
    ExpectNumberAlone<uint64_t>(7, uint64_t{1} << 63, 7, 0x1p63);
    ExpectNumberAlone<double>(-0.25, 1e300, -0.25, 1e300);
    ExpectNumberAlone<Time>(MicroSeconds(3), Seconds(-2), 3e3, -2e9);
    ExpectNumberAlone<DataRate>(DataRate("5kbps"), DataRate("1Mbps"), 5e3, 1e6);
    EXPECT_THROW(
        (Hear<TracedCallback<int8_t, int8_t>>("Event", [](auto& source) { source(1, 2); })),
        std::invalid_argument)
        << "two numbers of unknown meaning";
    ExpectNumber<SequenceNumber32>(SequenceNumber32(7), SequenceNumber32(4'000'000'000), 7, 4e9);
    EXPECT_EQ((Hear<TracedCallback<bool>>("Event", [](auto& source) { source(true); })),
              (Heard{1}));
    EXPECT_EQ((Hear<TracedValue<bool>>("Event", [](auto& source) { source = true; })),
              (Heard{0, 1}));
}

// Packets, and what holds them, are told by their bytes.
TEST(TraceSignatures, PacketsAreToldByTheirBytes)
{
    const auto packet = Create<Packet>(60);
    const Address address;
    const auto alone = [&](auto& source) { source(packet); };
    EXPECT_EQ((Hear<TracedCallback<Ptr<const Packet>>>("Event", alone)), Heard{60});
    EXPECT_EQ((Hear<TracedCallback<Ptr<Packet>>>("Event", alone)), Heard{60});
    const auto from = [&](auto& source) { source(packet, address); };
    EXPECT_EQ((Hear<TracedCallback<Ptr<const Packet>, const Address&>>("Event", from)), Heard{60});
    EXPECT_EQ((Hear<TracedCallback<Ptr<Packet>, const Address&>>("Event", from)), Heard{60});
    const auto both = [&](auto& source) { source(packet, address, address); };
    EXPECT_EQ(
        (Hear<TracedCallback<Ptr<const Packet>, const Address&, const Address&>>("Event", both)),
        Heard{60});
    EXPECT_EQ((Hear<TracedCallback<Ptr<Packet>, const Address&, const Address&>>("Event", both)),
              Heard{60});

    const auto item = Create<QueueItem>(packet);
    EXPECT_EQ(
        (Hear<TracedCallback<Ptr<const QueueItem>>>("Event", [&](auto& source) { source(item); })),
        Heard{60});
    const auto discItem = Create<SixtyBytes<QueueDiscItem>>(packet, address, 0x0800);
    EXPECT_EQ(
        (Hear<TracedCallback<Ptr<const QueueDiscItem>>>("Event",
                                                        [&](auto& source) { source(discItem); })),
        Heard{60});
    EXPECT_EQ((Hear<TracedCallback<Ptr<const QueueDiscItem>, const char*>>(
                  "Event",
                  [&](auto& source) { source(discItem, "a reason"); })),
              Heard{60});

    const auto packets = CreateObject<PacketBurst>();
    packets->AddPacket(packet);
    packets->AddPacket(Create<Packet>(5));
    const auto several = [&](auto& source) { source(packets); };
    EXPECT_EQ((Hear<TracedCallback<Ptr<const PacketBurst>>>("Event", several)), Heard{65});
    EXPECT_EQ((Hear<TracedCallback<Ptr<PacketBurst>>>("Event", several)), Heard{65});
}

TEST(TraceSignatures, OthersAreATimeOrOne)
{
    EXPECT_EQ((Hear<TracedCallback<const Time&, const Address&>>(
                  "Event",
                  [](auto& source) { source(MicroSeconds(3), Address()); })),
              Heard{3000});
    EXPECT_EQ((Hear<TracedCallback<>>("Event", [](auto& source) { source(); })), Heard{1});
}
