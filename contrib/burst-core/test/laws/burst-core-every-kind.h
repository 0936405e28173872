/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_EVERY_KIND_H
#define BURST_CORE_EVERY_KIND_H

#include "ns3/address.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/length.h"
#include "ns3/mac16-address.h"
#include "ns3/mac48-address.h"
#include "ns3/mac64-address.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vector.h"

#include <string>

namespace ns3
{

/** An attribute of every kind, objects among them. */
class EveryKind : public Object
{
  public:
    enum Color
    {
        RED,
        GREEN
    };

    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::EveryKind")
                .SetParent<Object>()
                .AddConstructor<EveryKind>()
                .AddAttribute("Address",
                              "",
                              AddressValue(),
                              MakeAddressAccessor(&EveryKind::m_address),
                              MakeAddressChecker())
                .AddAttribute("Boolean",
                              "",
                              BooleanValue(true),
                              MakeBooleanAccessor(&EveryKind::m_boolean),
                              MakeBooleanChecker())
                .AddAttribute("DataRate",
                              "",
                              StringValue("2kbps"),
                              MakeDataRateAccessor(&EveryKind::m_rate),
                              MakeDataRateChecker())
                .AddAttribute("Double",
                              "",
                              DoubleValue(0.5),
                              MakeDoubleAccessor(&EveryKind::m_double),
                              MakeDoubleChecker<double>())
                .AddAttribute("Enum",
                              "",
                              EnumValue(GREEN),
                              burst::MakeEnumerationAccessor<Color>(&EveryKind::m_color),
                              MakeEnumChecker(RED, "RED", GREEN, "GREEN"))
                .AddAttribute("Factory",
                              "",
                              ObjectFactoryValue(ObjectFactory("ns3::ConstantRandomVariable")),
                              MakeObjectFactoryAccessor(&EveryKind::m_factory),
                              MakeObjectFactoryChecker())
                .AddAttribute("Integer",
                              "",
                              IntegerValue(-1),
                              MakeIntegerAccessor(&EveryKind::m_integer),
                              MakeIntegerChecker<int64_t>())
                .AddAttribute("Ipv4Address",
                              "",
                              Ipv4AddressValue("10.0.0.1"),
                              MakeIpv4AddressAccessor(&EveryKind::m_ipv4),
                              MakeIpv4AddressChecker())
                .AddAttribute("Ipv4Mask",
                              "",
                              Ipv4MaskValue("255.0.0.0"),
                              MakeIpv4MaskAccessor(&EveryKind::m_ipv4Mask),
                              MakeIpv4MaskChecker())
                .AddAttribute("Ipv6Address",
                              "",
                              Ipv6AddressValue("2001:db8::1"),
                              MakeIpv6AddressAccessor(&EveryKind::m_ipv6Address),
                              MakeIpv6AddressChecker())
                .AddAttribute("Ipv6Prefix",
                              "",
                              Ipv6PrefixValue("ffff:ffff::"),
                              MakeIpv6PrefixAccessor(&EveryKind::m_ipv6Prefix),
                              MakeIpv6PrefixChecker())
                .AddAttribute("Length",
                              "",
                              LengthValue(Length(1000, Length::Unit::Meter)),
                              MakeLengthAccessor(&EveryKind::m_length),
                              MakeLengthChecker())
                .AddAttribute("Mac16Address",
                              "",
                              Mac16AddressValue("00:01"),
                              MakeMac16AddressAccessor(&EveryKind::m_mac16Address),
                              MakeMac16AddressChecker())
                .AddAttribute("Mac48Address",
                              "",
                              Mac48AddressValue("00:00:00:00:00:01"),
                              MakeMac48AddressAccessor(&EveryKind::m_mac),
                              MakeMac48AddressChecker())
                .AddAttribute("Mac64Address",
                              "",
                              Mac64AddressValue("00:00:00:00:00:00:00:01"),
                              MakeMac64AddressAccessor(&EveryKind::m_mac64Address),
                              MakeMac64AddressChecker())
                .AddAttribute("ObjectText",
                              "",
                              StringValue("ns3::EveryKind[Uinteger=2]"),
                              burst::MakeObjectTextAccessor(&EveryKind::m_text),
                              burst::MakeObjectTextChecker<EveryKind>())
                .AddAttribute("Pointer",
                              "",
                              PointerValue(),
                              MakePointerAccessor(&EveryKind::m_pointer),
                              MakePointerChecker<EveryKind>())
                .AddAttribute("QueueSize",
                              "",
                              StringValue("1kB"),
                              MakeQueueSizeAccessor(&EveryKind::m_size),
                              MakeQueueSizeChecker())
                .AddAttribute("String",
                              "",
                              StringValue("a"),
                              MakeStringAccessor(&EveryKind::m_string),
                              MakeStringChecker())
                .AddAttribute("Time",
                              "",
                              StringValue("1ms"),
                              MakeTimeAccessor(&EveryKind::m_time),
                              MakeTimeChecker())
                .AddAttribute("TypeId",
                              "",
                              TypeIdValue(Object::GetTypeId()),
                              MakeTypeIdAccessor(&EveryKind::m_type),
                              MakeTypeIdChecker())
                .AddAttribute("Uinteger",
                              "",
                              UintegerValue(0),
                              MakeUintegerAccessor(&EveryKind::m_uinteger),
                              MakeUintegerChecker<uint64_t>())
                .AddAttribute("Vector2D",
                              "",
                              Vector2DValue(Vector2D(0.5, 1)),
                              MakeVector2DAccessor(&EveryKind::m_vector2D),
                              MakeVector2DChecker())
                .AddAttribute("Vector3D",
                              "",
                              Vector3DValue(Vector3D(0, 0.1, 0)),
                              MakeVector3DAccessor(&EveryKind::m_vector3D),
                              MakeVector3DChecker());
        return tid;
    }

  private:
    Address m_address;
    bool m_boolean;
    DataRate m_rate;
    double m_double;
    Color m_color;
    ObjectFactory m_factory;
    int64_t m_integer;
    Ipv4Address m_ipv4;
    Ipv4Mask m_ipv4Mask;
    Ipv6Address m_ipv6Address;
    Ipv6Prefix m_ipv6Prefix;
    Length m_length;
    Mac16Address m_mac16Address;
    Mac48Address m_mac;
    Mac64Address m_mac64Address;
    burst::ObjectText m_text;
    Ptr<EveryKind> m_pointer;
    QueueSize m_size;
    std::string m_string;
    Time m_time;
    TypeId m_type;
    uint64_t m_uinteger;
    Vector2D m_vector2D;
    Vector3D m_vector3D;
};

} // namespace ns3

#endif /* BURST_CORE_EVERY_KIND_H */
