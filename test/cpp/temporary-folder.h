/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TEMPORARY_FOLDER_H
#define BURST_TRAFFIC_TEMPORARY_FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

/** A folder of its own for the files of a test, which goes with it. */
class TemporaryFolder
{
  public:
    TemporaryFolder()
        : m_path(testing::TempDir() + "burst-traffic-XXXXXX")
    {
        if (!mkdtemp(m_path.data()))
        {
            throw std::runtime_error("no folder " + m_path);
        }
    }

    ~TemporaryFolder()
    {
        std::filesystem::remove_all(m_path);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /**
     * @param content of a new file
     * @return its path
     */
    std::string Write(const std::string& content)
    {
        const auto path = m_path + "/" + std::to_string(m_files++) + ".txt";
        std::ofstream(path) << content;
        return path;
    }

  private:
    std::string m_path; //!< the folder
    int m_files{0};     //!< files in it
};

#endif // BURST_TRAFFIC_TEMPORARY_FOLDER_H
