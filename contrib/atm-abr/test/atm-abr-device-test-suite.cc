/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-test-network.h"

#include "ns3/atm-abr-aal5.h"
#include "ns3/atm-abr-cell-header.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

using namespace ns3;

namespace
{

/** A source of one rate. */
const char* const EVEN = "ns3::AbrSourceBehaviorTm40[PeakCellRate=10Mbps|InitialCellRate=10Mbps]";

/** @param work that is refused @return the sentence */
std::string
GetSentence(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

/**
 * @ingroup atm-abr-tests
 * @brief The last cell of a frame leaves and comes at times that can be worked out by hand.
 */
class AtmFrameTimeTestCase : public TestCase
{
  public:
    AtmFrameTimeTestCase()
        : TestCase("Times of a frame")
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("SourceBehavior", StringValue(EVEN));
        helper.SetFabricAttribute("ExactRates", BooleanValue(true));
        const auto devices = helper.Install(MakeAtmPair(2));
        Pdus sent;
        Pdus received;
        devices.Get(0)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &sent));
        devices.Get(1)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&NotePdu, &received));
        Pdus cellsSent;
        Pdus cellsReceived;
        devices.Get(0)->TraceConnectWithoutContext("Cell", MakeBoundCallback(&NotePdu, &cellsSent));
        devices.Get(1)->TraceConnectWithoutContext("Cell",
                                                   MakeBoundCallback(&NotePdu, &cellsReceived));
        devices.Get(1)->TraceConnectWithoutContext("MacRx",
                                                   MakeCallback(&AtmFrameTimeTestCase::Up, this));
        const auto octets = MakeOctets(400, 1); // 400 + 14 + 10 + 8 are 9 cells
        SendAt(devices, 0, 1, octets, MilliSeconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((sent.size() == 1 && received.size() == 1), true, "one frame");
        const int64_t gap = 42'400'000;                    // 424 bits at 10 Mb/s, ps
        const int64_t hops = 3 * (2'735'484 + 20'000'000); // cell time and delay
        const int64_t left = 10'000'000'000 + 1 + 8 * gap; // a picosecond after Send
        NS_TEST_EXPECT_MSG_EQ_TOL(std::get<1>(sent[0]), left, 20, "its last cell leaves");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::get<1>(received[0]), left + hops, 20, "it comes");
        NS_TEST_EXPECT_MSG_EQ(m_up.GetNanoSeconds(),
                              (std::get<1>(received[0]) + 999) / 1000,
                              "to protocols it is rounded up");
        const auto& pdu = std::get<2>(received[0]);
        NS_TEST_EXPECT_MSG_EQ(pdu.size(), 9 * 48, "PDU");
        NS_TEST_EXPECT_MSG_EQ((pdu == std::get<2>(sent[0])), true, "the same octets");
        NS_TEST_EXPECT_MSG_EQ(std::equal(octets.begin(), octets.end(), pdu.begin() + 24),
                              true,
                              "behind 10 octets of bridging and 14 of Ethernet");
        CheckCells(cellsSent, 10'000'000'001 + 2'735'484, pdu, "sent");
        CheckCells(cellsReceived, 10'000'000'001 + hops, pdu, "received");
        const int64_t forward = std::get<1>(cellsSent.front());
        NS_TEST_EXPECT_MSG_EQ(forward, 2'735'484, "the first RM cell leaves");
        NS_TEST_EXPECT_MSG_EQ(std::get<1>(cellsReceived[1]), hops, "it comes, one has left");
        Simulator::Destroy();
    }

    /** @param cells that left or came @param first when the first one of the frame did, ps
     * @param pdu of the frame @param what it is */
    void CheckCells(const Pdus& cells,
                    int64_t first,
                    const std::vector<uint8_t>& pdu,
                    const std::string& what)
    {
        uint32_t data = 0;
        for (const auto& [vc, time, octets] : cells)
        {
            NS_TEST_EXPECT_MSG_EQ(octets.size(), 53, "a cell");
            const uint32_t type = octets[3] >> 1 & 7;
            if (type == AtmCellHeader::RM)
            {
                continue;
            }
            NS_TEST_EXPECT_MSG_EQ(type, (data == 8 ? AtmCellHeader::LAST : 0), "type");
            NS_TEST_EXPECT_MSG_EQ_TOL(time, first + data * 42'400'000LL, 20, what);
            NS_TEST_EXPECT_MSG_EQ(
                std::equal(octets.begin() + 5, octets.end(), pdu.begin() + 48 * data),
                true,
                "octets");
            ++data;
        }
        NS_TEST_EXPECT_MSG_EQ(data, 9, what);
    }

    /** @param packet that comes */
    void Up(Ptr<const Packet> packet)
    {
        m_up = Simulator::Now();
    }

    Time m_up; //!< when protocols got it
};

