/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-code-hash.h"

#include "ns3/hash.h"
#include "ns3/log.h"

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <link.h>
#include <set>
#include <stdexcept>
#include <sys/auxv.h>
#include <utility>
#include <vector>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchiveCodeHash");

namespace
{

/// A program or library in the memory of this process.
struct ObjectFile
{
    std::string path;                                      //!< of the file
    std::string name;                                      //!< by which others need it
    std::vector<std::string> needed;                       //!< names of what it links to
    std::string id;                                        //!< its build ID, or empty
    std::vector<std::pair<const char*, const char*>> held; //!< begin and end in memory

    /**
     * @param begin of a range
     * @param size of it
     * @return whether the file is mapped there
     */
    bool Holds(const void* begin, std::size_t size = 1) const
    {
        const auto* first = static_cast<const char*>(begin);
        return std::any_of(held.begin(), held.end(), [&](const auto& range) {
            return range.first <= first && first + size <= range.second;
        });
    }
};

/// What is loaded, as long as nothing more is.
struct LoadedFiles
{
    unsigned long long loads{0};   //!< how often something was loaded until now
    unsigned long long unloads{0}; //!< how often something was unloaded until now
    std::vector<ObjectFile> files; //!< the program first
};

/**
 * @param file that gets the build ID
 * @param notes begin of them
 * @param size of them
 */
void
ReadNotes(ObjectFile& file, const char* notes, std::size_t size)
{
    while (size >= sizeof(ElfW(Nhdr)))
    {
        ElfW(Nhdr) note;
        std::memcpy(&note, notes, sizeof(note));
        const std::size_t name = (note.n_namesz + 3) / 4 * 4;
        const std::size_t whole = sizeof(note) + name + (note.n_descsz + 3) / 4 * 4;
        if (whole > size)
        {
            return;
        }
        const char* text = notes + sizeof(note);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !std::memcmp(text, "GNU", 4))
        {
            file.id.assign(text + name, note.n_descsz);
            return;
        }
        notes += whole;
        size -= whole;
    }
}

/**
 * @param file that gets names
 * @param entry first of the dynamic section
 * @param base of the file
 */
void
ReadDynamic(ObjectFile& file, const ElfW(Dyn) * entry, ElfW(Addr) base)
{
    std::vector<std::size_t> needed;
    std::size_t name = 0;
    const char* texts = nullptr;
    for (; entry->d_tag != DT_NULL; ++entry)
    {
        if (entry->d_tag == DT_NEEDED)
        {
            needed.push_back(entry->d_un.d_val);
        }
        else if (entry->d_tag == DT_SONAME)
        {
            name = entry->d_un.d_val;
        }
        else if (entry->d_tag == DT_STRTAB)
        {
            // Some loaders leave the address as it is in the file.
            const auto address = entry->d_un.d_ptr;
            texts = reinterpret_cast<const char*>(address < base ? base + address : address);
        }
    }
    if (texts)
    {
        for (const auto offset : needed)
        {
            file.needed.emplace_back(texts + offset);
        }
        file.name = name ? texts + name : file.name;
    }
}

/**
 * The callback of dl_iterate_phdr.
 * @param info of a file
 * @param data LoadedFiles
 * @return 0: go on
 */
int
ReadFile(dl_phdr_info* info, std::size_t, void* data)
{
    auto& loaded = *static_cast<LoadedFiles*>(data);
    if (loaded.files.empty())
    {
        if (loaded.loads == info->dlpi_adds && loaded.unloads == info->dlpi_subs)
        {
            return 1;
        }
        loaded.loads = info->dlpi_adds;
        loaded.unloads = info->dlpi_subs;
    }
    ObjectFile file;
    file.path = loaded.files.empty() ? "/proc/self/exe" : info->dlpi_name;
    file.name = std::filesystem::path(file.path).filename();
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < info->dlpi_phnum; ++i)
    {
        const auto& part = info->dlpi_phdr[i];
        const auto* begin = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
        if (part.p_type == PT_LOAD)
        {
            file.held.emplace_back(begin, begin + part.p_memsz);
        }
        else if (part.p_type == PT_DYNAMIC)
        {
            dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
        }
    }
    // The kernel's own part and the loader are no part of anybody's program.
    for (const auto type : {AT_SYSINFO_EHDR, AT_BASE})
    {
        if (file.Holds(reinterpret_cast<const void*>(getauxval(type))))
        {
            return 0;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; ++i)
    {
        const auto& part = info->dlpi_phdr[i];
        const auto* begin = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
        if (part.p_type == PT_NOTE && file.id.empty() && file.Holds(begin, part.p_memsz))
        {
            ReadNotes(file, begin, part.p_memsz);
        }
    }
    if (dynamic)
    {
        ReadDynamic(file, dynamic, info->dlpi_addr);
    }
    loaded.files.push_back(std::move(file));
    return 0;
}

