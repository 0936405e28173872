/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-input-files.h"

#include "ns3/burst-core-attribute-text.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/hash.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("BurstCoreInputFiles");

namespace
{

namespace fs = std::filesystem;

/** Objects in values of objects are followed this far. */
constexpr int DEPTH = 16;

/** A file that was used. */
struct Used
{
    fs::file_time_type written;    //!< Its last write, when it was used.
    std::optional<InputFile> file; //!< Its contents then, once somebody has asked.
    bool checked{false};           //!< See CheckUsedInputs().
};

/** The files that were used, by their paths. */
std::map<std::string, Used> g_used;

/** The scope that exists, or null. */
const InputScope* g_scope = nullptr;

/** @throw std::runtime_error Always. */
[[noreturn]] void
RefuseWritten(const std::string& path)
{
    throw std::runtime_error("the input file '" + path +
                             "' was written during the run: run it again");
}

/** @throw std::runtime_error The file is not as it was last written at that time. */
void
CheckWritten(const std::string& path, fs::file_time_type written)
{
    std::error_code error;
    if (fs::last_write_time(path, error) != written || error)
    {
        RefuseWritten(path);
    }
}

/** Accepts any text, and knows the files that a text names. */
class FileChecker : public AttributeChecker
{
  public:
    using Files = std::vector<std::string> (*)(const std::string& value);

    explicit FileChecker(Files files)
        : m_files(files)
    {
    }

    std::vector<std::string> GetFiles(const std::string& value) const
    {
        if (m_files)
        {
            return m_files(value);
        }
        return value.empty() ? std::vector<std::string>{} : std::vector{value};
    }

    bool Check(const AttributeValue& value) const override
    {
        return dynamic_cast<const StringValue*>(&value);
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::StringValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "std::string";
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<StringValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto from = dynamic_cast<const StringValue*>(&source);
        const auto to = dynamic_cast<StringValue*>(&destination);
        if (from && to)
        {
            *to = *from;
        }
        return from && to;
    }

  private:
    Files m_files;
};

/** @return What is between the bars of a text outside of brackets. */
std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text)
    {
        depth += (c == '[') - (c == ']');
        if (c == '|' && depth == 0)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

/** What is looked for in values. */
class Search
{
  public:
    void InValue(const std::string& text,
                 Ptr<const AttributeChecker> checker,
                 bool given,
                 int depth = DEPTH)
    {
        if (const auto file = DynamicCast<const FileChecker>(checker))
        {
            TakeFiles(*file, text, given);
            return;
        }
        // A list of objects has any text between them.
        for (auto at = text.find("ns3::"); at != std::string::npos; at = text.find("ns3::", at))
        {
            const std::string object = GetObject(text.substr(at));
            at += object.size();
            InObject(object, given, depth);
        }
    }

    std::set<std::string> m_found; //!< Paths.

  private:
    void TakeFiles(const FileChecker& checker, const std::string& text, bool given)
    {
        std::vector<std::string> files;
        try
        {
            files = checker.GetFiles(text);
        }
        catch (const std::invalid_argument&)
        {
            if (given)
            {
                throw;
            }
        }
        std::copy_if(files.begin(),
                     files.end(),
                     std::inserter(m_found, m_found.end()),
                     [given](const auto& path) {
                         std::error_code error;
                         return given || fs::exists(path, error);
                     });
    }

    /** @return The beginning of a text, "ns3::Name" with all that its brackets hold. */
    static std::string GetObject(const std::string& text)
    {
        constexpr const char* ENDS = "[]|;, ";
        auto end = std::min(text.find_first_of(ENDS), text.size());
        int depth = 0;
        for (auto i = end; i < text.size() && (i == end ? text[i] == '[' : depth > 0); ++i)
        {
            depth += (text[i] == '[') - (text[i] == ']');
            if (depth == 0)
            {
                return text.substr(0, i + 1);
            }
        }
        return text.substr(0, end);
    }

    void InDefault(const TypeId::AttributeInformation& attribute, int depth)
    {
        std::string text;
        try
        {
            text = WriteAttribute(*attribute.initialValue, attribute.checker);
        }
        catch (const std::invalid_argument&)
        {
            NS_LOG_LOGIC(attribute.name << " has a default that only ns-3 can read");
        }
        InValue(text, attribute.checker, false, depth);
    }

    void InObject(const std::string& text, bool given, int depth)
    {
        const auto bracket = text.find('[');
        TypeId type;
        if (depth == 0 || !TypeId::LookupByNameFailSafe(text.substr(0, bracket), &type))
        {
            return;
        }
        std::map<std::string, std::string> values;
        if (bracket != std::string::npos)
        {
            for (const auto& part : Split(text.substr(bracket + 1, text.size() - bracket - 2)))
            {
                const auto equals = std::min(part.find('='), part.size());
                values[part.substr(0, equals)] = part.substr(std::min(equals + 1, part.size()));
            }
        }
        for (const auto& attribute : GetSettableAttributes(type))
        {
            const auto value = values.find(attribute.name);
            const bool own = value != values.end();
            const std::string kind = GetAttributeKind(attribute.checker);
            if (own)
            {
                InValue(value->second, attribute.checker, given, depth - 1);
            }
            else if (kind == "String" || kind == "ObjectText" || kind == "Pointer" ||
                     kind == "ObjectFactory")
            {
                InDefault(attribute, depth - 1);
            }
        }
    }
};

} // namespace