/**
 * @ingroup atm-abr-tests
 * @brief Random frames through buffers that lose cells: both engines give the same octets at the
 * same times, what comes is what was sent, and each frame is delivered or lost.
 */
class AtmLossTestCase : public TestCase
{
  public:
    /** @param buffer BufferCells @param early EpdThreshold @param partial PartialDiscard
     * @param perVc PerVcQueues */
    AtmLossTestCase(uint32_t buffer, uint32_t early, bool partial, bool perVc = false)
        : TestCase("Loss: " + std::to_string(buffer) + " cells, EPD at " + std::to_string(early) +
                   (partial ? ", PPD" : "") + (perVc ? ", queues by VC" : "")),
          m_buffer(buffer),
          m_early(early),
          m_partial(partial),
          m_perVc(perVc)
    {
    }

  private:
    /** @param engine which @return all ends of PDUs */
    Pdus Run(const std::string& engine)
    {
        constexpr uint32_t edges = 6;
        AtmHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(engine));
        helper.SetFabricAttribute("BufferCells", UintegerValue(m_buffer));
        helper.SetFabricAttribute("EpdThreshold", UintegerValue(m_early));
        helper.SetFabricAttribute("PartialDiscard", BooleanValue(m_partial));
        helper.SetFabricAttribute("PerVcQueues", BooleanValue(m_perVc));
        helper.SetFabricAttribute(
            "SourceBehavior",
            StringValue("ns3::AbrSourceBehaviorDraft95[InitialCellRate=60Mbps]"));
        const auto devices = helper.Install(MakeAtmPair(edges, "200Mbps")); // two hops lose
        const auto fabric = AtmHelper::GetFabric(devices);
        m_fabric = fabric;
        m_pdus.clear();
        m_came.clear();
        m_sent.clear();
        m_up = 0;
        for (uint32_t i = 0; i < edges; ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext("Pdu", MakeBoundCallback(&Hear, this, i));
            devices.Get(i)->SetReceiveCallback(MakeCallback(&AtmLossTestCase::Receive, this));
        }
        if (m_partial)
        {
            devices.Get(edges - 1)->TraceConnectWithoutContext(
                "Cell",
                MakeBoundCallback(&NotePdu, &m_pdus));
        }
        auto draw = CreateObject<UniformRandomVariable>();
        draw->SetStream(1);
        int64_t now = 1'000'000;
        for (uint32_t i = 0; i < 1500; ++i)
        {
            now += i % 5 == 0 ? 0 : draw->GetInteger(0, 75'000); // some at the same time
            const uint32_t from = draw->GetInteger(0, edges - 2);
            const uint32_t to = draw->GetInteger(0, 9) > 0 ? edges - 1 : (from + 1) % (edges - 1);
            const auto octets = MakeOctets(draw->GetInteger(4, 1500), i);
            ++m_sent[octets];
            SendAt(devices, from, to, octets, NanoSeconds(now));
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        uint64_t faults = 0;
        uint64_t received = 0;
        uint64_t left = 0;
        for (uint32_t i = 0; i < edges; ++i)
        {
            const auto device = DynamicCast<AtmEdgeDevice>(devices.Get(i));
            faults += device->GetDrops(atm::Aal5Reassembler::CRC).number;
            received += device->GetFramesReceived();
            left += device->GetFramesSent();
            NS_TEST_EXPECT_MSG_EQ(device->GetCellsWaiting(), 0, "all has left");
        }
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesSent(), 1500, "sent");
        NS_TEST_EXPECT_MSG_EQ(left, 1500, "left");
        NS_TEST_EXPECT_MSG_EQ(received, m_up, "delivered");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesDelivered(), received, "delivered");
        NS_TEST_EXPECT_MSG_EQ(received + fabric->GetFramesLost(), 1500, "delivered or lost");
        fabric::ConservationLedger ledger;
        const auto account = fabric->Report(ledger, "frames");
        ledger.Check();
        NS_TEST_EXPECT_MSG_EQ(ledger.GetInFlight(account), 0, "in flight");
        if (m_buffer == 0 && m_early == 0)
        {
            NS_TEST_EXPECT_MSG_EQ(received, 1500, "nothing is lost");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(fabric->GetFramesLost(), 50, "enough to mean something");
            NS_TEST_EXPECT_MSG_GT(received, 50, "enough to mean something");
            NS_TEST_EXPECT_MSG_EQ((faults > 0), (m_buffer > 0), "EPD alone loses frames whole");
        }
        Simulator::Destroy();
        return m_pdus;
    }

    void DoRun() override
    {
        const auto lazy = Run("Lazy");
        const auto cell = Run("Cell");
        NS_TEST_EXPECT_MSG_EQ(lazy.size(), cell.size(), "PDUs");
        NS_TEST_EXPECT_MSG_EQ((lazy == cell), true, "VCs, times and octets of PDUs");
    }

    /** The engine counts what has come to a destination: that many cells have to be in PDUs.
     * @param test this @param edge at which it is @param vc number @param time ps @param pdu that
     * left or came */
    static void Hear(AtmLossTestCase* test,
                     uint32_t edge,
                     uint32_t vc,
                     int64_t time,
                     Ptr<const Packet> pdu)
    {
        NotePdu(&test->m_pdus, vc, time, pdu);
        const auto& network = test->m_fabric->GetNetwork();
        const uint32_t destination = network.GetVcs()[vc].destination;
        const auto name = network.GetTopology().GetNodes()[destination].name;
        if (test->m_fabric->GetDeviceName(edge) == name)
        {
            const uint64_t came = test->m_came[vc] += pdu->GetSize() / AtmCellHeader::PAYLOAD;
            test->Expect(came, test->m_fabric->GetEngine().GetVcCounts(vc).delivered);
        }
    }

    /** @param came cells in PDUs @param counted by the engine */
    void Expect(uint64_t came, uint64_t counted)
    {
        NS_TEST_EXPECT_MSG_EQ(came, counted, "cells that came");
    }

    /** @param packet that has come @return whether it was taken */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        ++m_up;
        auto& left = m_sent[GetOctets(packet)];
        NS_TEST_EXPECT_MSG_GT(left, 0, "it was sent, and once");
        --left;
        return true;
    }

    uint32_t m_buffer;                               //!< BufferCells
    uint32_t m_early;                                //!< EpdThreshold
    bool m_partial;                                  //!< PartialDiscard
    bool m_perVc;                                    //!< PerVcQueues
    std::map<std::vector<uint8_t>, uint32_t> m_sent; //!< packets that have not come
    uint64_t m_up{0};                                //!< packets
    Ptr<AtmFabric> m_fabric;                         //!< of the run
    Pdus m_pdus;                                     //!< all ends, and with PPD cells
    std::map<uint32_t, uint64_t> m_came;             //!< cells in PDUs, by VC
};

