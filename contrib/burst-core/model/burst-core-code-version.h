/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_CODE_VERSION_H
#define BURST_CORE_CODE_VERSION_H

#include <cstddef>
#include <string>

namespace ns3
{

/**
 * @ingroup burst-core
 *
 * Registers the version of the code behind the scenarios of one study. The build writes a source
 * with one static object of this class into each scenario library; a run carries the version in its
 * identity, so that a changed program never passes for one whose results are in the archive.
 */
class CodeVersion
{
  public:
    /**
     * @param study Group name of the scenarios' TypeIds.
     * @param version Hash of the sources.
     */
    CodeVersion(const std::string& study, const std::string& version);

    /**
     * @param study Group name of a scenario's TypeId.
     * @return Its registered version, "unversioned" when nobody registered one (as inside an ns-3
     * tree), followed by
     *         "+hash" for each plugin that came without a version of its own.
     */
    static std::string Get(const std::string& study);

    /** @return Number of studies with a version. */
    static std::size_t GetN();

    /**
     * Make the bytes of a plugin that registers no version part of every version.
     *
     * @param contents The plugin's file.
     */
    static void AddPlugin(const std::string& contents);
};

} // namespace ns3

#endif /* BURST_CORE_CODE_VERSION_H */
