/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-packet-pair-probe.h"

#include "path-measurement-pair-estimator.h"
#include "path-measurement-pathrate-estimator.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/path-measurement-packet-pairs.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PacketPairProbe);

TypeId
PacketPairProbe::GetTypeId()
{
    using Self = PacketPairProbe;
    static TypeId tid =
        TypeId("ns3::PacketPairProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute(
                "Estimator",
                "The tool: pathrate, ABwE, spruce or one of your own.",
                burst::ObjectTextValue(burst::ObjectText(PathrateEstimator::GetTypeId().GetName(),
                                                         PairEstimator::GetTypeId())),
                BetweenMeasurements(burst::MakeObjectTextAccessor(&Self::m_estimator)),
                burst::MakeObjectTextChecker<PairEstimator>());
    return tid;
}

UdpProbe::Values
PacketPairProbe::Estimate(const std::vector<ProbeTrain>& trains) const
{
    const PacketPairs pairs(trains);
    auto values = m_estimator.Create<PairEstimator>()->Estimate(pairs);
    values.push_back({"whole", static_cast<double>(pairs.GetWhole()), "1"});
    values.push_back({"unresolved", static_cast<double>(pairs.GetUnresolved()), "1"});
    return values;
}

TrainPlan
PacketPairProbe::MakePlan(const Draw& draw) const
{
    return m_estimator.Create<PairEstimator>()->MakePlan(draw);
}

void
PacketPairProbe::Conclude(const Values& values, bool current)
{
    Report(values);
    const bool whole = Find(values, "whole") > 0;
    const bool resolved = Find(values, "whole") > Find(values, "unresolved");
    Complete(!whole      ? "no train came whole and in order"
             : !resolved ? "the clock of the remote host resolved no train"
                         : "");
}

} // namespace ns3