/**
 * @ingroup atm-abr-tests
 * @brief Who gets a frame, what is thrown away, and what a device learns of others behind it.
 */
class AtmAddressesTestCase : public TestCase
{
  public:
    AtmAddressesTestCase()
        : TestCase("Addresses, drops")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t edges = 4;
        const auto devices = AtmHelper().Install(MakeAtmPair(edges));
        for (const auto& [one, other] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}})
        {
            AtmHelper::AddFrameVcs(devices.Get(one), devices.Get(other));
        }
        for (uint32_t i = 0; i < edges; ++i)
        {
            devices.Get(i)->SetPromiscReceiveCallback(
                MakeCallback(&AtmAddressesTestCase::Overhear, this));
        }
        const auto device = DynamicCast<AtmEdgeDevice>(devices.Get(0));
        const auto other = devices.Get(1);
        const Mac48Address host("00:00:00:00:00:77"); // behind edge 1
        const auto at = [&](Ptr<NetDevice> from, double ms, const std::function<void()>& work) {
            Simulator::ScheduleWithContext(from->GetNode()->GetId(), MicroSeconds(ms * 1000), work);
        };
        const auto send = [](Ptr<NetDevice> from, const Address& to, uint32_t octets) {
            return from->Send(Create<Packet>(octets), to, ATM_PROTOCOL);
        };
        device->Send(Create<Packet>(9), other->GetAddress(), ATM_PROTOCOL); // before the simulation
        at(device, 1, [&] {
            NS_TEST_EXPECT_MSG_EQ(send(device, other->GetAddress(), 10), true, "one");
            NS_TEST_EXPECT_MSG_EQ(send(device, device->GetBroadcast(), 11), true, "broadcast");
            NS_TEST_EXPECT_MSG_EQ(send(device, host, 12), true, "unknown");
            NS_TEST_EXPECT_MSG_EQ(send(device, devices.Get(3)->GetAddress(), 13), true, "no VC");
            NS_TEST_EXPECT_MSG_EQ(send(device, device->GetAddress(), 14), false, "own");
            NS_TEST_EXPECT_MSG_EQ(send(device, other->GetAddress(), 1501), false, "too long");
        });
        at(other, 50, [&] {
            other->SendFrom(Create<Packet>(15), host, device->GetAddress(), ATM_PROTOCOL);
        });
        at(device, 100, [&] { send(device, host, 16); });
        Simulator::Run();
        const std::map<uint32_t, uint32_t> expected{{9, 1},
                                                    {10, 1},
                                                    {11, 2},
                                                    {12, 2},
                                                    {15, 1},
                                                    {16, 1}};
        NS_TEST_EXPECT_MSG_EQ((m_received == expected), true, "how many got which");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(AtmEdgeDevice::NO_VC).number, 1, "no VC");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(AtmEdgeDevice::OWN_ADDRESS).number, 1, "own");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(AtmEdgeDevice::TOO_LONG).number, 1, "too long");
        Simulator::Destroy();
    }

    /** @param device that has it @param packet that came @return whether it was taken */
    bool Overhear(Ptr<NetDevice> device,
                  Ptr<const Packet> packet,
                  uint16_t,
                  const Address&,
                  const Address&,
                  NetDevice::PacketType)
    {
        ++m_received[packet->GetSize()];
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetContext(), device->GetNode()->GetId(), "context");
        return true;
    }

    std::map<uint32_t, uint32_t> m_received; //!< by octets of the packet
};

