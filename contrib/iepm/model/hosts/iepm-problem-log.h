/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_PROBLEM_LOG_H
#define IEPM_PROBLEM_LOG_H

#include "ns3/iepm-record.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3::iepm
{

/** @ingroup iepm @brief A tool that fails again and again. */
struct MeasurementProblem
{
    /** What seems to be wrong. */
    enum Category : uint8_t
    {
        HOST_DOWN,    //!< no tool reaches the host
        PORT_BLOCKED, //!< the tool is refused or not answered while another one works
        SERVER_DIES,  //!< the remote server ends before it should
        HANGS,        //!< the tool does not end in its time while another one works
        UNCLEAR,      //!< nothing else works or was tried, and the host may be there
    };

    std::string host;           //!< to which
    std::string tool;           //!< with which; empty: with any
    Category category{UNCLEAR}; //!< what seems to be wrong
    Time opened;                //!< end of the test that opened it
    std::optional<Time> closed; //!< end of the test that closed it
    std::string text;           //!< what was seen, for people
};

/** @ingroup iepm @param category any @return its name in small letters */
std::string ToText(MeasurementProblem::Category category);

/**
 * @ingroup iepm
 * @brief Keeps problems: opened by so many failures of a tool in a row, closed by its next success.
 *
 * While no tool reaches a host there is one problem of the host, which any success closes. Skipped
 * tests tell nothing. A host is there if a test is refused or its server dies. A host of several
 * tools is down only if two of them or more were tried.
 */
class ProblemLog
{
  public:
    /** @param failures in a row that are a problem; std::invalid_argument if it is 0 */
    explicit ProblemLog(uint32_t failures);

    /** @param record of a test @return problems that it opened or closed, by index */
    std::vector<std::size_t> Add(const MeasurementRecord& record);
    const std::vector<MeasurementProblem>& GetProblems() const; //!< @return in order of opening

  private:
    /** Failures of a tool in a row. */
    struct Streak
    {
        uint32_t failures{0};               //!< how many
        uint64_t first{0};                  //!< number of the record of the first one
        uint64_t latest{0};                 //!< number of the latest record of the tool
        MeasurementResult::Status status;   //!< of the latest one
        std::optional<std::size_t> problem; //!< open, by index
    };

    /** A host. */
    struct Host
    {
        std::map<std::string, Streak> tools; //!< by name
        uint64_t answered{0};                //!< number of the latest record that shows it is there
        uint64_t worked{0};                  //!< number of the latest success
        std::string working;                 //!< tool of that
        std::optional<std::size_t> down;     //!< open problem HOST_DOWN, by index
    };

    /** @return what seems to be wrong
     * @param host of the tool
     * @param streak of the tool */
    static MeasurementProblem::Category Judge(const Host& host, const Streak& streak);

    uint32_t m_failures;                        //!< in a row that are a problem
    uint64_t m_records{0};                      //!< that were added
    std::map<std::string, Host> m_hosts;        //!< by name
    std::vector<MeasurementProblem> m_problems; //!< in order of opening
};

} // namespace ns3::iepm

#endif // IEPM_PROBLEM_LOG_H
