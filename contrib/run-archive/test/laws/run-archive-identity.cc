/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-samples.h"

#include "ns3/hash.h"
#include "ns3/run-archive-code-hash.h"
#include "ns3/run-archive.h"

#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <stdexcept>

using namespace ns3;

namespace
{

/// A JSON string as keys have always held it, character by character.
std::string
Quote(const std::string& text)
{
    std::string json = "\"";
    for (const char c : text)
    {
        char escaped[8];
        std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned char>(c));
        const bool control = static_cast<unsigned char>(c) < 0x20;
        json += control                 ? std::string(escaped)
                : c == '"' || c == '\\' ? std::string("\\") + c
                                        : std::string(1, c);
    }
    return json + "\"";
}

std::string
Quote(const archive::RunIdentity::Texts& texts)
{
    std::string json;
    for (const auto& [name, text] : std::map<std::string, std::string>(texts.begin(), texts.end()))
    {
        json += (json.empty() ? "" : ",") + Quote(name) + ":" + Quote(text);
    }
    return "{" + json + "}";
}

} // namespace

TEST(RunIdentity, KeyIsWrittenAsItAlwaysWas)
{
    const std::vector<std::string> pieces{
        "a",      "\"",         "\\",     "\\n",    "/",    "\x7f",    "\n",
        "\t",     "\r",         "\b",     "\f",     "\x01", "\x1f",    "\u00e9",
        "\u20ac", "\U0001f600", "\ufffd", "\u2028", " ",    "{\":\"}", std::string(1, '\0')};
    std::mt19937 random(1);
    const auto draw = [&] {
        std::string text;
        for (std::size_t i = random() % 6; i > 0; --i)
        {
            text += pieces[random() % pieces.size()];
        }
        return text;
    };
    for (int i = 0; i < 20000; ++i)
    {
        archive::RunIdentity identity;
        identity.complete = true;
        identity.study = draw();
        identity.scenario = draw();
        identity.codeVersion = "v" + draw();
        identity.ns3Version = "3" + draw();
        identity.seed = static_cast<uint32_t>(random());
        identity.run = (uint64_t{random()} << 32) + random();
        for (auto* texts : {&identity.parameters, &identity.inputs})
        {
            for (std::size_t n = random() % 4; n > 0; --n)
            {
                texts->emplace_back(draw(), draw());
            }
        }
        ASSERT_EQ(identity.GetKey(),
                  "{\"code_version\":" + Quote(identity.codeVersion) + ",\"inputs\":" +
                      Quote(identity.inputs) + ",\"ns3_version\":" + Quote(identity.ns3Version) +
                      ",\"parameters\":" + Quote(identity.parameters) + ",\"run\":" +
                      std::to_string(identity.run) + ",\"scenario\":" + Quote(identity.scenario) +
                      ",\"seed\":" + std::to_string(identity.seed) + "}");
    }
}

TEST(RunIdentity, TextThatIsNoUtf8IsRefused)
{
    // A byte that begins nothing, a character cut short, a surrogate, a detour to a slash.
    for (const char* wrong : {"\xff", "\xe2\x82", "\xed\xa0\x80", "\xc0\xaf"})
    {
        archive::RunIdentity identity = MakeIdentity();
        identity.parameters[0].second = wrong;
        try
        {
            identity.GetKey();
            ADD_FAILURE() << "has a key";
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_EQ(std::string(error.what()).rfind("Load cannot be '?", 0), 0u) << error.what();
        }
        archive::RunArchive archive(":memory:");
        EXPECT_THROW(archive.Begin(identity), std::invalid_argument);
        archive.Begin(MakeIdentity());
        const uint32_t table = archive.AddTable("texts", {{"what", ""}});
        EXPECT_THROW(archive.AddRow(table, std::vector<std::string>{wrong}), std::invalid_argument);
        EXPECT_THROW(archive.AddTable("other", {{wrong, ""}}), std::invalid_argument);
    }
}

TEST(RunIdentity, IdIsTheHashOfTheKeyIn52Bits)
{
    archive::RunIdentity identity = MakeIdentity();
    uint64_t id = identity.GetId();
    identity.study = "another";
    EXPECT_EQ(identity.GetId(), id);
    for (int i = 0; i < 64; ++i)
    {
        identity.parameters[0].second += ' ';
        EXPECT_NE(identity.GetId(), id);
        id = identity.GetId();
        EXPECT_EQ(id, Hash64(identity.GetKey()) % (uint64_t{1} << 52));
    }
}

TEST(RunIdentity, KeyHoldsAllThatTheResultsDependOn)
{
    const archive::RunIdentity identity = MakeIdentity();
    EXPECT_EQ(nlohmann::json::parse(identity.GetKey()), nlohmann::json::parse(R"({
        "scenario": "ns3::TestScenario", "parameters": {"Load": "0.5", "Duration": "+1s"},
        "seed": 3, "run": 7, "code_version": "v1", "ns3_version": "3.44", "inputs": {}})"));
    std::set<std::string> keys{identity.GetKey()};
    for (const auto& change : std::vector<std::function<void(archive::RunIdentity&)>>{
             [](auto& i) { i.scenario = "another"; },
             [](auto& i) { i.parameters[1].second = "+2s"; },
             [](auto& i) { i.parameters[1].first = "\"Dura\ntion"; },
             [](auto& i) { i.seed = 4; },
             [](auto& i) { i.run = 8; },
             [](auto& i) { i.codeVersion = "v2"; },
             [](auto& i) { i.ns3Version = "3.45"; },
             [](auto& i) { i.inputs = {{"file", "0123"}}; },
         })
    {
        archive::RunIdentity other = identity;
        change(other);
        EXPECT_TRUE(nlohmann::json::accept(other.GetKey())) << other.GetKey();
        EXPECT_TRUE(keys.insert(other.GetKey()).second) << other.GetKey();
    }
}

TEST(RunIdentity, AProgramThatGivesNoVersionHasThatOfItsCode)
{
    const archive::RunIdentity identity;
    EXPECT_EQ(identity.GetCodeVersion(), archive::HashProgram());
    EXPECT_EQ(identity.GetCodeVersion().size(), 16u);
    EXPECT_NE(identity.GetKey().find(archive::HashProgram()), std::string::npos);
    archive::RunArchive archive(":memory:");
    archive.Begin(identity);
    const auto versions = nlohmann::json::parse(archive.GetDocument())["versions"];
    EXPECT_EQ(versions["burstlab"], archive::HashProgram());
    EXPECT_EQ(versions["ns-3"].get<std::string>().substr(0, 2), "3.");
}

TEST(RunIdentity, ALoadedLibraryThatStandsOnNs3IsCodeOfTheProgram)
{
    const std::string before = archive::HashProgram();
    EXPECT_EQ(archive::HashProgram(), before);
    Dl_info core;
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(&GetStaticHash), &core), 0);
    std::string library = core.dli_fname;
    library.replace(library.rfind("core"), 4, "nix-vector-routing");
    if (!std::filesystem::exists(library))
    {
        GTEST_SKIP() << "this ns-3 has no module nix-vector-routing";
    }
    ASSERT_NE(dlopen(library.c_str(), RTLD_NOW), nullptr) << dlerror();
    EXPECT_NE(archive::HashProgram(), before);
}
