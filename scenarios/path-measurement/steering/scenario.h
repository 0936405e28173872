/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_STEERING_SCENARIO_H
#define PATH_MEASUREMENT_STEERING_SCENARIO_H

#include "forecasts.h"
#include "network.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/iepm-steered-copy.h"
#include "ns3/nstime.h"
#include "ns3/scenario-runner-scenario.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A bulk transfer that is steered by forecasts from tests before it, and what others pay. */
class PathMeasurementSteeringScenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** How the transfer is steered. */
    enum Policy
    {
        STEERED,     //!< by the law
        SCAVENGER,   //!< not: QBSS to the site
        BEST_EFFORT, //!< not: best effort to the site
        OTHER_SITE,  //!< not: QBSS to the replica
    };

    void DoBuild() override;
    void DoReport() override;

    static TypeId AddTransfer(TypeId type);        //!< @param type any @return it with the transfer
    static TypeId AddMeasurements(TypeId type);    //!< @param type any @return it with the tests
    void CheckInput() const;                       //!< What attributes alone cannot say.
    SteeringNetwork::Settings GetSettings() const; //!< @return attributes
    burst::ObjectText GetCopy() const;             //!< @return attribute Copy, scaled
    burst::ObjectText GetSearch() const;           //!< @return attribute Search, scaled
    void BuildTests();                             //!< Tests of both sites, before the transfer.
    void BuildTransfer();                          //!< The transfer.
    void ScheduleOthersInSearch();                 //!< Others go on during searches.
    void StartTransfer();                          //!< The transfer begins now.
    /** @param site that was searched @param result of it */
    void NotifySearch(const std::string& site, const MeasurementResult& result);
    void RecordProgress(); //!< Note the progress.
    /** @param step of the law @param site at which the transfer goes on */
    void NotifyStep(const iepm::SteeringLaw::Step& step, const std::string& site);
    /** @param step of the law @param site where the transfer goes on @param action in words */
    void AddDecision(const iepm::SteeringLaw::Step& step,
                     const std::string& site,
                     const std::string& action);
    Time GetPeriod() const;   //!< @return between checks
    double GetFactor() const; //!< @return bytes of others that a byte stands for
    /** @param name of a site @return its number */
    uint32_t FindSite(const std::string& name) const;
    /** @param site to which a piece begins @param limit for how long it sends at most */
    void NotifyPiece(const std::string& site, Time limit);
    /** @param outcome of others @param object name of it @return the outcome */
    SteeringNetwork::Outcome ReportNetwork(const SteeringNetwork::Outcome& outcome,
                                           const std::string& object);
    void ReportTransfer(); //!< Forecast and what came.
    void ReportOthers();   //!< What others lost.
    void WriteDecisions(); //!< The log.
    void WriteProgress();  //!< The series.

    std::string m_hostsFile;           //!< attribute HostsFile
    std::string m_site;                //!< attribute Site
    std::string m_replica;             //!< attribute Replica
    uint64_t m_volume;                 //!< attribute Volume
    double m_scale;                    //!< attribute Scale
    Policy m_policy;                   //!< attribute Policy
    Time m_deadline;                   //!< attribute Deadline
    burst::ObjectText m_steering;      //!< attribute Steering
    burst::ObjectText m_copyText;      //!< attribute Copy
    burst::ObjectText m_search;        //!< attribute Search
    PathMeasurementStack::Year m_year; //!< attribute Stack
    burst::ObjectText m_cross;         //!< attribute CrossTraffic
    burst::ObjectText m_events;        //!< attribute Events
    burst::ObjectText m_forecaster;    //!< attribute Forecaster
    Time m_training;                   //!< attribute Training
    Time m_testInterval;               //!< attribute TestInterval
    Time m_testDuration;               //!< attribute TestDuration
    Time m_login;                      //!< attribute LoginTime
    Time m_pingInterval;               //!< attribute PingInterval
    Time m_settle;                     //!< attribute Settle

    std::unique_ptr<SteeringNetwork> m_network;        //!< with the transfer
    std::unique_ptr<SteeringNetwork> m_alone;          //!< without it
    std::unique_ptr<SteeringForecasts> m_forecasts;    //!< of sites
    Ptr<SteeredCopy> m_copy;                           //!< the transfer
    uint32_t m_first{0};                               //!< where it begins
    Time m_begin;                                      //!< of the first piece
    std::optional<iepm::DurationForecast> m_forecast;  //!< of the rate there, then
    std::optional<Time> m_soonest;                     //!< end by the band
    std::optional<Time> m_latest;                      //!< likewise
    std::vector<std::vector<std::string>> m_decisions; //!< rows
    std::vector<std::pair<double, double>> m_progress; //!< bytes that were sent, and forecast
};

} // namespace ns3

#endif // PATH_MEASUREMENT_STEERING_SCENARIO_H
