/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_REFERENCE_H
#define LOSSLESS_ETHERNET_REFERENCE_H

#include "ns3/lossless-ethernet-network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

/**
 * The law of LosslessEngine once more, slow and obvious: every tick is visited, every port is asked
 * in every tick, every frame is an object. Written from the chapter's text, without the engine's.
 *
 * It knows partitioned and shared memory, PAUSE and PFC, service rates, and a congestion point of
 * each priority that complains once every so many bytes of it, upon which its source sends that
 * flow at a fixed rate for ever.
 */
class LosslessReference
{
  public:
    /** A frame that comes to a station. */
    struct Arrival
    {
        int64_t tick;
        uint32_t source;
        uint32_t destination;
        uint32_t bytes;
        uint8_t priority;
    };

    /** What became of a frame: when, at which station, from where, bytes, priority. */
    using Delivery = std::tuple<int64_t, uint32_t, uint32_t, uint32_t, uint8_t>;

    /** How the network is set. */
    struct Settings
    {
        bool shared{false};                 //!< memory of all inputs, else one each
        bool byPriority{false};             //!< each input and priority has a memory
        uint64_t capacity{0};               //!< bytes of a memory; if shared, for each port
        uint64_t high{0};                   //!< XOFF above that; if shared, for each port
        uint64_t low{0};                    //!< XON at that; if shared, for each port
        uint32_t quanta{0};                 //!< of a pause
        int64_t responseTicks{0};           //!< see LosslessEngine::Settings
        std::map<uint32_t, double> service; //!< bits per second by port
        bool crossbar{false};               //!< an input sends one frame at a time: the lowest free
                                            //!< input for each output, outputs in order
        uint64_t every{0};    //!< data bytes of a priority from complaint to complaint, 0: none
        uint8_t watched{255}; //!< priorities of which a port complains
        uint8_t complaint{7}; //!< priority of complaints
        double rate{0};       //!< bits per second of a flow once there was one
    };

    LosslessReference(const ns3::LosslessNetwork& network, const Settings& settings)
        : m_network(network),
          m_settings(settings),
          m_ports(network.GetChannels().size()),
          m_stations(network.GetStations().size()),
          m_books(network.GetSwitches().size())
    {
        for (uint32_t i = 0; i < m_books.size(); ++i)
        {
            m_books[i].resize(network.GetSwitches()[i].ports.size());
        }
    }

    /** @param arrivals in order @param ticks to be visited @return what was delivered, in order */
    std::vector<Delivery> Run(const std::vector<Arrival>& arrivals, int64_t ticks)
    {
        std::size_t next = 0;
        for (m_now = 0; m_now <= ticks; ++m_now)
        {
            ForEachPort([this](uint32_t port) { End(port); });
            ForEachPort([this](uint32_t port) { Receive(port); });
            ForEachPort([this](uint32_t port) { TakeEffect(port); });
            ForEachPort([this](uint32_t port) {
                if (m_ports[port].asked != 0 && m_now == m_ports[port].refresh)
                {
                    SendPause(port, m_ports[port].asked, m_settings.quanta);
                }
            });
            for (; next < arrivals.size() && arrivals[next].tick <= m_now; ++next)
            {
                const auto& a = arrivals[next];
                ++m_stations[a.source].frames;
                m_stations[a.source].queues[a.priority][a.destination].push_back(
                    {DATA, a.source, a.destination, a.bytes, a.priority});
            }
            ForEachPort([this](uint32_t port) { Start(port); });
            for (uint32_t number = 0; m_settings.crossbar && number < m_books.size(); ++number)
            {
                while (Cross(number))
                {
                }
            }
        }
        return m_deliveries;
    }

    uint64_t pauses{0};       //!< frames that asked for one
    uint64_t drops{0};        //!< data frames without room
    uint64_t messages{0};     //!< complaints
    uint64_t lostMessages{0}; //!< those without room

  private:
    enum Kind
    {
        DATA,
        MESSAGE,
        PAUSE
    };

