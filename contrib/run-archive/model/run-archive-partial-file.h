/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_PARTIAL_FILE_H
#define RUN_ARCHIVE_PARTIAL_FILE_H

#include <string>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * The temporary name of a file that is being written. Destruction, or the end of the process by
 * exit(), removes the file under this name.
 */
class PartialFile
{
  public:
    /**
     * @param path final name of the file; the partial name is `<path>.<pid>.partial`
     * @throws std::runtime_error when this process already has a partial file of that name
     */
    explicit PartialFile(const std::string& path);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    /** @return the partial name */
    const std::string& GetName() const;

    /** Makes the content durable. @throws std::runtime_error when the disk refuses */
    void Sync();

    /**
     * Renames the file to its final name, unless a file of that name exists.
     *
     * @return whether the file was renamed
     * @throws std::runtime_error when the disk refuses
     */
    bool Publish();

    /**
     * Renames the file to a unique name, under which destruction does not remove it.
     *
     * @param suffix appended to the path
     * @return the unique name
     */
    std::string Keep(const std::string& suffix);

  private:
    /// Removes the file, if it exists, and gives up the partial name.
    void Release();

    std::string m_path; //!< name of the complete file
    std::string m_name; //!< partial name; empty once given up
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_PARTIAL_FILE_H
