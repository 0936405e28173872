/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-attribute-kinds.h"

#include "burst-core-object-text.h"

#include "ns3/address.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/length.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <vector>

namespace ns3::burst
{

namespace
{

using Checker = Ptr<const AttributeChecker>;
using Value = Ptr<const AttributeValue>;

constexpr const char* BLANKS = " \t\n\v\f\r";

/** @return What the type's own parser makes of a text that cannot make it end the program. */
Value
ReadWithNs3(const std::string& text, Checker checker)
{
    const Ptr<AttributeValue> value = checker->Create();
    return value->DeserializeFromString(text, checker) ? value : nullptr;
}

/** @return Nothing: such an attribute is set by programs. */
Value
ReadNothing(const std::string&, Checker)
{
    return nullptr;
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

/** @return A rate or size of less than END units, before ns-3 wraps around. */
template <int64_t END>
Value
ReadQuantity(const std::string& text, Checker checker)
{
    const Quantity quantity(text);
    const auto number = ToDouble(quantity.number);
    if (!number || *number < 0 || text.find_first_of(BLANKS) != text.npos)
    {
        return nullptr;
    }
    const Value unit = ReadWithNs3("1" + std::string(quantity.unit), checker);
    const auto size =
        unit ? ToDouble(Quantity(unit->SerializeToString(checker)).number) : std::nullopt;
    return size && *number * *size < static_cast<double>(END) ? ReadWithNs3(text, checker)
                                                              : nullptr;
}

/** @return A length; blanks may stand before its unit. */
Value
ReadLength(const std::string& text, Checker)
{
    const Quantity quantity(text);
    const auto number = ToDouble(quantity.number);
    const auto length =
        number ? Length::TryParse(*number, std::string(quantity.unit)) : std::optional<Length>();
    return length && std::isfinite(length->GetDouble()) ? Wrap<LengthValue>(length) : nullptr;
}

/** @return N numbers with separators between them, each as WriteDouble() has it; else nothing. */
template <std::size_t N, char SEPARATOR>
std::string
SpellNumbers(const std::string& text)
{
    std::string spelled;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < N; ++i)
    {
        const std::size_t end = i + 1 < N ? text.find(SEPARATOR, begin) : text.size();
        const auto number =
            ToDouble(std::string_view(text).substr(begin, end == text.npos ? 0 : end - begin));
        if (!number)
        {
            return "";
        }
        spelled += (i > 0 ? std::string(1, SEPARATOR) : "") + WriteDouble(*number);
        begin = end + 1;
    }
    return spelled;
}

template <std::size_t N, char SEPARATOR>
Value
ReadNumbers(const std::string& text, Checker checker)
{
    const std::string spelled = SpellNumbers<N, SEPARATOR>(text);
    return spelled.empty() ? nullptr : ReadWithNs3(spelled, checker);
}

template <int FAMILY>
Value
ReadIpAddress(const std::string& text, Checker checker)
{
    in6_addr address;
    return inet_pton(FAMILY, text.c_str(), &address) == 1 ? ReadWithNs3(text, checker) : nullptr;
}

Value
ReadIpv4Mask(const std::string& text, Checker)
{
    in_addr address;
    const bool dotted = inet_pton(AF_INET, text.c_str(), &address) == 1;
    if (dotted && ntohl(address.s_addr) == Ipv4Mask().Get()) // how ns-3 writes that none was set
    {
        return Create<Ipv4MaskValue>(Ipv4Mask());
    }
    for (int length = 0; length <= 32; ++length)
    {
        const std::string slash = "/" + std::to_string(length);
        const Ipv4Mask mask(slash.c_str());
        if (text == slash || (dotted && ntohl(address.s_addr) == mask.Get()))
        {
            return Create<Ipv4MaskValue>(mask);
        }
    }
    return nullptr;
}

Value
ReadIpv6Prefix(const std::string& text, Checker)
{
    in6_addr address;
    const bool colons = inet_pton(AF_INET6, text.c_str(), &address) == 1;
    for (int length = 0; length <= 128; ++length)
    {
        const Ipv6Prefix prefix(static_cast<uint8_t>(length));
        uint8_t bytes[16];
        prefix.GetBytes(bytes);
        if (text == "/" + std::to_string(length) ||
            (colons && std::equal(bytes, bytes + 16, address.s6_addr)))
        {
            return Create<Ipv6PrefixValue>(prefix);
        }
    }
    return nullptr;
}

/** @return An address of N bytes. */
template <int N>
Value
ReadMacAddress(const std::string& text, Checker checker)
{
    static const std::regex FORM("[[:xdigit:]]{1,2}(:[[:xdigit:]]{1,2}){" + std::to_string(N - 1) +
                                 "}");
    return text.size() < 3 * N && std::regex_match(text, FORM) ? ReadWithNs3(text, checker)
                                                               : nullptr;
}

/** @return An address as ns-3 writes one: type, which is not 0, length and bytes. */
Value
ReadAddress(const std::string& text, Checker)
{
    static const std::regex FORM(
        "[[:xdigit:]]{2}-[[:xdigit:]]{2}-[[:xdigit:]]{2}(:[[:xdigit:]]{2})*");
    if (text.size() > 3 * (Address::MAX_SIZE + 2) || !std::regex_match(text, FORM))
    {
        return nullptr;
    }
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i < text.size(); i += 3)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
    }
    return bytes[0] != 0 && bytes[1] == bytes.size() - 2
               ? Value(Create<AddressValue>(Address(bytes[0], bytes.data() + 2, bytes[1])))
               : nullptr;
}

