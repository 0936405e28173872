/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-test-source.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/trace-source-accessor.h"

#include <string>
#include <vector>

using namespace ns3;

TypeId
RunArchiveTestSource::GetTypeId()
{
    using This = RunArchiveTestSource;
    static const std::string value = "ns3::TracedValueCallback::";
    using burst::Statistic;
    static TypeId tid = burst::AddStatistics<This>(
        TypeId("RunArchiveTestSource")
            .SetParent<Object>()
            .AddConstructor<This>()
            .AddTraceSource("Bool", "", MakeTraceSourceAccessor(&This::m_bool), value + "Bool")
            .AddTraceSource("Int8", "", MakeTraceSourceAccessor(&This::m_int8), value + "Int8")
            .AddTraceSource("Uint8", "", MakeTraceSourceAccessor(&This::m_uint8), value + "Uint8")
            .AddTraceSource("Int16", "", MakeTraceSourceAccessor(&This::m_int16), value + "Int16")
            .AddTraceSource("Uint16",
                            "",
                            MakeTraceSourceAccessor(&This::m_uint16),
                            value + "Uint16")
            .AddTraceSource("Int32", "", MakeTraceSourceAccessor(&This::m_int32), value + "Int32")
            .AddTraceSource("Uint32",
                            "",
                            MakeTraceSourceAccessor(&This::m_uint32),
                            value + "Uint32")
            .AddTraceSource("Int64", "", MakeTraceSourceAccessor(&This::m_int64), value + "Uint32")
            .AddTraceSource("Uint64",
                            "",
                            MakeTraceSourceAccessor(&This::m_uint64),
                            value + "Uint64")
            .AddTraceSource("Double",
                            "",
                            MakeTraceSourceAccessor(&This::m_double),
                            value + "Double")
            .AddTraceSource("Time", "", MakeTraceSourceAccessor(&This::m_time), value + "Time")
            .AddTraceSource("Rate", "", MakeTraceSourceAccessor(&This::m_rate), value + "DataRate")
            .AddTraceSource("Sequence",
                            "",
                            MakeTraceSourceAccessor(&This::m_sequence),
                            value + "SequenceNumber32")
            .AddTraceSource("Void", "", MakeTraceSourceAccessor(&This::m_void), value + "Void")
            .AddTraceSource("Number", "", MakeTraceSourceAccessor(&This::m_number), "Number")
            .AddTraceSource("Delay",
                            "",
                            MakeTraceSourceAccessor(&This::m_delay),
                            "ns3::Time::TracedCallback")
            .AddTraceSource("DelayFrom",
                            "",
                            MakeTraceSourceAccessor(&This::m_delayFrom),
                            "ns3::Application::DelayAddressCallback")
            .AddTraceSource("ConstPacket",
                            "",
                            MakeTraceSourceAccessor(&This::m_constPacket),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Packet", "", MakeTraceSourceAccessor(&This::m_packet), "Packet")
            .AddTraceSource("PacketFrom",
                            "",
                            MakeTraceSourceAccessor(&This::m_packetFrom),
                            "ns3::Packet::AddressTracedCallback")
            .AddTraceSource("PacketFromTo",
                            "",
                            MakeTraceSourceAccessor(&This::m_packetFromTo),
                            "ns3::Packet::TwoAddressTracedCallback")
            .AddTraceSource("Item", "", MakeTraceSourceAccessor(&This::m_item), "Item")
            .AddTraceSource("Burst", "", MakeTraceSourceAccessor(&This::m_burst), "Burst")
            .AddTraceSource("Sizes",
                            "",
                            MakeTraceSourceAccessor(&This::m_sizes),
                            "ns3::Packet::SizeTracedCallback")
            .AddTraceSource("Pair", "", MakeTraceSourceAccessor(&This::m_pair), "Pair")
            .AddTraceSource("PacketOnPort",
                            "",
                            MakeTraceSourceAccessor(&This::m_packetOnPort),
                            "PacketOnPort"),
        {{"number", "1", "a number", [](const This& source) { return source.m_uint32.Get(); }},
         {"parts",
          "m",
          "numbers",
          [](const This& source) {
              return Statistic::Parts{{"", source.m_double}, {"left", 2 * source.m_double}};
          }},
         {"values",
          "ns",
          "a histogram",
          [](const This& source) {
              burst::LogLinearHistogram values;
              values.Add(source.m_uint32);
              return values;
          }},
         {"nothing",
          "ns",
          "a histogram of nothing",
          [](const This&) { return burst::LogLinearHistogram(); }},
         {"squares",
          "",
          "a table",
          [](const This& source) {
              const double number = source.m_uint32;
              return Statistic::Table{{{"number", "1"}, {"square", "1"}},
                                      {std::vector<double>{number, number * number}}};
          }},
         {"no squares", "", "no table", [](const This&) { return Statistic::Table(); }}});
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(RunArchiveTestSource);
