/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOST_DATABASE_H
#define IEPM_HOST_DATABASE_H

#include "iepm-host.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief What a monitor knows of its remote hosts, the tools it runs to them and the links they
 * share (slide 31 of the document).
 *
 * Every tool runs to every host unless the host says why not. Names of a kind differ; adding one
 * twice and asking for one that is not there is a std::invalid_argument.
 */
class HostDatabase
{
  public:
    void AddLink(SharedLink link);      //!< @param link whose name is new
    void AddTool(MeasurementTool tool); //!< @param tool whose name is new
    void AddHost(MeasurementHost host); //!< @param host whose name is new

    const std::vector<SharedLink>& GetLinks() const;               //!< @return in their order
    const std::vector<MeasurementTool>& GetTools() const;          //!< @return in their order
    const std::vector<MeasurementHost>& GetHosts() const;          //!< @return in their order
    const MeasurementHost& GetHost(const std::string& name) const; //!< @param name of it @return it
    MeasurementHost& GetHost(const std::string& name);             //!< @param name of it @return it
    const MeasurementTool& GetTool(const std::string& name) const; //!< @param name of it @return it

    /** @param host one of the hosts @param tool one of the tools @return why the tool may not run
     * there; empty: it may */
    static std::string GetDisabled(const MeasurementHost& host, const MeasurementTool& tool);
    /** @param host one of the hosts @param tool one of the tools @return its version there */
    static std::string GetVersion(const MeasurementHost& host, const MeasurementTool& tool);
    /** @param host any @param tool name @return what the host says of it, or null */
    static const HostTool* FindTool(const MeasurementHost& host, const std::string& tool);

    /** @return what is wrong in what is written here, a sentence each, in the order of the hosts */
    std::vector<std::string> Check() const;

  private:
    /** Add what is wrong with a host to the sentences. */
    void CheckHost(const MeasurementHost& host, std::vector<std::string>& wrong) const;

    std::vector<SharedLink> m_links;      //!< in their order
    std::vector<MeasurementTool> m_tools; //!< in their order
    std::vector<MeasurementHost> m_hosts; //!< in their order
};

} // namespace ns3

#endif // IEPM_HOST_DATABASE_H
