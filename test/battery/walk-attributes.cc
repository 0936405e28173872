/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../walk/walk.h"
#include "battery-bed.h"
#include "battery-fingerprint.h"
#include "battery-fork.h"

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/config.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

/**
 * @file
 * Every attribute of contrib/. Of a new object of each type: it takes its own value back, refuses
 * nonsense without an exception, and can be asked after Dispose. Of processes and patterns that
 * have begun: an attribute is live or refused. Of the objects of the networks of the battery: an
 * attribute that changes a run when it is set before Install is live or refused after Install and
 * in mid-run: what is accepted and read back changes the run.
 */

namespace walk
{

namespace
{

using battery::DeviceUnderTest;
using battery::Expect;

/** An attribute of a type. */
struct Attribute
{
    TypeId type;                      //!< that declares it
    TypeId::AttributeInformation one; //!< the attribute
};

/** @return attributes of contrib/ that can be set */
std::vector<Attribute>
GetAttributes()
{
    std::vector<Attribute> attributes;
    for (const auto& type : GetTypes())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            attributes.push_back({type, type.GetAttribute(i)});
        }
    }
    return attributes;
}

/** @param attribute any @return whether a user may set it */
bool
IsSettable(const TypeId::AttributeInformation& attribute)
{
    return (attribute.flags & TypeId::ATTR_SET) && attribute.accessor->HasSetter();
}

/** @param object any @param name of an attribute @param text value @return whether it is taken */
bool
Set(Ptr<Object> object, const std::string& name, const std::string& text)
{
    try
    {
        return object->SetAttributeFailSafe(name, StringValue(text));
    }
    catch (const std::exception& error)
    {
        throw battery::Failure("SetAttributeFailSafe of " + text + " throws: " + error.what());
    }
}

/** @param object any @param name of an attribute @return its text */
std::string
Get(Ptr<Object> object, const std::string& name)
{
    StringValue value;
    Expect(object->GetAttributeFailSafe(name, value), "cannot be read");
    return value.Get();
}

/** @param attribute any @param text of its value @return whether ns-3 cannot write the value: of an
 * enumeration whose accessor has another type than its checker */
bool
HasNoText(const TypeId::AttributeInformation& attribute, const std::string& text)
{
    return text.empty() && IsEnumeration(attribute);
}

/** Of an object that nobody else knows. @param attribute of it @param type of the object */
void
CheckAlone(const Attribute& attribute, TypeId type)
{
    const auto object = ObjectFactory(type.GetName()).Create<Object>();
    const std::string name = attribute.one.name;
    const bool pointer = attribute.one.checker->GetValueTypeName() == "ns3::PointerValue";
    if (!(attribute.one.flags & TypeId::ATTR_GET) || !attribute.one.accessor->HasGetter() ||
        pointer || attribute.one.checker->GetValueTypeName() == "ns3::ObjectPtrContainerValue")
    {
        return;
    }
    const auto text = Get(object, name);
    if (IsSettable(attribute.one) && !HasNoText(attribute.one, text))
    {
        Expect(Set(object, name, text), "does not take its own value, " + text);
        Expect(Get(object, name) == text, "reads back another value than its own");
        Expect(!object->SetAttributeFailSafe(name, EmptyAttributeValue()), "takes no value");
        if (attribute.one.checker->GetValueTypeName().find("ObjectText") != std::string::npos)
        {
            // ns-3's own kinds abort for a text that they cannot read
            Expect(!Set(object, name, "ns3::Nonsense[No=1]"), "takes nonsense");
        }
        for (const auto& other : FindOtherValues(type, attribute.one, text))
        {
            if (Set(object, name, other))
            {
                Expect(Get(object, name) != text ||
                           attribute.one.checker->GetValueTypeName() == "ns3::TimeValue",
                       "takes " + other + " and reads back " + text);
                break;
            }
        }
    }
    object->Dispose();
    Get(object, name);
    if (IsSettable(attribute.one) && !HasNoText(attribute.one, text))
    {
        Set(object, name, text);
    }
}

/** Objects that begin by a call, and what they give from then on. */
struct Beginning
{
    TypeId type;                                  //!< of them, or their ancestor
    std::function<void(Ptr<Object>)> begin;       //!< the call
    std::function<std::string(Ptr<Object>)> take; //!< what they give
};

