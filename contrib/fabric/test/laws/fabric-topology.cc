/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-topology-reader.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

using namespace ns3;

namespace
{

fabric::Topology
Read(const std::string& text)
{
    std::istringstream input(text);
    return fabric::ReadTopology(input, "f");
}

std::string
GetRefusal(const std::string& text)
{
    try
    {
        Read(text);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/// The links as "a:0-b:0", in order.
std::vector<std::string>
GetLinks(const fabric::Topology& topology)
{
    std::vector<std::string> links;
    for (const fabric::Topology::Link& link : topology.GetLinks())
    {
        const auto& nodes = topology.GetNodes();
        links.push_back(nodes[link.first.node].name + ":" + std::to_string(link.first.port) + "-" +
                        nodes[link.second.node].name + ":" + std::to_string(link.second.port));
    }
    return links;
}

} // namespace

TEST(TopologyReader, NodesCarryKindPortsAndAttributes)
{
    const auto topology =
        Read("device cpu[0..1] kind=cpu outstanding=8 # two\n\n\trouter t ports=6\r\nrouter u");
    const auto& nodes = topology.GetNodes();
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[1].name, "cpu1");
    EXPECT_EQ(nodes[1].role, fabric::Topology::DEVICE);
    EXPECT_EQ(nodes[1].kind, "cpu");
    EXPECT_EQ(nodes[1].ports, 0U);
    EXPECT_EQ(nodes[1].attributes->at("outstanding"), "8");
    EXPECT_EQ(nodes[1].attributes->size(), 1U);
    EXPECT_EQ(nodes[2].role, fabric::Topology::ROUTER);
    EXPECT_EQ(nodes[2].kind, "router");
    EXPECT_EQ(nodes[2].ports, 6U);
    EXPECT_EQ(topology.FindNode("u"), 3U);
}

TEST(TopologyReader, TheLastBracketRunsFastest)
{
    const auto topology = Read("device a[1..2].[0,2..3]x");
    std::string names;
    for (const auto& node : topology.GetNodes())
    {
        names += node.name + " ";
    }
    EXPECT_EQ(names, "a1.0x a1.2x a1.3x a2.0x a2.2x a2.3x ");
}

TEST(TopologyReader, ShorterListsAreStretchedInBlocks)
{
    const auto topology = Read("router r[0..1]\ndevice d[0..5]\nlink d[0..5] r[0..1]");
    EXPECT_EQ(GetLinks(topology),
              (std::vector<std::string>{"d0:0-r0:0",
                                        "d1:0-r0:1",
                                        "d2:0-r0:2",
                                        "d3:0-r1:0",
                                        "d4:0-r1:1",
                                        "d5:0-r1:2"}));
}

TEST(TopologyReader, APortThatIsNotNamedIsTheLowestFree)
{
    const auto topology =
        Read("router r ports=3\ndevice d[0..2]\nlink d0 r:1\nlink d1 r\nlink d2 r");
    EXPECT_EQ(GetLinks(topology), (std::vector<std::string>{"d0:0-r:1", "d1:0-r:0", "d2:0-r:2"}));
}

TEST(TopologyReader, AChannelIsADirectionOfALink)
{
    const auto topology = Read("router r\nrouter s\nlink r:2 s:1");
    EXPECT_EQ(topology.GetChannelCount(), 2U);
    EXPECT_EQ(topology.GetChannelName(0), "r:2>s:1");
    EXPECT_EQ(topology.GetChannelName(1), "s:1>r:2");
    EXPECT_EQ(topology.GetNodes()[0].channels.at(2), 0U);
    EXPECT_EQ(topology.GetNodes()[1].channels.at(1), 1U);
}

TEST(TopologyReader, LinksHaveCategoriesAndAttributes)
{
    const auto topology = Read("category 8 outer  router - tetrahedron # 4\ncategory x\n"
                               "router r[0..2]\nlink r0 r1 category=8 rate=10Gbps\nlink r1 r2");
    ASSERT_EQ(topology.GetCategories().size(), 2U);
    EXPECT_EQ(topology.GetCategories()[0].description, "outer router - tetrahedron");
    EXPECT_EQ(topology.GetCategories()[1].description, "");
    EXPECT_EQ(topology.GetLinks()[0].category, topology.FindCategory("8"));
    EXPECT_EQ(topology.GetLinks()[0].attributes->at("rate"), "10Gbps");
    EXPECT_EQ(topology.GetLinks()[0].attributes->size(), 1U);
    EXPECT_EQ(topology.GetLinks()[1].category, fabric::Topology::NONE);
    EXPECT_TRUE(topology.GetLinks()[1].attributes->empty());
}

TEST(TopologyReader, DisablesCrossTheirPorts)
{
    const auto topology =
        Read("router r[0..3]\nlink r0 r[1..3]\ndisable r0 [0,1] r[1..2]\ndisable * * same");
    std::string disabled;
    for (uint32_t in = 0; in < 3; ++in)
    {
        for (uint32_t out = 0; out < 3; ++out)
        {
            disabled += topology.IsDisabled(0, in, out) ? '1' : '0';
        }
    }
    EXPECT_EQ(disabled, "110110001");
    EXPECT_TRUE(topology.IsDisabled(3, 0, 0));
}

TEST(TopologyReader, OnePortServesEveryNodeAndDestination)
{
    const auto topology = Read("router r[0..1]\ndevice d[0..2]\nlink r0 r1\nlink d[0..2] r1\n"
                               "route r[0..1] d[0..1] 0\nroute r1 * d2");
    EXPECT_EQ(topology.GetRoute(0, topology.FindNode("d1")), 0U);
    EXPECT_EQ(topology.GetRoute(1, topology.FindNode("d0")), 0U);
    EXPECT_EQ(topology.GetRoute(1, topology.FindNode("d2")), fabric::Topology::NONE);
    EXPECT_EQ(topology.GetRoute(1, fabric::Topology::NONE), 3U);
    EXPECT_EQ(topology.GetRoute(0, fabric::Topology::NONE), fabric::Topology::NONE);
}

TEST(TopologyReader, SeveralPortsGoInStep)
{
    const auto topology =
        Read("router r[0..1]\ndevice d[0..3]\nlink r0 r1\nlink r0 r1\nlink d[0..3] r[0..1]\n"
             "route r[0..1] d[2,3,0,1] [0..1]");
    EXPECT_EQ(topology.GetRoute(0, topology.FindNode("d2")), 0U);
    EXPECT_EQ(topology.GetRoute(0, topology.FindNode("d3")), 0U);
    EXPECT_EQ(topology.GetRoute(1, topology.FindNode("d0")), 1U);
    EXPECT_EQ(topology.GetRoute(0, topology.FindNode("d0")), fabric::Topology::NONE);
}

TEST(TopologyReader, LongestLineAndLastLineWithoutEnd)
{
    const std::string line = "router r " + std::string(4096 - 9, ' ');
    EXPECT_EQ(Read(line + "\r\n" + line.substr(0, 7) + "s").GetNodes().size(), 2U);
    EXPECT_EQ(GetRefusal(line + " "),
              "f, line 1: the line is too long; allowed are 4096 characters");
    EXPECT_EQ(GetRefusal(line + "\rrouter s"),
              "f, line 1: the line is too long; allowed are 4096 characters");
    EXPECT_EQ(GetRefusal("router r\n" + line + " \n"),
              "f, line 2: the line is too long; allowed are 4096 characters");
}

TEST(TopologyReader, CommentsMayBeUtf8)
{
    EXPECT_EQ(Read("router r # Z\xc3\xbcrich\n").GetNodes().size(), 1U);
    EXPECT_EQ(GetRefusal("router Z\xc3\xbcrich"),
              "f, line 1: byte 195 in column 9 is no text; allowed are printable ASCII characters, "
              "in comments also UTF-8");
}

TEST(TopologyReader, AFileThatCannotBeReadIsNamed)
{
    for (const std::string path : {"/does/not/exist", "/"})
    {
        try
        {
            fabric::ReadTopology(path);
            ADD_FAILURE() << path;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(path), std::string::npos);
            EXPECT_NE(std::string(error.what()).find("cannot be read"), std::string::npos);
        }
    }
}

