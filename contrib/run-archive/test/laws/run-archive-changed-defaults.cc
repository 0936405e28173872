/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What was changed of ns-3's defaults is known, whoever changed it: the expected texts are those
// that were set.

#include "run-archive-samples.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/run-archive.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

using Texts = std::map<std::string, std::string>;

/// Sets an environment variable, as long as it exists.
class Environment
{
  public:
    Environment(const char* name, const char* text)
        : m_name(name)
    {
        setenv(name, text, 1);
    }

    ~Environment()
    {
        unsetenv(m_name);
    }

  private:
    const char* m_name;
};

/// Undoes what a test has set.
class ChangedDefaults : public testing::Test
{
  protected:
    void SetUp() override
    {
        Config::Reset();
    }

    void TearDown() override
    {
        Config::Reset();
    }
};

const char* const SIZE = "ns3::TcpSocket::SegmentSize";

} // namespace

TEST_F(ChangedDefaults, ThoseOfTheSourceCodeAreNone)
{
    EXPECT_EQ(burst::GetChangedDefaults(), Texts());
    Config::SetDefault(SIZE, UintegerValue(536)); // as in tcp-socket.cc of ns-3
    EXPECT_EQ(burst::GetChangedDefaults(), Texts());
}

TEST_F(ChangedDefaults, AreFoundWhoeverSetsThem)
{
    Config::SetDefault(SIZE, UintegerValue(300));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("200ms"));
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    const Texts set{{SIZE, "300"},
                    {"ns3::TcpL4Protocol::SocketType", "ns3::TcpNewReno"},
                    {"ns3::TcpSocketBase::MinRto", "+2e+08ns"},
                    {"ChecksumEnabled", "true"}};
    const auto found = burst::GetChangedDefaults();
    ASSERT_EQ(found.size(), set.size());
    for (const auto& [name, text] : set)
    {
        ASSERT_TRUE(found.count(name)) << name;
        if (name != "ns3::TcpSocketBase::MinRto")
        {
            EXPECT_EQ(found.at(name), text) << name;
        }
    }
    BooleanValue checksums;
    GlobalValue::GetValueByName("ChecksumEnabled", checksums);
    EXPECT_TRUE(checksums.Get()) << "to look has changed it";
}

TEST_F(ChangedDefaults, AreFoundInTheEnvironment)
{
    const Environment attributes("NS_ATTRIBUTE_DEFAULT",
                                 "ns3::TcpSocket::SegmentSize=300;ns3::TcpSocket::DelAckCount=2;"
                                 "ns3::Nobody::Size=1");
    EXPECT_EQ(burst::GetChangedDefaults(), (Texts{{SIZE, "300"}})); // 2 is what ns-3 has anyway
    const Environment globals("NS_GLOBAL_VALUE", "ChecksumEnabled=false;RngRun=7");
    EXPECT_EQ(burst::GetChangedDefaults(), (Texts{{SIZE, "300"}, {"ChecksumEnabled", "false"}}));
}

TEST_F(ChangedDefaults, ArePartOfTheKeyOfARun)
{
    archive::RunIdentity program = MakeIdentity();
    const std::string complete = program.GetKey();
    program.complete = false;
    EXPECT_EQ(program.GetKey(), complete) << "nothing is changed";
    Config::SetDefault(SIZE, UintegerValue(300));
    EXPECT_EQ(MakeIdentity().GetKey(), complete) << "a complete identity has changed";
    const auto whole = program.GetComplete();
    EXPECT_EQ(whole.parameters.back(), std::pair(std::string(SIZE), std::string("300")));
    EXPECT_EQ(program.GetKey(), whole.GetKey());
    EXPECT_NE(program.GetKey(), complete);

    // The archive has it as a parameter.
    archive::RunArchive archive(":memory:");
    program.seed = RngSeedManager::GetSeed();
    program.run = RngSeedManager::GetRun();
    archive.Begin(program);
    archive.Commit({});
    EXPECT_EQ(archive.GetRunId(), program.GetId());
    EXPECT_NE(archive.GetDocument().find("\"ns3::TcpSocket::SegmentSize\":\"300\""),
              std::string::npos);
}

TEST(RunIdentity, SeedAndRunAreThoseOfTheRandomNumbers)
{
    const uint32_t seed = RngSeedManager::GetSeed();
    const uint64_t run = RngSeedManager::GetRun();
    RngSeedManager::SetSeed(5);
    RngSeedManager::SetRun(3);
    archive::RunIdentity identity;
    EXPECT_EQ(identity.seed, 5u);
    EXPECT_EQ(identity.run, 3u);
    archive::RunArchive(":memory:").Begin(identity);
    identity.run = 1;
    try
    {
        archive::RunArchive(":memory:").Begin(identity);
        ADD_FAILURE() << "run 3 is stored as run 1";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(std::string(error.what()),
                  "run is 1, but random numbers follow RngRun 3; allowed is this one, or another "
                  "after RngSeedManager::SetRun");
    }
    identity.run = 3;
    identity.seed = 1;
    EXPECT_THROW(archive::RunArchive(":memory:").Begin(identity), std::invalid_argument);
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
}
