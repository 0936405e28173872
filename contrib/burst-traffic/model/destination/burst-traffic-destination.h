/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_H
#define BURST_TRAFFIC_DESTINATION_H

#include "burst-traffic-destination-group.h"

#include "ns3/burst-traffic-random.h"
#include "ns3/object.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Where the devices of a network send to: the rows of a traffic matrix and draws from them.
 *
 * Devices are numbered from 0; none sends to itself. The pattern knows no Simulator and no Packet,
 * and one pattern serves all devices: each source draws from a generator of its own, split off the
 * one stream of the pattern, so that what a source draws does not depend on when others draw.
 *
 * Attributes are set first, then the number of devices. A subclass says where a source sends to in
 * DoDraw and with which probabilities in DoGetProbability.
 */
class DestinationPattern : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    DestinationPattern();      //!< Without devices.

    /**
     * Lay the pattern over a network and begin anew with the stream.
     * @param devices the number of devices, at least 2; std::invalid_argument if the attributes do
     *        not fit it
     */
    void SetDevices(uint32_t devices);

    /**
     * The same over a network that tells more of its devices, as a topology does. CPUs are those of
     * kind "cpu", or all where none is; I/O devices, all others, send to CPUs only, since those
     * process their requests. Patterns to which this is no matter take the number of devices alone.
     * @param subtrees by device the name of its subtree; all empty: the network tells none
     * @param kinds by device its kind
     */
    void SetDevices(const std::vector<std::string>& subtrees,
                    const std::vector<std::string>& kinds);

    uint32_t GetDevices() const; //!< @return the number of devices, 0 before it is set

    /**
     * @param source a device; std::invalid_argument if it is none
     * @return the device that it sends to next, never the source
     */
    uint32_t Draw(uint32_t source);

    /**
     * @param source a device
     * @param destination a device; std::invalid_argument if one of them is none
     * @return the exact probability that a draw of the source is that destination: the sum over the
     *         destinations is 1, that of the source itself 0
     */
    double GetProbability(uint32_t source, uint32_t destination) const;

    /**
     * @return files the pattern reads, from the attributes; by default none. What they contain is
     *         part of what identifies a run.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /**
     * Set the random stream and begin anew with it.
     * @param stream index of the stream, -1 for one that ns-3 allocates
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    const burst::DestinationGroup& GetAll() const;  //!< @return all devices
    const burst::DestinationGroup& GetCpus() const; //!< @return the CPUs
    bool KnowsSubtrees() const; //!< @return whether the network told its subtrees

    /**
     * @param random the generator of a source
     * @param source the source
     * @return one of the other devices, all with the same probability
     */
    uint32_t DrawOther(burst::StreamRandom& random, uint32_t source) const;

    /**
     * @param attribute name of an attribute whose value is a list of devices, as "0,4,7"
     * @param text its value; std::invalid_argument if it is no list of different devices
     * @return the devices
     */
    std::vector<uint32_t> ReadDevices(const std::string& attribute, const std::string& text) const;

    /**
     * @param attribute name of an attribute
     * @param value its value
     * @param allowed what it takes
     * @throw std::invalid_argument a sentence of these
     */
    [[noreturn]] void Refuse(const std::string& attribute,
                             const std::string& value,
                             const std::string& allowed) const;

    /**
     * @param need what the network lacks
     * @throw std::invalid_argument a sentence of it
     */
    [[noreturn]] void RefuseNetwork(const std::string& need) const;

  private:
    /**
     * @param device a device of a network that told no subtrees
     * @return the number of its subtree, from 0 without a gap; by default each has one of its own
     */
    virtual uint32_t DoGetSubtree(uint32_t device) const;

    /** Take over the attributes for the number of devices; std::invalid_argument if they do not
     * fit. Without attributes there is nothing to do. */
    virtual void DoSetDevices();

    /**
     * Draw what is drawn once for all sources; for most patterns that is nothing.
     * @param random the generator of the pattern
     */
    virtual void DoStart(burst::StreamRandom& random);

    /**
     * @param source a device
     * @param random its generator
     * @return the device that it sends to next
     */
    virtual uint32_t DoDraw(uint32_t source, burst::StreamRandom& random) const = 0;

    /**
     * @param source a device
     * @param destination another one
     * @return the probability of the destination
     */
    virtual double DoGetProbability(uint32_t source, uint32_t destination) const = 0;

    /** SetDevices. @param subtrees by device @param isCpu by device */
    void Lay(const std::vector<uint32_t>& subtrees, const std::vector<bool>& isCpu);

    /** Begin with the stream, if the number of devices is set. */
    void Start();

    /** @param device a number; std::invalid_argument if it is none of a device */
    void Check(uint32_t device) const;

    uint32_t m_devices{0};                         //!< number of devices
    bool m_knowsSubtrees{false};                   //!< the network told them
    std::optional<burst::DestinationGroup> m_all;  //!< all devices
    std::optional<burst::DestinationGroup> m_cpus; //!< the CPUs
    burst::StreamRandom m_origin;                  //!< generator of the pattern, at its start
    std::vector<burst::StreamRandom> m_random;     //!< generator of each source
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_H
