/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_STEERED_COPY_H
#define IEPM_STEERED_COPY_H

#include "iepm-steering-law.h"

#include "ns3/application.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-copy-probe.h"
#include "ns3/path-measurement-result.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief A bulk transfer that is steered by forecasts and its progress (IEPM-BW, slide 30).
 *
 * With a Search it first measures windows and streams at each site, takes those that carry most,
 * and scales the forecast to what they carried. It starts as QBSS, at the site with the earliest
 * forecast end. The copy is divided into pieces of CheckInterval, each of which resumes where the
 * previous piece ended; after each piece SteeringLaw decides the next one. To simulate a long
 * transfer cheaply a Sample of each piece is sent. A transfer that moves sends the rest to the
 * other site, if its forecast end is earlier there.
 */
class SteeredCopy : public Application
{
  public:
    /** Who decides on its class. */
    enum Policy
    {
        STEERED,     //!< the law
        SCAVENGER,   //!< nobody: always QBSS
        BEST_EFFORT, //!< nobody: never QBSS
    };

    static TypeId GetTypeId(); //!< @return the TypeId

    /** Before the start.
     * @param name of a site
     * @param address of its host
     * @param forecast of the rate of the copy there */
    void AddSite(const std::string& name,
                 Ipv4Address address,
                 const iepm::DurationForecast& forecast);

    /** @return when the forecasts have the transfer end, as told to the user before the first
     * piece; none: beyond twice the deadline, or it has not begun */
    std::optional<Time> GetPredictedEnd() const;
    const std::string& GetSite() const; //!< @return name of the site where it is; one is there
    const iepm::DurationForecast& GetForecast() const; //!< @return of the rate there
    uint64_t GetSent() const;                          //!< @return bytes that are there
    std::optional<Time> GetEnd() const;                //!< @return when all was sent

    /** @param site that was searched
     * @param result of it */
    typedef void (*SearchTracedCallback)(const std::string& site, const MeasurementResult& result);
    /** @param site at which the first piece has begun */
    typedef void (*BegunTracedCallback)(const std::string& site);
    /** @param site to which a piece goes
     * @param limit for how long it sends at most */
    typedef void (*PieceTracedCallback)(const std::string& site, Time limit);
    /** @param step of the law
     * @param site at which the transfer goes on */
    typedef void (*StepTracedCallback)(const iepm::SteeringLaw::Step& step,
                                       const std::string& site);

  protected:
    void DoDispose() override;

  private:
    bool HasStarted() const; //!< @return whether the transfer has begun

    /** Where the data can go. */
    struct Site
    {
        std::string name;                //!< of it
        Ipv4Address address;             //!< of its host
        iepm::DurationForecast forecast; //!< of the rate there
        std::optional<measurement::WindowTrial>
            best{}; //!< by the search; none: windows and streams of Copy
    };

    void StartApplication() override;
    void StopApplication() override;

    void Search(std::size_t site); //!< @param site from which on sites are searched
    /** @param result of a search
     * @param site that was searched */
    void Searched(std::size_t site, const MeasurementResult& result);
    void Choose();                             //!< The site, and begin there.
    void Begin();                              //!< Begin a piece.
    void End(const MeasurementResult& result); //!< @param result of a piece
    void Check(bool well); //!< What the next piece does. @param well whether the last one went well
    /** @param bits to send
     * @param other site that is not looked at
     * @return the site where they are sent first, and when; none: not until GetLatest() at any,
     * and the site has the most by then */
    std::pair<uint32_t, std::optional<Time>> FindSite(double bits,
                                                      std::optional<uint32_t> other = {}) const;
    Time GetLatest() const; //!< @return until when an end is looked for

    burst::ObjectText m_text;   //!< attribute Copy
    burst::ObjectText m_search; //!< attribute Search
    Policy m_policy;            //!< attribute Policy
    uint64_t m_volume;          //!< attribute Volume
    Time m_deadline;            //!< attribute Deadline
    Time m_check;               //!< attribute CheckInterval
    double m_sample;            //!< attribute Sample
    Time m_lately;              //!< attribute Lately
    double m_ahead;             //!< attribute Ahead
    DataRate m_floor;           //!< attribute Floor
    uint32_t m_checks;          //!< attribute Checks

    std::vector<Site> m_sites;              //!< in the order in which they were added
    uint32_t m_site{0};                     //!< at which the transfer is
    Time m_due;                             //!< the deadline
    std::optional<iepm::SteeringLaw> m_law; //!< since the start
    bool m_scavenger{true};                 //!< whether the next piece is QBSS
    std::optional<Time> m_predicted;        //!< see GetPredictedEnd
    uint64_t m_size{0};                     //!< bytes of the piece, at most
    uint64_t m_sent{0};                     //!< bytes that are there
    std::optional<Time> m_end;              //!< see GetEnd
    Ptr<WindowSearchProbe> m_probe;         //!< the search, or null
    Ptr<CopyProbe> m_copy;                  //!< the piece
    EventId m_next;                         //!< Begin

    TracedCallback<const std::string&, const MeasurementResult&>
        m_searchTrace;                                     //!< trace source Search
    TracedCallback<const std::string&> m_begunTrace;       //!< trace source Begun
    TracedCallback<const std::string&, Time> m_pieceTrace; //!< trace source Piece
    TracedCallback<const iepm::SteeringLaw::Step&, const std::string&>
        m_stepTrace; //!< trace source Step
};

} // namespace ns3

#endif // IEPM_STEERED_COPY_H
