/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-program.h"

#include "../walk/walk.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-listener.h"
#include "ns3/burst-core-trace-source.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/iepm-schedule-controller.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <cstdio>
#include <iostream>
#include <utility>

namespace burstlab
{

using namespace ns3;

namespace
{

/** Writes what it hears into a journal. Of what happens at the very time of its begin and end it
 * may hear a part, which the order of events at one time decides. */
class JournalListener : public burst::TraceListener
{
  public:
    /** @param journal of the program @param name of the trace source @param end when it stops */
    JournalListener(Journal& journal, std::string name, Time end)
        : TraceListener(true),
          m_journal(journal),
          m_name(std::move(name)),
          m_begin(Simulator::Now()),
          m_end(end)
    {
    }

  private:
    void DoFire(double value) override
    {
        if (const Time now = Simulator::Now(); now > m_begin && now < m_end)
        {
            m_journal.Write(m_name, value);
        }
    }

    Journal& m_journal; //!< of the program, which lives longer than its simulation
    std::string m_name; //!< of the source
    Time m_begin;       //!< when it was connected
    Time m_end;         //!< when it stops
};

/** @param type of an object @return its trace sources, with those of ancestors */
std::vector<TypeId::TraceSourceInformation>
GetTraces(TypeId type)
{
    std::vector<TypeId::TraceSourceInformation> traces;
    for (;; type = type.GetParent())
    {
        for (uint32_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            traces.push_back(type.GetTraceSource(i));
        }
        if (!type.HasParent())
        {
            return traces;
        }
    }
}

} // namespace

Dice::Dice(uint64_t seed)
    : m_engine(seed)
{
}

uint64_t
Dice::Below(uint64_t limit)
{
    return m_engine() % limit;
}

bool
Dice::Chance(double probability)
{
    return static_cast<double>(m_engine() >> 11) * 0x1p-53 < probability;
}

double
Dice::Spread(double least, double most)
{
    const double uniform = static_cast<double>(m_engine() >> 11) * 0x1p-53;
    return least * std::pow(most / least, uniform);
}

Time
Dice::When(Time least, Time most)
{
    return NanoSeconds(static_cast<int64_t>(
        Spread(static_cast<double>(std::max<int64_t>(least.GetNanoSeconds(), 1)),
               static_cast<double>(most.GetNanoSeconds()))));
}

Journal::Journal(bool loud)
    : m_loud(loud)
{
}

void
Journal::Write(const std::string& line)
{
    const std::string text = std::to_string(Simulator::Now().GetTimeStep()) + " " + line + "\n";
    uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const unsigned char letter : text)
    {
        hash = (hash ^ letter) * 0x100000001b3;
    }
    m_hash += hash;
    ++m_lines;
    if (m_loud)
    {
        std::cerr << text;
    }
}

void
Journal::Write(const std::string& what, double value)
{
    char text[32];
    std::snprintf(text, sizeof text, " %.17g", value);
    Write(what + text);
}

uint64_t
Journal::GetHash() const
{
    return m_hash;
}

uint64_t
Journal::GetLines() const
{
    return m_lines;
}

Program::Program(uint64_t seed, bool loud, bool sinks)
    : m_dice(seed),
      m_journal(loud),
      m_sinks(sinks)
{
}

Program::~Program() = default;

Dice&
Program::GetDice()
{
    return m_dice;
}

Journal&
Program::GetJournal()
{
    return m_journal;
}

const std::set<std::string>&
Program::GetCalls() const
{
    return m_calls;
}

Time
Program::GetHorizon() const
{
    return m_horizon;
}

void
Program::Call(const std::string& call)
{
    m_calls.insert(call);
}

void
Program::Ask(const std::string& call, double value)
{
    Call(call);
    m_journal.Write(call, value);
}

void
Program::Run()
{
    Packet::EnablePrinting(); // ascii traces may begin later
    // TcpTxBuffer of ns-3 reads behind its end when the FIN alone is acknowledged selectively.
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    const uint64_t lives = m_dice.Chance(0.25) ? 2 : 1;
    for (uint64_t life = 0; life < lives; ++life)
    {
        Live();
    }
}