/**
 * @ingroup atm-abr-tests
 * @brief With QueueCells packets wait in TxQueue, which stops and wakes the node; without somebody
 * who heeds that, what finds no room is dropped.
 */
class AtmFlowControlTestCase : public TestCase
{
  public:
    AtmFlowControlTestCase()
        : TestCase("A finite edge queue")
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("SourceBehavior", StringValue(EVEN));
        helper.SetDeviceAttribute("QueueCells", UintegerValue(64));
        helper.SetDeviceAttribute("TxQueue",
                                  StringValue("ns3::DropTailQueue<Packet>[MaxSize=10p]"));
        const auto devices = helper.Install(MakeAtmPair(2));
        m_device = DynamicCast<AtmEdgeDevice>(devices.Get(0));
        m_to = devices.Get(1)->GetAddress();
        m_queue = m_device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        m_queue->SetWakeCallback(MakeCallback(&AtmFlowControlTestCase::Fill, this));
        Simulator::ScheduleWithContext(m_device->GetNode()->GetId(), Time(0), [this] { Fill(); });
        Simulator::Run();
        const auto fabric = m_device->GetFabric();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesDelivered(), PACKETS, "all");
        NS_TEST_EXPECT_MSG_GT(m_fills, 10, "woken");
        NS_TEST_EXPECT_MSG_LT(m_most, 64 + 22, "a frame beyond the limit at most");
        // 22 cells a packet, and a forward RM cell for each 31 others
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now().GetSeconds(),
                                  PACKETS * 22 * 424 / 10e6 * 32 / 31,
                                  0.02 * PACKETS * 22 * 424 / 10e6,
                                  "at the rate of the source");
        const uint32_t burst = 20; // two of them go to the source, ten have room
        Simulator::ScheduleWithContext(m_device->GetNode()->GetId(), Time(0), [this] {
            for (uint32_t i = 0; i < burst; ++i)
            {
                m_device->Send(Create<Packet>(1500), m_to, ATM_PROTOCOL);
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_device->GetDrops(AtmEdgeDevice::QUEUE_FULL).number,
                              burst - 12,
                              "no room");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesDelivered(), PACKETS + 12, "the others");
        Simulator::Destroy();
    }

    /** Send until the device stops. */
    void Fill()
    {
        ++m_fills;
        while (m_sent < PACKETS && !m_queue->IsStopped())
        {
            ++m_sent;
            m_device->Send(Create<Packet>(1000), m_to, ATM_PROTOCOL);
            m_most = std::max(m_most, m_device->GetCellsWaiting());
        }
    }

    static constexpr uint32_t PACKETS = 300; //!< to be sent
    Ptr<AtmEdgeDevice> m_device;             //!< sender
    Ptr<NetDeviceQueue> m_queue;             //!< its flow control
    Address m_to;                            //!< receiver
    uint32_t m_sent{0};                      //!< packets
    uint32_t m_fills{0};                     //!< calls of Fill
    uint64_t m_most{0};                      //!< cells that waited
};

