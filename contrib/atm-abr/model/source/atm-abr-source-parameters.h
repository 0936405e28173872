/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_PARAMETERS_H
#define ATM_ABR_SOURCE_PARAMETERS_H

#include "ns3/atm-abr-time.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The numbers of an ABR source, in the words of TM 4.0.
 *
 * The drafts of 1995 have other words for the same numbers: AIR = RIF PCR / Nrm, RDF = Nrm / RDF of
 * TM 4.0, Xrm = CRM, Xdf = CDF. With Nrm = 32, the AIR of PCR / 8192 and the RDF of 512 of ATM
 * Forum 96-0076 are RIF = 1/256 and RDF = 1/16. What it costs not to use a rate is in an
 * AbrUseItOrLoseIt.
 */
struct AbrSourceParameters
{
    static constexpr double HIGHEST = 4'290'772'992; //!< highest rate that an RM cell can tell
    static constexpr double CELL_BITS = 424;         //!< bits of a cell with its header

    double pcr{155e6 / CELL_BITS}; //!< peak cell rate, cells per second, above 0, up to HIGHEST
    double mcr{0};                 //!< minimum cell rate, cells per second, 0 to PCR
    double icr{155e6 / CELL_BITS}; //!< initial cell rate, cells per second, above 0, MCR to PCR
    double rif{1.0 / 16};          //!< rate increase factor, part of PCR, above 0, up to 1
    double rdf{1.0 / 16};          //!< rate decrease factor, part of ACR, above 0, up to 1
    uint32_t nrm{32};              //!< cells for each forward RM cell, itself included, 2 to 256
    uint32_t mrm{2};               //!< cells after which Trm may ask for one, 1 to 255
    AtmTime trm{ATM_SECOND / 10};  //!< time after which it does, ps, above 0
    double tcr{10};                //!< tagged cell rate, cells per second, 0.001 to HIGHEST
    uint32_t crm{524'288};         //!< forward RM cells without an answer, at least 1
    double cdf{1.0 / 16};          //!< cutoff decrease factor, part of ACR, 0 to 1
    bool reschedules{false};       //!< whether a raised ACR shortens the wait for the next cell

    /** @return the values of ATM Forum 96-0076, Table 1, on a link of 155 Mb/s */
    static AbrSourceParameters Document();

    /**
     * What TM 4.0 (5.10.2) makes of the transient buffer exposure: CRM = TBE / Nrm, rounded up, and
     * ICR is at most TBE / FRTT, but not below MCR.
     * @param tbe TBE, cells, 1 to 16,777,215
     * @param frtt round-trip time FRTT, ps, not negative; 0: it is not known
     * @throw std::invalid_argument one of them, or of the numbers here, is not allowed
     */
    void SetExposure(uint32_t tbe, AtmTime frtt);

    /** @throw std::invalid_argument one of the numbers is not allowed */
    void Check() const;
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_PARAMETERS_H
