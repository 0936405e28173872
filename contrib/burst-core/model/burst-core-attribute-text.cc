/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attribute-text.h"

#include "burst-core-attributes.h"
#include "burst-core-number-text.h"
#include "burst-core-object-text-value.h"
#include "burst-core-object-text.h"

#include "ns3/address.h"
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
#include <regex>
#include <set>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3::burst
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

/** @return An address of six bytes; ns-3 takes anything for one. */
Value
ReadMac48Address(const std::string& text, Checker checker)
{
    static const std::regex FORM("[[:xdigit:]]{1,2}(:[[:xdigit:]]{1,2}){5}");
    return std::regex_match(text, FORM) ? ReadWithNs3(text, checker) : nullptr;
}

/** @return An address as ns-3 writes one: type, length and bytes. */
Value
ReadAddress(const std::string& text, Checker)
{
    static const std::regex FORM(
        "[[:xdigit:]]{2}-[[:xdigit:]]{2}-[[:xdigit:]]{2}(:[[:xdigit:]]{2})*");
    if (!std::regex_match(text, FORM))
    {
        return nullptr;
    }
    const auto byte = [&text](std::size_t i) {
        return static_cast<uint8_t>(std::stoi(text.substr(3 * i, 2), nullptr, 16));
    };
    std::vector<uint8_t> bytes;
    for (std::size_t i = 2; 3 * i < text.size(); ++i)
    {
        bytes.push_back(byte(i));
    }
    return bytes.size() == byte(1) && bytes.size() <= Address::MAX_SIZE
               ? Value(Create<AddressValue>(Address(byte(0), bytes.data(), byte(1))))
               : nullptr;
}

/** @return The bands of PrioQueueDisc; ns-3 ends the program at anything but 16 of them. */
Value
ReadPriomap(const std::string& text, Checker checker)
{
    static const std::regex FORM("[0-9]{1,4}( [0-9]{1,4}){15}");
    return std::regex_match(text, FORM) ? ReadWithNs3(text, checker) : nullptr;
}

using Reader = Value (*)(const std::string&, Checker);

/** The kinds of attribute whose texts are known here, with their readers. */
const std::map<std::string, Reader> READERS{
    {"Address", ReadAddress},
    {"Boolean", ReadWithNs3},
    {"Callback", [](const std::string&, Checker) { return Value(); }},
    {"DataRate", ReadQuantity},
    {"Double", [](const std::string& s, Checker) { return Wrap<DoubleValue>(ToDouble(s)); }},
    {"Enum", ReadEnum},
    {"Integer", [](const std::string& s, Checker) { return Wrap<IntegerValue>(ToInteger(s)); }},
    {"Ipv4Address", ReadIpv4Address},
    {"Mac48Address", ReadMac48Address},
    {"ObjectText", ReadWithNs3}, // our own, which throws
    {"Priomap", ReadPriomap},
    {"QueueSize", ReadQuantity},
    {"String", [](const std::string& s, Checker) { return Value(Create<StringValue>(s)); }},
    {"Time", [](const std::string& s, Checker) { return Wrap<TimeValue>(ToTime(s)); }},
    {"TypeId",
     [](const std::string& s, Checker) {
         return Value(Create<TypeIdValue>(FindType(s, TypeId())));
     }},
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

Ptr<const AttributeValue>
AttributeText::MakeValue() const
{
    if (!object)
    {
        return value;
    }
    return factory ? Ptr<AttributeValue>(Create<ObjectFactoryValue>(object->MakeFactory()))
                   : Ptr<AttributeValue>(Create<PointerValue>(object->CreateObject()));
}

void
AttributeText::SetOn(ObjectBase& object, const TypeId::AttributeInformation& attribute) const
{
    if (!attribute.accessor->Set(&object, *MakeValue()))
    {
        throw std::invalid_argument(attribute.name + " of " + object.GetInstanceTypeId().GetName() +
                                    " refuses the value '" + text + "' (" + attribute.help + ")");
    }
}

AttributeText
ReadAttribute(const std::string& text, Ptr<const AttributeChecker> checker)
{
    const std::string kind = GetAttributeKind(checker);
    if (kind == "ObjectFactory" || kind == "Pointer")
    {
        const auto object = std::make_shared<const ObjectText>(text, GetObjectBase(checker));
        const bool factory = kind == "ObjectFactory";
        if (factory)
        {
            object->CheckFactory();
        }
        return {nullptr, object, factory, object->Write()};
    }

    const auto reader = READERS.find(kind);
    const bool known = reader != READERS.end();
    Value value;
    if (kind == "String" || kind == "ObjectText" || !text.empty()) // to ns-3 it is zero
    {
        value = known                       ? reader->second(text, checker)
                : TryInChild(text, checker) ? ReadWithNs3(text, checker)
                                            : nullptr;
    }
    if (!value || !checker->Check(*value))
    {
        throw std::invalid_argument("it takes " + DescribeAllowed(checker));
    }
    return {value, nullptr, false, known ? WriteAttribute(*value, checker) : text};
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
    if (const auto factory = dynamic_cast<const ObjectFactoryValue*>(&value))
    {
        return factory->Get().GetTypeId() == TypeId()
                   ? ""
                   : ReadAttribute(value.SerializeToString(checker), checker).text;
    }
    const auto text = dynamic_cast<const StringValue*>(&value);
    if (text && GetAttributeKind(checker) != "String")
    {
        return text->Get().empty() ? "" : ReadAttribute(text->Get(), checker).text;
    }
    // a callback is written as its address
    return GetAttributeKind(checker) == "Callback" ? "" : value.SerializeToString(checker);
}

bool
IsDefault(const std::string& text, const TypeId::AttributeInformation& attribute)
{
    return (attribute.flags & TypeId::ATTR_CONSTRUCT) &&
           text == WriteAttribute(*attribute.initialValue, attribute.checker);
}

TypeId
GetObjectBase(Ptr<const AttributeChecker> checker)
{
    if (const auto pointer = DynamicCast<const PointerChecker>(checker))
    {
        return pointer->GetPointeeTypeId();
    }
    const auto object = DynamicCast<const ObjectTextChecker>(checker);
    return object ? object->GetBase() : TypeId();
}

std::string
DescribeAllowed(Ptr<const AttributeChecker> checker)
{
    static const std::map<std::string, std::string> WORDS{
        {"Address", "type, length and bytes as ns-3 writes them"},
        {"Boolean", "true or false"},
        {"Callback", "no text, a program sets it"},
        {"DataRate", "a rate such as 10Mbps or 1.5Gb/s"},
        {"Double", "a number"},
        {"Integer", "an integer"},
        {"Ipv4Address", "an address such as 10.1.2.3"},
        {"Mac48Address", "an address such as 00:00:00:00:00:01"},
        {"ObjectFactory", "ns3::Name or ns3::Name[Attribute=value|...]"},
        {"Priomap", "16 numbers of bands with blanks between them"},
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
    if (const TypeId base = GetObjectBase(checker); base != TypeId())
    {
        return "ns3::Name or ns3::Name[Attribute=value|...] of a type derived from " +
               base.GetName() + (checker->Check(ObjectTextValue()) ? ", or nothing" : "");
    }
    const auto words = WORDS.find(kind);
    return words == WORDS.end() ? "what ns-3 reads as " + information
                                : words->second + DescribeRange(information);
}

} // namespace ns3::burst