/**
 * @ingroup atm-abr-tests
 * @brief With CellDiscard a frame loses the cells for which there is no room, and spoils the next
 * one.
 */
class AtmCellDiscardTestCase : public TestCase
{
  public:
    AtmCellDiscardTestCase()
        : TestCase("Discard of cells at the edge")
    {
    }

  private:
    void DoRun() override
    {
        AtmHelper helper;
        helper.SetFabricAttribute("SourceBehavior", StringValue(EVEN));
        helper.SetDeviceAttribute("QueueCells", UintegerValue(40));
        helper.SetDeviceAttribute("CellDiscard", BooleanValue(true));
        const auto devices = helper.Install(MakeAtmPair(2));
        devices.Get(0)->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&AtmCellDiscardTestCase::Note, this));
        // 1500 + 14 + 10 + 8 are 32 cells: the second frame has room for 8 of them, the third for
        // none, the fourth comes behind these 8, the fifth is whole
        const auto octets = MakeOctets(1500, 1);
        for (const int64_t time : {10, 10, 10, 20, 30})
        {
            SendAt(devices, 0, 1, octets, MilliSeconds(time));
        }
        // a cell leaves every 42.4 us, the first one at once
        Simulator::Schedule(MilliSeconds(10) + MicroSeconds(100), [this, devices] {
            m_waiting = AtmHelper::GetFabric(devices)->GetFrameCells(0);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_waiting, 40 - 3, "cells wait one by one");
        const auto fabric = AtmHelper::GetFabric(devices);
        const auto sender = DynamicCast<AtmEdgeDevice>(devices.Get(0));
        const auto receiver = DynamicCast<AtmEdgeDevice>(devices.Get(1));
        NS_TEST_EXPECT_MSG_EQ(m_drops[AtmEdgeDevice::TAIL], 24 * 48, "24 cells");
        NS_TEST_EXPECT_MSG_EQ(m_drops[AtmEdgeDevice::NO_ROOM], 1514, "a frame");
        NS_TEST_EXPECT_MSG_EQ(m_drops.size(), 2, "reasons");
        NS_TEST_EXPECT_MSG_EQ(sender->GetDrops(AtmEdgeDevice::TAIL).number, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(sender->GetFramesSent(), 3, "whole frames");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCellsWaiting(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetFramesReceived(), 2, "the first and the last one");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetDrops(atm::Aal5Reassembler::CRC).bytes,
                              40 * 48,
                              "8 and 32");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesSent(), 4, "sent");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetFramesLost(), 2, "lost");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 3 * 32 + 8, "cells");
        fabric::ConservationLedger ledger;
        fabric->Report(ledger, "frames");
        ledger.Check();
        Simulator::Destroy();
    }

    /** @param reason why @param bytes thrown away */
    void Note(const std::string& reason, uint64_t bytes)
    {
        m_drops[reason] += bytes;
    }

    std::map<std::string, uint64_t> m_drops; //!< bytes by reason
    uint64_t m_waiting{0};                   //!< cells at the source of frames
};

/**
 * @ingroup atm-abr-tests
 * @brief Traces of VCs and ports agree with what the engine says, by the same times in both
 * engines, and cost no events while nobody listens.
 */
class AtmTracesTestCase : public TestCase
{
  public:
    AtmTracesTestCase()
        : TestCase("Traces of VCs and ports")
    {
    }

  private:
    /** Times and values of a trace. */
    using Values = std::vector<std::pair<Time, double>>;

    /** @param values to be added to @param before the value before @param now the present one */
    template <typename T>
    static void Add(Values* values, T before, T now)
    {
        values->emplace_back(Simulator::Now(), now);
    }

