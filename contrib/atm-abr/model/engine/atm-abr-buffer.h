/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_BUFFER_H
#define ATM_ABR_BUFFER_H

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Callback for the decisions of a buffer about data cells.
 */
class AtmBufferListener
{
  public:
    virtual ~AtmBufferListener() = default;

    /**
     * Called for each arriving data cell, in order, before any effect of the decision.
     * @param vc number of its VC at the port
     * @param accepted whether it was
     */
    virtual void OnData(uint32_t vc, bool accepted) = 0;
};

/**
 * @ingroup atm-abr
 * @brief Decides which cells a port accepts, with early and partial packet discard.
 *
 * Early packet discard (EPD) refuses whole frames whose first cell finds more cells than a
 * threshold. Partial packet discard (PPD) refuses the rest of a frame that lost a cell, but for its
 * last cell, which marks where the next frame begins. Both are those of A. Romanow and S. Floyd,
 * Dynamics of TCP Traffic over ATM Networks, IEEE JSAC 13(4), 1995. RM cells belong to no frame.
 */
class AtmBuffer
{
  public:
    static constexpr int64_t UNLIMITED = std::numeric_limits<int64_t>::max(); //!< cells

    /** The numbers of a buffer. */
    struct Parameters
    {
        int64_t limit{UNLIMITED};          //!< cells, that in service included, at least 1
        int64_t frameThreshold{UNLIMITED}; //!< cells, not negative; UNLIMITED: no EPD
        bool partialDiscard{false};        //!< PPD
        AtmBufferListener* listener{};     //!< or null; not called by an open buffer
    };

    /**
     * @param parameters the numbers
     * @param vcs number of VCs through the port
     * @throw std::invalid_argument one of the numbers is not allowed
     */
    AtmBuffer(const Parameters& parameters, uint32_t vcs);

    /** @return whether every data cell is accepted, so that nobody has to ask */
    bool IsAlwaysOpen() const
    {
        return m_parameters.limit == UNLIMITED && m_parameters.frameThreshold == UNLIMITED;
    }

    /** @param queue cells @return whether there is room for an RM cell */
    bool AcceptRm(int64_t queue) const
    {
        return queue < m_parameters.limit;
    }

    /**
     * @param vc number of a VC
     * @param last whether the cell is the last one of its frame
     * @param queue cells
     * @return whether the data cell is accepted
     */
    bool AcceptData(uint32_t vc, bool last, int64_t queue);

  private:
    /** What becomes of the frame of a VC. */
    enum State : uint8_t
    {
        BEGIN,  //!< its first cell is the next one
        WHOLE,  //!< all its cells were accepted
        BROKEN, //!< it lost a cell, and PPD loses the others
        EARLY,  //!< EPD refused it
    };

    const Parameters m_parameters; //!< the numbers
    std::vector<State> m_states;   //!< by VC
};

} // namespace ns3

#endif // ATM_ABR_BUFFER_H
