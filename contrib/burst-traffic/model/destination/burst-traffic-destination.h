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
 * The first call of SetDevices fixes the attributes, but for Fraction and LocalFraction. A subclass
 * implements DoDraw, which draws a destination, and DoGetProbability.
 */
class DestinationPattern : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId
    DestinationPattern();      //!< Without devices.

    /**
     * Set the number of devices, and restart the random stream.
     * @param devices number of devices, at least 2
     * @throw std::invalid_argument the number is too small or contradicts an attribute
     */
    void SetDevices(uint32_t devices);

    /**
     * Set the devices with their subtrees and kinds, as a topology gives them, and restart the
     * random stream. CPUs are the devices of kind "cpu", or all devices if none has that kind. All
     * others are I/O devices, which send to CPUs only: CPUs process their requests. Patterns that
     * do not distinguish devices use their number only.
     * @param subtrees name of the subtree of each device; all empty for a network without subtrees
     * @param kinds kind of each device
     * @throw std::invalid_argument the devices contradict an attribute
     */
    void SetDevices(const std::vector<std::string>& subtrees,
                    const std::vector<std::string>& kinds);

    uint32_t GetDevices() const; //!< @return the number of devices, 0 before it is set

    /**
     * @param source number of a device (std::invalid_argument)
     * @return the next destination of the source, never the source itself
     */
    uint32_t Draw(uint32_t source);

    /**
     * @param source number of a device (std::invalid_argument)
     * @param destination number of a device (std::invalid_argument)
     * @return the exact probability that the source draws this destination; 0 for the source
     *         itself. The sum over all destinations is 1.
     */
    double GetProbability(uint32_t source, uint32_t destination) const;

    /**
     * @return paths of the files that the pattern reads, from its attributes; none by default. The
     *         contents of these files are part of the identity of a run.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /**
     * Set the random stream and restart the pattern with it.
     * @param stream index of the stream, -1 for one that ns-3 allocates
     * @return the number of streams used, 1
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    /**
     * @param accessor of an attribute that acts when the devices are set
     * @return an accessor that refuses other values from then on
     */
    static Ptr<const AttributeAccessor> UntilDevices(Ptr<const AttributeAccessor> accessor);

    const traffic::DestinationGroup& GetAll() const;  //!< @return all devices
    const traffic::DestinationGroup& GetCpus() const; //!< @return the CPUs
    bool HasSubtrees() const;                         //!< @return whether the network has subtrees

    /**
     * @param random the generator of a source
     * @param source the source
     * @return a device other than the source, drawn uniformly
     */
    uint32_t DrawOther(traffic::StreamRandom& random, uint32_t source) const;

    /**
     * @param attribute name of an attribute whose value is a list of devices, as "0,4,7"
     * @param text value of the attribute; std::invalid_argument if not a list of distinct devices
     * @return the devices
     */
    std::vector<uint32_t> ReadDevices(const std::string& attribute, const std::string& text) const;

    /**
     * @param attribute name of an attribute
     * @param value value of the attribute
     * @param allowed values that the attribute takes
     * @throw std::invalid_argument always, with a sentence of these three
     */
    [[noreturn]] void Refuse(const std::string& attribute,
                             const std::string& value,
                             const std::string& allowed) const;

    /**
     * @param need what the network lacks
     * @throw std::invalid_argument always, with a sentence that names it
     */
    [[noreturn]] void RefuseNetwork(const std::string& need) const;

  private:
    bool HasDevices() const; //!< @return whether the number of devices is set

    /**
     * @param device a device of a network without subtrees
     * @return number of the subtree of the device, from 0 without gaps; by default each device is a
     *         subtree of its own
     */
    virtual uint32_t DoGetSubtree(uint32_t device) const;

    /** Evaluate the attributes for the number of devices. Does nothing by default.
     * @throw std::invalid_argument an attribute contradicts the number of devices */
    virtual void DoSetDevices();

    /**
     * Draw what all sources share, such as a permutation. Does nothing by default.
     * @param random the generator of the pattern
     */
    virtual void DoStart(traffic::StreamRandom& random);

    /**
     * @param source a device
     * @param random generator of the source
     * @return the next destination of the source
     */
    virtual uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const = 0;

    /**
     * @param source a device
     * @param destination another device
     * @return the probability of the destination
     */
    virtual double DoGetProbability(uint32_t source, uint32_t destination) const = 0;

    /**
     * SetDevices.
     * @param subtrees by device
     * @param isCpu by device
     */
    void Configure(const std::vector<uint32_t>& subtrees, const std::vector<bool>& isCpu);

    /** Begin with the stream, if the number of devices is set. */
    void Start();

    /** @param device a number; std::invalid_argument if no device has this number */
    void Check(uint32_t device) const;

    uint32_t m_devices{0};                           //!< number of devices
    bool m_knowsSubtrees{false};                     //!< the network has subtrees
    std::optional<traffic::DestinationGroup> m_all;  //!< all devices
    std::optional<traffic::DestinationGroup> m_cpus; //!< the CPUs
    traffic::StreamRandom m_origin;                  //!< generator of the pattern, at its start
    std::vector<traffic::StreamRandom> m_random;     //!< generator of each source
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_H