    /** @param engine which @param listens to all @return what was told */
    std::map<std::string, Values> Run(const std::string& engine, bool listens)
    {
        AtmHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(engine));
        helper.SetFabricAttribute("BufferCells", UintegerValue(10));
        helper.SetFabricAttribute("SwitchAlgorithm", StringValue("ns3::EricaAlgorithm"));
        helper.SetFabricAttribute(
            "SourceBehavior",
            StringValue("ns3::AbrSourceBehaviorDraft95[InitialCellRate=150Mbps]"));
        const auto devices = helper.Install(MakeAtmPair(3));
        const auto fabric = AtmHelper::GetFabric(devices);
        for (uint32_t i = 0; i < 2; ++i)
        {
            AtmHelper::AddVc(
                devices.Get(i),
                devices.Get(2),
                burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals[Rate=3e-7]"));
        }
        NS_TEST_EXPECT_MSG_EQ(AtmHelper::AssignStreams(devices, 7), 2, "streams");
        std::map<std::string, Values> told;
        const auto port = fabric->GetSwitchPort(fabric->GetNetwork().GetVcs()[0].forward[1]);
        if (listens)
        {
            const auto vc = fabric->GetVc(0);
            const auto connect = [&](Ptr<Object> object, const std::string& name, auto type) {
                NS_TEST_EXPECT_MSG_EQ(object->TraceConnectWithoutContext(
                                          name,
                                          MakeBoundCallback(&Add<decltype(type)>, &told[name])),
                                      true,
                                      name);
            };
            connect(vc, "Acr", 0.0);
            connect(vc, "Waiting", uint64_t{0});
            connect(vc, "Egress", uint64_t{0});
            connect(port, "Queue", uint64_t{0});
            connect(port, "Share", 0.0);
            connect(port, "Lost", uint64_t{0});
        }
        Simulator::Stop(MilliSeconds(300));
        Simulator::Run();
        auto& counts = fabric->GetEngine();
        NS_TEST_EXPECT_MSG_EQ((Simulator::GetEventCount() < 20), !listens, "events");
        if (listens)
        {
            for (const auto& [name, values] : told)
            {
                NS_ABORT_MSG_IF(values.empty(), name << " told nothing");
            }
            NS_TEST_EXPECT_MSG_EQ(told["Acr"].back().second, counts.GetRate(0), "ACR");
            NS_TEST_EXPECT_MSG_EQ_TOL(told["Egress"].back().second,
                                      counts.GetVcCounts(0).delivered,
                                      370,
                                      "cells of a millisecond");
            NS_TEST_EXPECT_MSG_EQ(told["Lost"].back().second,
                                  counts.GetPortCounts(port->GetPort()).lost,
                                  "lost");
            NS_TEST_EXPECT_MSG_GT(told["Waiting"].size() + told["Queue"].size(), 200, "samples");
            NS_TEST_EXPECT_MSG_EQ(told["Queue"][0].first.GetNanoSeconds() % 1'000'000, 0, "when");
        }
        PointerValue algorithm;
        port->GetAttribute("Algorithm", algorithm);
        NS_TEST_EXPECT_MSG_EQ(algorithm.Get<AbrSwitchAlgorithm>(),
                              fabric->GetAlgorithm(port->GetPort()),
                              "algorithm");
        m_end = {counts.GetVcCounts(0).delivered, counts.GetVcCounts(1).delivered};
        Simulator::Destroy();
        return told;
    }

    void DoRun() override
    {
        Run("Lazy", false);
        const auto alone = m_end;
        const auto lazy = Run("Lazy", true);
        NS_TEST_EXPECT_MSG_EQ((m_end == alone), true, "who listens changes nothing");
        NS_TEST_EXPECT_MSG_EQ((Run("Cell", true) == lazy), true, "engines");
    }

    std::pair<uint64_t, uint64_t> m_end; //!< delivered cells
};

/**
 * @ingroup atm-abr-tests
 * @brief A destination that is told of congestion tells the source, once in an interval.
 */
class AtmCongestionTestCase : public TestCase
{
  public:
    AtmCongestionTestCase()
        : TestCase("Congestion of destinations")
    {
    }

  private:
    /** Of the trace Rate. */
    using Rates = std::vector<std::tuple<uint32_t, Time, double>>;

    /** @param rates to be added to @param vc number @param time when @param rate ACR */
    static void Add(Rates* rates, uint32_t vc, const Time& time, double rate)
    {
        rates->emplace_back(vc, time, rate);
    }

