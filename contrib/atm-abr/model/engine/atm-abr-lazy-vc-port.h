/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_VC_PORT_H
#define ATM_ABR_LAZY_VC_PORT_H

#include "atm-abr-lazy-port.h"
#include "atm-abr-ring.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A port of AtmLazyEngine with a queue, called line here, for each flow, served in turn.
 */
class AtmLazyVcPort final : public AtmLazyPort
{
  public:
    using AtmLazyPort::AtmLazyPort;
    int64_t GetQueue(AtmTime time) const override;
    int64_t GetBehind(const AtmLazyAgenda::Content& content) const override;
    void CheckService(AtmTime time, uint32_t step, uint32_t place) override;

  private:
    void Serve(AtmTime time, bool including) override;
    void Enqueue(const AtmLazyCell& cell) override;
    bool IsCounted() const override;

    std::vector<atm::Ring<AtmLazyCell>> m_lines = std::vector<atm::Ring<AtmLazyCell>>(
        m_routes.GetPort(m_number).flows.size()); //!< cells that are not yet served
    int64_t m_waiting{0};                         //!< how many
    std::size_t m_turn{0};                        //!< the line that is asked first
    AtmTime m_ready{0};                           //!< when a cell last joined empty lines
    AtmTime m_busy{0};                            //!< until when it sends
    bool m_serving{false};                        //!< m_served is there
    AtmLazyCell m_served;                         //!< the cell that is being sent
};

} // namespace ns3

#endif // ATM_ABR_LAZY_VC_PORT_H