TEST(TopologyReader, MistakesAreNamedWithLineAndWhatIsAllowed)
{
    const std::string base =
        "router r[0..2] ports=3\ndevice d[0..1]\nlink r0:0 r1:0\nlink d0 r0:1\n"; // lines 1 to 4
    const std::vector<std::pair<std::string, std::string>> mistakes{
        {"nod x",
         "unknown word 'nod'; allowed are category, device, router, link, disable and route"},
        {"device r0", "there is a node 'r0' already; each has a name of its own"},
        {"device d[0,0]", "there is a node 'd0' already; each has a name of its own"},
        {"device 7up",
         "'7up' cannot name a node: allowed are at most 64 letters, digits and ._-, the first a "
         "letter"},
        {"device a*b",
         "'a*b' cannot name a node: allowed are at most 64 letters, digits and ._-, the first a "
         "letter"},
        {"device x kind=a*b",
         "'a*b' cannot name a kind: allowed are at most 64 letters, digits and ._-, the first a "
         "letter"},
        {"device",
         "'device' has 0 words behind it; allowed is device NAMES [kind=KIND] [ports=N] "
         "[KEY=VALUE]..."},
        {"device x y", "'y' is out of place; allowed here are attributes as key=value"},
        {"device x =y", "'=y' is out of place; allowed here are attributes as key=value"},
        {"device x rate=", "'rate=' is out of place; allowed here are attributes as key=value"},
        {"device x a=1 a=2", "attribute 'a' is given twice; once is allowed"},
        {"device x ports=0",
         "ports '0' is wrong; allowed are whole numbers from 1 to 65536 without leading zeros"},
        {"device x ports=-1",
         "ports '-1' is wrong; allowed are whole numbers from 1 to 65536 without leading zeros"},
        {"device x[0..3", "the bracket in 'x[0..3' is not closed; allowed is [0..3,7]"},
        {"device x[3..0]",
         "end of the range '0' is wrong; allowed are whole numbers from 3 to 999999 without "
         "leading zeros"},
        {"device x[01]",
         "number in brackets '01' is wrong; allowed are whole numbers from 0 to 999999 without "
         "leading zeros"},
        {"device x[]",
         "number in brackets '' is wrong; allowed are whole numbers from 0 to 999999 without "
         "leading zeros"},
        {"device x[0..999999]",
         "the brackets [0..999999] stand for too many names; allowed are 262144 more at this "
         "place"},
        {"device x[0..599][0..599]",
         "the brackets [0..599] stand for too many names; allowed are 436 more at this place"},
        {"device x[0..99999]", "node 'x65531' is one too many; allowed are 65536"},
        {"device " + std::string(80, 'x'),
         "the name '" + std::string(80, 'x') + "' is too long; allowed are 70 characters"},
        {"category 1\ncategory 1", "there is a category '1' already; each has a name of its own"},
        {"link r1 r2 category=9",
         "there is no category '9'; a category is declared before it is used"},
        {"link r1 r9", "there is no node 'r9'; a node is declared before it is used"},
        {"link r1",
         "'link' has 1 words behind it; allowed is link NODE[:PORT] NODE[:PORT] [category=NAME] "
         "[KEY=VALUE]..."},
        {"link r1 r1", "node 'r1' cannot be linked to itself; a link joins two nodes"},
        {"link r1:3 r2", "node 'r1' has no port 3; allowed are 0 to 2"},
        {"link d1:65536 r2",
         "port '65536' is wrong; allowed are whole numbers from 0 to 65535 without leading zeros"},
        {"link r2 r0:0", "port 0 of 'r0' is linked to 'r1' already; a port takes one link"},
        {"device y[0..3]\nlink y[0..3] r2", "node 'r2' has no free port; allowed are 3 links"},
        {"link r[0..2] d[0..1]",
         "a list of 2 does not go evenly into one of 3; allowed are lists whose lengths divide the "
         "longest"},
        {"disable r0 0", "'disable' has 2 words behind it; allowed is disable ROUTERS IN OUT"},
        {"disable r0 0 2", "port 2 of 'r0' is not linked; linked are 0, 1"},
        {"disable d0 0 0", "'d0' is a device; paths are disabled at routers"},
        {"disable r0 r2 0",
         "no link joins 'r0' and 'r2'; allowed are a neighbor behind one link and numbers of "
         "linked ports"},
        {"link r0 r1\nroute r0 * r1",
         "several links join 'r0' and 'r1'; allowed are a neighbor behind one link and numbers of "
         "linked ports"},
        {"route r0 d0", "'route' has 2 words behind it; allowed is route NODES DESTINATIONS PORTS"},
        {"route r0 d0 0 0",
         "'route' has 4 words behind it; allowed is route NODES DESTINATIONS PORTS"},
        {"route r0 d1 2", "port 2 of 'r0' is not linked; linked are 0, 1"},
        {"route r2 d1 0", "port 0 of 'r2' is not linked; linked are none"},
        {"route r0 r1 0", "'r1' is a router; the destination of a route is a device"},
        {"route d0 d0 0", "device 'd0' needs no route to itself"},
        {"route r0 d1 0\nroute r0 d1 1",
         "'r0' has a route to 'd1' by port 0 already; one is allowed"},
        {"route r0 * 0\nroute r0 * 0",
         "'r0' has a route to all others by port 0 already; one is allowed"},
        {"route r0 d1 99999999999",
         "port '99999999999' is wrong; allowed are whole numbers from 0 to 65535 without leading "
         "zeros"},
        {std::string("a\0b", 3),
         "byte 0 in column 2 is no text; allowed are printable ASCII characters, in comments also "
         "UTF-8"},
        {"# \x1b[31m",
         "byte 27 in column 3 is no text; allowed are printable ASCII characters, in comments also "
         "UTF-8"},
    };
    for (const auto& [text, sentence] : mistakes)
    {
        const auto line = std::to_string(5 + std::count(text.begin(), text.end(), '\n'));
        EXPECT_EQ(GetRefusal(base + text), "f, line " + line + ": " + sentence) << text;
    }
    EXPECT_EQ(GetRefusal(""), "f, line 1: the file ends without a node; allowed is one at least");
    EXPECT_EQ(GetRefusal("# nothing\n"),
              "f, line 2: the file ends without a node; allowed is one at least");
}

