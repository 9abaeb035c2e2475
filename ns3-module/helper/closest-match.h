// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLOSEST_MATCH_H
#define CLOSEST_MATCH_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * Find what a user may have meant by a misspelt word.
 *
 * \param word what was written
 * \param candidates what could have been written
 * \return the candidate at the least edit distance, empty if none is near
 */
std::string ClosestMatch(const std::string& word, const std::vector<std::string>& candidates);

/**
 * \ingroup wireless-tcp
 * The remedy for a misspelt word, for the end of an error message.
 *
 * \param word what was written
 * \param candidates what could have been written
 * \return "did you mean X?", or "one of: A, B, C" if nothing is near
 */
std::string Suggest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace ns3

#endif // CLOSEST_MATCH_H
