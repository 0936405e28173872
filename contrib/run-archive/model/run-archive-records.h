/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_RECORDS_H
#define RUN_ARCHIVE_RECORDS_H

#include "ns3/rng-seed-manager.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @defgroup run-archive Run archive
 *
 * Records the identity and the results of simulation runs in one SQLite file, with recorders for
 * trace sources and statistics.
 */

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * The identity of a run: two runs with the same key have the same results.
 */
struct RunIdentity
{
    using Texts = std::vector<std::pair<std::string, std::string>>; //!< name and text

    std::string study;       //!< group name of the scenario's TypeId
    std::string scenario;    //!< name of the scenario's TypeId
    std::string codeVersion; //!< version of the code that computes the run; empty: HashProgram()
    std::string ns3Version;  //!< release of ns-3; empty: the release this was built with
    uint32_t seed{RngSeedManager::GetSeed()}; //!< RngSeed, > 0; at first that of ns-3
    uint64_t run{RngSeedManager::GetRun()};   //!< RngRun, < 2^63; at first that of ns-3
    Texts parameters;     //!< what was chosen, with the canonical text of the values
    Texts inputs;         //!< input files, with the hash of their contents
    bool complete{false}; //!< parameters and inputs are all there is: GetComplete() adds nothing

    /**
     * @return the same with what identifies a run of this process and needs no code in the program:
     * defaults of attributes and global values that differ from those of the source code (see
     * GetChangedDefaults()) as parameters, unless a parameter has the name; and the files that the
     * process has read by OpenText() or UseInput() until now as inputs
     * @throws std::runtime_error when one of these files was written since
     */
    RunIdentity GetComplete() const;

    /** @return codeVersion, or HashProgram() if empty */
    std::string GetCodeVersion() const;

    /** @return ns3Version, or the release this was built with if empty */
    std::string GetNs3Version() const;

    /** @return canonical JSON of all members of GetComplete() but study, which follows from the
     * scenario */
    std::string GetKey() const;

    /** @return the hash of the key in 52 bits, so that JSON and JavaScript hold it exactly */
    uint64_t GetId() const;
};

/**
 * @ingroup run-archive
 *
 * The cost of a run. Two computations of the same run may differ in these rows only.
 */
struct RunCost
{
    double wallSeconds{0};  //!< s
    double cpuSeconds{0};   //!< s
    uint64_t events{0};     //!< simulator events executed
    uint64_t peakRssKiB{0}; //!< KiB
    std::string driver;     //!< "compiled" or "python"
};

/**
 * @ingroup run-archive
 *
 * One row of the table `flow`: a message of known size with its completion, or a flow record of an
 * exporter.
 */
struct FlowRecord
{
    std::string observer;         //!< exporting node; empty: measured at the end systems
    std::string source;           //!< name or address of the sender
    std::string destination;      //!< name or address of the receiver
    std::string protocol;         //!< such as "tcp"
    uint16_t sourcePort{0};       //!< 0 where the protocol has none
    uint16_t destinationPort{0};  //!< 0 where the protocol has none
    uint8_t dscp{0};              //!< differentiated services code point, in [0, 63]
    int64_t startNs{0};           //!< first packet, ns of simulated time
    std::optional<int64_t> endNs; //!< last packet, ns; none: not finished when the run ended
    uint64_t bytes{0};            //!< bytes carried
    uint64_t packets{0};          //!< packets carried
    uint64_t lostPackets{0};      //!< packets lost
};

/**
 * @ingroup run-archive
 *
 * One row of the table `measurement`: a measurement that was attempted, whatever became of it.
 */
struct MeasurementRecord
{
    std::string tool;        //!< measuring tool
    std::string source;      //!< measuring host
    std::string destination; //!< measured host
    uint32_t cycle{0};       //!< round of the schedule
    int64_t startNs{0};      //!< ns of simulated time
    int64_t durationNs{0};   //!< ns
    std::string status; //!< ok, timeout, blocked, unreachable, server-died, skipped or self-limited
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_RECORDS_H
