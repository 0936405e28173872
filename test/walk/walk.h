/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WALK_H
#define WALK_H

#include "ns3/attribute.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <functional>
#include <string>
#include <vector>

/** Walks over every attribute and every trace source of contrib/. */
namespace walk
{

using namespace ns3;

std::vector<TypeId> GetTypes(); //!< @return those of contrib/, by name

/** @return objects of contrib/ that are reached from nodes, channels, aggregates and attributes */
std::vector<Ptr<Object>> FindObjects();

/** @param attribute any @return whether its values are the names of an enumeration */
bool IsEnumeration(const TypeId::AttributeInformation& attribute);

/**
 * @param type any
 * @param attribute of it
 * @param present value, or null: that of a new object
 * @return texts of values that the attribute may have besides
 */
std::vector<std::string> FindOtherValues(TypeId type,
                                         const TypeId::AttributeInformation& attribute,
                                         const std::string& present);

/** Connects a function to a trace source of any signature that contrib/ has. */
class AnySink
{
  public:
    /** @param object that has the source @param source of it @param note called when it fires */
    AnySink(Ptr<Object> object,
            const TypeId::TraceSourceInformation& source,
            std::function<void()> note);

    bool IsKnown() const;                //!< @return whether the signature is in the table
    bool Connect(bool context) const;    //!< @param context with one @return whether it is done
    bool Disconnect(bool context) const; //!< @param context as it was connected @return as above

  private:
    Ptr<Object> m_object;                    //!< that has the source
    TypeId::TraceSourceInformation m_source; //!< of it
    CallbackBase m_plain;                    //!< without context
    CallbackBase m_withContext;              //!< with context
    bool m_known{false};                     //!< see IsKnown
};

int WalkAttributes(); //!< @return exit code: 1 if there are findings
int WalkTraces();     //!< @return exit code: 1 if there are findings

} // namespace walk

#endif // WALK_H
