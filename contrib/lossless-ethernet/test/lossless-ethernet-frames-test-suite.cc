/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/ethernet-header.h"
#include "ns3/ethernet-trailer.h"
#include "ns3/lossless-ethernet-helper.h"
#include "ns3/lossless-ethernet-mac-control-header.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/packet.h"
#include "ns3/pcap-file.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup lossless-ethernet-tests
 * Frames as packets of ns-3: what prints, what a pcap file keeps, what a stock device reads.
 */

using namespace ns3;
using namespace ns3::lossless;

namespace
{

const Mac48Address SOURCE{"00:00:00:00:00:0a"};      //!< who sends
const Mac48Address DESTINATION{"00:00:00:00:00:0b"}; //!< for whom

/** @param packet bytes @return them */
std::vector<uint8_t>
BytesOf(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/** @return a data frame with a priority, a tag of QCN and one of BCN */
Ptr<Packet>
MakeTagged()
{
    auto payload = Create<Packet>(100);
    payload->AddHeader(RateLimitedTagHeader(0x0102030405060708, 0x0800));
    payload->AddHeader(CnTagHeader(77, RateLimitedTagHeader::ETHER_TYPE));
    payload->AddHeader(VlanTagHeader(5, CnTagHeader::ETHER_TYPE));
    return MacFrame{DESTINATION, SOURCE, VlanTagHeader::ETHER_TYPE, payload}.ToPacket();
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief A packet names its headers and their fields, as ascii traces print them.
 */
class LosslessFramesPrintTestCase : public TestCase
{
  public:
    LosslessFramesPrintTestCase()
        : TestCase("Packets print their headers")
    {
    }

  private:
    void DoRun() override
    {
        Packet::EnablePrinting(); // before the first packet of the process
        const auto frame = MakeTagged();
        Expect(frame, "ns3::VlanTagHeader (priority 5 vlan 0 type 8937)");
        Expect(frame, "ns3::CnTagHeader (flow 77 type 35076)");
        Expect(frame, "ns3::RateLimitedTagHeader (cpid 72623859790382856 type 2048)");

        auto pause = Create<Packet>();
        pause->AddHeader(MacControlHeader(0xffff));
        Expect(pause, "ns3::MacControlHeader (pause 65535 quanta)");
        auto pfc = Create<Packet>();
        pfc->AddHeader(MacControlHeader(0x09, {7, 8, 9, 10}));
        Expect(pfc, "ns3::MacControlHeader (pfc 0: 7 3: 10 quanta)");

        BcnMessageHeader message(9, 1500, -3000, BcnMessageHeader::MILD);
        message.SetSampledFrame(frame);
        auto bcn = Create<Packet>();
        bcn->AddHeader(message);
        Expect(bcn, "(cpid 9 offset 1500 change -3000 mild to 00:00:00:00:00:0b)");

        CnmHeader notification(9, 63, -1500, 3000);
        notification.SetSampledFrame(5, DESTINATION, Create<Packet>(10));
        auto cnm = Create<Packet>();
        cnm->AddHeader(notification);
        Expect(cnm,
               "(cpid 9 feedback 63 offset -1472 change 2944 priority 5 to "
               "00:00:00:00:00:0b data 10)");
    }

    /** @param packet printed @param text that has to be in it */
    void Expect(Ptr<const Packet> packet, const std::string& text)
    {
        std::ostringstream printed;
        packet->Print(printed);
        NS_TEST_EXPECT_MSG_NE(printed.str().find(text), std::string::npos, printed.str());
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What is written into a pcap file comes back, and a stock EthernetHeader and its trailer
 * read it.
 */
class LosslessFramesPcapTestCase : public TestCase
{
  public:
    LosslessFramesPcapTestCase()
        : TestCase("Frames through a pcap file")
    {
    }

  private:
    void DoRun() override
    {
        auto pause = Create<Packet>();
        pause->AddHeader(MacControlHeader(500));
        const std::vector<Ptr<Packet>> frames{MakeTagged(),
                                              MacFrame{MacControlHeader::GetDestination(),
                                                       SOURCE,
                                                       MacControlHeader::ETHER_TYPE,
                                                       pause}
                                                  .ToPacket()};
        const auto name = CreateTempDirFilename("frames.pcap");
        PcapFile file;
        file.Open(name, std::ios::out);
        file.Init(1); // LINKTYPE_ETHERNET
        for (const auto& frame : frames)
        {
            file.Write(0, 0, frame);
        }
        file.Close();

        file.Open(name, std::ios::in);
        for (const auto& frame : frames)
        {
            std::vector<uint8_t> bytes(2000);
            uint32_t ignored;
            uint32_t size;
            file.Read(bytes.data(), 2000, ignored, ignored, ignored, ignored, size);
            bytes.resize(size);
            NS_TEST_EXPECT_MSG_EQ((bytes == BytesOf(frame)), true, "bytes");
            CheckStock(Create<Packet>(bytes.data(), size));
        }
    }

    /** @param packet a frame */
    void CheckStock(Ptr<Packet> packet)
    {
        const auto frame = MacFrame::FromPacket(packet);
        NS_TEST_ASSERT_MSG_EQ(frame.has_value(), true, "a frame");
        EthernetTrailer trailer;
        trailer.EnableFcs(true);
        packet->RemoveTrailer(trailer);
        NS_TEST_EXPECT_MSG_EQ(trailer.CheckFcs(packet), true, "FCS");
        EthernetHeader header(false);
        packet->RemoveHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSource(), SOURCE, "source");
        NS_TEST_EXPECT_MSG_EQ(header.GetDestination(), frame->destination, "destination");
        NS_TEST_EXPECT_MSG_EQ(header.GetLengthType(), frame->etherType, "type");
        NS_TEST_EXPECT_MSG_EQ((BytesOf(packet) == BytesOf(frame->payload)), true, "payload");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Frames without payload print the same for each sink.
 */
class LosslessEmptyFramesTestCase : public TestCase
{
  public:
    LosslessEmptyFramesTestCase()
        : TestCase("Empty packets with a priority")
    {
    }

  private:
    void DoRun() override
    {
        Packet::EnablePrinting();
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(2));
        std::vector<std::string> lines;
        const Callback<void, Ptr<const Packet>> print([&lines](Ptr<const Packet> frame) {
            std::ostringstream line;
            frame->Print(line);
            lines.push_back(line.str());
        });
        devices.Get(0)->TraceConnectWithoutContext("PhyTxBegin", print);
        devices.Get(0)->TraceConnectWithoutContext("Sniffer", print);
        devices.Get(1)->TraceConnectWithoutContext("PhyRxEnd", print);
        devices.Get(1)->TraceConnectWithoutContext("Sniffer", print);
        for (int i = 0; i < 3; ++i)
        {
            auto packet = Create<Packet>();
            SocketPriorityTag tag;
            tag.SetPriority(3);
            packet->AddPacketTag(tag);
            devices.Get(0)->Send(packet, devices.Get(1)->GetAddress(), 0x88b6);
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(lines.size(), 12, "four sinks of three frames");
        for (const auto& line : lines)
        {
            NS_TEST_EXPECT_MSG_EQ(line, lines[0], "the same");
        }
        const std::string tag = "ns3::VlanTagHeader (priority 3";
        NS_TEST_EXPECT_MSG_NE(lines[0].find(tag), std::string::npos, "a tag");
        NS_TEST_EXPECT_MSG_EQ(lines[0].find(tag), lines[0].rfind(tag), "and no other");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Frames as packets of ns-3.
 */
class LosslessFramesTestSuite : public TestSuite
{
  public:
    LosslessFramesTestSuite()
        : TestSuite("lossless-ethernet-frames", Type::UNIT)
    {
        AddTestCase(new LosslessFramesPrintTestCase);
        AddTestCase(new LosslessFramesPcapTestCase);
        AddTestCase(new LosslessEmptyFramesTestCase);
    }
};

static LosslessFramesTestSuite g_losslessFramesTestSuite; //!< the suite
