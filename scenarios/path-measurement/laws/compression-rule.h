/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_COMPRESSION_RULE_H
#define PATH_MEASUREMENT_COMPRESSION_RULE_H

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Whether a copy is faster with compression: the rule f(compressibility, MHz, Mbit/s) of
 * slide 26.
 *
 * A copy is a pipeline: the slowest of disks, processors and path is its rate. A processor that
 * compresses or expands also has the protocol to do, of fewer bytes.
 */
struct CompressionRule
{
    double ratio{1};           //!< size of the file over its compressed size
    double path{0};            //!< what the path carries, bit/s
    double sourceMegahertz{0}; //!< processor that sends; 0: no limit
    double sinkMegahertz{0};   //!< processor that receives; 0: no limit
    double cyclesPerByte{0};   //!< of the protocol
    double compression{0.13};  //!< Mb/s of data for each MHz
    double expansion{0.5};     //!< Mb/s of data for each MHz
    double sourceDisk{0};      //!< bit/s; 0: no limit
    double sinkDisk{0};        //!< bit/s; 0: no limit

    /** @param compressed whether it is @return predicted rate of the file's data, bit/s */
    double GetRate(bool compressed) const;
    /** @param bytes of the file @param compressed whether it is @return predicted time, s */
    double GetTime(double bytes, bool compressed) const;
    bool IsWorthIt() const; //!< @return whether the copy is faster with compression
};

} // namespace ns3

#endif // PATH_MEASUREMENT_COMPRESSION_RULE_H
