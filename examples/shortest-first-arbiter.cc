/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// An arbiter of your own, as a plugin: this file is all there is. It becomes a library that any
// scenario with an Arbiter attribute can load.
//
//   ./lab run servernet-load --plugin=shortest-first-arbiter --Arbiter=ns3::ShortestFirstArbiter

#include "ns3/servernet-arbiter.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

/**
 * The packet with the fewest flits gets the output: responses to writes (12 flits) and read
 * requests (16) before the packets that carry data (76 and 80). A packet that has waited for
 * Patience ticks goes before all others, so that none starves.
 */
class ShortestFirstArbiter : public ServerNetArbiter
{
  public:
    static TypeId GetTypeId();

  private:
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override;

    uint32_t m_patience; // attribute Patience
};

// Puts the TypeId on the list of ns-3 when the library is loaded.
NS_OBJECT_ENSURE_REGISTERED(ShortestFirstArbiter);

TypeId
ShortestFirstArbiter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ShortestFirstArbiter")
                            .SetParent<ServerNetArbiter>()
                            .SetGroupName("Examples")
                            .AddConstructor<ShortestFirstArbiter>()
                            .AddAttribute("Patience",
                                          "Ticks after which a packet goes before shorter ones.",
                                          UintegerValue(1000),
                                          MakeUintegerAccessor(&ShortestFirstArbiter::m_patience),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

// Called once in a tick in which the output is free and wanted. The packet that is chosen owns the
// output until its tail has left; the index of its request is returned.
std::size_t
ShortestFirstArbiter::DoChoose(int64_t tick, const std::vector<Request>& requests)
{
    const auto length = [&](const Request& request) {
        return tick - request.tick > m_patience ? 0 : request.flits;
    };
    const auto first =
        std::min_element(requests.begin(), requests.end(), [&](const Request& a, const Request& b) {
            return length(a) < length(b);
        });
    return first - requests.begin();
}

} // namespace ns3