/** @return The bands of PrioQueueDisc, of which there are 16. */
Value
ReadPriomap(const std::string& text, Checker checker)
{
    static const std::regex FORM("[0-9]{1,4}( [0-9]{1,4}){15}");
    return text.size() < 80 && std::regex_match(text, FORM) ? ReadWithNs3(text, checker) : nullptr;
}

/** @return The name of a wireless network, which ns-3.37 has with 31 characters at most. */
Value
ReadSsid(const std::string& text, Checker checker)
{
    return text.size() < 32 && text.find_first_of(BLANKS) == text.npos ? ReadWithNs3(text, checker)
                                                                       : nullptr;
}

} // namespace

const AttributeKind*
FindAttributeKind(const std::string& name)
{
    static const std::map<std::string, AttributeKind> KINDS{
        {"Address", {ReadAddress, "type, length and bytes as ns-3 writes them"}},
        {"Boolean", {ReadWithNs3, "true or false"}},
        {"Box", {ReadNumbers<6, '|'>, "six numbers with bars between them", SpellNumbers<6, '|'>}},
        {"Callback", {ReadNothing, "no text, a program sets it"}},
        {"DataRate", {ReadQuantity<9'000'000'000'000'000'000>, "a rate such as 10Mbps or 1.5Gb/s"}},
        {"Double",
         {[](const std::string& s, Checker) { return Wrap<DoubleValue>(ToDouble(s)); },
          "a number"}},
        {"Enum", {ReadEnum, "one of its words"}},
        {"Integer",
         {[](const std::string& s, Checker) { return Wrap<IntegerValue>(ToInteger(s)); },
          "an integer"}},
        {"Ipv4Address", {ReadIpAddress<AF_INET>, "an address such as 10.1.2.3"}},
        {"Ipv4Mask", {ReadIpv4Mask, "a mask such as 255.255.255.0 or /24"}},
        {"Ipv6Address", {ReadIpAddress<AF_INET6>, "an address such as 2001:db8::1"}},
        {"Ipv6Prefix", {ReadIpv6Prefix, "a prefix such as /64 or ffff:ffff::"}},
        {"Length", {ReadLength, "a length such as 2.5m or 3 km"}},
        {"Mac16Address", {ReadMacAddress<2>, "an address such as 00:01"}},
        {"Mac48Address", {ReadMacAddress<6>, "an address such as 00:00:00:00:00:01"}},
        {"Mac64Address", {ReadMacAddress<8>, "an address such as 00:00:00:00:00:00:00:01"}},
        {"ObjectPtrContainer", {ReadNothing, "no text, a program sets it"}},
        {"ObjectText", {ReadWithNs3, "an object"}}, // our own, which throws
        {"Priomap", {ReadPriomap, "16 numbers of bands with blanks between them"}},
        {"QueueSize",
         {ReadQuantity<int64_t{1} << 32>,
          "a size such as 100p or 64kB, below 2^32 packets or bytes"}},
        {"Rectangle",
         {ReadNumbers<4, '|'>, "four numbers with bars between them", SpellNumbers<4, '|'>}},
        {"Ssid", {ReadSsid, "a word of 31 characters at most"}},
        {"String",
         {[](const std::string& s, Checker) { return Value(Create<StringValue>(s)); }, "any text"}},
        {"Time",
         {[](const std::string& s, Checker) { return Wrap<TimeValue>(ToTime(s)); },
          "a time with its unit such as 2.5s or 10ms"}},
        {"TypeId",
         {[](const std::string& s, Checker) {
              return Value(Create<TypeIdValue>(FindType(s, TypeId())));
          },
          "the name of a TypeId"}},
        {"Uinteger",
         {[](const std::string& s, Checker) { return Wrap<UintegerValue>(ToUinteger(s)); },
          "an integer"}},
        {"Vector2D", {ReadNumbers<2, ':'>, "two numbers with a colon between them"}},
        {"Vector3D", {ReadNumbers<3, ':'>, "three numbers with colons between them"}},
        {"Waypoint", {ReadNothing, "no text, a program sets it"}},
    };
    const auto kind = KINDS.find(name);
    return kind == KINDS.end() ? nullptr : &kind->second;
}

} // namespace ns3::burst