/** @return those of burst-traffic */
std::vector<Beginning>
GetBeginnings()
{
    return {{ArrivalProcess::GetTypeId(),
             [](Ptr<Object> object) {
                 const auto process = DynamicCast<ArrivalProcess>(object);
                 process->AssignStreams(1);
                 process->Peek();
             },
             [](Ptr<Object> object) {
                 const auto process = DynamicCast<ArrivalProcess>(object);
                 std::ostringstream text;
                 process->Hold(process->Next());
                 text << process->Resume(process->GetHold() + 100'000);
                 for (int i = 0; i < 1000; ++i)
                 {
                     text << " " << process->Next();
                 }
                 return text.str();
             }},
            {DestinationPattern::GetTypeId(),
             [](Ptr<Object> object) {
                 const auto pattern = DynamicCast<DestinationPattern>(object);
                 pattern->AssignStreams(1);
                 pattern->SetDevices(16);
             },
             [](Ptr<Object> object) {
                 const auto pattern = DynamicCast<DestinationPattern>(object);
                 std::ostringstream text;
                 for (int i = 0; i < 1600; ++i)
                 {
                     text << pattern->Draw(i % 16) << " ";
                 }
                 return text.str();
             }}};
}

/** Of an object that has begun: what it takes changes what it gives, unless that is the same for an
 * object that had the value before. @param attribute of it @param type of the object @param
 * beginning of objects like it @return whether there was a value to be tried */
bool
CheckBegun(const Attribute& attribute, TypeId type, const Beginning& beginning)
{
    const std::string name = attribute.one.name;
    const auto make = [&] { return ObjectFactory(type.GetName()).Create<Object>(); };
    const auto other = make();
    const auto text = Get(other, name);
    std::string given;
    try
    {
        const auto plain = make();
        beginning.begin(plain);
        given = beginning.take(plain);
    }
    catch (const std::invalid_argument&)
    {
        return false; // as it needs a file
    }
    bool tried = false;
    for (const auto& value : FindOtherValues(type, attribute.one, text))
    {
        std::string before;
        const auto early = make();
        try
        {
            if (!Set(early, name, value))
            {
                continue;
            }
            beginning.begin(early);
            before = beginning.take(early);
        }
        catch (const std::invalid_argument&)
        {
            continue;
        }
        if (before == given)
        {
            continue;
        }
        tried = true;
        const auto late = make();
        beginning.begin(late);
        Expect(!Set(late, name, value) || beginning.take(late) != given,
               value + " is accepted when the object has begun, and does nothing");
    }
    return tried;
}

/** What an attribute does in a network. */
enum Effect
{
    NONE,    //!< no run shows it
    REFUSED, //!< it can be set before Install alone, and says so
    LIVE,    //!< it acts at any time
};

/** @param dut kind @param attribute of an object of its network @param late in mid-run
 * @return what it does; throws Failure if it is accepted without effect */
Effect
CheckInstalled(const DeviceUnderTest& dut, const Attribute& attribute, bool late)
{
    const std::string name = attribute.one.name;
    const auto idle = [](const NetDeviceContainer&) {};
    std::vector<Ptr<Object>> found;
    std::string present;
    const auto find = [&](const NetDeviceContainer&) {
        found.clear();
        for (const auto& object : FindObjects())
        {
            if (object->GetInstanceTypeId() == attribute.type ||
                object->GetInstanceTypeId().IsChildOf(attribute.type))
            {
                found.push_back(object);
            }
        }
    };
    const auto base = battery::TakeFingerprint(
        dut,
        [&](const NetDeviceContainer& devices) {
            find(devices);
            present = found.empty() ? "" : Get(found.front(), name);
        },
        1);
    found.clear();
    if (HasNoText(attribute.one, present))
    {
        return NONE;
    }
    for (const auto& other : FindOtherValues(attribute.type, attribute.one, present))
    {
        std::string before;
        try
        {
            Config::SetDefault(attribute.type.GetName() + "::" + name, StringValue(other));
            before = battery::TakeFingerprint(dut, idle, 1).text;
        }
        catch (const std::invalid_argument&)
        {
            before = base.text; // no network with it
            Simulator::Destroy();
        }
        Config::SetDefault(attribute.type.GetName() + "::" + name, StringValue(present));
        if (before == base.text)
        {
            continue;
        }
        bool accepted = false;
        const auto print = battery::TakeFingerprint(
            dut,
            [&](const NetDeviceContainer& devices) {
                find(devices);
                for (const auto& object : found)
                {
                    accepted = Set(object, name, other) || accepted;
                }
                Expect(!accepted || Get(found.front(), name) != present,
                       other + " is accepted and not read back");
            },
            1,
            late ? MilliSeconds(9) : Time(0));
        found.clear();
        Expect(!accepted || print.text != base.text,
               other + " is accepted and read back, and does nothing; before Install it changes " +
                   "the run");
        return accepted ? LIVE : REFUSED;
    }
    return NONE;
}

/** @param dut kind @return names of the types of the objects of its network */
std::set<std::string>
FindTypes(const DeviceUnderTest& dut)
{
    const auto reasons = battery::RunForked({[&dut] {
        std::set<std::string> names;
        dut.Install(dut.GetStations());
        for (const auto& object : FindObjects())
        {
            names.insert(object->GetInstanceTypeId().GetName());
        }
        std::string text = "types ";
        for (const auto& name : names)
        {
            text += name + " ";
        }
        throw battery::Failure(text);
    }});
    if (reasons.front().rfind("types ", 0) != 0)
    {
        throw std::runtime_error(dut.GetName() + ": " + reasons.front());
    }
    std::istringstream words(reasons.front().substr(6));
    return {std::istream_iterator<std::string>(words), {}};
}

/** @param type that declares an attribute @param names of types @return whether one has it */
bool
IsReached(TypeId type, const std::set<std::string>& names)
{
    return std::any_of(names.begin(), names.end(), [type](const auto& name) {
        const auto one = TypeId::LookupByName(name);
        return one == type || one.IsChildOf(type);
    });
}

} // namespace

