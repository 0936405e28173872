/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attribute-text.h"

#include "burst-core-attributes.h"
#include "burst-core-number-text.h"
#include "burst-core-object-text.h"

#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/** Whether the type's own parser takes the text, found out where it may end the program: in a child
 * process. */
bool
TryInChild(const std::string& text, Ptr<const AttributeChecker> checker)
{
    const pid_t child = fork();
    if (child < 0)
    {
        throw std::runtime_error("no process could be started to try the value '" + text + "'");
    }
    if (child == 0)
    {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        const int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        std::signal(SIGABRT, SIG_DFL);
        std::set_terminate([] { _exit(1); });
        try
        {
            const Ptr<AttributeValue> value = checker->Create();
            _exit(value->DeserializeFromString(text, checker) && checker->Check(*value) ? 0 : 1);
        }
        catch (...)
        {
            _exit(1);
        }
    }
    int status = 1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

using Checker = Ptr<const AttributeChecker>;
using Value = Ptr<const AttributeValue>;

/** @return What the type's own parser makes of a text that cannot make it end the program. */
Value
ReadWithNs3(const std::string& text, Checker checker)
{
    const Ptr<AttributeValue> value = checker->Create();
    return value->DeserializeFromString(text, checker) ? value : nullptr;
}

template <typename V, typename T>
Value
Wrap(const std::optional<T>& value)
{
    return value ? Value(Create<V>(*value)) : nullptr;
}

/** @return The value if it is one of the words that bars separate, the only ones EnumChecker can
 * look up. */
Value
ReadEnum(const std::string& text, Checker checker)
{
    const std::string words = "|" + checker->GetUnderlyingTypeInformation() + "|";
    const bool one = text.find('|') == std::string::npos;
    return one && words.find("|" + text + "|") != std::string::npos ? ReadWithNs3(text, checker)
                                                                    : nullptr;
}

/** @return A rate or size; ns-3 takes a broken number for zero and ends the program at a blank. */
Value
ReadQuantity(const std::string& text, Checker checker)
{
    const auto number = ToDouble(Quantity(text).number);
    return number && *number >= 0 && *number < 9e18 &&
                   text.find_first_of(" \t\n\v\f\r") == text.npos
               ? ReadWithNs3(text, checker)
               : nullptr;
}

/** @return An address; ns-3 takes anything for one. */
Value
ReadIpv4Address(const std::string& text, Checker checker)
{
    in_addr address;
    return inet_pton(AF_INET, text.c_str(), &address) == 1 ? ReadWithNs3(text, checker) : nullptr;
}

using Reader = Value (*)(const std::string&, Checker);

/** The kinds of attribute whose texts are known here, with their readers. */
const std::map<std::string, Reader> READERS{
    {"Boolean", ReadWithNs3},
    {"DataRate", ReadQuantity},
    {"Double", [](const std::string& s, Checker) { return Wrap<DoubleValue>(ToDouble(s)); }},
    {"Enum", ReadEnum},
    {"Integer", [](const std::string& s, Checker) { return Wrap<IntegerValue>(ToInteger(s)); }},
    {"Ipv4Address", ReadIpv4Address},
    {"QueueSize", ReadQuantity},
    {"String", [](const std::string& s, Checker) { return Value(Create<StringValue>(s)); }},
    {"Time", [](const std::string& s, Checker) { return Wrap<TimeValue>(ToTime(s)); }},
    {"Uinteger", [](const std::string& s, Checker) { return Wrap<UintegerValue>(ToUinteger(s)); }},
};

/** @return " from 0 to 1", " of at least 0" or nothing, from the "double 0:1" of a checker. */
std::string
DescribeRange(const std::string& information)
{
    static const std::set<std::string> UNLIMITED{
        "1.79769e+308",
        "-1.79769e+308",
        "3.40282e+38",
        "-3.40282e+38",
        "+9.22337e+18ns",
        "-9.22337e+18ns",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
    };
    const auto colon = information.rfind(':');
    const auto blank = information.rfind(' ', colon);
    if (colon == std::string::npos || blank == std::string::npos)
    {
        return "";
    }
    const std::string low = information.substr(blank + 1, colon - blank - 1);
    const std::string high = information.substr(colon + 1);
    if (UNLIMITED.count(high))
    {
        return UNLIMITED.count(low) ? "" : " of at least " + low;
    }
    return UNLIMITED.count(low) ? " of at most " + high : " from " + low + " to " + high;
}

} // namespace

std::string
GetAttributeKind(Ptr<const AttributeChecker> checker)
{
    std::string name = checker->GetValueTypeName();
    name = name.substr(0, name.find('<')); // ns3::EnumValue<E> from ns-3.41 on
    const auto begin = name.rfind("::");
    name = begin == std::string::npos ? name : name.substr(begin + 2);
    return name.substr(0, name.rfind("Value"));
}

