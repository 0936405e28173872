/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-parameters.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <string>

namespace ns3
{

using burst::CheckParameter;

AbrSourceParameters
AbrSourceParameters::Document()
{
    AbrSourceParameters p;
    p.mcr = 0.5e6 / CELL_BITS;
    p.icr = 10e6 / CELL_BITS;
    p.rif = 1.0 / 256;
    p.crm = 32;
    p.cdf = 0.5;
    return p;
}

void
AbrSourceParameters::SetExposure(uint32_t tbe, AtmTime frtt)
{
    Check();
    CheckParameter(tbe >= 1 && tbe <= 16'777'215,
                   "the transient buffer exposure TBE, in cells,",
                   tbe,
                   "numbers from 1 to 16777215");
    CheckParameter(frtt >= 0, "the round-trip time FRTT, in ps,", frtt, "times from 0 on");
    crm = (tbe - 1) / nrm + 1;
    if (frtt > 0)
    {
        icr = std::max(mcr, std::min(icr, static_cast<double>(tbe) * ATM_SECOND / frtt));
    }
}

void
AbrSourceParameters::Check() const
{
    const std::string highest = burst::WriteDouble(HIGHEST);
    const std::string part = "numbers above 0, up to 1";
    CheckParameter(pcr > 0 && pcr <= HIGHEST,
                   "the peak cell rate PCR, in cells per second,",
                   pcr,
                   "rates above 0, up to " + highest);
    CheckParameter(mcr >= 0 && mcr <= pcr,
                   "the minimum cell rate MCR, in cells per second,",
                   mcr,
                   "rates from 0 to the peak, " + burst::WriteDouble(pcr));
    CheckParameter(icr > 0 && icr >= mcr && icr <= pcr,
                   "the initial cell rate ICR, in cells per second,",
                   icr,
                   "rates above 0, from the minimum, " + burst::WriteDouble(mcr) +
                       ", to the peak, " + burst::WriteDouble(pcr));
    CheckParameter(rif > 0 && rif <= 1, "the rate increase factor RIF", rif, part);
    CheckParameter(rdf > 0 && rdf <= 1, "the rate decrease factor RDF", rdf, part);
    CheckParameter(nrm >= 2 && nrm <= 256, "Nrm, in cells,", nrm, "numbers from 2 to 256");
    CheckParameter(mrm >= 1 && mrm <= 255, "Mrm, in cells,", mrm, "numbers from 1 to 255");
    CheckParameter(trm > 0, "Trm, in ps,", trm, "times above 0");
    CheckParameter(tcr >= 1e-3 && tcr <= HIGHEST,
                   "the tagged cell rate TCR, in cells per second,",
                   tcr,
                   "rates from 0.001 to " + highest);
    CheckParameter(crm >= 1, "CRM, in RM cells,", crm, "numbers from 1 on");
    CheckParameter(cdf >= 0 && cdf <= 1,
                   "the cutoff decrease factor CDF",
                   cdf,
                   "numbers from 0 to 1");
}

} // namespace ns3