TEST(TopologyReader, HostileFilesCannotAskForEndlessWork)
{
    const std::string spent =
        "the patterns up to here expand to more than 1048576 names, links, routes and disables; "
        "that many are allowed in a file";
    std::string text = "router r[0..9999]\n";
    for (int i = 0; i < 1000; ++i)
    {
        text += "disable * * same\n"; // disables nothing, 10000 times a line
    }
    EXPECT_NE(GetRefusal(text).find(spent), std::string::npos);
    const std::string star = "router r\ndevice d[0..2999]\nlink d[0..2999] r\n";
    EXPECT_NE(GetRefusal(star + "disable r * *\n").find(spent), std::string::npos);
    const std::string mesh = "router r[0..999]\ndevice d[0..1999]\nlink d[0..999] r[0..999]\n";
    EXPECT_NE(GetRefusal(mesh + "route r[0..999] d[0..1999] 0\n").find(spent), std::string::npos);
    const std::string line(4000, '#');
    std::string file;
    for (int i = 0; i < 4500; ++i)
    {
        file += line + "\n";
    }
    EXPECT_NE(GetRefusal(file).find("the file is too long; allowed are 16777216 bytes"),
              std::string::npos);
}

TEST(FabricTopology, ARefusalLeavesItAsItWas)
{
    fabric::Topology topology = Read("router r ports=1\nrouter s\nrouter t\nlink r s\n");
    EXPECT_THROW(topology.AddLink({2, fabric::Topology::NONE}, {0, fabric::Topology::NONE}),
                 std::invalid_argument);
    EXPECT_EQ(topology.GetLinks().size(), 1U);
    EXPECT_TRUE(topology.GetNodes()[2].channels.empty());
    EXPECT_EQ(
        topology
            .GetLinks()[topology.AddLink({2, fabric::Topology::NONE}, {1, fabric::Topology::NONE})]
            .first.port,
        0U);
}