    void DoRun() override
    {
        for (const char* engine : {"Lazy", "Cell"})
        {
            AtmHelper helper;
            helper.SetFabricAttribute("Engine", StringValue(engine));
            helper.SetFabricAttribute(
                "DestinationBehavior",
                StringValue("ns3::AbrDestinationBehavior[BecnInterval=100ms]"));
            const auto devices = helper.Install(MakeAtmPair(2));
            const auto fabric = AtmHelper::GetFabric(devices);
            Rates rates;
            fabric->TraceConnectWithoutContext("Rate", MakeBoundCallback(&Add, &rates));
            std::size_t before = 0;
            double rate = 0;
            for (const auto& when : {MilliSeconds(10), MilliSeconds(60)})
            {
                Simulator::Schedule(when, [&, fabric] {
                    rate = before == 0 ? fabric->GetRate(fabric->FindFrameVc(0, 1)) : rate;
                    before = before == 0 ? rates.size() : before;
                    fabric->TellCongestion(fabric->FindFrameVc(0, 1));
                });
            }
            Simulator::Stop(MilliSeconds(90));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(rates.size(), before + 1, "cells");
            const auto [vc, time, after] = rates.back();
            NS_TEST_EXPECT_MSG_EQ(vc, fabric->FindFrameVc(0, 1), "VC");
            // three links, after the picosecond
            NS_TEST_EXPECT_MSG_EQ(time,
                                  PicoSeconds(10'000'000'001 + 3 * (2'735'484 + 20'000'000)),
                                  "when");
            NS_TEST_EXPECT_MSG_EQ(after, rate - rate / 16, "ACR");
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Every attribute can be set by a path with wildcards, and each trace be connected.
 */
class AtmConfigTestCase : public TestCase
{
  public:
    AtmConfigTestCase()
        : TestCase("Config paths reach attributes and traces")
    {
    }

  private:
    /** @param path of objects, without their type @param type of them @param count how many */
    void Check(const std::string& path, TypeId type, std::size_t count)
    {
        const auto matches = Config::LookupMatches(path);
        NS_TEST_ASSERT_MSG_EQ(matches.GetN(), count, path);
        for (const auto& attribute : burst::GetSettableAttributes(type))
        {
            if (attribute.checker->GetValueTypeName() != "ns3::PointerValue")
            {
                auto value = attribute.checker->Create();
                matches.Get(0)->GetAttribute(attribute.name, *value);
                NS_TEST_EXPECT_MSG_EQ(Config::SetFailSafe(path + "/" + attribute.name, *value),
                                      true,
                                      attribute.name);
            }
        }
        for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            const auto trace = type.GetTraceSource(i);
            NS_TEST_EXPECT_MSG_EQ(Connect(path + "/" + trace.name, trace.callback),
                                  true,
                                  trace.name);
        }
    }

    /** @param path of traces @param callback its signature @return whether it was connected */
    static bool Connect(const std::string& path, const std::string& callback)
    {
        if (callback == "ns3::TracedValueCallback::Double")
        {
            return Config::ConnectWithoutContextFailSafe(path, MakeCallback(&Hear<double, double>));
        }
        if (callback == "ns3::TracedValueCallback::Uint64")
        {
            return Config::ConnectWithoutContextFailSafe(path,
                                                         MakeCallback(&Hear<uint64_t, uint64_t>));
        }
        if (callback == "ns3::AtmEdgeDevice::PduTracedCallback")
        {
            return Config::ConnectWithoutContextFailSafe(
                path,
                MakeCallback(&Hear<uint32_t, int64_t, Ptr<const Packet>>));
        }
        return Config::ConnectWithoutContextFailSafe(
            path,
            MakeCallback(&Hear<uint32_t, const Time&, double>));
    }

    /** Anything. */
    template <typename... Values>
    static void Hear(Values...)
    {
    }

    void DoRun() override
    {
        const auto devices = AtmHelper().Install(MakeAtmPair(3));
        AtmHelper::AddFrameVcs(devices.Get(0), devices.Get(2));
        const auto type = [](TypeId id) { return "$" + id.GetName(); };
        const std::string device = "/NodeList/*/DeviceList/*/";
        Check(device + type(AtmEdgeDevice::GetTypeId()), AtmEdgeDevice::GetTypeId(), 3);
        Check(device + type(AtmSwitchPort::GetTypeId()), AtmSwitchPort::GetTypeId(), 5);
        const std::string fabric = "/ChannelList/*/" + type(AtmFabric::GetTypeId());
        Check(fabric, AtmFabric::GetTypeId(), 1);
        Check(fabric + "/VcList/*/" + type(AtmVc::GetTypeId()), AtmVc::GetTypeId(), 2);
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief What cannot be is a sentence.
 */
class AtmWrongInputTestCase : public TestCase
{
  public:
    AtmWrongInputTestCase()
        : TestCase("Wrong input")
    {
    }

  private:
    /** @param work that is refused @param words that its sentence has */
    void Expect(const std::function<void()>& work, const std::string& words)
    {
        const auto sentence = GetSentence(work);
        NS_TEST_EXPECT_MSG_NE(sentence.find(words),
                              std::string::npos,
                              sentence << " for " << words);
    }

    void DoRun() override
    {
        const auto pair = MakeAtmPair(2);
        const auto install = [&](const std::string& name, const AttributeValue& value) {
            AtmHelper helper;
            helper.SetFabricAttribute(name, value);
            return helper.Install(pair);
        };
        Expect([&] { AtmHelper().SetFabricAttribute("Bufer", UintegerValue(1)); }, "Bufer");
        Expect([&] { install("SwitchAlgorithm", StringValue("ns3::AbrMarking")); },
               "AbrSwitchAlgorithm");
        Expect([&] { install("Rate", DataRateValue(DataRate(0))); }, "rate");
        Expect([&] { AtmHelper().SetDeviceAttribute("Mtu", UintegerValue(65512)); }, "Mtu");
        Expect(
            [&] { AtmHelper().Install(pair, NodeContainer(3)); },
            "Install of AtmHelper has 3 nodes; allowed are as many as the topology has devices, 2");
        AtmHelper helper;
        const auto devices = helper.Install(pair);
        const auto fabric = AtmHelper::GetFabric(devices);
        AtmHelper::AddFrameVcs(devices.Get(0), devices.Get(1));
        Expect([&] { AtmHelper::AddFrameVcs(devices.Get(1), devices.Get(0)); },
               "there are frame VCs between 'edge1' and 'edge0'; allowed is one each way");
        Expect([&] { fabric->AddFrameVcs("edge0", "s1"); }, "'s1' is a switch");
        Expect(
            [&] {
                AtmHelper::AddFrameVcs(devices.Get(0), helper.GetSwitches().Get(0)->GetDevice(0));
            },
            "an end of a VC is no AtmEdgeDevice of a fabric");
        Expect([&] { CreateObject<AtmEdgeDevice>()->Attach(1, fabric); },
               "device 1 of a fabric is taken or does not exist; there are 2");
        Expect([&] { CreateObject<AtmSwitchPort>()->Attach(0, fabric); },
               "port 0 of a fabric is taken or is none of a switch");
        NS_TEST_EXPECT_MSG_EQ(devices.Get(0)->SetMtu(0), false, "Mtu");
        PointerValue algorithm;
        helper.GetSwitches().Get(0)->GetDevice(0)->GetAttribute("Algorithm", algorithm);
        NS_TEST_EXPECT_MSG_EQ(!algorithm.GetObject(), true, "not yet");
        for (const auto& [name, value] :
             {std::pair<std::string, std::string>("FrameCells", "32"),
              {"ExactRates", "true"},
              {"SourceBehavior", "ns3::AbrSourceBehaviorEprca94"},
              {"DestinationBehavior", "ns3::AbrDestinationBehavior[BecnInterval=1s]"}})
        {
            Expect([&] { fabric->SetAttribute(name, StringValue(value)); }, "a VC is added");
        }
        fabric->Initialize();
        for (const auto& name : {"EpdThreshold", "PartialDiscard"})
        {
            const auto cells = AtmHelper::GetFabric(install(name, StringValue("1")));
            cells->AddVc("edge0", "edge1", nullptr, Time(0));
            Expect([&] { cells->Initialize(); },
                   std::string(name) + " of an AtmFabric is set and the cells of VC 0 are of no "
                                       "frame; allowed is FrameCells above 0");
        }
        Expect([&] { fabric->AddFrameVcs("edge0", "edge1"); },
               "a VC is added to an AtmFabric that has started");
        Expect([&] { CreateObject<AtmFabric>()->AddFrameVcs("a", "b"); },
               "a VC is added to an AtmFabric that was not built");
        Simulator::Destroy();
    }
};

/**
 * @ingroup atm-abr-tests
 * @brief Devices, ports, VCs and fabrics.
 */
class AtmAbrDeviceTestSuite : public TestSuite
{
  public:
    AtmAbrDeviceTestSuite()
        : TestSuite("atm-abr-device", Type::UNIT)
    {
        AddTestCase(new AtmFrameTimeTestCase);
        AddTestCase(new AtmLossTestCase(0, 0, false));
        AddTestCase(new AtmLossTestCase(100, 0, false));
        AddTestCase(new AtmLossTestCase(100, 0, true));
        AddTestCase(new AtmLossTestCase(100, 0, true, true));
        AddTestCase(new AtmLossTestCase(70, 50, true));
        AddTestCase(new AtmLossTestCase(0, 50, false));
        AddTestCase(new AtmAddressesTestCase);
        AddTestCase(new AtmFlowControlTestCase);
        AddTestCase(new AtmCellDiscardTestCase);
        AddTestCase(new AtmTracesTestCase);
        AddTestCase(new AtmCongestionTestCase);
        AddTestCase(new AtmConfigTestCase);
        AddTestCase(new AtmWrongInputTestCase);
    }
};

static AtmAbrDeviceTestSuite g_atmAbrDeviceTestSuite; //!< the suite
