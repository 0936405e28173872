/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_CONFIG_DEFAULTS_H
#define SCENARIO_RUNNER_CONFIG_DEFAULTS_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * Defaults of attributes, as Config::SetDefault() sets them, for as long as this object lives.
 */
class ConfigDefaults
{
  public:
    ConfigDefaults() = default;
    ~ConfigDefaults();
    ConfigDefaults(const ConfigDefaults&) = delete;
    ConfigDefaults& operator=(const ConfigDefaults&) = delete;

    /**
     * @param texts Values by "ns3::Class::Attribute", where the class declares the attribute.
     * @throw std::invalid_argument Unknown class or attribute, or a value that is not allowed.
     */
    void Set(const std::map<std::string, std::string>& texts);

    /** @return Canonical names and texts of the defaults that differ from those of the source code.
     */
    const std::map<std::string, std::string>& GetChanges() const;

  private:
    /** A default before it was set. */
    struct Former
    {
        TypeId type;
        std::size_t index;
        Ptr<const AttributeValue> value;
    };

    /** Set a default if it holds an object (objects) or other value (!objects); else do nothing. */
    void Set(const std::string& name, const std::string& text, bool objects);

    std::vector<Former> m_former;
    std::map<std::string, std::string> m_changes;
};

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_CONFIG_DEFAULTS_H */
