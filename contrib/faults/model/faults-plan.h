/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_PLAN_H
#define FAULTS_PLAN_H

#include "ns3/nstime.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3::faults
{

/**
 * @ingroup faults
 * @brief Which packets a port filter drops.
 */
struct PortRule
{
    uint8_t protocol{0};          //!< of IPv4: 1 ICMP, 6 TCP, 17 UDP; 0: any
    std::optional<uint16_t> port; //!< destination, of ICMP the type; none: any
    bool in{true};                //!< those that come in, also those that will be forwarded
    bool out{true};               //!< those that go out, also those that are forwarded
    bool reject{false};           //!< those that come in are answered with "port unreachable"

    /**
     * @param packetProtocol of a packet
     * @param packetPort destination, of ICMP the type; none: it is not known
     * @param comesIn whether the packet comes in; else it goes out
     * @return whether the packet is dropped
     */
    bool Matches(uint8_t packetProtocol, std::optional<uint16_t> packetPort, bool comesIn) const
    {
        return (comesIn ? in : out) && (protocol == 0 || protocol == packetProtocol) &&
               (!port || port == packetPort);
    }
};

/**
 * @ingroup faults
 * @brief One fault of a plan.
 */
struct Fault
{
    /** What happens. */
    enum Kind
    {
        LINK_DOWN, //!< a link carries nothing
        HOST_DOWN, //!< no link of a host carries anything
        RATE,      //!< a link has another rate
        DELAY,     //!< a link has another propagation delay
        LOSS,      //!< a device loses packets that it receives
        ROUTE,     //!< packets take another path
        BLOCK,     //!< a host drops packets to a port
        CRASH,     //!< a server ends
        HANG,      //!< a server does nothing
    };

    static constexpr int KINDS = HANG + 1; //!< how many kinds there are

    uint32_t number{0};      //!< in its plan, from 0
    Kind kind{LINK_DOWN};    //!< what happens
    std::string target;      //!< name of a link, host, route or server
    Time begin;              //!< when, from the start of the simulation
    std::optional<Time> end; //!< when it is over; none: never
    double value{0};         //!< RATE: bit/s, if relative a share of the rate; LOSS: probability
    Time delay;              //!< DELAY: one way, if relative more than without the fault
    bool relative{false};    //!< see value and delay
    PortRule rule;           //!< BLOCK: which packets

    /** @param kind any @return its word in a plan */
    static const char* GetWord(Kind kind)
    {
        constexpr const char* WORDS[KINDS] =
            {"link-down", "host-down", "rate", "delay", "loss", "route", "block", "crash", "hang"};
        return WORDS[kind];
    }
};

/**
 * @ingroup faults
 * @brief Which faults happen when, from a text with one fault in a line.
 *
 *     TIME DURATION link-down LINK
 *     TIME DURATION host-down HOST
 *     TIME DURATION rate LINK RATE        as 45Mbps, or 60% of what it is
 *     TIME DURATION delay LINK DELAY      one way, as 30ms, or +10ms more than it is
 *     TIME DURATION loss LINK PROBABILITY of each packet, 0 to 1
 *     TIME DURATION route ROUTE
 *     TIME DURATION block HOST PROTOCOL PORT DIRECTION [reject]
 *     TIME DURATION crash SERVER
 *     TIME DURATION hang SERVER
 *
 * Times are those of ns-3, as 90min or 12d; a bare number counts seconds. A duration "forever" has
 * no end. PROTOCOL is tcp, udp, icmp or any; PORT the destination port, of icmp the type (8 for
 * the request of a ping), or any; DIRECTION in, out or both. What follows a # is a comment.
 */
class FaultPlan
{
  public:
    FaultPlan() = default; //!< No fault.

    /** @param text see above
     * @param name what messages call it; std::invalid_argument "NAME, line N: what is wrong" */
    FaultPlan(std::istream& text, const std::string& name);

    /** @param path of a file @return its plan; std::invalid_argument as for the constructor, or if
     * it cannot be read */
    static FaultPlan ReadFile(const std::string& path);

    /** @param other plan, whose faults come after those of this one */
    void Append(const FaultPlan& other);

    /** @return the faults, in the order of the text */
    const std::vector<Fault>& GetFaults() const
    {
        return m_faults;
    }

  private:
    void Append(Fault fault); //!< @param fault without its number

    std::vector<Fault> m_faults; //!< in the order of the text
};

} // namespace ns3::faults

#endif // FAULTS_PLAN_H