    struct Frame
    {
        Kind kind;
        uint32_t source;
        uint32_t destination;
        uint32_t bytes;
        uint8_t priority;
        uint32_t input{UINT32_MAX};   // port of the switch that holds it
        uint32_t aboutDestination{0}; // of a message
        uint8_t aboutPriority{0};     // of a message
        uint8_t mask{0};              // of a pause
        uint32_t quanta{0};           // of a pause
        int64_t end{0};               // of the transmission
    };

    struct Port
    {
        std::deque<Frame> control;
        std::array<std::deque<Frame>, 8> queues;
        std::deque<Frame> sending; // one at most
        std::deque<Frame> link;
        std::deque<Frame> effects; // end: tick of the effect
        std::array<int64_t, 8> pausedUntil{};
        uint8_t asked{0};
        int64_t refresh{-1};
        int64_t servedUntil{0};
        std::array<uint64_t, 8> seen{}; // by priority
    };

    struct Station
    {
        std::array<std::map<uint32_t, std::deque<Frame>>, 8> queues; // by priority, destination
        uint64_t frames{0};                                          // in queues
        std::array<uint32_t, 8> turn{};                              // destination looked at first
        std::map<std::pair<uint8_t, uint32_t>, int64_t> limited;     // flow: may send from then on
    };

    struct Book
    {
        std::array<uint64_t, 8> bytes{};
        uint8_t paused{0};
    };

    template <typename Action>
    void ForEachPort(Action action)
    {
        for (uint32_t port = 0; port < m_ports.size(); ++port)
        {
            action(port);
        }
    }

    uint32_t GetInput(uint32_t port) const
    {
        const auto& ports = m_network.GetSwitches()[m_network.GetChannels()[port].from].ports;
        return std::find(ports.begin(), ports.end(), port) - ports.begin();
    }

    static uint64_t Sum(const Book& book)
    {
        uint64_t sum = 0;
        for (const uint64_t bytes : book.bytes)
        {
            sum += bytes;
        }
        return sum;
    }

    uint64_t SumAll(uint32_t number) const
    {
        uint64_t sum = 0;
        for (const Book& book : m_books[number])
        {
            sum += Sum(book);
        }
        return sum;
    }

    void End(uint32_t number)
    {
        Port& port = m_ports[number];
        if (port.sending.empty() || port.sending.front().end != m_now)
        {
            return;
        }
        Frame frame = port.sending.front();
        port.sending.clear();
        const auto& channel = m_network.GetChannels()[number];
        if (frame.input != UINT32_MAX)
        {
            m_books[channel.from][frame.input].bytes[frame.priority] -= frame.bytes;
            ResumeIfLow(channel.from, frame.input, frame.priority);
        }
        frame.input = UINT32_MAX;
        frame.end = m_now + channel.delayTicks;
        port.link.push_back(frame);
    }

    void ResumeIfLow(uint32_t number, uint32_t input, uint8_t priority)
    {
        auto& books = m_books[number];
        const auto& ports = m_network.GetSwitches()[number].ports;
        if (m_settings.shared)
        {
            if (books[0].paused && SumAll(number) <= m_settings.low * books.size())
            {
                for (uint32_t i = 0; i < books.size(); ++i)
                {
                    books[i].paused = 0;
                    Resume(ports[i], 255);
                }
            }
        }
        else if (m_settings.byPriority)
        {
            if ((books[input].paused >> priority & 1) &&
                books[input].bytes[priority] <= m_settings.low)
            {
                books[input].paused &= ~(1 << priority);
                Resume(ports[input], 1 << priority);
            }
        }
        else if (books[input].paused && Sum(books[input]) <= m_settings.low)
        {
            books[input].paused = 0;
            Resume(ports[input], 255);
        }
    }

    bool Admit(uint32_t number, uint32_t input, const Frame& frame)
    {
        auto& books = m_books[number];
        const auto& ports = m_network.GetSwitches()[number].ports;
        books[input].bytes[frame.priority] += frame.bytes;
        const uint64_t used = m_settings.shared       ? SumAll(number)
                              : m_settings.byPriority ? books[input].bytes[frame.priority]
                                                      : Sum(books[input]);
        const uint64_t factor = m_settings.shared ? books.size() : 1;
        if (used > factor * m_settings.capacity)
        {
            books[input].bytes[frame.priority] -= frame.bytes;
            return false;
        }
        const uint8_t bits = m_settings.byPriority ? 1 << frame.priority : 255;
        if (used > factor * m_settings.high && (books[input].paused & bits) == 0)
        {
            for (uint32_t i = 0; i < books.size(); ++i)
            {
                if (m_settings.shared || i == input)
                {
                    books[i].paused |= bits;
                    m_ports[ports[i]].asked |= bits;
                    SendPause(ports[i], m_ports[ports[i]].asked, m_settings.quanta);
                }
            }
        }
        return true;
    }

