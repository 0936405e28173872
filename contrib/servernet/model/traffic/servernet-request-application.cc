/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-request-application.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetRequestApplication");

NS_OBJECT_ENSURE_REGISTERED(ServerNetRequestApplication);

TypeId
ServerNetRequestApplication::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ServerNetRequestApplication>(
        TypeId("ns3::ServerNetRequestApplication")
            .SetParent<Application>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetRequestApplication>()
            .AddAttribute("Process",
                          "The ArrivalProcess that says when requests are offered; each "
                          "application needs its own.",
                          PointerValue(),
                          burst::MakeAccessorUntil(
                              MakePointerAccessor(&ServerNetRequestApplication::m_process),
                              &ServerNetRequestApplication::IsStarted,
                              "the application starts"),
                          MakePointerChecker<ArrivalProcess>())
            .AddAttribute("Destinations",
                          "The DestinationPattern that draws the destinations of requests; all "
                          "applications may share one.",
                          PointerValue(),
                          burst::MakeAccessorUntil(
                              MakePointerAccessor(&ServerNetRequestApplication::m_destinations),
                              &ServerNetRequestApplication::IsStarted,
                              "the application starts"),
                          MakePointerChecker<DestinationPattern>())
            .AddAttribute("ReadFraction",
                          "Probability that a request is a read and not a write.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&ServerNetRequestApplication::m_readFraction),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DataBytes",
                          "Bytes read or written by a request, 0 to 64.",
                          UintegerValue(ServerNetPacket::MOST_DATA),
                          MakeUintegerAccessor(&ServerNetRequestApplication::m_dataBytes),
                          MakeUintegerChecker<uint16_t>(0, ServerNetPacket::MOST_DATA)),
        {{"servernet.offered",
          "1",
          "requests that came, made at once or not",
          &ServerNetRequestApplication::GetOffered}});
    return tid;
}

ServerNetRequestApplication::ServerNetRequestApplication()
    : m_type(CreateObject<UniformRandomVariable>())
{
}

Ptr<ArrivalProcess>
ServerNetRequestApplication::GetProcess() const
{
    return m_process;
}

Ptr<DestinationPattern>
ServerNetRequestApplication::GetDestinations() const
{
    return m_destinations;
}

uint64_t
ServerNetRequestApplication::GetOffered() const
{
    return m_offered;
}

bool
ServerNetRequestApplication::IsStarted() const
{
    return m_started;
}

int64_t
ServerNetRequestApplication::AssignDrawStreams(int64_t stream)
{
    m_type->SetStream(stream);
    return 1;
}

int64_t
ServerNetRequestApplication::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    if (m_process)
    {
        stream += m_process->AssignStreams(stream);
    }
    stream += AssignDrawStreams(stream);
    if (m_destinations)
    {
        stream += m_destinations->AssignStreams(stream);
    }
    return stream - first;
}

void
ServerNetRequestApplication::DoDispose()
{
    m_driver.Stop();
    if (m_device)
    {
        m_device->Forget(*this);
    }
    m_process = nullptr;
    m_destinations = nullptr;
    m_device = nullptr;
    Application::DoDispose();
}

ServerNetNetDevice&
ServerNetRequestApplication::GetDevice() const
{
    return *m_device;
}

ServerNetNetDevice&
ServerNetRequestApplication::ChooseDevice()
{
    return *m_device;
}

void
ServerNetRequestApplication::StartApplication()
{
    NS_LOG_FUNCTION(this);
    const std::string name = GetInstanceTypeId().GetName();
    for (uint32_t i = 0; i < GetNode()->GetNDevices() && !m_device; ++i)
    {
        m_device = DynamicCast<ServerNetNetDevice>(GetNode()->GetDevice(i));
    }
    if (!m_device)
    {
        throw std::invalid_argument(name + " is on node " + std::to_string(GetNode()->GetId()) +
                                    ", which has no ServerNet device");
    }
    if (!m_process || !m_destinations)
    {
        throw std::invalid_argument(name + " needs both its attributes Process and Destinations");
    }
    const uint32_t devices = m_device->GetFabric()->GetNDevices();
    if (m_destinations->GetDevices() == 0)
    {
        const auto& topology = m_device->GetFabric()->GetNetwork().GetTopology();
        m_destinations->SetDevices(topology.GetDeviceValues("subtree"),
                                   topology.GetDeviceValues("kind"));
    }
    if (m_destinations->GetDevices() != devices)
    {
        throw std::invalid_argument("Destinations of " + name + " is a pattern of " +
                                    std::to_string(m_destinations->GetDevices()) +
                                    " devices; allowed are as many as the fabric has, " +
                                    std::to_string(devices));
    }
    Prepare();
    m_started = true;
    m_driver.Start(m_process, m_device->GetFabric()->GetTickTime(), [this](int64_t tick) {
        Offer(tick);
    });
}

void
ServerNetRequestApplication::Prepare()
{
}

void
ServerNetRequestApplication::StopApplication()
{
    NS_LOG_FUNCTION(this << m_offered);
    m_driver.Stop();
    if (m_device)
    {
        m_device->Withdraw(*this);
    }
}

void
ServerNetRequestApplication::Offer(int64_t tick)
{
    while (m_process->Peek() == tick)
    {
        m_process->Next();
        ++m_offered;
        ChooseDevice().OfferRequest(*this);
    }
}

ServerNetRequest
ServerNetRequestApplication::DrawRequest(uint32_t device)
{
    ServerNetRequest request;
    request.destination = m_destinations->Draw(device);
    request.type =
        m_type->GetValue() < m_readFraction ? SERVERNET_READ_REQUEST : SERVERNET_WRITE_REQUEST;
    request.bytes = m_dataBytes;
    NS_LOG_DEBUG("device " << device << " asks device " << request.destination);
    return request;
}

} // namespace ns3
