/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner-config-defaults.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/log.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunnerConfigDefaults");

ConfigDefaults::ConfigDefaults()
    : m_changes(burst::GetChangedDefaults())
{
}

ConfigDefaults::~ConfigDefaults()
{
    NS_LOG_FUNCTION(this);
    for (auto former = m_former.rbegin(); former != m_former.rend(); ++former)
    {
        former->type.SetAttributeInitialValue(former->index, former->value);
    }
    for (auto former = m_formerGlobals.rbegin(); former != m_formerGlobals.rend(); ++former)
    {
        former->first->SetValue(StringValue(former->second));
    }
}

void
ConfigDefaults::Set(const std::map<std::string, std::string>& texts)
{
    // Objects come last: other defaults are in force when they are created and written.
    for (const bool objects : {false, true})
    {
        for (const auto& [name, text] : texts)
        {
            if (name.find("::") != std::string::npos)
            {
                Set(name, text, objects);
            }
            else if (!objects)
            {
                SetGlobal(name, text);
            }
        }
    }
}

void
ConfigDefaults::SetGlobal(const std::string& name, const std::string& text)
{
    const auto found = std::find_if(GlobalValue::Begin(), GlobalValue::End(), [&](const auto* one) {
        return one->GetName() == name;
    });
    if (found == GlobalValue::End())
    {
        throw std::invalid_argument(name + " is no global value");
    }
    StringValue former;
    (*found)->GetValue(former);
    if (!(*found)->SetValue(StringValue(text)))
    {
        throw std::invalid_argument(name + " is '" + text + "'; allowed are values of the type " +
                                    (*found)->GetChecker()->GetValueTypeName() + ": " +
                                    (*found)->GetHelp());
    }
    m_formerGlobals.emplace_back(*found, former.Get());
    const auto changes = burst::GetChangedDefaults();
    m_changes.erase(name);
    if (const auto change = changes.find(name); change != changes.end())
    {
        m_changes.insert(*change);
    }
}

void
ConfigDefaults::Set(const std::string& name, const std::string& text, bool objects)
{
    const auto colons = name.rfind("::");
    const TypeId type = burst::FindType(name.substr(0, colons), TypeId());
    const std::string attribute = name.substr(colons + 2);
    std::vector<std::string> known;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto information = type.GetAttribute(i);
        if (!information.accessor->HasSetter() ||
            information.supportLevel == TypeId::SupportLevel::OBSOLETE)
        {
            continue;
        }
        known.push_back(information.name);
        if (information.name != attribute)
        {
            continue;
        }
        const std::string kind = burst::GetAttributeKind(information.checker);
        if (objects !=
            (kind == "ObjectFactory" || burst::GetObjectBase(information.checker) != TypeId()))
        {
            return;
        }
        const auto read = burst::ReadAttribute(text, information, type.GetName());
        m_former.push_back({type, i, information.initialValue});
        NS_LOG_INFO("default of " << type.GetName() << "::" << attribute << " is " << read.text);
        TypeId(type).SetAttributeInitialValue(i, read.MakeValue());
        m_changes.erase(type.GetName() + "::" + attribute);
        if (read.text !=
            burst::WriteAttribute(*information.originalInitialValue, information.checker))
        {
            m_changes[type.GetName() + "::" + attribute] = read.text;
        }
        return;
    }
    throw std::invalid_argument(type.GetName() + " declares no attribute " + attribute + ", " +
                                burst::NearestNames(attribute, known));
}

const std::map<std::string, std::string>&
ConfigDefaults::GetChanges() const
{
    return m_changes;
}

KeptDefaults::KeptDefaults()
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            m_attributes.push_back({type, j, type.GetAttribute(j).initialValue});
        }
    }
    for (auto each = GlobalValue::Begin(); each != GlobalValue::End(); ++each)
    {
        StringValue value;
        (*each)->GetValue(value);
        m_globals.emplace_back(*each, value.Get());
    }
}

KeptDefaults::~KeptDefaults()
{
    for (auto& [type, index, value] : m_attributes)
    {
        if (type.GetAttribute(index).initialValue != value)
        {
            type.SetAttributeInitialValue(index, value);
        }
    }
    for (const auto& [global, text] : m_globals)
    {
        StringValue value;
        global->GetValue(value);
        if (value.Get() != text)
        {
            global->SetValue(StringValue(text));
        }
    }
}

KeptRandomNumbers::KeptRandomNumbers()
    : m_seed(RngSeedManager::GetSeed()),
      m_run(RngSeedManager::GetRun()),
      m_stream(burst::PeekAutomaticStream())
{
}

KeptRandomNumbers::~KeptRandomNumbers()
{
    RngSeedManager::SetSeed(m_seed);
    RngSeedManager::SetRun(m_run);
    burst::RestartAutomaticStreams(m_stream);
}

} // namespace ns3::scenario
