// SPDX-License-Identifier: GPL-2.0-only
#include "loss-verdict.h"

namespace ns3
{

bool
LossVerdict::IsWireless() const
{
    return judgement == Judgement::WIRELESS;
}

std::string
LossVerdict::GetName() const
{
    switch (judgement)
    {
    case Judgement::WIRELESS:
        return "wireless";
    case Judgement::CONGESTION:
        return "congestion";
    case Judgement::NOT_ASKED:
        return "slow-start";
    case Judgement::NO_SAMPLE:
        return "no-sample";
    case Judgement::BELOW_RESOLUTION:
        return "below-resolution";
    case Judgement::NO_TRUTH:
        break;
    }
    return "no-truth";
}

} // namespace ns3
