#include "standfast/study/experiment/classes_ready.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/task/task.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

// "part "pe" (pe.csv)", for each part none of whose documents has a class.
std::vector<std::string> parts_without_class(const CorpusSpec& spec, const Corpus& corpus,
                                             const Column& classes) {
  std::vector<std::string> found;
  const Column* const part = spec.parts.empty() ? nullptr : corpus.named_column(kPartAttribute);
  if (part == nullptr) return found;
  for (const auto& one : spec.parts) {
    const auto code = static_cast<uint32_t>(std::ranges::find(part->names, one.name) - part->names.begin());
    uint64_t documents = 0, with = 0;
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      if (part->codes[row] != code) continue;
      ++documents;
      with += classes.codes[row] != kMissing;
    }
    if (documents > 0 && with == 0)
      found.push_back(fmt::format("part \"{}\" ({})", printable_line(one.name), printable_line(one.path)));
  }
  return found;
}

}  // namespace

Status classes_ready(const StudySpec& study, const CorpusSpec& spec, const Corpus& corpus, Sink& sink) {
  if (!study.the_task().traits().has_target) return {};
  SF_ASSIGN(const Column* const classes, corpus.require(study.target));
  const std::string_view target = role_name(study.target);
  // Classes of the folds: no model is fitted on documents that are kept apart.
  std::vector<bool> seen(classes->names.size(), false);
  uint64_t without = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const uint32_t code = classes->codes[row];
    if (code == kMissing)
      ++without;
    else if (!corpus.is_kept_apart(row))
      seen[code] = true;
  }
  const auto different = std::ranges::count(seen, true);
  if (different < 2)
    return data_error(fmt::format(
        "corpus {}: {}: classification needs two {}s, and the documents have {} (do only, at-least, most or limit leave "
        "the others out?)",
        spec.name, corpus.name(), target,
        different == 0 ? std::string("none")
                       : fmt::format("one, \"{}\"", printable_line(classes->names[static_cast<size_t>(
                                                        std::ranges::find(seen, true) - seen.begin())]))));
  if (without == 0) return {};
  const auto parts = parts_without_class(spec, corpus, *classes);
  sink.warn(fmt::format("corpus {}: {} of {} documents have no {} and are left out{}", spec.name, without,
                        corpus.size(), target,
                        parts.empty()
                            ? ""
                            : fmt::format("; {} {} none at all (is the column called otherwise there?)",
                                          fmt::join(parts, " and "), parts.size() == 1 ? "has" : "have")));
  return {};
}

}  // namespace standfast
