/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A switch algorithm of your own, as a plugin: this file is all there is. It becomes a library that
// any program with ATM ABR can load.

#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/double.h"

#include <algorithm>

namespace ns3
{

/** Each VC gets the same part of the link, whether the others use theirs or not. */
class EqualShareAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId();

  private:
    void DoStart() override
    {
        SetShare(m_utilization * GetCapacity() / std::max(1U, GetVcs()));
    }

    void DoBackwardRm(AtmTime /* now */,
                      uint32_t /* vc */,
                      double /* ccr */,
                      int64_t /* queue */,
                      AbrFeedback& feedback) override
    {
        feedback.er = std::min(feedback.er, GetShare());
    }

    double m_utilization; // attribute Utilization
};

NS_OBJECT_ENSURE_REGISTERED(EqualShareAlgorithm);

TypeId
EqualShareAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EqualShareAlgorithm")
                            .SetParent<AbrSwitchAlgorithm>()
                            .SetGroupName("Examples")
                            .AddConstructor<EqualShareAlgorithm>()
                            .AddAttribute("Utilization",
                                          "Part of the link that all VCs together get.",
                                          DoubleValue(0.9),
                                          MakeDoubleAccessor(&EqualShareAlgorithm::m_utilization),
                                          MakeDoubleChecker<double>(0.01, 1));
    return tid;
}

} // namespace ns3
