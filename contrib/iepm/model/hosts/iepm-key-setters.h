/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_KEY_SETTERS_H
#define IEPM_KEY_SETTERS_H

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief What the words key=value of a statement set.
 *
 * The targets live as long as this. A value that is not allowed is a std::invalid_argument.
 */
class KeySetters
{
  public:
    using Setter = std::function<void(const std::string& text)>; //!< takes a value

    /** @param key new
     * @param setter of it */
    void Add(const std::string& key, Setter setter);
    /** @param key new
     * @param target any */
    void AddText(const std::string& key, std::string& target);
    /** @param key new
     * @param target for words between commas */
    void AddList(const std::string& key, std::vector<std::string>& target);
    /** @param key new
     * @param target yes or no */
    void AddYes(const std::string& key, bool& target);
    /** @param key new
     * @param target above 0 */
    void AddTime(const std::string& key, Time& target);
    /** @param key new
     * @param target bit/s above 0 */
    void AddRate(const std::string& key, uint64_t& target);
    /** @param key new
     * @param target for a number
     * @param least allowed
     * @param most allowed */
    void AddNumber(const std::string& key, double& target, double least, double most);

    /** @param key that was added; std::invalid_argument names the nearest otherwise
     * @param text of its value */
    void Set(const std::string& key, const std::string& text) const;

    /** @param what the value is
     * @param text of it
     * @param allowed what is
     * @throw std::invalid_argument that says so */
    [[noreturn]] static void Refuse(const std::string& what,
                                    const std::string& text,
                                    const std::string& allowed);

  private:
    std::map<std::string, Setter> m_setters; //!< by key
};

} // namespace ns3::iepm

#endif // IEPM_KEY_SETTERS_H