/** @return what is loaded now, the program first */
std::vector<ObjectFile>&
GetLoadedFiles()
{
    static LoadedFiles loaded;
    LoadedFiles now{loaded.loads, loaded.unloads, {}};
    dl_iterate_phdr(ReadFile, &now);
    if (!now.files.empty())
    {
        loaded = std::move(now);
    }
    return loaded.files;
}

/** @param address in a file @return the number of that file; how many there are: none */
std::size_t
FindNumber(const void* address)
{
    const auto& files = GetLoadedFiles();
    const auto found = std::find_if(files.begin(), files.end(), [&](const ObjectFile& file) {
        return file.Holds(address);
    });
    return found - files.begin();
}

/** @param first number of a file @return it and what it links to, and so on */
std::set<std::size_t>
FollowLinks(std::size_t first)
{
    const auto& files = GetLoadedFiles();
    std::set<std::size_t> reached{first};
    for (std::vector<std::size_t> open{first}; !open.empty();)
    {
        const ObjectFile& file = files[open.back()];
        open.pop_back();
        for (std::size_t other = 0; other < files.size(); ++other)
        {
            const auto& needed = file.needed;
            if (std::find(needed.begin(), needed.end(), files[other].name) != needed.end() &&
                reached.insert(other).second)
            {
                open.push_back(other);
            }
        }
    }
    return reached;
}

/** @param numbers of files @return the hash of their code */
std::string
HashFiles(const std::set<std::size_t>& numbers)
{
    std::multiset<std::string> ids;
    for (const auto number : numbers)
    {
        ObjectFile& file = GetLoadedFiles()[number];
        NS_LOG_LOGIC(file.path << " is part of the code");
        if (file.id.empty())
        {
            std::ifstream bytes(file.path, std::ios::binary);
            const std::string content{std::istreambuf_iterator<char>(bytes), {}};
            if (!bytes)
            {
                throw std::runtime_error("cannot read " + file.path +
                                         ", whose code identifies a run");
            }
            file.id = std::to_string(Hash64(content));
        }
        ids.insert(file.id);
    }
    std::string text;
    for (const auto& id : ids)
    {
        text += std::to_string(id.size()) + ':' + id;
    }
    char hash[17];
    std::snprintf(hash, sizeof(hash), "%016" PRIx64, Hash64(text));
    return hash;
}

} // namespace

const void*
FindObjectFile(const void* address)
{
    const std::size_t number = FindNumber(address);
    const auto& files = GetLoadedFiles();
    return number < files.size() ? files[number].held.front().first : nullptr;
}

std::set<const void*>
FindLinked(const void* object)
{
    std::set<const void*> found;
    for (const auto number : FollowLinks(FindNumber(object)))
    {
        found.insert(GetLoadedFiles()[number].held.front().first);
    }
    return found;
}

std::string
HashObjectFile(const void* object)
{
    const std::size_t number = FindNumber(object);
    if (number == GetLoadedFiles().size())
    {
        throw std::runtime_error("no loaded file holds the code that identifies a run");
    }
    return HashFiles(FollowLinks(number));
}

std::string
HashProgram()
{
    std::set<std::size_t> program = FollowLinks(0);
    // A function of ns-3's core: data of a library may be copied into the program by the linker.
    const std::size_t core = FindNumber(reinterpret_cast<const void*>(&GetStaticHash));
    for (std::size_t number = 1; number < GetLoadedFiles().size(); ++number)
    {
        const auto links = FollowLinks(number);
        if (links.count(core))
        {
            program.insert(links.begin(), links.end());
        }
    }
    return HashFiles(program);
}

} // namespace ns3::archive
