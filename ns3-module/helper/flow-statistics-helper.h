// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_STATISTICS_HELPER_H
#define FLOW_STATISTICS_HELPER_H

#include "ns3/attribute.h"
#include "ns3/flow-statistics.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 *
 * Counts packets per flow, also under DSR, before or after addresses and routing are installed:
 *
 * \code
 * Ptr<FlowStatistics> statistics = FlowStatisticsHelper().InstallAll();
 * Simulator::Run();
 * statistics->SerializeToXmlFile("flows.xml");
 * \endcode
 */
class FlowStatisticsHelper
{
  public:
    FlowStatisticsHelper();

    /**
     * \param name of an attribute of FlowStatistics
     * \param value its value in those that are made from now on
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * \param nodes senders, receivers and, for FlowStatistics::Flow::timesForwarded, those between them
     * \return new statistics, of these nodes
     */
    Ptr<FlowStatistics> Install(NodeContainer nodes) const;

    /**
     * \return new statistics, of all nodes that there are
     */
    Ptr<FlowStatistics> InstallAll() const;

    /**
     * \param flows some flows
     * \return a table of them as CSV, a heading and a line for each; times in seconds, empty where nothing was received
     */
    static std::string GetTable(const std::vector<FlowStatistics::Flow>& flows);

  private:
    ObjectFactory m_factory; //!< makes statistics
};

} // namespace ns3

#endif /* FLOW_STATISTICS_HELPER_H */
