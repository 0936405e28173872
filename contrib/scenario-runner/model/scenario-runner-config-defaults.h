/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_CONFIG_DEFAULTS_H
#define SCENARIO_RUNNER_CONFIG_DEFAULTS_H

#include "ns3/attribute.h"
#include "ns3/global-value.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::scenario
{

/** A default before it was set. */
struct FormerDefault
{
    TypeId type;                     //!< That declares the attribute.
    std::size_t index;               //!< Of the attribute in the type.
    Ptr<const AttributeValue> value; //!< The default.
};

/**
 * @ingroup scenario-runner
 *
 * Defaults of attributes, as Config::SetDefault() sets them, and global values, for as long as this
 * object lives.
 */
class ConfigDefaults
{
  public:
    ConfigDefaults();
    ~ConfigDefaults();
    ConfigDefaults(const ConfigDefaults&) = delete;
    ConfigDefaults& operator=(const ConfigDefaults&) = delete;

    /**
     * @param texts Values by "ns3::Class::Attribute", where the class declares the attribute, or by
     * name of the global value.
     * @throw std::invalid_argument Unknown class, attribute or global value, or a value that is not
     * allowed.
     */
    void Set(const std::map<std::string, std::string>& texts);

    /** @return Canonical names and texts of the defaults and global values that differ from those
     * of the source code, whoever has changed them, see GetChangedDefaults(). */
    const std::map<std::string, std::string>& GetChanges() const;

  private:
    /** Set a default if it holds an object (objects) or other value (!objects); else do nothing. */
    void Set(const std::string& name, const std::string& text, bool objects);

    /**
     * @param name Of a global value.
     * @param text Its value; std::invalid_argument if wrong.
     */
    void SetGlobal(const std::string& name, const std::string& text);

    std::vector<FormerDefault> m_former;
    std::vector<std::pair<GlobalValue*, std::string>> m_formerGlobals;
    std::map<std::string, std::string> m_changes;
};

/**
 * @ingroup scenario-runner
 *
 * Defaults of attributes and global values as they are when this object is made: its destruction
 * undoes what a run has changed of them, before the next run of the process.
 */
class KeptDefaults
{
  public:
    KeptDefaults();
    ~KeptDefaults();
    KeptDefaults(const KeptDefaults&) = delete;
    KeptDefaults& operator=(const KeptDefaults&) = delete;

  private:
    std::vector<FormerDefault> m_attributes;
    std::vector<std::pair<GlobalValue*, std::string>> m_globals;
};

/**
 * @ingroup scenario-runner
 *
 * Seed, run number and, where ns-3 can set it, the next automatic stream of the process as they are
 * when this object is made. Its destruction sets them again: asking what identifies a run changes
 * no random number of the program.
 */
class KeptRandomNumbers
{
  public:
    KeptRandomNumbers();
    ~KeptRandomNumbers();
    KeptRandomNumbers(const KeptRandomNumbers&) = delete;
    KeptRandomNumbers& operator=(const KeptRandomNumbers&) = delete;

  private:
    uint32_t m_seed;
    uint64_t m_run;
    uint64_t m_stream;
};

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_CONFIG_DEFAULTS_H */