InputFile::InputFile(const std::string& path)
    : path(path)
{
    NS_LOG_FUNCTION(this << path);
    std::error_code error;
    const auto status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
    {
        throw std::invalid_argument("the file '" + path +
                                    "' cannot be read (no regular file, as is needed)");
    }
    written = fs::last_write_time(path, error);
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file)
    {
        throw std::invalid_argument("the file '" + path + "' cannot be read (" +
                                    std::strerror(errno) + ")");
    }
    std::ostringstream text;
    text << std::hex << Hash64(content);
    hash = text.str();
}

void
InputFile::Check() const
{
    CheckWritten(path, written);
    if (InputFile(path).hash != hash)
    {
        RefuseWritten(path);
    }
}

void
UseInput(const std::string& path)
{
    NS_LOG_FUNCTION(path);
    if (g_scope)
    {
        if (!g_scope->Has(path))
        {
            throw std::invalid_argument(
                "the run reads the file '" + path +
                "', which is no part of what identifies the run: the attribute that names the file "
                "needs burst::MakeFileChecker() in place of MakeStringChecker(), or "
                "Scenario::GetInputFiles() names the file");
        }
        return;
    }
    std::error_code error;
    const auto status = fs::status(path, error);
    const auto written = fs::last_write_time(path, error);
    // What cannot be opened is no input: whoever opens the path gets an error, and may go on.
    const bool opens =
        fs::is_regular_file(status) ? std::ifstream(path).is_open() : !fs::is_directory(status);
    if (!error && opens)
    {
        g_used[path] = {written, std::nullopt, false};
    }
}

std::vector<InputFile>
GetUsedInputs()
{
    std::vector<InputFile> files;
    for (auto& [path, used] : g_used)
    {
        if (!used.file)
        {
            CheckWritten(path, used.written);
            used.file.emplace(path);
        }
        files.push_back(*used.file);
    }
    return files;
}

void
CheckUsedInputs()
{
    for (auto& [path, used] : g_used)
    {
        if (!used.checked)
        {
            CheckWritten(path, used.written);
            used.checked = true;
        }
    }
}

void
ForgetUsedInputs()
{
    NS_LOG_FUNCTION_NOARGS();
    g_used.clear();
}

InputScope::InputScope(const std::vector<InputFile>& files)
{
    for (const auto& file : files)
    {
        m_files.insert(fs::path(file.path).lexically_normal());
    }
    g_scope = this;
}

InputScope::~InputScope()
{
    g_scope = nullptr;
}

bool
InputScope::Has(const std::string& path) const
{
    return m_files.count(fs::path(path).lexically_normal()) > 0;
}

Ptr<const AttributeChecker>
MakeFileChecker(std::vector<std::string> (*files)(const std::string& value))
{
    return Create<FileChecker>(files);
}

std::set<std::string>
FindInputFiles(const std::string& text, Ptr<const AttributeChecker> checker, bool given)
{
    Search search;
    search.InValue(text, checker, given);
    return search.m_found;
}

} // namespace ns3::burst
