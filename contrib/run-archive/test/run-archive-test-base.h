/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_TEST_BASE_H
#define RUN_ARCHIVE_TEST_BASE_H

#include "ns3/run-archive.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/**
 * @defgroup run-archive-tests Tests of run-archive
 * @ingroup run-archive
 */

/**
 * @ingroup run-archive-tests
 *
 * A test with an archive in memory, and the means to look into it.
 */
class RunArchiveTestCase : public ns3::TestCase
{
  public:
    /** @param name of the test */
    explicit RunArchiveTestCase(const std::string& name);

  protected:
    /// Points of a series: time and value.
    using Points = std::vector<std::pair<double, double>>;

    /** @param name metric[object] @return the scalar in the document; NaN when there is none */
    double GetScalar(const std::string& name) const;
    /** @param name metric[object] @return the points of the series in the document, if any */
    Points GetSeries(const std::string& name) const;
    /** @param name metric[object] @return value and count of the (narrow) bins of the histogram */
    std::map<double, double> GetHistogram(const std::string& name) const;

    /**
     * @param action that must throw std::invalid_argument
     * @param part of its sentence
     */
    void ExpectRefusal(const std::function<void()>& action, const std::string& part);

    ns3::archive::RunArchive m_archive{":memory:"}; //!< after Begin()

  private:
    /** @param name of a table @return its rows, read as numbers */
    std::vector<std::vector<double>> GetRows(const std::string& name) const;

    void DoTeardown() override;
};

#endif // RUN_ARCHIVE_TEST_BASE_H
