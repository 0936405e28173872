/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_H

#include "atm-abr-use-it-or-lose-it-rule.h"

#include "ns3/object.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Makes the rules for rates that are not used, one for each source.
 */
class AbrUseItOrLoseIt : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return a rule, for one source @throw std::invalid_argument an attribute is not allowed */
    std::unique_ptr<AbrUseItOrLoseItRule> MakeRule() const;

  private:
    /** @return a rule @throw std::invalid_argument an attribute is not allowed */
    virtual std::unique_ptr<AbrUseItOrLoseItRule> DoMakeRule() const = 0;
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_H