TEST(FabricTopology, AnAttributeIsSetForOneLinkOfAStatement)
{
    auto topology = Read("device a[0..1]\nrouter r\nlink a[0..1] r delay=1us rate=2Gbps\n");
    const auto other = topology;
    topology.SetLinkAttribute(1, "delay", "3us");
    const auto& links = topology.GetLinks();
    using Attributes = fabric::Topology::Attributes;
    EXPECT_EQ(*links[0].attributes, (Attributes{{"delay", "1us"}, {"rate", "2Gbps"}}));
    EXPECT_EQ(*links[1].attributes, (Attributes{{"delay", "3us"}, {"rate", "2Gbps"}}));
    EXPECT_EQ(*other.GetLinks()[1].attributes, *links[0].attributes) << "a copy is another one";
    EXPECT_THROW(topology.SetLinkAttribute(2, "delay", "3us"), std::out_of_range);
}

TEST(FabricTopology, UnknownAttributesAreRefused)
{
    const fabric::Topology topology = Read("router r depth=3\nrouter s\nlink r s rate=1Gbps");
    EXPECT_NO_THROW(topology.AllowAttributes({"depth"}, {"rate", "delay"}));
    try
    {
        topology.AllowAttributes({"depth"}, {"delay", "speed"});
        ADD_FAILURE();
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_STREQ(error.what(),
                     "attribute 'rate' of link r:0>s:0 is unknown; allowed are delay, speed");
    }
    EXPECT_THROW(topology.AllowAttributes({}, {"rate"}), std::invalid_argument);
}

// What a limit names is still allowed, and one more is not.
TEST(TopologyReader, TheLimitsThemselvesAreAllowed)
{
    const std::string longest(64, 'x');
    EXPECT_EQ(Read("router " + longest).GetNodes()[0].name, longest);
    EXPECT_NE(GetRefusal("router " + longest + "x").find("at most 64 letters"), std::string::npos);
    const std::string ports = "router r ports=65536\nrouter s\ndevice d\n";
    EXPECT_EQ(GetLinks(Read(ports + "link r:65535 s:65535")),
              std::vector<std::string>{"r:65535-s:65535"});
    EXPECT_NE(GetRefusal(ports + "link r:65536 s").find("from 0 to 65535"), std::string::npos);
    const auto nodes = Read("router r[0..9].[0..6552]\nrouter s[0..5]\n"); // 65530 + 6
    EXPECT_EQ(nodes.GetNodes().size(), 65536U);
    EXPECT_NE(GetRefusal("router r[0..9].[0..6552]\nrouter s[0..6]\n")
                  .find("node 's6' is one too many; allowed are 65536"),
              std::string::npos);
}
