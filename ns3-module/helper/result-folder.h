// SPDX-License-Identifier: GPL-2.0-only
#ifndef RESULT_FOLDER_H
#define RESULT_FOLDER_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup wireless-tcp
 * \brief A folder for the results of one run, in which a file is either whole or absent.
 */
class ResultFolder
{
  public:
    /**
     * Make the folder, unless it exists, and make sure that files can be written into it.
     *
     * \param path where it is
     * \throws UsageError if that cannot be done
     */
    explicit ResultFolder(const std::string& path);

    /**
     * Write a file.
     *
     * \param name its name
     * \param content its content
     * \throws std::runtime_error if it cannot be written
     */
    void Write(const std::string& name, const std::string& content);

    /**
     * Begin a file that somebody else writes.
     *
     * \param name its name
     * \return the path to write to until Finish is called
     */
    std::string Begin(const std::string& name);

    /**
     * Give the files that were begun their names, and remove result files of an earlier run that this one did not write.
     *
     * \throws std::runtime_error if a file cannot be renamed
     */
    void Finish();

  private:
    std::string m_path;                 //!< where it is
    std::vector<std::string> m_begun;   //!< files that somebody else writes
    std::vector<std::string> m_written; //!< files written
};

} // namespace ns3

#endif // RESULT_FOLDER_H
