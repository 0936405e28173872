/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BATTERY_BED_H
#define BATTERY_BED_H

#include "battery-device.h"

#include "ns3/address.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace battery
{

/** When a behaviour acts. */
enum class State
{
    BORN,      //!< before Attach, on no node
    INSTALLED, //!< after Install, before the run
    MID_RUN,   //!< while packets are under way
    STOPPED,   //!< after Simulator::Stop, before the run goes on
    DESTROYED, //!< after Simulator::Destroy
    SECOND,    //!< as INSTALLED, in the second simulation of the process
};

/** @param state one @return its name */
const char* GetName(State state);

/** What a trace or a callback told. */
struct Event
{
    int64_t time;     //!< time steps
    uint32_t station; //!< number
    uint32_t bytes;   //!< of the packet
};

/** A packet that came to a node. */
struct Reception
{
    int64_t time;                 //!< time steps
    uint32_t station;             //!< where
    uint32_t serial;              //!< of the packet
    bool intact;                  //!< its bytes are those that were sent
    uint16_t protocol;            //!< as the node is told
    Address source;               //!< as the node is told
    Address destination;          //!< as a promiscuous node is told
    NetDevice::PacketType type{}; //!< as a promiscuous node is told
};

/** A network of a kind of device, in a state. */
class Bed
{
  public:
    static constexpr uint16_t PROTOCOL = 0x0800; //!< all packets are of IPv4: pFabric and PPP
    static constexpr uint32_t FIRST = 1000; //!< serial of the first packet of Send; below: traffic

    /** @param dut kind @param state when the behaviour acts */
    Bed(const DeviceUnderTest& dut, State state);

    /** Make the network and do something, when the state says so. @param action to do */
    void Act(const std::function<void()>& action);
    /** @return whether the simulation is destroyed: nothing can be sent */
    bool IsOver() const;

    /** A packet from station to station, behind the last one.
     * @param from number @param to number @param bytes payload of IPv4 @return serial */
    uint32_t Send(uint32_t from, uint32_t to, uint32_t bytes = 500);
    /** @param from number @param to address @param bytes see Send @return serial */
    uint32_t SendTo(uint32_t from, const Address& to, uint32_t bytes = 500);
    /** Packets at one time. @param from number @param to number @param count how many @param bytes
     * see Send @return first serial */
    uint32_t SendBurst(uint32_t from, uint32_t to, uint32_t count, uint32_t bytes = 500);
    /** @param when from the moment on @param action in the context of a node @param station number
     * of that */
    void Schedule(const Time& when, uint32_t station, const std::function<void()>& action) const;
    void Skip(const Time& time); //!< The next packets are later. @param time by which
    Time GetNext() const;        //!< @return when the next packet is sent, from now

    void Run();  //!< Until nothing happens any more.
    void Stop(); //!< Run, then Destroy.

    /** @param trace name of a trace source of packets @return what it tells of all devices, from
     * now on */
    const std::deque<Event>& Listen(const std::string& trace);
    /** @param trace see Listen @return whether all devices have it */
    bool Has(const std::string& trace) const;

    /** @param bytes of payload @param from number @param to number @param serial of it @return a
     * packet of IPv4 */
    static Ptr<Packet> MakePacket(uint32_t bytes, uint32_t from, uint32_t to, uint32_t serial);

    /** @param serial of a packet @return how often it came to a station @param station number */
    uint32_t Count(uint32_t station, uint32_t serial) const;
    /** @param serial of a packet that came once @return how */
    const Reception& Find(uint32_t serial) const;
    uint32_t CountTraffic() const;     //!< @return packets of the traffic that came
    uint32_t CountTrafficSent() const; //!< @return packets of the traffic that were sent

    const DeviceUnderTest& dut;          //!< kind
    const State state;                   //!< see there
    NetDeviceContainer devices;          //!< the stations
    std::deque<Reception> received;      //!< by node
    std::deque<Reception> promiscuous;   //!< by promiscuous callback
    std::deque<bool> accepted;           //!< what Send returned, by serial less FIRST
    const Time moment{MilliSeconds(5)};  //!< of the action, in MID_RUN and STOPPED
    const Time settle{MilliSeconds(60)}; //!< after which the traffic has come
    const Time gap{MilliSeconds(2)};     //!< between packets of Send
    bool promiscuousMode{false};         //!< callbacks are to be set, before Act
    std::function<void()> atStart;       //!< called when the network is made, if it is set

  private:
    void Make();        //!< The network.
    void Hear();        //!< What comes.
    void MakeTraffic(); //!< In both directions, until the moment of the action.

    std::deque<std::deque<Event>> m_events; //!< of Listen
    Time m_next;                            //!< when the next packet is sent, absolute
    uint32_t m_serial{FIRST};               //!< of the next packet
    uint32_t m_trafficSent{0};              //!< see CountTrafficSent
    bool m_over{false};                     //!< see IsOver
};

/** @param holds what a device has to do @param reason if it does not; throws Failure */
void Expect(bool holds, const std::string& reason);

/** @param is a number @param should what it has to be @param what it is; throws Failure */
template <typename A, typename B>
void
ExpectEqual(const A& is, const B& should, const std::string& what)
{
    Expect(is == static_cast<A>(should),
           what + ": " + std::to_string(is) + " instead of " + std::to_string(should));
}

/** One of the list. */
struct Behaviour
{
    std::string name;               //!< in the table
    std::string text;               //!< what is expected, a sentence
    std::function<void(Bed&)> test; //!< throws Failure
};

const std::vector<Behaviour>& GetBehaviours(); //!< @return all, in the order of the table

// Those of one file each.
void AddAddressBehaviours(std::vector<Behaviour>& list);  //!< @param list to be added to
void AddQueueBehaviours(std::vector<Behaviour>& list);    //!< @param list to be added to
void AddTraceBehaviours(std::vector<Behaviour>& list);    //!< @param list to be added to
void AddLifeBehaviours(std::vector<Behaviour>& list);     //!< @param list to be added to
void AddStackBehaviours(std::vector<Behaviour>& list);    //!< @param list to be added to
void AddPriorityBehaviours(std::vector<Behaviour>& list); //!< @param list to be added to
void AddSwitchBehaviours(std::vector<Behaviour>& list);   //!< @param list to be added to

/** A difference that a chapter explains. */
struct Difference
{
    std::string device;    //!< name of a kind
    std::string behaviour; //!< name
    std::string reason;    //!< for the table
};

const std::vector<Difference>& GetDifferences(); //!< @return all

} // namespace battery

#endif // BATTERY_BED_H
