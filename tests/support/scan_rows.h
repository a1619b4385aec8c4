// Small corpora for tests of the scan, and its findings by name.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/analysis/scan/scan.h"
#include "standfast/base/rng.h"

namespace standfast::testing {

struct ScanRow {
  std::string text, label, author = "", source = "", id = "";  // without an id: by position
};

inline Corpus scan_rows(const std::vector<ScanRow>& rows) {
  CorpusBuilder builder("made for a scan");
  for (size_t i = 0; i < rows.size(); ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    const auto set = [&](Role role, const std::string& value) {
      if (!value.empty()) values[static_cast<size_t>(role)] = value;
    };
    set(Role::label, rows[i].label);
    set(Role::author, rows[i].author);
    set(Role::source, rows[i].source);
    const std::string id = rows[i].id.empty() ? fmt::format("d{}", i) : rows[i].id;
    if (auto added = builder.add(id, rows[i].text, values); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

// Returns random words, some of them frequent, as in a language.
inline std::string some_words(Rng& rng, size_t count, uint64_t vocabulary = 300) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const double u = rng.uniform();
    text += fmt::format("{}w{}", i == 0 ? "" : " ",
                        static_cast<uint64_t>(static_cast<double>(vocabulary) * u * u * u));
  }
  return text;
}

inline std::vector<ScanRow> plain_rows(size_t n, uint64_t seed, size_t labels = 2) {
  std::vector<ScanRow> rows;
  for (size_t i = 0; i < n; ++i) {
    Rng rng(seed, "scan rows", std::to_string(i));
    const size_t words = 8 + rng.below(8);
    rows.push_back({some_words(rng, words), fmt::format("l{}", rng.below(labels))});
  }
  return rows;
}

inline Scan scanned(const Corpus& corpus, ScanOptions options = {}) {
  auto scan = scan_corpus(corpus, options);
  if (!scan) throw std::runtime_error(scan.error().message);
  return std::move(*scan);
}

inline std::set<std::string> found_cues(const Scan& scan) {
  std::set<std::string> names;
  for (const auto& finding : scan.tests.findings) {
    names.insert(scan.cue(finding).name);
    for (const CueName& same : scan.cue(finding).also) names.insert(same.name);
  }
  return names;
}

inline const CueFinding& finding_of(const Scan& scan, const std::string& name) {
  for (const auto& finding : scan.tests.findings) {
    const Cue& cue = scan.cue(finding);
    if (cue.name == name || std::ranges::find(cue.also, name, &CueName::name) != cue.also.end())
      return finding;
  }
  throw std::runtime_error("not found: " + name);
}

}  // namespace standfast::testing
