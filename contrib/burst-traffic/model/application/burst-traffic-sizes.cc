/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-sizes.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BurstTrafficSizes");

NS_OBJECT_ENSURE_REGISTERED(EmpiricalSizeVariable);

TypeId
EmpiricalSizeVariable::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EmpiricalSizeVariable")
            .SetParent<EmpiricalRandomVariable>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<EmpiricalSizeVariable>()
            .AddAttribute(
                "File",
                "Text file of the cumulative distribution: a size in bytes and a "
                "probability, 0 to 1, per line. Neither decreases from line to line; the "
                "last probability is 1.",
                StringValue(""),
                burst::MakeRefusingAccessor(MakeStringAccessor(&EmpiricalSizeVariable::SetFile,
                                                               &EmpiricalSizeVariable::GetFile)),
                burst::MakeFileChecker())
            .AddAttribute(
                "Unit",
                "Round sizes up to a multiple of this number of bytes, such as 1460 for the "
                "payload of a packet; 0 for no rounding.",
                UintegerValue(0),
                MakeUintegerAccessor(&EmpiricalSizeVariable::m_unit),
                MakeUintegerChecker<uint32_t>());
    return tid;
}

double
EmpiricalSizeVariable::GetValue()
{
    if (!m_learnt)
    {
        CheckFile();
        for (const auto& [size, probability] : m_points)
        {
            CDF(size, probability);
        }
        m_learnt = true;
    }
    return Round(EmpiricalRandomVariable::GetValue());
}

double
EmpiricalSizeVariable::Round(double size) const
{
    return m_unit == 0 ? size : std::ceil(size / m_unit) * m_unit;
}

double
EmpiricalSizeVariable::GetMean() const
{
    CheckFile();
    BooleanValue between;
    GetAttribute("Interpolate", between);
    const double unit = m_unit;
    // The integral of Round from 0 on.
    const auto area = [unit](double size) {
        if (unit == 0)
        {
            return size * size / 2;
        }
        const double whole = std::floor(size / unit);
        return unit * unit * whole * (whole + 1) / 2 + unit * (whole + 1) * (size - whole * unit);
    };
    double mean = 0;
    std::pair<double, double> last{m_points.front().first, 0};
    for (const auto& [size, probability] : m_points)
    {
        const double width = between.Get() ? size - last.first : 0;
        const double middle = width > 0 ? (area(size) - area(last.first)) / width : Round(size);
        mean += (probability - last.second) * middle;
        last = {size, probability};
    }
    return mean;
}

void
EmpiricalSizeVariable::CheckFile() const
{
    if (m_file.empty())
    {
        throw std::invalid_argument("File of ns3::EmpiricalSizeVariable is empty; allowed are text "
                                    "files with sizes and their cumulative probabilities");
    }
}

void
EmpiricalSizeVariable::SetFile(std::string file)
{
    if (file == m_file)
    {
        return;
    }
    if (m_learnt)
    {
        throw std::invalid_argument("File of ns3::EmpiricalSizeVariable is '" + m_file +
                                    "' and cannot become '" + file +
                                    "'; allowed are changes before the first draw");
    }
    constexpr std::size_t MAX_CHARACTERS = 4096; // of a line
    constexpr double LARGEST = std::numeric_limits<uint32_t>::max();
    std::vector<std::pair<double, double>> points;
    auto input = burst::OpenText("file", file);
    burst::LineReader lines(input, file, {MAX_CHARACTERS});
    double size = 0;
    double probability = 0;
    while (lines.Next())
    {
        const auto line = lines.TakeNumbers();
        if (line.empty())
        {
            continue;
        }
        if (line.size() != 2 || line[0] < size || line[0] > LARGEST || line[1] < probability ||
            line[1] > 1 || (line[0] == 0 && line[1] > 0))
        {
            lines.Refuse("allowed are a size from " + burst::WriteDouble(size) +
                         " to 4294967295 bytes and a probability from " +
                         burst::WriteDouble(probability) + " to 1, for the size 0 only 0");
        }
        // The base class keeps one size for a probability: one in the next double is kept too.
        const double stored =
            points.empty() ? line[1] : std::max(line[1], std::nextafter(points.back().second, 1.0));
        if (probability < 1)
        {
            points.emplace_back(line[0], stored);
        }
        size = line[0];
        probability = line[1];
    }
    if (probability < 1)
    {
        lines.Refuse("the file ends at probability " + burst::WriteDouble(probability) +
                     "; allowed is 1 at the end");
    }
    NS_LOG_LOGIC(points.size() << " sizes from " << file);
    m_file = std::move(file);
    m_points = std::move(points);
}

std::string
EmpiricalSizeVariable::GetFile() const
{
    return m_file;
}

NS_OBJECT_ENSURE_REGISTERED(TraceSizeVariable);

TypeId
TraceSizeVariable::GetTypeId()
{
    const auto untilDraw = burst::MakeAccessorsUntil(&TraceSizeVariable::IsOpen, "the first draw");
    static TypeId tid =
        TypeId("ns3::TraceSizeVariable")
            .SetParent<RandomVariableStream>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<TraceSizeVariable>()
            .AddAttribute("File",
                          "Path of the trace.",
                          StringValue(),
                          untilDraw(MakeStringAccessor(&TraceSizeVariable::m_file)),
                          burst::MakeFileChecker())
            .AddAttribute("Format",
                          "Format of the file; Auto detects the format from the first bytes.",
                          EnumValue(traffic::TraceReader::AUTO),
                          untilDraw(burst::MakeEnumerationAccessor<traffic::TraceReader::Format>(
                              &TraceSizeVariable::m_format)),
                          traffic::TraceReader::MakeFormatChecker());
    return tid;
}

bool
TraceSizeVariable::IsOpen() const
{
    return m_reader != nullptr;
}

double
TraceSizeVariable::GetValue()
{
    return GetInteger();
}

uint32_t
TraceSizeVariable::GetInteger()
{
    if (!m_reader)
    {
        NS_LOG_LOGIC("sizes come from " << m_file);
        m_reader = traffic::OpenTrace(m_file, m_format, NanoSeconds(1));
    }
    const auto record = m_reader->Read();
    if (!record)
    {
        m_reader->Refuse("the trace ends here, and one more size is asked for");
    }
    if (!record->size)
    {
        m_reader->Refuse("it has no size, and one is asked for");
    }
    return *record->size;
}

} // namespace ns3
