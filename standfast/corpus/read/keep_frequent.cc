#include "standfast/corpus/read/keep_frequent.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "standfast/corpus/source_rows.h"

namespace standfast {
namespace {

std::vector<uint64_t> count_values(const Column& column, const std::vector<bool>& kept) {
  std::vector<uint64_t> counts(column.names.size(), 0);
  for (size_t row = 0; row < kept.size(); ++row)
    if (kept[row] && column.codes[row] != kMissing) ++counts[column.codes[row]];
  return counts;
}

// Drops the documents whose value is not wanted. Returns whether there were any.
bool drop(const Column& column, const std::vector<bool>& wanted, std::vector<bool>& kept) {
  bool changed = false;
  for (size_t row = 0; row < kept.size(); ++row) {
    if (!kept[row] || (column.codes[row] != kMissing && wanted[column.codes[row]])) continue;
    kept[row] = false;
    changed = true;
  }
  return changed;
}

std::vector<bool> largest_values(const std::vector<uint64_t>& counts, uint64_t most) {
  std::vector<uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  // Codes ascend with names, so a stable sort orders equal counts by name.
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return counts[a] > counts[b]; });
  std::vector<bool> wanted(counts.size(), false);
  for (size_t i = 0; i < std::min<uint64_t>(most, order.size()); ++i) wanted[order[i]] = true;
  return wanted;
}

std::string describe(const Frequent& bounds) {
  std::vector<std::string> words;
  for (const Role role : kRoles) {
    const auto r = static_cast<size_t>(role);
    if (bounds.most[r] > 0)
      words.push_back(fmt::format("the {} most frequent of {}", bounds.most[r], role_name(role)));
    if (bounds.at_least[r] > 0)
      words.push_back(fmt::format("{} documents of each {}", bounds.at_least[r], role_name(role)));
  }
  return fmt::format("{}", fmt::join(words, " and "));
}

Corpus rebuilt(const Corpus& corpus, const std::vector<bool>& kept) {
  CorpusBuilder builder(corpus.name(), corpus.attributes());
  std::vector<AttributeInput> attributes(corpus.attributes().size());
  std::vector<std::vector<std::string_view>> elements(attributes.size());
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (!kept[row]) continue;
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    for (const Role role : kRoles) {
      const Column* column = corpus.column(role);
      if (column != nullptr && column->codes[row] != kMissing)
        values[static_cast<size_t>(role)] = column->names[column->codes[row]];
    }
    for (size_t i = 0; i < attributes.size(); ++i)
      attributes[i] = corpus.attribute_value(i, row, elements[i]);
    // Ids and texts come from a corpus already, so nothing can be wrong with them.
    const Status added = builder.add(corpus.id(row), corpus.text(row), values, TextBytes::kept, attributes);
    (void)added;
  }
  Corpus made = std::move(builder).finish();
  const SourceRows& from = source_rows(corpus);
  SourceRows rows{from.files, {}, {}};
  if (rows.files.empty()) rows.files = {{"", corpus.size(), true}};
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (!kept[row]) continue;
    if (!from.file.empty()) rows.file.push_back(from.file[row]);
    rows.row.push_back(from.row_of(row));
  }
  set_source_rows(made, std::move(rows));
  return made;
}

}  // namespace

Result<Corpus> keep_frequent(Corpus corpus, const Frequent& bounds) {
  if (!bounds.bounded()) return corpus;
  std::vector<bool> kept(corpus.size(), true);
  std::array<const Column*, kRoles.size()> columns{};
  for (const Role role : kRoles) {
    const auto r = static_cast<size_t>(role);
    if (bounds.most[r] == 0 && bounds.at_least[r] == 0) continue;
    SF_ASSIGN(columns[r], corpus.require(role));
  }
  std::array<std::vector<bool>, kRoles.size()> largest;
  for (size_t r = 0; r < kRoles.size(); ++r)
    if (bounds.most[r] > 0) largest[r] = largest_values(count_values(*columns[r], kept), bounds.most[r]);
  for (size_t r = 0; r < kRoles.size(); ++r)
    if (bounds.most[r] > 0) drop(*columns[r], largest[r], kept);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t r = 0; r < kRoles.size(); ++r) {
      if (bounds.at_least[r] == 0) continue;
      const auto counts = count_values(*columns[r], kept);
      std::vector<bool> wanted(counts.size());
      for (size_t c = 0; c < counts.size(); ++c) wanted[c] = counts[c] >= bounds.at_least[r];
      changed = drop(*columns[r], wanted, kept) || changed;
    }
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end())
    return data_error(fmt::format("{}: no document is left with {}", corpus.name(), describe(bounds)));
  return rebuilt(corpus, kept);
}

}  // namespace standfast
