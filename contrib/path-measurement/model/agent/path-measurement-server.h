/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SERVER_H
#define PATH_MEASUREMENT_SERVER_H

#include "ns3/callback.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/path-measurement-result.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The far end of a tool, which the agent of a remote host makes for one measurement and
 * removes after it.
 */
class MeasurementServer : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param node to serve on
     * @param port to listen on */
    void Start(Ptr<Node> node, uint16_t port);
    void Stop(); //!< Close all sockets, cancel all events. May be called twice.
    /** Stay there and do nothing any more, like a program that hangs. */
    void Hang();
    bool IsHanging() const; //!< @return whether Hang() was called

    /** @return what it measured, for the probe that asks */
    virtual std::vector<MeasurementResult::Value> GetReport() const;
    virtual uint64_t GetBytes() const; //!< @return bytes that it handed to sockets

  protected:
    /** @param accessor of an attribute @return one that refuses other values while it serves */
    static Ptr<const AttributeAccessor> UntilStart(Ptr<const AttributeAccessor> accessor);

    void DoDispose() override;

    Ptr<Node> GetNode() const; //!< @return that it serves on
    uint16_t GetPort() const;  //!< @return that it listens on

  private:
    bool IsServing() const; //!< @return whether it was started and not stopped

    virtual void DoStart() = 0; //!< Listen.
    virtual void DoStop() = 0;  //!< Close all sockets, cancel all events.
    virtual void DoHang() = 0;  //!< Take nothing from sockets and send nothing any more.

    Ptr<Node> m_node;    //!< that it serves on, null when it does not
    uint16_t m_port{0};  //!< that it listens on
    bool m_hangs{false}; //!< whether it hangs
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SERVER_H
