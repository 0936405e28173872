/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_ATTRIBUTE_KINDS_H
#define BURST_CORE_ATTRIBUTE_KINDS_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <string>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * What is known of a kind of attribute. The parsers of ns-3 end the program at many wrong texts and
 * take others for zero; no text does either to a reader.
 */
struct AttributeKind
{
    /// Reads a text with the checker of the attribute; null: the text is no such value.
    Ptr<const AttributeValue> (*read)(const std::string&, Ptr<const AttributeChecker>);
    const char* allowed; //!< What a text may be, as "a number".
    /// Canonical form of a text, of a kind whose numbers ns-3 alone can print, with six digits.
    std::string (*spell)(const std::string&){nullptr};
};

/**
 * @ingroup burst-core
 *
 * @param name Name of a kind, see GetAttributeKind().
 * @return What is known of it; null: nothing.
 */
const AttributeKind* FindAttributeKind(const std::string& name);

} // namespace ns3::burst

#endif /* BURST_CORE_ATTRIBUTE_KINDS_H */
