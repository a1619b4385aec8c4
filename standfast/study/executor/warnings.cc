#include "standfast/study/executor/warnings.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/analysis/leak/warning_lines.h"
#include "standfast/base/paths.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

// Returns the line with one '#' for each number.
std::string without_numbers(std::string_view line) {
  std::string out;
  for (const char c : line) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit)
      out += c;
    else if (out.empty() || out.back() != '#')
      out += '#';
  }
  return out;
}

}  // namespace

void UnitWarnings::add(const Unit& unit, std::string_view line) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = places_.emplace(without_numbers(line), kinds_.size());
  if (!is_new) {
    ++kinds_[place->second].others;
    return;
  }
  kinds_.push_back({std::string(line)});
  sink_.warn(fmt::format("{}: {}", unit.label(), line));
}

void UnitWarnings::end() {
  const std::lock_guard lock(mutex_);
  for (auto& kind : kinds_)
    if (const size_t others = std::exchange(kind.others, 0); others > 0)
      sink_.warn(fmt::format("{} more of: {}", others, kind.first));
}

Result<std::vector<StudyWarning>> judged(const StudyDesign& design, const StudySpec& study,
                                         const std::vector<PlantedCondition>& planted,
                                         const std::vector<std::string>& ignore, uint64_t& ignored) {
  auto codes = study.ignore;
  codes.insert(codes.end(), ignore.begin(), ignore.end());
  SF_ASSIGN(codes, known_codes(codes));
  auto warnings = check_design(design);
  for (auto& warning : check_planted(planted)) warnings.push_back(std::move(warning));
  ignored = leave_out(warnings, codes);
  return warnings;
}

Status warn_of_design(const RunFolder& folder, const Provenance& provenance, const std::vector<Unit>& plan,
                      const std::vector<std::string>& ignore, bool codes_alone, Sink& sink) {
  StudyDesign design = outline(provenance.study, provenance.corpora);
  for (const auto& unit : plan) {
    const std::string path = folder.artifact(unit.key, kDesignFile);
    if (unit.kind != &splits_kind() || folder.state(unit).state != RunFolder::State::done || !is_there(path))
      continue;
    SF_TRY(folder.check_artifact(unit.key, unit.label()));  // another shard may have made it
    SF_ASSIGN(const DesignFile drawn, read_record(design_fields(), path));
    add_draw(design, drawn);
  }
  uint64_t ignored = 0;
  SF_ASSIGN(const auto warnings, judged(design, provenance.study, {}, ignore, ignored));
  if (codes_alone && !warnings.empty())
    sink.info(fmt::format("warnings of the design, explained after the table: {}", codes_of(warnings)));
  else
    for (const auto& line : short_lines(warnings)) sink.warn(line);
  return {};
}

}  // namespace standfast
