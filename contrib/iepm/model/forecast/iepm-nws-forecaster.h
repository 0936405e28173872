/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_NWS_FORECASTER_H
#define IEPM_NWS_FORECASTER_H

#include "iepm-forecaster.h"

#include "ns3/ptr.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The forecaster that was best so far (Wolski, Cluster Computing 1, 1998).
 *
 * Several forecasters forecast each value. The one with the least sum of errors, or the first of
 * equal ones, gives the next forecast.
 */
class NwsForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    bool HasBegun() const; //!< @return whether the attributes were used
    void DoDispose() override;
    void Begin(); //!< Make what the attributes say, once.

    std::string m_text; //!< attribute Among
    bool m_absolute;    //!< attribute Absolute

    std::vector<Ptr<Forecaster>> m_among; //!< empty before the first call
    std::vector<double> m_errors;         //!< their sums, likewise
};

} // namespace ns3

#endif // IEPM_NWS_FORECASTER_H
