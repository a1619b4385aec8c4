// Provenance of a run, provenance.json: the facts that it depends on (docs/run-folder.md). Nothing in it
// depends on time, place or machine.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

inline constexpr const char* kProvenanceSchema = "standfast-run/2";

struct Provenance {
  std::string version;
  StudySpec study;
  std::vector<CorpusFacts> corpora;
};

// Returns the fields of an entry of the member "corpora", one for each corpus.
const FieldTable<CorpusFacts>& corpus_fields();
std::string provenance_text(const Provenance& provenance);
Result<Provenance> read_provenance(const RunFolder& folder, const StudyCatalogs& catalogs);

// Checks whether a folder that holds `old` may continue as `now`. All corpora, conditions, models and seeds
// of the old study must be in the new one, unchanged. New ones may be added, fits may be added, a condition
// may be asked of more corpora, and the title and the reference may change. Otherwise a usage error names the
// difference.
Status check_continues(const Provenance& old, const Provenance& now, const std::string& folder);

}  // namespace standfast
