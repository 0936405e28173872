/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_SERVER_H
#define SCENARIO_RUNNER_SERVER_H

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * Computes each run in a process forked from this process, which has loaded all libraries already.
 *
 * A request is a message of one byte with three or four descriptors: a file with the working
 * directory and the words of a command line of RunScenarioMain(), each ended by a zero byte; the
 * standard output; the standard error output; and, with --progress, the output of the progress.
 * There are two answers: the process ID of the run in decimal, and when the process has ended its
 * exit code, or minus the number of the signal that ended it. The process stays a zombie until the
 * next request, so that its ID is not reused.
 *
 * @param socket A connected Unix socket of type SOCK_SEQPACKET.
 * @return The exit code of this process: 0 after the peer has closed the socket; in a forked
 * process the exit code of the run.
 * @throw std::runtime_error The socket is of another kind, or the system cannot start a process.
 */
int ServeRuns(int socket);

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_SERVER_H */
