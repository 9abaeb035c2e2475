// SPDX-License-Identifier: GPL-2.0-only
#ifndef HANDOFF_TRIGGER_H
#define HANDOFF_TRIGGER_H

#include "ns3/object.h"

#include <cstddef>

namespace ns3
{

class HandoffMobile;

/**
 * \ingroup wireless-tcp
 *
 * What makes a mobile host go to another base station. It watches the link and tells its HandoffMobile, which does the
 * rest of the protocol.
 */
class HandoffTrigger : public Object
{
  public:
    /**
     * \brief Get the type ID.
     * \return the object TypeId
     */
    static TypeId GetTypeId();

    HandoffTrigger();
    ~HandoffTrigger() override;

    /**
     * \brief Begin to watch.
     * \param mobile whom to tell; ends the simulation with an error if there was one before
     */
    void Start(HandoffMobile* mobile);

    /// Tell nobody any more.
    void Stop();

    /**
     * \brief A beacon of the handoff protocol has come.
     * \param cell number of its base station
     */
    virtual void OnBeacon(std::size_t cell) = 0;

  protected:
    /// The mobile host is known from now on.
    virtual void DoStart() = 0;

    /**
     * \return whom to tell; null once stopped
     */
    HandoffMobile* GetMobile() const;

  private:
    HandoffMobile* m_mobile{nullptr}; //!< whom to tell; it owns this trigger
    bool m_used{false};               //!< whether there ever was one
};

} // namespace ns3

#endif /* HANDOFF_TRIGGER_H */
