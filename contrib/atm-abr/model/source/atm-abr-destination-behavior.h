/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_DESTINATION_BEHAVIOR_H
#define ATM_ABR_DESTINATION_BEHAVIOR_H

#include "atm-abr-destination.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Makes ABR destinations, AbrDestination.
 */
class AbrDestinationBehavior : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return a destination @throw std::invalid_argument an attribute is not allowed */
    AbrDestination MakeDestination() const;

  private:
    DataRate m_explicitRate; //!< attribute ExplicitRate
    Time m_becnInterval;     //!< attribute BecnInterval
};

} // namespace ns3

#endif // ATM_ABR_DESTINATION_BEHAVIOR_H
