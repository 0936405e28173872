/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_STATISTICS_H
#define BURST_CORE_STATISTICS_H

#include "burst-core-histogram.h"

#include "ns3/assert.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * What a model knows about itself at the end of a run, declared beside its TypeId with
 * AddStatistics(). The value is a number; a number for each of several parts of the model, by the
 * name of the part, which is empty for the whole; a histogram; or a table. No part, no sample and
 * no column: there is no result in this run.
 */
struct Statistic
{
    using Parts = std::map<std::string, double>; //!< by name of the part

    /** A table, each row with a cell for each column. */
    struct Table
    {
        using Row = std::variant<std::vector<double>, std::vector<std::string>>; //!< its cells

        std::vector<std::pair<std::string, std::string>> columns; //!< name and unit of each
        std::vector<Row> rows;                                    //!< in their order
    };

    using Value = std::variant<double, Parts, LogLinearHistogram, Table>; //!< of one object

    std::string name;                  //!< the same in all records
    std::string unit;                  //!< such as "ns"; empty for a table, whose columns have one
    std::string description;           //!< one sentence
    std::function<Value(Object&)> get; //!< asks an object of the type
};

/**
 * @ingroup burst-core
 *
 * A statistic of a class.
 *
 * @tparam T The class, an Object.
 */
template <typename T>
class StatisticOf : public Statistic
{
  public:
    /**
     * @tparam Get Member of T, a function without arguments or data, or function of T&.
     * @param name Name, as in Statistic.
     * @param unit Unit, as in Statistic.
     * @param description Description, as in Statistic.
     * @param get Gives the value: any number, or one of the other kinds.
     */
    template <typename Get>
    StatisticOf(const char* name, const char* unit, const char* description, Get get)
        : Statistic{name, unit, description, [get](Object& object) -> Value {
                        if constexpr (std::is_arithmetic_v<Result<Get>>)
                        {
                            return static_cast<double>(std::invoke(get, static_cast<T&>(object)));
                        }
                        else
                        {
                            return std::invoke(get, static_cast<T&>(object));
                        }
                    }}
    {
        NS_ASSERT_MSG(*name && *description && !*unit == (std::is_same_v<Result<Get>, Table>),
                      name << " needs a name, a description and, unless it is a table, a unit");
    }

  private:
    /** What a function gives. */
    template <typename Get>
    using Result = std::decay_t<std::invoke_result_t<Get, T&>>;
};

/**
 * @ingroup burst-core
 *
 * Declare the statistics of a type.
 *
 * @param type The type.
 * @param statistics Its own, without those of its ancestors.
 * @return The type, for the end of a GetTypeId().
 */
TypeId AddStatistics(TypeId type, const std::vector<Statistic>& statistics);

/**
 * @ingroup burst-core
 *
 * Declare the statistics of a class.
 *
 * @tparam T The class.
 * @param type Its TypeId.
 * @param statistics {name, unit, description, member function} of each.
 * @return The TypeId, for the end of T::GetTypeId().
 */
template <typename T>
TypeId
AddStatistics(TypeId type, std::initializer_list<StatisticOf<T>> statistics)
{
    return AddStatistics(type, std::vector<Statistic>(statistics.begin(), statistics.end()));
}

/**
 * @ingroup burst-core
 *
 * @param type A type.
 * @return Its statistics, those of ancestors last.
 */
std::vector<Statistic> GetStatistics(TypeId type);

/**
 * @ingroup burst-core
 *
 * @param type A type.
 * @param names Those that are wanted; none: all.
 * @return They.
 * @throw std::invalid_argument The type has none, or none of a name; the sentence names the
 * nearest.
 */
std::vector<Statistic> FindStatistics(TypeId type, const std::vector<std::string>& names);

} // namespace ns3::burst

#endif // BURST_CORE_STATISTICS_H
