/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-test-base.h"

#include <cstdlib>
#include <limits>

using namespace ns3;

RunArchiveTestCase::RunArchiveTestCase(const std::string& name)
    : TestCase(name)
{
    archive::RunIdentity identity;
    identity.scenario = name;
    m_archive.Begin(identity);
}

void
RunArchiveTestCase::DoTeardown()
{
    Simulator::Destroy();
}

double
RunArchiveTestCase::GetScalar(const std::string& name) const
{
    const std::string document = m_archive.GetDocument();
    const std::string before = "\"" + name + "\":{\"value\":";
    const auto at = document.find(before);
    return at == std::string::npos ? std::numeric_limits<double>::quiet_NaN()
                                   : std::atof(document.c_str() + at + before.size());
}

std::vector<std::vector<double>>
RunArchiveTestCase::GetRows(const std::string& name) const
{
    const std::string document = m_archive.GetDocument();
    std::vector<std::vector<double>> rows;
    const auto table = document.find("\"" + name + "\":{\"columns\"");
    if (table == std::string::npos)
    {
        return rows;
    }
    const std::string before = "\"rows\":[";
    const char* text = document.c_str() + document.find(before, table) + before.size();
    for (; *text == '[' || *text == ','; ++text)
    {
        text += *text == ',';
        rows.emplace_back();
        while (*text != ']')
        {
            char* end;
            rows.back().push_back(std::strtod(text + 1, &end));
            text = end;
        }
    }
    return rows;
}

RunArchiveTestCase::Points
RunArchiveTestCase::GetSeries(const std::string& name) const
{
    Points points;
    for (const auto& row : GetRows(name))
    {
        points.emplace_back(row[0], row[1]);
    }
    return points;
}

std::map<double, double>
RunArchiveTestCase::GetHistogram(const std::string& name) const
{
    std::map<double, double> counts;
    for (const auto& row : GetRows("histogram of " + name))
    {
        counts[row[0]] = row[2];
    }
    return counts;
}

void
RunArchiveTestCase::ExpectRefusal(const std::function<void()>& action, const std::string& part)
{
    std::string sentence = "nothing was thrown";
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        sentence = error.what();
    }
    NS_TEST_EXPECT_MSG_NE(sentence.find(part), std::string::npos, "the sentence is: " << sentence);
}
