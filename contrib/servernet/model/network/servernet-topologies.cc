/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-topologies.h"

#include "ns3/fabric-topology-names.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/log.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetTopologies");

namespace
{

/** A topology with a name. */
struct Generator
{
    std::vector<fabric::TopologyNames::Parameter> parameters;
    std::function<std::string(const std::vector<uint32_t>&)> write;
};

/** @return n numbers from the first on, as [0..3]; a single one without brackets */
std::string
Numbers(uint32_t n, uint32_t first = 0)
{
    const auto text = std::to_string(first);
    return n > 1 ? "[" + text + ".." + std::to_string(first + n - 1) + "]" : text;
}

/**
 * Tetra 8 and 16: router tq of the tetrahedron carries the core processor enclosure mcq and, if
 * there is one, the outer router sq with the outer processor enclosure moq.
 * @param outer I/O enclosures at each outer router, 0 if there is none
 * @param core I/O enclosures at each router of the tetrahedron
 */
std::string
WriteTetra(uint32_t outer, uint32_t core)
{
    const std::string enclosures = Numbers(outer + core);
    const uint32_t firstIo = outer > 0 ? 6 : 3; // of those in I/O enclosures
    const uint32_t firstCoreIo = firstIo + 5 * outer;
    const uint32_t ios = firstCoreIo + 5 * core;
    const auto outerIo = " io[0..3]." + Numbers(5 * outer, firstIo) + " ";
    const auto coreIo = " io[0..3]." + Numbers(5 * core, firstCoreIo) + " ";
    const auto coreEnclosures = Numbers(core, outer);
    std::ostringstream text;
    text << "category 1 I/O device - its router\n";
    text << (outer > 0 ? "category 2 I/O enclosure - outer router\n"
                         "category 3 outer processor - its enclosure\n"
                       : "");
    text << "category 4 core processor enclosure - tetrahedron\n"
            "category 5 core processor - its enclosure\n";
    text << (outer > 0 ? "category 6 outer processor enclosure - outer router\n" : "");
    text << "category 7 tetrahedron\n";
    text << (outer > 0 ? "category 8 outer router - tetrahedron\n" : "");
    text << (core > 0 ? "category 9 I/O enclosure - tetrahedron\n" : "");

    text << "\n# Of quadrant q are CPUs cpuq.*, of which 0 and 1 are core, and I/O devices ioq.*\n";
    for (const std::string kind : {"cpu", "io"})
    {
        const uint32_t count = kind == "io" ? ios : outer > 0 ? 4 : 2;
        for (uint32_t q = 0; q < 4; ++q)
        {
            text << "device " << kind << q << "." << Numbers(count) << " kind=" << kind
                 << " subtree=" << q << "\n";
        }
    }
    text << "\nrouter t[0..3] ports=6\n";
    text << (outer > 0 ? "router s[0..3] ports=6\n" : "");
    text << "router mc[0..3] ports=6\n";
    text << (outer > 0 ? "router mo[0..3] ports=6\n" : "");
    text << "router e[0..3]." << enclosures << " ports=6\n";

    text << "\n# Port p of tq leads to t(q+1+p). Other links lead up.\n"
            "link t[0,1,2]:0 t[1,2,3]:2 category=7\n"
            "link t[0,1]:1 t[2,3]:1 category=7\n"
            "link t0:2 t3:0 category=7\n"
            "link mc[0..3] t[0..3] category=4\n";
    if (outer > 0)
    {
        text << "link s[0..3] t[0..3] category=8\n"
                "link mo[0..3] s[0..3] category=6\n"
             << "link e[0..3]." << Numbers(outer) << " s[0..3] category=2\n";
    }
    if (core > 0)
    {
        text << "link e[0..3]." << coreEnclosures << " t[0..3] category=9\n";
    }
    text << "link cpu[0..3].[0,1] mc[0..3] category=5\n";
    text << (outer > 0 ? "link cpu[0..3].[2,3] mo[0..3] category=3\n" : "");
    text << "link io[0..3].[0..2] mc[0..3] category=1\n";
    text << (outer > 0 ? "link io[0..3].[3..5] mo[0..3] category=1\n" : "");
    text << "link io[0..3]." << Numbers(ios - firstIo, firstIo) << " e[0..3]." << enclosures
         << " category=1\n";

    text << "\n# A router knows its own devices and what is below it. All others are up, or in\n"
            "# another quadrant.\n"
            "route mc[0..3] * 0\n"
         << "route e[0..3]." << enclosures << " * 0\n";
    if (outer > 0)
    {
        text << "route mo[0..3] * 0\n"
                "route s[0..3] * 0\n"
                "route s[0..3] cpu[0..3].[2,3] mo[0..3]\n"
                "route s[0..3] io[0..3].[3..5] mo[0..3]\n"
             << "route s[0..3]" << outerIo << "e[0..3]." << Numbers(outer)
             << "\nroute t[0..3] cpu[0..3].[2,3] s[0..3]\n"
                "route t[0..3] io[0..3].[3..5] s[0..3]\n"
             << "route t[0..3]" << outerIo << "s[0..3]\n";
    }
    text << "route t[0..3] cpu[0..3].[0,1] mc[0..3]\n"
            "route t[0..3] io[0..3].[0..2] mc[0..3]\n";
    if (core > 0)
    {
        text << "route t[0..3]" << coreIo << "e[0..3]." << coreEnclosures << "\n";
    }
    for (uint32_t q = 0; q < 4; ++q)
    {
        for (uint32_t p = 0; p < 3; ++p)
        {
            const uint32_t other = (q + 1 + p) % 4;
            text << "route t" << q << " cpu" << other << "." << Numbers(outer > 0 ? 4 : 2) << " "
                 << p << "\nroute t" << q << " io" << other << "." << Numbers(ios) << " " << p
                 << "\n";
        }
    }
    text << "\n# Nothing turns back, and nothing crosses the tetrahedron twice.\n"
            "disable * * same\n"
            "disable t[0..3] [0..2] [0..2]\n";
    return text.str();
}

std::string
WriteSingleRouter(uint32_t cpus, uint32_t ios)
{
    if (cpus + ios < 2 || cpus + ios > 6)
    {
        throw std::invalid_argument("single-router has " + std::to_string(cpus + ios) +
                                    " devices, Cpus and Ios together; allowed are 2 to 6");
    }
    std::ostringstream text;
    text << "router r ports=6\n";
    for (const auto& [kind, count] : {std::pair{"cpu", cpus}, std::pair{"io", ios}})
    {
        if (count > 0)
        {
            text << "device " << kind << Numbers(count) << " kind=" << kind << "\nlink " << kind
                 << Numbers(count) << " r\n";
        }
    }
    return text.str();
}

/** A tetrahedron of level v has routers t<v>.<number>.[0..3], and branch k at port 3 + k / 4 of
 * number k mod 4. The way up is port 5 of number 0. */
std::string
WriteFractahedron(uint32_t levels, uint32_t branches)
{
    const uint32_t cpus = std::min(branches, 4U);
    const uint32_t ios = branches - cpus;
    std::vector<uint32_t> count(levels + 1, 1); // of tetrahedra by level
    for (uint32_t level = levels; level-- > 1;)
    {
        count[level] = branches * count[level + 1];
    }
    const auto router = [](uint32_t level, uint32_t number, uint32_t corner) {
        return "t" + std::to_string(level) + "." + std::to_string(number) + "." +
               std::to_string(corner);
    };
    std::ostringstream text;
    text << "category 0 device - its router\n";
    for (uint32_t level = 1; level <= levels; ++level)
    {
        text << "category t" << level << " tetrahedra of level " << level << "\n";
        if (level < levels)
        {
            text << "category u" << level << " up from level " << level << "\n";
        }
    }
    for (uint32_t tetrahedron = 0; tetrahedron < count[1]; ++tetrahedron)
    {
        text << "device cpu" << tetrahedron << "." << Numbers(cpus)
             << " kind=cpu subtree=" << tetrahedron << "\n";
        if (ios > 0)
        {
            text << "device io" << tetrahedron << "." << Numbers(ios)
                 << " kind=io subtree=" << tetrahedron << "\n";
        }
    }
    for (uint32_t level = 1; level <= levels; ++level)
    {
        const std::string all = "t" + std::to_string(level) + "." + Numbers(count[level]) + ".";
        text << "\nrouter " << all << "[0..3] ports=6\n"
             << "link " << all << "[0..2]:0 " << all << "[1..3]:2 category=t" << level << "\nlink "
             << all << "[0,1]:1 " << all << "[2,3]:1 category=t" << level << "\nlink " << all
             << "0:2 " << all << "3:0 category=t" << level << "\n";
        if (level == 1)
        {
            text << "link cpu" << Numbers(count[1]) << "." << Numbers(cpus) << ":0 " << all
                 << Numbers(cpus) << ":3 category=0\n";
            if (ios > 0)
            {
                text << "link io" << Numbers(count[1]) << "." << Numbers(ios) << ":0 " << all
                     << Numbers(ios) << ":4 category=0\n";
            }
        }
        for (uint32_t number = 0; number < count[level]; ++number)
        {
            for (uint32_t branch = 0; level > 1 && branch < branches; ++branch)
            {
                text << "link " << router(level - 1, number * branches + branch, 0) << ":5 "
                     << router(level, number, branch % 4) << ":" << 3 + branch / 4 << " category=u"
                     << level - 1 << "\n";
            }
        }
    }
    for (uint32_t level = 1; level <= levels; ++level)
    {
        uint32_t below = 1; // tetrahedra of level 1 below a branch
        for (uint32_t i = 2; i < level; ++i)
        {
            below *= branches;
        }
        text << "\n";
        for (uint32_t i = 0; i < 4 * count[level]; ++i)
        {
            const std::string self = router(level, i / 4, i % 4);
            if (level < levels)
            {
                text << "route " << self << " * " << (i % 4 == 0 ? 5 : 3 - i % 4) << "\n";
            }
            for (uint32_t branch = 0; branch < branches; ++branch)
            {
                const uint32_t corner = branch % 4;
                const uint32_t port = corner == i % 4 ? 3 + branch / 4 : (corner + 3 - i % 4) % 4;
                const auto route = [&](const std::string& devices) {
                    text << "route " << self << " " << devices << " " << port << "\n";
                };
                if (level == 1)
                {
                    route((branch < 4 ? "cpu" : "io") + std::to_string(i / 4) + "." +
                          std::to_string(branch % 4));
                    continue;
                }
                const uint32_t first = (i / 4 * branches + branch) * below;
                const std::string range = Numbers(below, first) + ".";
                route("cpu" + range + Numbers(cpus));
                if (ios > 0)
                {
                    route("io" + range + Numbers(ios));
                }
            }
        }
    }
    text << "\n# Nothing turns back, and nothing crosses a tetrahedron twice.\n"
            "disable * * same\n";
    for (uint32_t level = 1; level <= levels; ++level)
    {
        text << "disable t" << level << "." << Numbers(count[level]) << ".[0..3] [0..2] [0..2]\n";
    }
    return text.str();
}

const std::map<std::string, Generator>&
GetGenerators()
{
    static const std::map<std::string, Generator> generators{
        {"tetra-16", {{}, [](const auto&) { return WriteTetra(4, 0); }}},
        {"tetra-16-3-1", {{}, [](const auto&) { return WriteTetra(3, 1); }}},
        {"tetra-8", {{}, [](const auto&) { return WriteTetra(0, 2); }}},
        {"single-router",
         {{{"Cpus", 2, 0, 6}, {"Ios", 4, 0, 6}},
          [](const auto& p) { return WriteSingleRouter(p[0], p[1]); }}},
        {"fractahedron",
         {{{"Levels", 2, 1, 4}, {"Branches", 8, 2, 8}},
          [](const auto& p) { return WriteFractahedron(p[0], p[1]); }}},
    };
    return generators;
}

const fabric::TopologyNames&
GetNames()
{
    static const fabric::TopologyNames names([] {
        std::map<std::string, std::vector<fabric::TopologyNames::Parameter>> topologies;
        for (const auto& [name, generator] : GetGenerators())
        {
            topologies[name] = generator.parameters;
        }
        return topologies;
    }());
    return names;
}

} // namespace

std::string
ServerNetTopologyText(const std::string& text)
{
    const auto [name, values] = GetNames().Read(text);
    return "# " + text + "\n\n" + GetGenerators().at(name).write(values);
}

fabric::Topology
ServerNetTopology(const std::string& nameOrPath)
{
    NS_LOG_FUNCTION(nameOrPath);
    if (GetServerNetTopologyFiles(nameOrPath).empty())
    {
        std::istringstream text(ServerNetTopologyText(nameOrPath));
        return fabric::ReadTopology(text, nameOrPath);
    }
    return fabric::ReadTopology(nameOrPath);
}

std::vector<std::string>
GetServerNetTopologyFiles(const std::string& nameOrPath)
{
    return GetNames().GetFiles(nameOrPath);
}

} // namespace ns3
