/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TRACE_SOURCE_H
#define BURST_CORE_TRACE_SOURCE_H

#include "burst-core-trace-listener.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * @param path Config path of objects, which may hold wildcards
 * @return the objects that match, at least one, and the place of each: the matched path without
 * "$", "ns3::" and the slashes at its ends, such as `NodeList/0/DeviceList/1/PointToPointNetDevice`
 * @throws std::invalid_argument when it is no path or nothing matches
 */
std::vector<std::pair<Ptr<Object>, std::string>> FindObjects(const std::string& path);

/**
 * @ingroup burst-core
 *
 * A trace source of an object, of any type in any module, found by its name.
 */
class TraceSource
{
  public:
    /**
     * @param object that has the source
     * @param trace name of the source
     * @throws std::invalid_argument when it has none of that name
     */
    TraceSource(Ptr<Object> object, const std::string& trace);

    /**
     * @param path Config path that ends in the name of a source and may hold wildcards
     * @return the sources of all objects that match and have it, at least one
     * @throws std::invalid_argument when nothing matches or no match has the source
     */
    static std::vector<TraceSource> Find(const std::string& path);

    /**
     * @return the place of the object, see FindObjects(), if Find() matched it; else empty
     */
    const std::string& GetPlace() const;

    /** @return what the source is, in a sentence of its module */
    const std::string& GetHelp() const;

    /**
     * Connects a source of a known signature. A firing has one value: a traced value its new value,
     * a packet, queue item or burst its size in bytes, a Time its nanoseconds, a DataRate its
     * bit/s, a number itself, and no argument at all 1.
     *
     * @param listener that receives its values from now on
     * @throws std::invalid_argument when the signature is not known
     */
    void Connect(const std::shared_ptr<TraceListener>& listener) const;

    /**
     * Connects a source of any signature.
     *
     * @tparam Args arguments of the source, exactly as it declares them
     * @param listener that receives its values from now on
     * @param value gives the value of a firing
     * @throws std::invalid_argument when it has other arguments
     */
    template <typename... Args>
    void ConnectAs(const std::shared_ptr<TraceListener>& listener,
                   std::common_type_t<std::function<double(Args...)>> value) const
    {
        const Callback<void, Args...> callback(
            [listener, value](Args... args) { listener->Fire(value(args...)); });
        ConnectCallback(callback, {&typeid(TracedCallback<Args...>), GetTracedValue<Args...>()});
    }

  private:
    /** @return the traced value that passes these arguments; null if there is none */
    template <typename... Args>
    static const std::type_info* GetTracedValue()
    {
        if constexpr (sizeof...(Args) == 2)
        {
            using First = std::tuple_element_t<0, std::tuple<Args...>>;
            if constexpr ((std::is_same_v<First, Args> && ...) && !std::is_reference_v<First>)
            {
                return &typeid(TracedValue<First>);
            }
        }
        return nullptr;
    }

    /**
     * @param callback to connect
     * @param classes of a source that calls such a callback
     */
    void ConnectCallback(const CallbackBase& callback,
                         std::initializer_list<const std::type_info*> classes) const;

    /** @param known what the arguments would have to be @throws std::invalid_argument always */
    [[noreturn]] void RefuseArguments(const std::string& known) const;

    Ptr<Object> m_object;                    //!< that has the source
    TypeId::TraceSourceInformation m_source; //!< what its type knows
    std::string m_place;                     //!< of the object
};

} // namespace ns3::burst

#endif // BURST_CORE_TRACE_SOURCE_H
