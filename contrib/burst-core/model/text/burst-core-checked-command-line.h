/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_CHECKED_COMMAND_LINE_H
#define BURST_CORE_CHECKED_COMMAND_LINE_H

#include "ns3/attribute.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-attribute-text.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * ns-3's CommandLine, whose values are checked as those of attributes are. What ns3::CommandLine
 * takes as a whole number, wraps around or ends the program over is refused with one sentence that
 * says what is allowed. Options of ns-3, as --PrintHelp and --ns3::Class::Attribute, stay. Of a
 * program with its own options "run" and "seed", --RngRun and --RngSeed are other names, and values
 * of NS_GLOBAL_VALUE the defaults: what is given acts, or contradicts and is refused.
 */
class CheckedCommandLine
{
  public:
    /**
     * @param file __FILE__ of the program
     * @param usage what the program does
     */
    explicit CheckedCommandLine(const std::string& file, const std::string& usage = "");

    /**
     * Add an option.
     *
     * @tparam T type of the variable: std::string, bool, a number, DataRate, Time
     * @param name of the option
     * @param help with the unit
     * @param value variable with the default; takes what is given
     * @param checker of an attribute that would hold the value; default: any value of the type
     */
    template <typename T>
    void AddValue(const std::string& name,
                  const std::string& help,
                  T& value,
                  Ptr<const AttributeChecker> checker = nullptr)
    {
        m_command.AddValue(name, help, value);
        Option& option = m_options[name] = MakeOption(value);
        if (checker)
        {
            option.checker = checker;
        }
    }

    /**
     * Take the arguments of main(). From then on the program ends with exit code 1 if its standard
     * output cannot be written, as on a full disk.
     *
     * @param argc number of them
     * @param argv the arguments
     * @throw std::invalid_argument no such option, or a value that is not allowed
     */
    void Parse(int argc, char* argv[]);

  private:
    using Take = std::function<void(const AttributeText&)>; //!< sets a variable

    /** An option of the program. */
    struct Option
    {
        Ptr<const AttributeChecker> checker; //!< of its values
        bool toggle{false};                  //!< it may stand without a value
        Take take;                           //!< sets the variable
    };

    /** @param value variable @return what sets it from an attribute value of type V */
    template <typename V, typename T>
    static Take Into(T& value)
    {
        return [&value](const AttributeText& read) {
            value = static_cast<T>(DynamicCast<const V>(read.value)->Get());
        };
    }

    /** @param value variable @return an option of any value of its type */
    template <typename T>
    static Option MakeOption(T& value)
    {
        if constexpr (std::is_same_v<T, std::string>)
        {
            return {MakeStringChecker(), false, [&value](const AttributeText& read) {
                        value = read.text;
                    }};
        }
        else if constexpr (std::is_same_v<T, bool>)
        {
            return {MakeBooleanChecker(), true, Into<BooleanValue>(value)};
        }
        else if constexpr (std::is_same_v<T, DataRate>)
        {
            return {MakeDataRateChecker(), false, Into<DataRateValue>(value)};
        }
        else if constexpr (std::is_same_v<T, Time>)
        {
            return {MakeTimeChecker(), false, Into<TimeValue>(value)};
        }
        else if constexpr (std::is_unsigned_v<T>)
        {
            return {MakeUintegerChecker<T>(), false, Into<UintegerValue>(value)};
        }
        else if constexpr (std::is_integral_v<T>)
        {
            return {MakeIntegerChecker<T>(), false, Into<IntegerValue>(value)};
        }
        else
        {
            return {MakeDoubleChecker<T>(), false, Into<DoubleValue>(value)};
        }
    }

    /** Let options "run" and "seed" of the program begin with what the environment says. */
    void TakeEnvironment();

    /**
     * Take --RngRun or --RngSeed, or --run or --seed of the program.
     *
     * @param option "run" or "seed"
     * @param name what was given, as --run
     * @param value its value
     * @throw std::invalid_argument no seed or run number, or another one was given
     */
    void TakeNumber(const std::string& option, const std::string& name, const std::string& value);

    /** @param argument one that begins with -- @return whether it was an option of the program */
    bool TakeArgument(const std::string& argument);

    CommandLine m_command;                                             //!< of ns-3
    std::map<std::string, Option> m_options;                           //!< by name
    std::map<std::string, std::pair<std::string, uint64_t>> m_numbers; //!< given run and seed
};

/**
 * @ingroup burst-core
 *
 * End a program as burstlab's end.
 *
 * @param error what main() has caught, whose sentence is written to the standard error
 * @return exit code: 2 for std::invalid_argument, wrong input; else 1
 */
int ReportError(const std::exception& error);

} // namespace ns3::burst

#endif /* BURST_CORE_CHECKED_COMMAND_LINE_H */
