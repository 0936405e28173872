/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-line-reader.h"

#include "ns3/burst-core-input-files.h"

#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @return the words of all lines, "a b/c/", or the sentence with which the text is refused */
std::string
ReadAll(const std::string& text, const burst::LineReader::Limits& limits, bool plain = false)
{
    std::istringstream input(text);
    burst::LineReader lines(input, "f", limits);
    std::string words;
    try
    {
        while (lines.Next())
        {
            if (plain)
            {
                lines.RequireText();
            }
            for (const auto& word : lines.TakeWords())
            {
                words += word + " ";
            }
            words += "/";
        }
        EXPECT_FALSE(lines.Next()) << "the end stays the end";
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return words;
}

} // namespace

TEST(LineReader, WordsStandBetweenBlanksAndBeforeAComment)
{
    EXPECT_EQ(ReadAll("", {10}), "");
    EXPECT_EQ(ReadAll("\n\r\n", {10}), "//");
    EXPECT_EQ(ReadAll("a\tb \r\n #c d\n e#f\ng", {10}), "a b //e /g /");
}

TEST(LineReader, LinesAreBounded)
{
    for (const std::size_t most : {1, 3, 254, 255, 256, 257, 511, 1000, 70'000})
    {
        const std::string line(most, 'x');
        for (const std::string end : {"", "\n", "\r\n"})
        {
            EXPECT_EQ(ReadAll("a\n" + line + end, {most}), "a /" + line + " /");
            EXPECT_EQ(ReadAll("a\n" + line + "x" + end, {most}),
                      "f, line 2: the line is too long; allowed are " + std::to_string(most) +
                          " characters");
        }
    }
}

TEST(LineReader, FilesAreBounded)
{
    EXPECT_EQ(ReadAll("a\nbc\n", {10, 5}), "a /bc /");
    EXPECT_EQ(ReadAll("a\nbcd\n", {10, 5}), "f, line 2: the file is too long; allowed are 5 bytes");
}

TEST(LineReader, BytesThatAreNoTextAreNamed)
{
    const std::string no = " is no text; allowed are printable ASCII characters, in comments also "
                           "UTF-8";
    EXPECT_EQ(ReadAll("a # Z\xc3\xbcrich\tx\n", {20}, true), "a /");
    EXPECT_EQ(ReadAll("a\nZ\xc3\xbcrich\n", {20}, true), "f, line 2: byte 195 in column 2" + no);
    EXPECT_EQ(ReadAll("# \x1b\n", {20}, true), "f, line 1: byte 27 in column 3" + no);
    EXPECT_EQ(ReadAll("\x7f", {20}, true), "f, line 1: byte 127 in column 1" + no);
}

TEST(LineReader, PlacesAreCountedFromOne)
{
    std::istringstream input("a\nb");
    burst::LineReader lines(input, "f", {10});
    const auto sentence = [](const std::function<void()>& refuse) {
        try
        {
            refuse();
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(lines.GetNumber(), 0U);
    while (lines.Next())
    {
    }
    EXPECT_EQ(lines.GetNumber(), 2U);
    EXPECT_EQ(sentence([&] { lines.Refuse("no"); }), "f, line 2: no");
    EXPECT_EQ(sentence([&] { lines.RefuseEnd("no"); }), "f, line 3: no");
}

TEST(LineReader, AFolderAndAMissingFileAreNoText)
{
    auto folder = burst::OpenText("file", "/");
    burst::LineReader lines(folder, "/", {10});
    EXPECT_THROW(lines.Next(), std::invalid_argument);
    EXPECT_THROW(burst::OpenText("file", "/no/such"), std::invalid_argument);
    // What could not be read is no input of a later run of the process.
    std::string said; // of another test's file, which was removed since, something may be said
    try
    {
        burst::GetUsedInputs();
    }
    catch (const std::exception& error)
    {
        said = error.what();
    }
    EXPECT_EQ(said.find("'/'"), std::string::npos) << said;
    EXPECT_EQ(said.find("'/no/such'"), std::string::npos) << said;
}

TEST(LineReader, WordsAreShownInPrintableCharacters)
{
    EXPECT_EQ(burst::QuoteWord("ab", 3), "'ab'");
    EXPECT_EQ(burst::QuoteWord("abcd", 3), "'abc...'");
    EXPECT_EQ(burst::QuoteWord("a\x01\xff", 3), "'a?\?'");
}

TEST(LineReader, WholeNumbersAreTheWholeWord)
{
    EXPECT_EQ(burst::ToWhole<uint32_t>("4294967295"), 4294967295U);
    EXPECT_EQ(burst::ToWhole<int64_t>("-7"), -7);
    for (const std::string word : {"", "-1", "4294967296", "1.0", "1e3", " 1", "1 ", "x"})
    {
        EXPECT_FALSE(burst::ToWhole<uint32_t>(word)) << word;
    }
}