void
Program::Live()
{
    const auto* kind = &m_dice.Pick(GetWorlds());
    m_horizon = m_dice.When(MicroSeconds(50), MilliSeconds(5)) * kind->scale;
    RngSeedManager::SetSeed(1 + m_dice.Below(1000));
    RngSeedManager::SetRun(1 + m_dice.Below(1000));
    const uint64_t count = m_dice.Chance(0.2) ? 2 : 1;
    for (uint64_t number = 0; number < count; ++number)
    {
        m_journal.Write("world " + kind->name);
        m_worlds.push_back(kind->make());
        m_worlds.back()->Make(*this, number);
        const int64_t scale = kind->scale;
        while (number + 1 < count && (kind = &m_dice.Pick(GetWorlds()))->scale != scale)
        {
        }
    }
    const uint64_t early = m_dice.Below(8);
    for (uint64_t i = 0; i < early; ++i)
    {
        Act(*m_dice.Pick(m_worlds));
    }
    const uint64_t late = m_dice.Below(60);
    for (uint64_t i = 0; i < late; ++i)
    {
        auto& world = *m_worlds[m_dice.Below(m_worlds.size())];
        Simulator::Schedule(m_dice.When(Time(0), m_horizon), [this, &world] {
            Act(world);
            ConnectSinks({});
        });
    }
    const uint64_t pieces = 1 + m_dice.Below(3);
    for (uint64_t piece = 0; piece < pieces; ++piece)
    {
        ConnectSinks(walk::FindObjects());
        Simulator::Stop(NanoSeconds(m_horizon.GetNanoSeconds() / pieces + 1));
        try
        {
            Simulator::Run();
        }
        catch (const std::invalid_argument& refused)
        {
            if (!Simulator::Now().IsZero())
            {
                throw;
            }
            m_journal.Write(std::string("refused: start: ") + refused.what());
            break; // attributes that do not go together
        }
        for (const auto& world : m_worlds)
        {
            world->Check();
        }
        CheckSame(Count(), "at once asked again");
        if (piece + 1 < pieces && m_dice.Chance(0.5))
        {
            Act(*m_dice.Pick(m_worlds)); // between two runs
        }
    }
    const auto told = Count();
    for (const auto& [name, value] : told)
    {
        m_journal.Write(name, value);
    }
    Simulator::Destroy();
    CheckSame(told, "after Simulator::Destroy");
    m_worlds.clear();
    m_heard.clear();
}

void
Program::ConnectSinks(std::vector<Ptr<Object>> objects)
{
    if (!m_sinks)
    {
        return;
    }
    for (const auto& world : m_worlds)
    {
        for (const auto& [name, object] : world->GetObjects())
        {
            objects.push_back(object);
        }
    }
    for (const auto& object : objects)
    {
        if (!m_heard.insert(PeekPointer(object)).second)
        {
            continue;
        }
        for (auto type = object->GetInstanceTypeId(); type != Object::GetTypeId();
             type = type.GetParent())
        {
            for (std::size_t i = 0; i < type.GetTraceSourceN(); ++i)
            {
                const auto source = type.GetTraceSource(i);
                if (source.name == "Cell")
                {
                    continue; // its first sink is refused later, so that the rest would differ
                }
                const std::string name = "fired " + type.GetName() + "::" + source.name;
                const walk::AnySink sink(object, source, [this, name] { Call(name); });
                if (sink.IsKnown())
                {
                    Try(name, [&sink] { sink.Connect(false); });
                }
            }
        }
    }
}

void
Program::Act(World& world)
{
    const auto actions = world.GetActions();
    double sum = 0;
    for (const auto& action : actions)
    {
        sum += action.weight;
    }
    double left = m_dice.Spread(1, 2) - 1; // below 1
    left *= sum;
    for (const auto& action : actions)
    {
        left -= action.weight;
        if (left < 0)
        {
            m_journal.Write("action " + action.name);
            Try(action.name, action.act);
            return;
        }
    }
}

void
Program::Try(const std::string& name, const std::function<void()>& step)
{
    try
    {
        step();
    }
    catch (const std::invalid_argument& refused)
    {
        m_journal.Write("refused: " + name + ": " + refused.what());
    }
}

void
Program::Listen(Ptr<Object> object)
{
    for (auto left = 1 + m_dice.Below(4); left > 0; --left)
    {
        ListenOnce(object);
    }
}

void
Program::Listen(const World& world)
{
    if (const auto object = PickObject(world))
    {
        Listen(object);
    }
}

void
Program::Change(const World& world)
{
    for (auto left = 1 + m_dice.Below(4); left > 0; --left)
    {
        if (const auto object = PickObject(world))
        {
            Change(object);
        }
    }
}

Ptr<Object>
Program::PickObject(const World& world)
{
    std::map<std::string, std::vector<Ptr<Object>>> kinds; // a fabric as often as all its devices
    for (const auto& [name, object] : world.GetObjects())
    {
        kinds[object->GetInstanceTypeId().GetName()].push_back(object);
    }
    if (kinds.empty())
    {
        return nullptr;
    }
    return m_dice.Pick(std::next(kinds.begin(), m_dice.Below(kinds.size()))->second);
}

