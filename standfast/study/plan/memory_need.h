// How much memory the units of a study need: the texts of their corpus, and what a component says that it holds beside them
// (base/catalog.h). Executors start no more units at once than there is room for. No key and no number depends on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Bytes of a unit in which this component works. study_folder: where relative paths of its options start.
uint64_t memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                     const CorpusFacts& corpus, const std::string& study_folder);

// The most that a unit of the study needs, and who needs it: "the texts of corpus c", "units with encoder sentence on corpus
// c".
struct MostMemory {
  uint64_t bytes = 0;
  std::string who;
};
MostMemory most_memory(const StudySpec& study, const StudyCatalogs& catalogs,
                       const std::vector<CorpusFacts>& corpora, const std::string& study_folder);

}  // namespace standfast
