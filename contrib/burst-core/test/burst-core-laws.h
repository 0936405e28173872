/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_LAWS_H
#define BURST_CORE_LAWS_H

#include "ns3/burst-core-input-files.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3::burst
{
namespace // each library of tests has its own copy of GoogleTest, and calls none of another one
{

/**
 * A case of an ns-3 test suite: the GoogleTests of one module, with a failure for each that fails.
 * Suites *DeathTest are left out: they start their program again, with options of GoogleTest.
 */
class LawsTestCase : public TestCase
{
  public:
    /** @param module name of a folder of contrib/ */
    explicit LawsTestCase(const std::string& module)
        : TestCase("GoogleTests of " + module),
          m_folder("/" + module + "/test/laws/")
    {
    }

  private:
    class Listener : public testing::EmptyTestEventListener
    {
      public:
        explicit Listener(LawsTestCase* test)
            : m_test(test)
        {
        }

      private:
        void OnTestEnd(const testing::TestInfo& test) override
        {
            Simulator::Destroy();
            ForgetUsedInputs();
            ++m_test->m_run;
            if (test.result()->Failed())
            {
                m_test->Report(test);
            }
        }

        LawsTestCase* m_test;
    };

    void Report(const testing::TestInfo& test)
    {
        const std::string name = std::string(test.test_suite_name()) + "." + test.name();
        for (int i = 0; i < test.result()->total_part_count(); ++i)
        {
            const auto& part = test.result()->GetTestPartResult(i);
            if (part.failed())
            {
                ReportTestFailure(name,
                                  "failed",
                                  "passed",
                                  part.summary(),
                                  part.file_name() ? part.file_name() : test.file(),
                                  part.line_number());
            }
        }
    }

    void DoRun() override
    {
        int count = 1;
        std::string program = "laws";
        char* arguments[]{program.data(), nullptr};
        testing::InitGoogleTest(&count, arguments);
        auto& tests = *testing::UnitTest::GetInstance();
        std::string filter;
        for (int i = 0; i < tests.total_test_suite_count(); ++i)
        {
            const auto& suite = *tests.GetTestSuite(i);
            for (int j = 0; j < suite.total_test_count(); ++j)
            {
                const auto& test = *suite.GetTestInfo(j);
                if (std::string(test.file()).find(m_folder) != std::string::npos &&
                    std::string(suite.name()).find("DeathTest") == std::string::npos)
                {
                    filter += std::string(suite.name()) + "." + test.name() + ":";
                }
            }
        }
        GTEST_FLAG_SET(filter, filter);
        auto listener = new Listener(this);
        tests.listeners().Append(listener);
        if (auto printer = tests.listeners().Release(tests.listeners().default_result_printer()))
        {
            delete printer;
        }
        [[maybe_unused]] const int failed = RUN_ALL_TESTS();
        delete tests.listeners().Release(listener);
        NS_TEST_EXPECT_MSG_GT(m_run, 0, "no GoogleTest lies in " << m_folder);
    }

    std::string m_folder;
    int m_run{0};
};

/// The ns-3 test suite of a module's GoogleTests, named `<module>-laws`.
class LawsTestSuite : public TestSuite
{
  public:
    /** @param module name of a folder of contrib/ */
    explicit LawsTestSuite(const std::string& module)
        : TestSuite(module + "-laws", Type::UNIT)
    {
        AddTestCase(new LawsTestCase(module));
    }
};

} // namespace
} // namespace ns3::burst

#endif // BURST_CORE_LAWS_H
