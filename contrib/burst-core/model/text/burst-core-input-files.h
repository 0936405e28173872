/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_INPUT_FILES_H
#define BURST_CORE_INPUT_FILES_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * A file that a run reads, with what identifies its contents.
 */
struct InputFile
{
    /**
     * @param path Path of a regular file, which is read.
     * @throw std::invalid_argument The file cannot be read.
     */
    explicit InputFile(const std::string& path);

    /** @throw std::runtime_error The file was written after this object was made. */
    void Check() const;

    std::string path;                        //!< As it was given.
    std::string hash;                        //!< Of its contents, hexadecimal.
    std::filesystem::file_time_type written; //!< Its last write.
};

/**
 * @ingroup burst-core
 *
 * Note that this process reads a file. Whatever opens an input file calls this function, or
 * OpenText(), which does: so what a run reads is known where it is read.
 *
 * @param path Path of the file.
 * @throw std::invalid_argument An InputScope exists that does not have the file.
 */
void UseInput(const std::string& path);

/**
 * @ingroup burst-core
 *
 * @return The files that this process has used outside of an InputScope, in order of their paths,
 * with the contents that they had when they were used last.
 * @throw std::invalid_argument One of them is no regular file.
 * @throw std::runtime_error One of them was written since, and its contents are not known.
 */
std::vector<InputFile> GetUsedInputs();

/**
 * @ingroup burst-core
 *
 * Check at the end of a run that no file was written since it was used. The next call checks the
 * files that are used after this one.
 *
 * @throw std::runtime_error A file was written.
 */
void CheckUsedInputs();

/**
 * @ingroup burst-core
 *
 * Begin a further run in this process: what was used until now is no part of it.
 */
void ForgetUsedInputs();

/**
 * @ingroup burst-core
 *
 * As long as this object exists, only the given files may be used: those that identify the run in
 * progress. One scope exists at a time.
 */
class InputScope
{
  public:
    /** @param files The files. */
    explicit InputScope(const std::vector<InputFile>& files);
    ~InputScope();
    InputScope(const InputScope&) = delete;
    InputScope& operator=(const InputScope&) = delete;

    /** @param path Path of a file. @return Whether the scope has it. */
    bool Has(const std::string& path) const;

  private:
    std::set<std::filesystem::path> m_files; //!< Normal paths.
};

/**
 * @ingroup burst-core
 *
 * @param files Gives the files that a value of the attribute names; default: the value is the path
 * of one, or empty.
 * @return The checker of an attribute of kind String that names a file: for
 * TypeId::AddAttribute(), in place of MakeStringChecker(). The contents of the file are part of the
 * identity of a run, wherever in the values of the run's parameters the attribute occurs.
 */
Ptr<const AttributeChecker> MakeFileChecker(
    std::vector<std::string> (*files)(const std::string& value) = nullptr);

/**
 * @ingroup burst-core
 *
 * @param text Canonical text of a value.
 * @param checker Checker of its attribute.
 * @param given Whether a user gave the value.
 * @return Files that the value names, or an object in it, or a default of such an object, in any
 * depth. Of values that no user gave, files that do not exist are left out: perhaps nothing reads
 * them.
 */
std::set<std::string> FindInputFiles(const std::string& text,
                                     Ptr<const AttributeChecker> checker,
                                     bool given);

} // namespace ns3::burst

#endif /* BURST_CORE_INPUT_FILES_H */
