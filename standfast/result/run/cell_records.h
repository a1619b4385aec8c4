// Conversion of a study and its cells to the records of a run. The cells of a run folder (run_reader.h) and
// cells in memory (run_in_memory.h) become records here.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast::result {

// Returns records without cells: the conditions and models that the study asks of its corpora. Of components
// only names and options are read, so this version need not know them. The task must be known.
RunRecords records_of_study(const StudySpec& study, const std::vector<CorpusFacts>& corpora,
                            const std::string& version);

// Returns the place of each name in the classes of the corpus, kNoCode for a name that is not there.
std::vector<uint32_t> places_of_classes(const std::vector<std::string>& names, const CorpusInfo& corpus);

// Adds the records of a cell, one for each side, without answers: to `refits` where it is a further fit of a
// fold, else to `cells`. They are the last ones of their list, in the order of the sides. A failed cell has
// the records that it should have: one for each side of its corpus. folder: the key of the cell, "" in
// memory. place: the location of the cell, for messages. A cell that the study does not ask for is a data
// error.
Status add_records(const CellFile& cell, const std::string& folder, const std::string& place,
                   RunRecords& run);
// Adds the rationales of a cell whose records were added. Rationales of a further fit of a fold are left out.
void add_rationales(const CellFile& cell, const std::string& folder, RationaleRecord record, RunRecords& run);
// Adds a cell without a record to the missing cells.
void add_missing(const Unit& cell, RunRecords& run);

// Puts the cells into the order of RunRecords::cells. Answers are numbered in this order.
void sort_cells(RunRecords& run);

}  // namespace standfast::result
