// SPDX-License-Identifier: GPL-2.0-only
#include "closest-match.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ns3
{

namespace
{

/**
 * Edit distance (Levenshtein), upper and lower case alike.
 *
 * \param a a word
 * \param b another
 * \return the least number of insertions, deletions and replacements that turn one into the other
 */
size_t
Distance(const std::string& a, const std::string& b)
{
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); j++)
    {
        row[j] = j;
    }
    for (size_t i = 1; i <= a.size(); i++)
    {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); j++)
        {
            const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                              std::tolower(static_cast<unsigned char>(b[j - 1]));
            const size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

} // namespace

std::string
ClosestMatch(const std::string& word, const std::vector<std::string>& candidates)
{
    std::string best;
    size_t bestDistance = std::max<size_t>(2, word.size() / 3) + 1;
    for (const auto& candidate : candidates)
    {
        const size_t distance = Distance(word, candidate);
        if (distance < bestDistance)
        {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

std::string
Suggest(const std::string& word, const std::vector<std::string>& candidates)
{
    const std::string match = ClosestMatch(word, candidates);
    if (!match.empty())
    {
        return "did you mean " + match + "?";
    }
    std::string all;
    for (const auto& candidate : candidates)
    {
        all += (all.empty() ? "" : ", ") + candidate;
    }
    return "one of: " + all;
}

} // namespace ns3
