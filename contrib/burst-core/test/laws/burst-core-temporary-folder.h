/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TEMPORARY_FOLDER_H
#define BURST_CORE_TEMPORARY_FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

/**
 * A folder of its own for the files of a test. The folder goes with the program and not with the
 * test: a run that a later test records names each file that the program has read.
 */
class TemporaryFolder
{
    /** Removes folders when the program ends, and not when a child of the program does. */
    struct Made
    {
        ~Made()
        {
            for (const auto& path : getpid() == program ? paths : decltype(paths){})
            {
                std::filesystem::remove_all(path);
            }
        }

        std::vector<std::filesystem::path> paths; //!< the folders
        pid_t program{getpid()};                  //!< its process
    };

  public:
    TemporaryFolder()
    {
        std::string name = testing::TempDir() + "burstlab-XXXXXX";
        if (!mkdtemp(name.data()))
        {
            throw std::runtime_error("no folder " + name);
        }
        m_path = name;
        static Made made;
        made.paths.push_back(m_path);
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /** @return the folder */
    const std::filesystem::path& GetPath() const
    {
        return m_path;
    }

    /**
     * @param content of a new file
     * @return its path
     */
    std::string Write(const std::string& content)
    {
        const auto path = m_path / (std::to_string(m_files++) + ".txt");
        std::ofstream(path) << content;
        return path;
    }

  private:
    std::filesystem::path m_path; //!< the folder
    int m_files{0};               //!< files written
};

#endif // BURST_CORE_TEMPORARY_FOLDER_H
