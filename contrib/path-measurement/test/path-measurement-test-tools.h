/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TEST_TOOLS_H
#define PATH_MEASUREMENT_TEST_TOOLS_H

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/path-measurement-icmp-socket.h"
#include "ns3/path-measurement-remote-probe.h"
#include "ns3/path-measurement-server.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{

/** Takes datagrams and counts their bytes. */
class TestBlastServer : public MeasurementServer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestBlastServer")
                                .SetParent<MeasurementServer>()
                                .AddConstructor<TestBlastServer>();
        return tid;
    }

    std::vector<MeasurementResult::Value> GetReport() const override
    {
        return {{"received", static_cast<double>(m_bytes), "byte"}};
    }

  private:
    void DoStart() override
    {
        m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), GetPort()));
        m_socket->SetRecvCallback(MakeCallback(&TestBlastServer::Receive, this));
    }

    void DoStop() override
    {
        DoHang();
        m_socket->Close();
    }

    void DoHang() override
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    }

    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_bytes += packet->GetSize();
        }
    }

    Ptr<Socket> m_socket; //!< takes datagrams
    uint64_t m_bytes{0};  //!< that came
};

/** Sends datagrams of 500 bytes, one every 50 ms, then asks how many came. */
class TestBlastProbe : public RemoteProbe
{
  public:
    static constexpr uint32_t SIZE = 500; //!< bytes of a datagram

    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestBlastProbe")
                                .SetParent<RemoteProbe>()
                                .AddConstructor<TestBlastProbe>()
                                .AddAttribute("Count",
                                              "Datagrams.",
                                              UintegerValue(20),
                                              MakeUintegerAccessor(&TestBlastProbe::m_count),
                                              MakeUintegerChecker<uint32_t>(1))
                                .AddAttribute("Heavy",
                                              "Whether it says that it is heavy.",
                                              BooleanValue(true),
                                              MakeBooleanAccessor(&TestBlastProbe::m_heavy),
                                              MakeBooleanChecker());
        return tid;
    }

    // Connection, start and report: a round trip each.
    Time GetExpectedDuration(double rate, Time roundTrip) const override
    {
        return 3 * roundTrip + m_count * MilliSeconds(50);
    }

    double GetExpectedBytes(double rate) const override
    {
        return m_count * SIZE;
    }

    bool IsHeavy() const override
    {
        return m_heavy;
    }

  private:
    std::string GetServer() const override
    {
        return "ns3::TestBlastServer";
    }

    void DoMeasure(uint16_t port) override
    {
        m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
        m_socket->Connect(InetSocketAddress(GetRemote(), port));
        m_left = m_count;
        Send();
    }

    void DoEnd() override
    {
        m_next.Cancel();
        if (m_socket)
        {
            m_socket->Close();
            m_socket = nullptr;
        }
    }

    void Send()
    {
        if (!m_left)
        {
            FinishWithReport();
            return;
        }
        --m_left;
        m_socket->Send(Create<Packet>(SIZE));
        AddBytes(SIZE);
        m_next = Simulator::Schedule(MilliSeconds(50), &TestBlastProbe::Send, this);
    }

    uint32_t m_count;     //!< attribute Count
    bool m_heavy;         //!< attribute Heavy
    uint32_t m_left{0};   //!< datagrams
    Ptr<Socket> m_socket; //!< to the server
    EventId m_next;       //!< the next datagram, or the question
};

/** A single ping, which is waited for for 2 s. */
class TestPingProbe : public MeasurementProbe
{
  public:
    static constexpr uint32_t SIZE = 128; //!< bytes of the packet

    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestPingProbe")
                                .SetParent<MeasurementProbe>()
                                .AddConstructor<TestPingProbe>();
        return tid;
    }

    Time GetExpectedDuration(double rate, Time roundTrip) const override
    {
        return roundTrip;
    }

    double GetExpectedBytes(double rate) const override
    {
        return SIZE;
    }

  private:
    void DoStart() override
    {
        m_socket.Connect(GetNode(), GetRemote(), MakeCallback(&TestPingProbe::Receive, this));
        m_socket.SendEcho(0, SIZE - 28, 0, GetTos());
        AddBytes(SIZE);
        m_wait = Simulator::Schedule(Seconds(2),
                                     &TestPingProbe::End,
                                     this,
                                     MeasurementResult::UNREACHABLE);
    }

    void DoStop() override
    {
        m_wait.Cancel();
        m_socket.Close();
    }

    void Receive(const measurement::IcmpSocket::Answer& answer)
    {
        if (answer.type == 0)
        {
            // Ipv4L3Protocol is going through its sockets: none may be closed now.
            m_wait.Cancel();
            m_wait = Simulator::ScheduleNow(&TestPingProbe::End, this, MeasurementResult::OK);
        }
    }

    void End(MeasurementResult::Status status)
    {
        Finish(status);
    }

    measurement::IcmpSocket m_socket; //!< to the host
    EventId m_wait;                   //!< the end
};

NS_OBJECT_ENSURE_REGISTERED(TestBlastServer);
NS_OBJECT_ENSURE_REGISTERED(TestBlastProbe);
NS_OBJECT_ENSURE_REGISTERED(TestPingProbe);

} // namespace ns3

#endif // PATH_MEASUREMENT_TEST_TOOLS_H
