/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_INJECTOR_H
#define FAULTS_INJECTOR_H

#include "faults-effects.h"
#include "faults-plan.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup faults
 * @brief Injects the faults of a plan, and reports their times: the truth for detectors.
 *
 * Of several faults of one kind on one target the last to start is in force. When it ends, the
 * previous fault is in force again; a crash and a hang of one server are of one kind. After the
 * last fault the original state returns. Links and hosts that are down drop packets; routing is not
 * notified.
 */
class FaultInjector : public Object
{
  public:
    /** @param fault that begins or ends */
    typedef void (*FaultTracedCallback)(const faults::Fault& fault);

    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param name of a link in the plan, not used before (std::invalid_argument)
     * @param device one end of it; a fault "loss" is at this end */
    void AddLink(const std::string& name, Ptr<NetDevice> device);

    /** @param name of a host in the plan, not used before (std::invalid_argument)
     * @param node it */
    void AddHost(const std::string& name, Ptr<Node> node);

    /** @param name of a route in the plan; with the same name again it changes at several nodes
     * @param route that packets take during a fault */
    void AddRoute(const std::string& name, const faults::FaultRoute& route);

    /** @param name of a server in the plan, not used before (std::invalid_argument)
     * @param server a Faultable */
    void AddServer(const std::string& name, Ptr<Object> server);

    /** Begin, once, when all targets have their names. std::invalid_argument: the plan is wrong, a
     * target is not known, or a fault begins before now */
    void Start();

    const std::vector<faults::Fault>& GetFaults() const; //!< @return those of the plan, since Start
    uint32_t GetBegun() const;                           //!< @return faults that have begun
    std::vector<std::string> GetInputFiles() const; //!< @return file of the plan, if there is one

    /** @return a table of all faults: kind, target, begin and end in s, empty without end, value,
     * a rate in bit/s, a delay in s or a probability of loss, and whether it is relative, 0 or 1: a
     * share of the rate, or more delay than there was */
    burst::Statistic::Table GetTruth() const;

    /** Before Start. @param stream first one @return how many streams are used: one for each link
     */
    int64_t AssignStreams(int64_t stream);

  private:
    bool HasStarted() const; //!< @return whether Start was called

    /** Faults that cannot be in force at the same time. */
    struct Group
    {
        faults::FaultEffect effect;               //!< what they do
        std::vector<const faults::Fault*> active; //!< those that go on, the one in force last
    };

    void Schedule(); //!< Read the plan, and schedule its faults.
    /** @param fault of the plan @return its group, which is made with the first fault of it */
    std::size_t FindGroup(const faults::Fault& fault);
    /** @param fault of the plan @return what it does; std::invalid_argument: unknown target */
    faults::FaultEffect MakeEffect(const faults::Fault& fault) const;
    void Begin(const faults::Fault& fault); //!< @param fault that is due
    void End(const faults::Fault& fault);   //!< @param fault that is over

    std::string m_text; //!< attribute Plan
    std::string m_file; //!< attribute PlanFile

    std::map<std::string, Ptr<NetDevice>> m_links;                   //!< by name
    std::map<std::string, Ptr<Node>> m_hosts;                        //!< by name
    std::map<std::string, std::vector<faults::FaultRoute>> m_routes; //!< by name
    std::map<std::string, Ptr<Object>> m_servers;                    //!< by name
    int64_t m_stream{-1};                                            //!< first one
    faults::FaultPlan m_plan;                                        //!< since Start
    bool m_started{false};                                           //!< Start was called
    std::map<std::pair<int, std::string>, std::size_t> m_found;      //!< groups by kind and target
    std::vector<Group> m_groups;                                     //!< of faults
    std::vector<std::size_t> m_groupOf;                              //!< of each fault
    uint32_t m_begun{0};                                             //!< see GetBegun

    TracedCallback<const faults::Fault&> m_beginTrace; //!< trace source Begin
    TracedCallback<const faults::Fault&> m_endTrace;   //!< trace source End
};

} // namespace ns3

#endif // FAULTS_INJECTOR_H
