/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_SERVER_H
#define SCENARIO_RUNNER_SERVER_H

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * Computes runs, each in a process forked from this one, which has loaded all libraries already.
 *
 * A request is a message of one byte with three or four descriptors: a file with the folder to run
 * in and the words of a command line of RunScenarioMain(), each ended by a zero byte; the standard
 * output; the standard error output; and, for --progress, where progress goes. The answers are the
 * decimal number of the process, and when it has ended its exit code, or the negative number of the
 * signal that ended it. The process stays a zombie until the next request, so that its number is
 * not that of another one.
 *
 * @param socket A connected Unix socket of type SOCK_SEQPACKET.
 * @return The exit code of this process: 0 when the peer of the socket is closed; in a forked
 * process that of its run.
 * @throw std::runtime_error The socket is no such socket, or the system starts no process.
 */
int ServeRuns(int socket);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_SERVER_H */
