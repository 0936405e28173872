/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-receiver.h"

#include "path-measurement-probe-train.h"
#include "path-measurement-udp-sender.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UdpReceiver");

NS_OBJECT_ENSURE_REGISTERED(UdpReceiver);

TypeId
UdpReceiver::GetTypeId()
{
    using Self = UdpReceiver;
    static TypeId tid = TypeId("ns3::UdpReceiver")
                            .SetParent<MeasurementServer>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<Self>()
                            .AddAttribute("Probe",
                                          "The tool that sends, with its attributes.",
                                          burst::ObjectTextValue(),
                                          UntilStart(burst::MakeObjectTextAccessor(&Self::m_text)),
                                          burst::MakeObjectTextChecker<UdpProbe>(true));
    return tid;
}

std::vector<MeasurementResult::Value>
UdpReceiver::GetReport() const
{
    std::vector<measurement::ProbeTrain> trains;
    for (const auto& [number, train] : m_trains)
    {
        trains.push_back(train);
    }
    auto values = m_probe->Estimate(trains);
    values.push_back({"received", static_cast<double>(m_received), "1"});
    values.push_back({"round", static_cast<double>(m_round), "1"});
    return values;
}

void
UdpReceiver::DoStart()
{
    NS_LOG_FUNCTION(this);
    if (!m_text)
    {
        throw std::invalid_argument("Probe is empty; it is a tool, as ns3::ChirpProbe");
    }
    m_probe = m_text.Create<UdpProbe>();
    m_clock = HostClock::Get(GetNode());
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    if (m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), GetPort())) != 0)
    {
        throw std::invalid_argument("the UDP port of a server is " + std::to_string(GetPort()) +
                                    ", which something else on the node has");
    }
    m_socket->SetRecvCallback(MakeCallback(&UdpReceiver::Receive, this));
}

void
UdpReceiver::DoStop()
{
    NS_LOG_FUNCTION(this);
    if (const auto socket = std::exchange(m_socket, nullptr))
    {
        socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        socket->Close();
    }
}

void
UdpReceiver::DoHang()
{
    m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
}

void
UdpReceiver::Receive(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this);
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        const int64_t now = m_clock->Arrive();
        const uint32_t size = packet->GetSize() + measurement::TrainPlan::HEADERS;
        UdpProbeHeader header;
        if (size < measurement::TrainPlan::MIN_SIZE || !packet->RemoveHeader(header) ||
            header.number >= header.length || header.round < m_round)
        {
            continue;
        }
        if (header.round > m_round)
        {
            m_round = header.round;
            m_trains.clear();
        }
        auto& train = m_trains.try_emplace(header.train, size, header.length).first->second;
        if (train.GetPackets() != header.length)
        {
            continue; // of another sender, which had this port before
        }
        const uint32_t before = train.GetReceived();
        train.Add(header.number, header.sent, now);
        m_received += train.GetReceived() - before;
    }
}

} // namespace ns3