    void Resume(uint32_t port, uint8_t bits)
    {
        m_ports[port].asked &= ~bits;
        SendPause(port, bits, 0);
    }

    void SendPause(uint32_t port, uint8_t mask, uint32_t quanta)
    {
        Frame frame{PAUSE, 0, 0, 64, 0};
        frame.mask = mask;
        frame.quanta = quanta;
        auto& control = m_ports[port].control;
        for (Frame& waiting : control)
        {
            waiting.mask &= ~mask;
        }
        const auto isOver = [](const Frame& waiting) { return waiting.mask == 0; };
        const auto first = std::find_if(control.begin(), control.end(), isOver);
        if (first == control.end())
        {
            control.push_back(frame);
        }
        else
        {
            pauses -= std::count_if(first, control.end(), [&](const Frame& waiting) {
                return isOver(waiting) && waiting.quanta > 0;
            });
            *first = frame;
            control.erase(std::remove_if(control.begin(), control.end(), isOver), control.end());
        }
        if (quanta > 0)
        {
            ++pauses;
            m_ports[port].refresh =
                m_now + quanta * 64 * m_network.GetChannels()[port].byteTicks / 2;
        }
    }

    void Receive(uint32_t number)
    {
        Port& port = m_ports[number];
        if (port.link.empty() || port.link.front().end != m_now)
        {
            return;
        }
        Frame frame = port.link.front();
        port.link.pop_front();
        const auto& channel = m_network.GetChannels()[number];
        if (frame.kind == PAUSE)
        {
            frame.end = m_now + m_settings.responseTicks;
            m_ports[number ^ 1].effects.push_back(frame);
        }
        else if (!channel.toStation)
        {
            Forward(channel.to, GetInput(number ^ 1), frame);
        }
        else if (frame.kind == MESSAGE)
        {
            // The first one counts from now on; the flow may send at once.
            auto& limited = m_stations[channel.to].limited;
            limited.emplace(std::pair(frame.aboutPriority, frame.aboutDestination), m_now);
        }
        else
        {
            m_deliveries.push_back({m_now, channel.to, frame.source, frame.bytes, frame.priority});
        }
    }

    void Forward(uint32_t number, uint32_t input, Frame frame)
    {
        if (!Admit(number, input, frame))
        {
            (frame.kind == DATA ? drops : lostMessages) += 1;
            return;
        }
        frame.input = input;
        const uint32_t out = m_network.GetNext(number, frame.destination);
        m_ports[out].queues[frame.priority].push_back(frame);
        uint64_t& seen = m_ports[out].seen[frame.priority];
        if (frame.kind != DATA || m_settings.every == 0 ||
            !(m_settings.watched >> frame.priority & 1))
        {
            return;
        }
        seen += frame.bytes;
        if (seen >= m_settings.every)
        {
            seen -= m_settings.every;
            ++messages;
            Frame message{MESSAGE, 0, frame.source, 64, m_settings.complaint};
            message.aboutDestination = frame.destination;
            message.aboutPriority = frame.priority;
            m_ports[m_network.GetNext(number, frame.source)].queues[message.priority].push_back(
                message);
        }
    }

    void TakeEffect(uint32_t number)
    {
        Port& port = m_ports[number];
        while (!port.effects.empty() && port.effects.front().end == m_now)
        {
            const Frame frame = port.effects.front();
            port.effects.pop_front();
            for (uint32_t priority = 0; priority < 8; ++priority)
            {
                if (frame.mask >> priority & 1)
                {
                    port.pausedUntil[priority] =
                        m_now + frame.quanta * 64 * m_network.GetChannels()[number].byteTicks;
                }
            }
        }
    }

