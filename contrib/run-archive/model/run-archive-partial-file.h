/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_PARTIAL_FILE_H
#define RUN_ARCHIVE_PARTIAL_FILE_H

#include <string>

namespace ns3::burst
{

/**
 * @ingroup run-archive
 *
 * The name under which a file is written until it is complete. Destruction removes the
 * file under that name.
 */
class PartialFile
{
  public:
    /**
     * @param path the name the file will have; its partial name is `<path>.<pid>.partial`
     * @throws std::runtime_error when this process has a partial file of that name
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
     * Gives the file its name, unless there is a file of that name.
     *
     * @return whether it has it now
     * @throws std::runtime_error when the disk refuses
     */
    bool Publish();

    /**
     * Gives the file a unique name; the file then stays.
     *
     * @param suffix of the path
     * @return its name
     */
    std::string Keep(const std::string& suffix);

  private:
    /// Removes the file, if it is there, and gives up the name.
    void Release();

    std::string m_path; //!< name of the complete file
    std::string m_name; //!< partial name; empty once given up
};

} // namespace ns3::burst

#endif // RUN_ARCHIVE_PARTIAL_FILE_H