void
Program::ListenOnce(Ptr<Object> object)
{
    const auto traces = GetTraces(object->GetInstanceTypeId());
    if (traces.empty())
    {
        return;
    }
    const auto& trace = m_dice.Pick(traces);
    static const std::set<std::string> SAMPLED{"Queue", "Share", "Lost", "Waiting", "Egress"};
    if (SAMPLED.count(trace.name) > 0)
    {
        return; // beside other sinks a new one hears the change since the last sample
    }
    const std::string name = object->GetInstanceTypeId().GetName() + "::" + trace.name;
    const bool stops = m_dice.Chance(0.3);
    const Time delay = m_dice.When(Time(0), m_horizon);
    const auto listener =
        std::make_shared<JournalListener>(m_journal,
                                          name,
                                          stops ? Simulator::Now() + delay : Time::Max());
    try
    {
        burst::TraceSource(object, trace.name).Connect(listener);
    }
    catch (const std::invalid_argument&)
    {
        return; // arguments of its own, which the world may know
    }
    Call("trace " + name);
    m_journal.Write("listen to " + name);
    if (stops)
    {
        Simulator::Schedule(delay, [listener] { listener->Stop(); });
    }
}

void
Program::Change(Ptr<Object> object)
{
    const auto probe = DynamicCast<MeasurementProbe>(object);
    if ((probe && !probe->IsRunning()) ||
        (DynamicCast<ScheduleController>(object) && Simulator::Now().IsZero()))
    {
        return; // attributes that have to go together when a measurement, or a monitor, begins
    }
    const auto attributes = burst::GetSettableAttributes(object->GetInstanceTypeId());
    if (attributes.empty())
    {
        return;
    }
    const auto& attribute = m_dice.Pick(attributes);
    if (attribute.checker->GetValueTypeName() == "ns3::PointerValue")
    {
        return; // ns-3 itself aborts on a text that names no type
    }
    std::string text = attribute.initialValue->SerializeToString(attribute.checker);
    double number = 0;
    int used = 0;
    char unit[16] = "";
    if (std::sscanf(text.c_str(), "%lf%n%15s", &number, &used, unit) >= 1)
    {
        static const std::vector<double> FACTORS{0, 0.01, 0.5, 1, 2, 3, 10, 1e6};
        double changed = number * m_dice.Pick(FACTORS) + (m_dice.Chance(0.3) ? 1 : 0);
        if (attribute.name == "Mtu")
        {
            changed =
                std::max(changed, 68.0); // below, Ipv4L3Protocol of ns-3 makes fragments for ever
        }
        char value[64];
        std::snprintf(value, sizeof value, "%.0f%s", changed, unit);
        text = value;
    }
    else if (text == "true" || text == "false")
    {
        text = m_dice.Chance(0.5) ? "true" : "false";
    }
    const std::string name = object->GetInstanceTypeId().GetName() + "::" + attribute.name;
    Call("attribute " + name);
    const bool taken = object->SetAttributeFailSafe(attribute.name, StringValue(text));
    m_journal.Write(name + " = " + text + (taken ? " taken" : " not taken"));
}

std::map<std::string, double>
Program::Count() const
{
    std::map<std::string, double> counts;
    for (std::size_t number = 0; number < m_worlds.size(); ++number)
    {
        for (const auto& [place, object] : m_worlds[number]->GetObjects())
        {
            for (const auto& statistic : burst::GetStatistics(object->GetInstanceTypeId()))
            {
                const auto value = statistic.get(*PeekPointer(object));
                if (const double* scalar = std::get_if<double>(&value))
                {
                    counts[std::to_string(number) + " " + place + " " + statistic.name] = *scalar;
                }
            }
        }
    }
    return counts;
}

void
Program::CheckSame(const std::map<std::string, double>& told, const std::string& when) const
{
    for (const auto& [name, value] : Count())
    {
        const auto before = told.find(name);
        if (before != told.end() && !(before->second == value) &&
            !(std::isnan(value) && std::isnan(before->second)))
        {
            throw Finding(name + " was " + std::to_string(before->second) + " and is " +
                          std::to_string(value) + " " + when);
        }
    }
}

std::vector<std::pair<std::string, Ptr<Object>>>
NumberObjects(const std::vector<Ptr<Object>>& objects)
{
    std::vector<std::pair<std::string, Ptr<Object>>> numbered;
    for (const auto& object : objects)
    {
        numbered.emplace_back("object " + std::to_string(numbered.size()), object);
    }
    return numbered;
}

} // namespace burstlab
