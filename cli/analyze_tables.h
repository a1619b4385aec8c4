// What `standfast analyze` found, as tables.
#pragma once

#include <string>

#include "standfast/analysis/lexical/topic_table.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// target: what takes the place of authors, "author" or "label".
report::Table topics_table(const TopicTable& table, const std::string& target);   // largest first
report::Table authors_table(const TopicTable& table, const std::string& target);  // largest first
// The counts themselves, with totals. Its CSV is what --table reads.
report::Table counts_table(const TopicTable& table, const std::string& target);
// Whether counts_table() has at most a million cells.
bool fits_a_table(const TopicTable& table);
// The table to use if it has more: a row for each topic and author that have documents in common.
report::Table cells_table(const TopicTable& table, const std::string& target);

}  // namespace standfast::cli
