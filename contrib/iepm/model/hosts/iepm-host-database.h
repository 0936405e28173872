/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_HOST_DATABASE_H
#define IEPM_HOST_DATABASE_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::iepm
{

/** @ingroup iepm @brief A link that paths to several hosts share. */
struct SharedLink
{
    std::string name;      //!< of the link
    uint64_t rate{0};      //!< in bit/s
    bool exclusive{false}; //!< whether one heavy test at a time may use it
};

/** @ingroup iepm @brief A tool, as all hosts have it unless they say otherwise. */
struct MeasurementTool
{
    std::string name;    //!< of the tool
    std::string version; //!< of its code; empty: not known
    std::string probe;   //!< text of its MeasurementProbe
    uint32_t divisor{1}; //!< it runs in every divisor-th cycle; 0: on request alone
    bool onEvent{false}; //!< whether it recalibrates after an event
    std::string where;   //!< file and line that it comes from
};

/** @ingroup iepm @brief What a host says of a tool. */
struct HostTool
{
    std::string tool;    //!< its name
    std::string version; //!< of its code there; empty: that of the tool
    std::vector<std::pair<std::string, std::string>> options; //!< attributes of its probe
    std::string disabled; //!< why it may not run there; empty: it may
    std::string where;    //!< file and line that this comes from
};

/** @ingroup iepm @brief A remote host, and the path to it. */
struct MeasurementHost
{
    std::string name;                    //!< of the host
    std::string alias;                   //!< by which it is published
    std::string site;                    //!< institute
    std::string country;                 //!< two letters
    std::string region;                  //!< of the world
    std::string address;                 //!< of IPv4
    std::string os;                      //!< operating system
    std::string userid;                  //!< of the account there
    std::string contact;                 //!< who cares for it
    std::string source;                  //!< where the numbers come from
    bool active{true};                   //!< whether it is measured
    double cpuMhz{0};                    //!< clock; 0: not known
    uint64_t nic{0};                     //!< bit/s of its interface; 0: not known
    uint64_t disk{0};                    //!< bit/s of its disk; 0: not known
    double utcOffset{0};                 //!< of its local time, hours
    Time roundTrip;                      //!< of the path; 0: not known
    uint64_t rate{0};                    //!< of the path in bit/s; 0: not known
    std::vector<std::string> route;      //!< shared links on the path
    std::vector<HostTool> tools;         //!< what is not as for all hosts
    std::map<std::string, double> facts; //!< further numbers, by name
    std::string where;                   //!< file and line that it comes from

    /** @param name of a fact @return it; std::invalid_argument if there is none */
    double GetFact(const std::string& name) const;
};

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

    /** @param host one of the hosts
     * @param tool one of the tools
     * @return why the tool may not run there; empty: it may */
    static std::string GetDisabled(const MeasurementHost& host, const MeasurementTool& tool);
    /** @param host one of the hosts
     * @param tool one of the tools
     * @return its version there */
    static std::string GetVersion(const MeasurementHost& host, const MeasurementTool& tool);
    /** @param host any
     * @param tool name
     * @return what the host says of it, or null */
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

} // namespace ns3::iepm

#endif // IEPM_HOST_DATABASE_H
