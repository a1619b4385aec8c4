#include "standfast/study/plan/memory_need.h"

#include <fmt/format.h>

#include "standfast/study/task/task.h"

namespace standfast {

uint64_t memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                     const CorpusFacts& corpus, const std::string& study_folder) {
  const auto entry = catalog.info(name);
  if (!entry || entry->memory == nullptr) return corpus.text_bytes;
  const auto ready = located(name, options, *entry->options, study_folder);
  if (!ready) return corpus.text_bytes;  // the unit will say what is wrong
  return corpus.text_bytes + entry->memory(*ready, {corpus.documents, corpus.text_bytes});
}

MostMemory most_memory(const StudySpec& study, const StudyCatalogs& catalogs,
                       const std::vector<CorpusFacts>& corpora, const std::string& study_folder) {
  MostMemory most;
  for (const CorpusFacts& corpus : corpora) {
    if (corpus.text_bytes > most.bytes) most = {corpus.text_bytes, "the texts of corpus " + corpus.name};
    const auto look_at = [&](const ComponentList& catalog, const std::string& name, const Options& options) {
      const uint64_t bytes = memory_with(catalog, name, options, corpus, study_folder);
      if (bytes > most.bytes)
        most = {bytes, fmt::format("units with {} {} on corpus {}", catalog.family(), name, corpus.name)};
    };
    const auto look_at_encoder = [&](const EncoderChoice& encoder) {
      look_at(*catalogs.encoders, encoder.name, encoder.options);
    };
    for (const auto& condition : study.conditions) {
      if (!condition.asks(corpus.name)) continue;
      if (condition.encoder) look_at_encoder(*condition.encoder);
      if (condition.space)
        look_at(catalogs.makers_of(*condition.space), condition.space->maker.name,
                condition.space->maker.options);
    }
    for (const auto& analysis : study.analyses)
      if (analysis.encoder) look_at_encoder(*analysis.encoder);
    for (const auto& model : study.models)
      look_at(study.the_task().models(catalogs), model.model.name, model.model.options);
  }
  return most;
}

}  // namespace standfast
