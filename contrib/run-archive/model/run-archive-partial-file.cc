/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-partial-file.h"

#include "ns3/log.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <unistd.h>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchivePartialFile");

namespace
{

/// The partial names in use, and the process that uses each: a forked one inherits those of its
/// parent.
using Names = std::map<std::string, pid_t>;

Names& GetNamesInUse();

/// A program that calls exit() during a run leaves objects of its functions undestroyed.
void
RemoveFiles()
{
    for (const auto& [name, process] : GetNamesInUse())
    {
        if (process == getpid())
        {
            std::remove(name.c_str());
        }
    }
}

/** @return the partial names in use by this process */
Names&
GetNamesInUse()
{
    static auto* names = new Names; // for good: a static object may hold a partial file
    [[maybe_unused]] static const int removed = std::atexit(RemoveFiles);
    return *names;
}

} // namespace

PartialFile::PartialFile(const std::string& path)
    : m_path(path),
      m_name(path + "." + std::to_string(getpid()) + ".partial")
{
    if (!GetNamesInUse().emplace(m_name, getpid()).second)
    {
        throw std::runtime_error("cannot write " + path + ": this process is writing it already");
    }
    // What a killed process of the same number left.
    std::remove(m_name.c_str());
}

PartialFile::~PartialFile()
{
    Release();
}

const std::string&
PartialFile::GetName() const
{
    return m_name;
}

void
PartialFile::Release()
{
    NS_LOG_FUNCTION(this << m_name);
    if (!m_name.empty())
    {
        std::remove(m_name.c_str());
        GetNamesInUse().erase(m_name);
        m_name.clear();
    }
}

void
PartialFile::Sync()
{
    NS_LOG_FUNCTION(this << m_name);
    const int file = open(m_name.c_str(), O_RDONLY | O_CLOEXEC);
    const bool durable = file >= 0 && fsync(file) == 0;
    const std::string reason = std::strerror(errno);
    close(file);
    if (!durable)
    {
        Release();
        throw std::runtime_error("cannot write " + m_path + ": " + reason);
    }
}

bool
PartialFile::Publish()
{
    NS_LOG_FUNCTION(this << m_name);
    if (link(m_name.c_str(), m_path.c_str()) != 0)
    {
        if (errno == EEXIST)
        {
            return false;
        }
        throw std::runtime_error("cannot write " + m_path + ": " + std::strerror(errno));
    }
    Release();
    // The file is whole under its name. Should a crash lose the name, the run is absent, as if it
    // had not been run.
    const auto directory = std::filesystem::absolute(m_path).parent_path();
    const int names = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fsync(names);
    close(names);
    return true;
}

std::string
PartialFile::Keep(const std::string& suffix)
{
    NS_LOG_FUNCTION(this << m_name << suffix);
    const std::string kept = m_path + suffix + "-" + std::to_string(getpid()) + ".sqlite";
    const std::string name = std::rename(m_name.c_str(), kept.c_str()) == 0 ? kept : m_name;
    GetNamesInUse().erase(m_name);
    m_name.clear();
    return name;
}

} // namespace ns3::archive