    void Start(uint32_t number)
    {
        Port& port = m_ports[number];
        const auto& channel = m_network.GetChannels()[number];
        if (!port.sending.empty())
        {
            return;
        }
        if (!port.control.empty())
        {
            Begin(number, port.control.front());
            port.control.pop_front();
            return;
        }
        if (port.servedUntil > m_now)
        {
            return;
        }
        if (channel.fromStation && m_stations[channel.from].frames == 0)
        {
            return;
        }
        for (int priority = 7; priority >= 0; --priority)
        {
            if (port.pausedUntil[priority] > m_now)
            {
                continue;
            }
            if (!channel.fromStation)
            {
                auto& queue = port.queues[priority];
                const auto first =
                    std::find_if(queue.begin(), queue.end(), [this](const Frame& frame) {
                        return !m_settings.crossbar || frame.input == UINT32_MAX;
                    });
                if (first != queue.end())
                {
                    const Frame frame = *first;
                    queue.erase(first);
                    Begin(number, frame);
                    return;
                }
                continue;
            }
            Station& station = m_stations[channel.from];
            for (uint32_t i = 0; i < m_stations.size(); ++i)
            {
                const uint32_t to = (station.turn[priority] + i) % m_stations.size();
                auto& queue = station.queues[priority][to];
                const auto limit = station.limited.find({priority, to});
                if (!queue.empty() && (limit == station.limited.end() || limit->second <= m_now))
                {
                    if (limit != station.limited.end())
                    {
                        limit->second =
                            m_now + std::ceil(queue.front().bytes * (1.0 * m_network.GetRate()) /
                                              m_settings.rate);
                    }
                    Begin(number, queue.front());
                    queue.pop_front();
                    --station.frames;
                    station.turn[priority] = (to + 1) % m_stations.size();
                    return;
                }
            }
        }
    }

    /** @return whether a frame begins: then it may be another one's turn */
    bool Cross(uint32_t number)
    {
        bool begun = false;
        const auto& ports = m_network.GetSwitches()[number].ports;
        std::vector<bool> busy(ports.size());
        for (const uint32_t port : ports)
        {
            if (!m_ports[port].sending.empty() && m_ports[port].sending.front().input != UINT32_MAX)
            {
                busy[m_ports[port].sending.front().input] = true;
            }
        }
        const std::vector<bool> before = busy;
        for (const uint32_t number : ports)
        {
            Port& port = m_ports[number];
            if (!port.sending.empty() || !port.control.empty() || port.servedUntil > m_now)
            {
                continue;
            }
            // The priority is chosen among inputs that were free when the tick's matching began.
            for (int priority = 7; priority >= 0; --priority)
            {
                auto& queue = port.queues[priority];
                if (port.pausedUntil[priority] > m_now ||
                    std::none_of(queue.begin(), queue.end(), [&](const Frame& frame) {
                        return frame.input != UINT32_MAX && !before[frame.input];
                    }))
                {
                    continue;
                }
                auto best = queue.end();
                for (auto frame = queue.begin(); frame != queue.end(); ++frame)
                {
                    if (frame->input != UINT32_MAX && !busy[frame->input] &&
                        (best == queue.end() || frame->input < best->input))
                    {
                        best = frame;
                    }
                }
                if (best != queue.end())
                {
                    const Frame frame = *best;
                    queue.erase(best);
                    busy[frame.input] = true;
                    Begin(number, frame);
                    begun = true;
                }
                break;
            }
        }
        return begun;
    }

    void Begin(uint32_t number, Frame frame)
    {
        Port& port = m_ports[number];
        frame.end = m_now + frame.bytes * m_network.GetChannels()[number].byteTicks;
        port.sending.push_back(frame);
        const auto service = m_settings.service.find(number);
        if (service != m_settings.service.end() && frame.kind != PAUSE)
        {
            port.servedUntil =
                m_now + std::ceil(frame.bytes * (1.0 * m_network.GetRate()) / service->second);
        }
    }

    const ns3::LosslessNetwork& m_network;
    Settings m_settings;
    std::vector<Port> m_ports;
    std::vector<Station> m_stations;
    std::vector<std::vector<Book>> m_books; // by switch, input
    std::vector<Delivery> m_deliveries;
    int64_t m_now{0};
};

#endif // LOSSLESS_ETHERNET_REFERENCE_H
