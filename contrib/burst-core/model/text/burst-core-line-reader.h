/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_LINE_READER_H
#define BURST_CORE_LINE_READER_H

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <istream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 * @brief Reads a text line by line in bounded memory, whatever it is, and says where it is wrong.
 *
 * A line ends with a line feed, before which a carriage return may stand; the last one may lack
 * both. Its words stand between blanks, and what follows a # is a comment. What is wrong is a
 * std::invalid_argument "NAME, line N: what is wrong and what is allowed".
 */
class LineReader
{
  public:
    /** How much is read. */
    struct Limits
    {
        std::size_t line; //!< characters of a line without its end
        uint64_t file{std::numeric_limits<uint64_t>::max()}; //!< bytes
    };

    /** What Read found. */
    enum Outcome
    {
        LINE,     //!< a line
        END,      //!< no further line
        TOO_LONG, //!< a line that is longer than allowed
        TROUBLE,  //!< the file cannot be read
    };

    /**
     * @param input the text, which lives as long as the reader
     * @param name what messages call the text, usually its path
     * @param limits how much is read
     */
    LineReader(std::istream& input, std::string name, const Limits& limits);

    /** @return the next text, for callers with their own error messages */
    Outcome Read();

    /** @return whether there is a next line; std::invalid_argument if a limit is exceeded or the
     * file cannot be read */
    bool Next();

    uint64_t GetNumber() const; //!< @return number of the line read last, from 1; 0 before it

    /** @return the next word of the line, valid until the next line; empty if there is none */
    std::string_view TakeWord();

    std::vector<std::string> TakeWords(); //!< @return the words of the line that were not taken

    /** @return the same as numbers; std::invalid_argument for a word that is no finite one */
    std::vector<double> TakeNumbers();

    /** @throw std::invalid_argument the line has bytes that are no printable ASCII, or no UTF-8 in
     * its comment */
    void RequireText() const;

    /**
     * @param sentence what is wrong with the line read last
     * @throw std::invalid_argument the sentence with name and number
     */
    [[noreturn]] void Refuse(const std::string& sentence) const;

    /**
     * @param sentence what is missing after the line read last
     * @throw std::invalid_argument the sentence with name and number of the next line
     */
    [[noreturn]] void RefuseEnd(const std::string& sentence) const;

  private:
    /**
     * @param number of a line
     * @param sentence what is wrong there
     * @throw std::invalid_argument
     */
    [[noreturn]] void RefuseAt(uint64_t number, const std::string& sentence) const;

    std::istream& m_input;      //!< the text
    std::string m_name;         //!< of the text
    Limits m_limits;            //!< how much is read
    uint64_t m_bytes{0};        //!< read so far
    uint64_t m_number{0};       //!< of the line read last
    std::vector<char> m_buffer; //!< holds that line, and grows with the longest
    std::string_view m_line;    //!< that line
    std::string_view m_rest;    //!< what is left of it, without its comment
};

/**
 * @ingroup burst-core
 * @param what the file is, as "topology file"
 * @param path where it is
 * @return the file, an input of the run in progress, see UseInput(); std::invalid_argument if it
 * cannot be read
 */
std::ifstream OpenText(const std::string& what, const std::string& path);

/**
 * @ingroup burst-core
 * @param word of a text
 * @param most how many characters of it are shown
 * @return the word between quotes, its beginning if it is long, with ? for what cannot be printed
 */
std::string QuoteWord(std::string_view word, std::size_t most);

/**
 * @ingroup burst-core
 * @tparam T a type of whole numbers
 * @param word of a text
 * @return the number whose decimal digits are the whole word, if T has it
 */
template <typename T>
std::optional<T>
ToWhole(std::string_view word)
{
    T number{};
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace ns3::burst

#endif /* BURST_CORE_LINE_READER_H */
