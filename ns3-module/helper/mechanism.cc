// SPDX-License-Identifier: GPL-2.0-only
#include "mechanism.h"

#include "result-format.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Every mechanism there is.
const std::vector<Mechanism> MECHANISMS = {
    {{"none", "plain TCP"}, false, "", ""},
    {{"snoop", "Snoop agent, default preset"}, true, "1995", "snoop-1995"},
    {{"snoop-1995", "Snoop agent as MobiCom 95 prints it"}, true, "1995", ""},
    {{"snoop-1997", "Snoop agent as Transactions on Networking 97 prints it"}, true, "1997", ""},
};

} // namespace

const Mechanism*
Mechanism::Find(const std::string& name)
{
    const auto found = std::find_if(MECHANISMS.begin(), MECHANISMS.end(), [&name](const Mechanism& mechanism) {
        return mechanism.choice.name == name;
    });
    return found == MECHANISMS.end() ? nullptr : &*found;
}

std::vector<OptionChoice>
Mechanism::GetChoices(const std::vector<OptionChoice>& own)
{
    std::vector<OptionChoice> choices;
    for (const auto& mechanism : MECHANISMS)
    {
        choices.push_back(mechanism.choice);
    }
    choices.insert(choices.end(), own.begin(), own.end());
    return choices;
}

std::string
Mechanism::GetJson(const std::vector<OptionChoice>& own)
{
    std::vector<std::string> items;
    for (const auto& choice : GetChoices(own))
    {
        JsonObject item;
        item.Text("name", choice.name).Text("help", choice.help);
        const Mechanism* mechanism = Find(choice.name);
        if (mechanism && !mechanism->sameAs.empty())
        {
            item.Text("same_as", mechanism->sameAs);
        }
        items.push_back(item.GetLine());
    }
    return JsonObject::Array(items);
}

} // namespace ns3
