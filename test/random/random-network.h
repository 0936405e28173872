/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_NETWORK_H
#define RANDOM_NETWORK_H

#include "random-program.h"

#include "ns3/application-container.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace burstlab
{

/** Stations, and what a user of ns-3 does with any NetDevice. */
class Network : public World
{
  public:
    void Make(Program& program, uint32_t number) final;
    std::vector<Action> GetActions() final;
    std::vector<std::pair<std::string, ns3::Ptr<ns3::Object>>> GetObjects() const final;
    void Check() const final;

  protected:
    /** Make stations and whatever joins them; fill m_stations and m_devices. */
    virtual void Build() = 0;
    /** @return actions of this kind of network */
    virtual std::vector<Action> GetOwnActions() = 0;
    /** @return objects of this kind of network, beside devices */
    virtual std::vector<std::pair<std::string, ns3::Ptr<ns3::Object>>> GetOwnObjects() const = 0;
    virtual void CheckOwn() const = 0; //!< see Check
    virtual bool HasOwnStack() const;  //!< @return whether Build gave the nodes IP: false

    Program& GetProgram() const;                 //!< @return it is part of
    Dice& GetDice() const;                       //!< @return of the program
    ns3::Ptr<ns3::NetDevice> PickDevice() const; //!< @return a device of a station
    /** @return devices of stations, one or all, without those that were disposed of */
    ns3::NetDeviceContainer PickDevices() const;
    uint32_t PickStation() const; //!< @return number of one
    /** @param station number @return whether neither its node nor its device was disposed of: stock
     * applications abort otherwise */
    bool IsAlive(uint32_t station) const;
    /** @param call of the API @param step that makes it */
    void Call(const std::string& call) const;
    /** What a port of a switch does not do. @param port device */
    void AskPort(ns3::Ptr<ns3::NetDevice> port) const;

    ns3::NodeContainer m_stations;       //!< by number
    ns3::NetDeviceContainer m_devices;   //!< of the stations
    std::vector<ns3::Address> m_remotes; //!< addresses for sockets, if stations have IP

  private:
    void AddStack();                          //!< IP for the stations.
    void AddPacketSockets();                  //!< Packet sockets for the stations.
    void SendPacket(bool from);               //!< @param from whether by SendFrom
    void AddClient();                         //!< A packet socket client.
    void AddFlow();                           //!< A stock application over IP.
    void AddArrivals();                       //!< Ours.
    void SetCallbacks();                      //!< To receive.
    void DisposeOf();                         //!< A node, or a device.
    void AskDevice();                         //!< What any device tells.
    void AskArrivals();                       //!< What an application tells.
    void PrintPackets();                      //!< Of a device, as they are heard.
    ns3::Address PickAddress() const;         //!< @return of a station, or none, or many
    ns3::Ptr<ns3::Packet> MakePacket() const; //!< @return with data and perhaps a priority

    Program* m_program{nullptr};   //!< it is part of
    uint32_t m_number{0};          //!< in its life
    bool m_hasStack{false};        //!< stations have IP
    bool m_asks{false};            //!< by ARP
    std::set<uint32_t> m_busy;     //!< stations with a client that goes on when it is disposed of
    std::set<uint32_t> m_disposed; //!< stations whose node or device was disposed of
    int64_t m_stream{0};           //!< next one
    std::vector<ns3::Ptr<ns3::ArrivalApplication>> m_arrivals; //!< ours
};

} // namespace burstlab

#endif // RANDOM_NETWORK_H
