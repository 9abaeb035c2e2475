// SPDX-License-Identifier: GPL-2.0-only
#include "result-folder.h"

#include "attribute-defaults.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace fs = std::filesystem;

namespace ns3
{

namespace
{

/// What a file is called until it is whole.
const char* const UNFINISHED = ".part";

/**
 * \param name a file name
 * \return whether it is one of the files a run may leave, by itself or with a number
 */
bool
IsResultFile(const std::string& name)
{
    static const std::vector<std::string> stems = {"agents", "cwnd", "delay", "failures", "handoffs",
                                                   "rtt", "sequence", "throughput", "wired", "wireless"};
    const fs::path path(name);
    const std::string extension = path.extension().string();
    const std::string stem = path.stem().string();
    return (extension == ".csv" || extension == ".pcap") &&
           std::any_of(stems.begin(), stems.end(), [&stem](const std::string& known) {
               const std::string rest = stem.substr(std::min(known.size(), stem.size()));
               return stem.compare(0, known.size(), known) == 0 &&
                      (rest.empty() || (rest.size() > 1 && rest[0] == '-' &&
                                        rest.find_first_not_of("0123456789", 1) == std::string::npos));
           });
}

} // namespace

ResultFolder::ResultFolder(const std::string& path)
    : m_path(path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (!error && !fs::is_directory(path))
    {
        error = std::make_error_code(std::errc::not_a_directory);
    }
    if (!error)
    {
        const fs::path probe = fs::path(path) / (std::string("write-test") + UNFINISHED);
        if (!(std::ofstream(probe) << ""))
        {
            error = std::make_error_code(std::errc::permission_denied);
        }
        std::error_code ignored;
        fs::remove(probe, ignored);
    }
    if (error)
    {
        throw UsageError("cannot write into the output folder " + path + " (" + error.message() +
                         "): choose another with --out");
    }
}

std::string
ResultFolder::Begin(const std::string& name)
{
    m_begun.push_back(name);
    return (fs::path(m_path) / (name + UNFINISHED)).string();
}

void
ResultFolder::Write(const std::string& name, const std::string& content)
{
    const std::string part = Begin(name);
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    if (!file)
    {
        throw std::runtime_error("cannot write " + part + ": is the disk full?");
    }
}

void
ResultFolder::Finish()
{
    for (const auto& name : m_begun)
    {
        const fs::path target = fs::path(m_path) / name;
        std::error_code error;
        fs::rename(target.string() + UNFINISHED, target, error);
        if (error)
        {
            throw std::runtime_error("cannot write " + target.string() + ": " + error.message());
        }
        m_written.push_back(name);
    }
    m_begun.clear();
    for (const auto& entry : fs::directory_iterator(m_path))
    {
        const std::string name = entry.path().filename().string();
        if (IsResultFile(name) && std::find(m_written.begin(), m_written.end(), name) == m_written.end())
        {
            fs::remove(entry.path());
        }
    }
}

} // namespace ns3