void
AttributeText::SetOn(ObjectBase& object, const TypeId::AttributeInformation& attribute) const
{
    if (!attribute.accessor->Set(&object, *value))
    {
        throw std::invalid_argument(attribute.name + " of " + object.GetInstanceTypeId().GetName() +
                                    " refuses the value '" + text + "' (" + attribute.help + ")");
    }
}

AttributeText
ReadAttribute(const std::string& text, Ptr<const AttributeChecker> checker)
{
    const std::string kind = GetAttributeKind(checker);
    if (kind == "TypeId")
    {
        const TypeId type = FindType(text, TypeId());
        return {Create<TypeIdValue>(type), type.GetName()};
    }
    if (kind == "ObjectFactory")
    {
        const ObjectText object(text, TypeId());
        return {Create<ObjectFactoryValue>(object.MakeFactory()), object.Write()};
    }
    if (kind == "Pointer")
    {
        const auto base = DynamicCast<const PointerChecker>(checker)->GetPointeeTypeId();
        const Ptr<Object> object = CreateObjectFromText(text, base);
        return {Create<PointerValue>(object), WriteObject(*object)};
    }

    const auto reader = READERS.find(kind);
    const bool known = reader != READERS.end();
    Value value;
    if (kind == "String" || !text.empty()) // to ns-3 an empty text is zero
    {
        value = known                       ? reader->second(text, checker)
                : TryInChild(text, checker) ? ReadWithNs3(text, checker)
                                            : nullptr;
    }
    if (!value || !checker->Check(*value))
    {
        throw std::invalid_argument("it takes " + DescribeAllowed(checker));
    }
    return {value, known ? WriteAttribute(*value, checker) : text};
}

AttributeText
ReadAttribute(const std::string& text,
              const TypeId::AttributeInformation& attribute,
              const std::string& owner)
{
    try
    {
        return ReadAttribute(text, attribute.checker);
    }
    catch (const std::invalid_argument& reason)
    {
        std::string help = attribute.help.empty() ? "" : " (" + attribute.help;
        help = help.substr(0, help.find_last_not_of(". ") + 1) + (help.empty() ? "" : ")");
        throw std::invalid_argument(attribute.name + " of " + owner + " cannot be '" + text +
                                    "': " + reason.what() + help);
    }
}

std::string
WriteAttribute(const AttributeValue& value, Ptr<const AttributeChecker> checker)
{
    if (const auto number = dynamic_cast<const DoubleValue*>(&value))
    {
        return WriteDouble(number->Get());
    }
    if (const auto time = dynamic_cast<const TimeValue*>(&value))
    {
        return WriteTime(time->Get());
    }
    if (const auto pointer = dynamic_cast<const PointerValue*>(&value))
    {
        const auto object = pointer->GetObject();
        return object ? WriteObject(*object) : "";
    }
    const auto text = dynamic_cast<const StringValue*>(&value);
    if (text && GetAttributeKind(checker) != "String")
    {
        return text->Get().empty() ? "" : ReadAttribute(text->Get(), checker).text;
    }
    return value.SerializeToString(checker);
}

std::string
DescribeAllowed(Ptr<const AttributeChecker> checker)
{
    static const std::map<std::string, std::string> WORDS{
        {"Boolean", "true or false"},
        {"DataRate", "a rate such as 10Mbps or 1.5Gb/s"},
        {"Double", "a number"},
        {"Integer", "an integer"},
        {"Ipv4Address", "an address such as 10.1.2.3"},
        {"ObjectFactory", "ns3::Name or ns3::Name[Attribute=value|...]"},
        {"QueueSize", "a size such as 100p or 64kB"},
        {"String", "any text"},
        {"Time", "a time such as 2.5s or 10ms"},
        {"TypeId", "the name of a TypeId"},
        {"Uinteger", "an integer"},
    };
    const std::string kind = GetAttributeKind(checker);
    const std::string information =
        checker->HasUnderlyingTypeInformation() ? checker->GetUnderlyingTypeInformation() : kind;
    if (kind == "Enum")
    {
        std::string words = information;
        for (auto bar = words.find('|'); bar != std::string::npos; bar = words.find('|', bar))
        {
            words.replace(bar, 1, ", ");
        }
        return "one of " + words;
    }
    if (const auto pointer = DynamicCast<const PointerChecker>(checker))
    {
        return "ns3::Name or ns3::Name[Attribute=value|...] of a type derived from " +
               pointer->GetPointeeTypeId().GetName();
    }
    const auto words = WORDS.find(kind);
    return words == WORDS.end() ? "what ns-3 reads as " + information
                                : words->second + DescribeRange(information);
}

} // namespace ns3