int
WalkAttributes()
{
    std::vector<std::string> names;
    std::vector<std::function<void()>> tests;
    const auto attributes = GetAttributes();
    for (const auto& attribute : attributes)
    {
        for (const auto& type : GetTypes())
        {
            if (type.HasConstructor() && (type == attribute.type || type.IsChildOf(attribute.type)))
            {
                names.push_back(type.GetName() + "::" + attribute.one.name +
                                ", new and disposed of");
                tests.emplace_back([attribute, type] { CheckAlone(attribute, type); });
            }
        }
    }
    const std::size_t alone = tests.size();
    for (const auto& beginning : GetBeginnings())
    {
        for (const auto& attribute : attributes)
        {
            for (const auto& type : GetTypes())
            {
                if (IsSettable(attribute.one) && type.HasConstructor() &&
                    (type == attribute.type || type.IsChildOf(attribute.type)) &&
                    type.IsChildOf(beginning.type))
                {
                    names.push_back(type.GetName() + "::" + attribute.one.name + ", begun");
                    tests.emplace_back([attribute, type, beginning] {
                        throw battery::Failure(
                            CheckBegun(attribute, type, beginning) ? "!begun" : "!none begun");
                    });
                }
            }
        }
    }
    const std::size_t begun = tests.size() - alone;
    for (const auto& dut : battery::GetDevices())
    {
        const auto types = FindTypes(*dut);
        for (const auto& attribute : attributes)
        {
            const auto kind = attribute.one.checker->GetValueTypeName();
            if (!IsSettable(attribute.one) || kind == "ns3::PointerValue" ||
                attribute.one.supportLevel != TypeId::SupportLevel::SUPPORTED ||
                !(attribute.one.flags & TypeId::ATTR_GET) || !IsReached(attribute.type, types))
            {
                continue;
            }
            for (const bool late : {false, true})
            {
                names.push_back(attribute.type.GetName() + "::" + attribute.one.name + " in " +
                                dut->GetName() + (late ? ", in mid-run" : ", after Install"));
                const auto* const device = dut.get();
                tests.emplace_back([device, attribute, late] {
                    static const char* const words[] = {"none", "refused", "live"};
                    throw battery::Failure(std::string("!") +
                                           words[CheckInstalled(*device, attribute, late)]);
                });
            }
        }
    }
    const auto reasons = battery::RunForked(tests);
    std::map<std::string, std::size_t> effects;
    std::size_t findings = 0;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        if (!reasons[i].empty() && reasons[i][0] == '!')
        {
            ++effects[reasons[i].substr(1)];
            if (reasons[i].rfind("!none", 0) == 0 && getenv("BATTERY_VERBOSE"))
            {
                std::cout << names[i] << ": no run shows it\n";
            }
        }
        else if (!reasons[i].empty())
        {
            std::cout << names[i] << ": " << reasons[i] << "\n";
            ++findings;
        }
    }
    std::cout << attributes.size() << " attributes of " << GetTypes().size() << " types, " << alone
              << " of new objects, " << begun << " of objects that have begun (" << effects["begun"]
              << " with effect), " << tests.size() - alone - begun
              << " in networks: " << effects["live"] << " live, " << effects["refused"]
              << " refused, " << effects["none"] << " that no run shows; " << findings
              << " findings\n";
    return findings > 0 ? 1 : 0;
}

} // namespace walk
