#include "standfast/split/document_labels.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace standfast {
namespace {

// The elements of each row, as codes of names.
struct ColumnLabels {
  const std::vector<std::string>* names = nullptr;
  std::vector<std::vector<uint32_t>> of;  // by index in rows
};

ColumnLabels labels_of(const Column& column, std::span<const uint32_t> rows) {
  ColumnLabels labels{&column.names, {}};
  for (const uint32_t row : rows) {
    auto& its = labels.of.emplace_back();
    if (column.codes[row] != kMissing) its.push_back(column.codes[row]);
  }
  return labels;
}

ColumnLabels labels_of(const ListColumn& column, std::span<const uint32_t> rows) {
  ColumnLabels labels{&column.names, {}};
  for (const uint32_t row : rows) {
    auto& its = labels.of.emplace_back();
    if (const auto elements = column.of(row)) its.assign(elements->begin(), elements->end());
    std::sort(its.begin(), its.end());
    its.erase(std::unique(its.begin(), its.end()), its.end());
  }
  return labels;
}

void add(const std::string& name, const ColumnLabels& column, std::span<const uint32_t> rows,
         DocumentLabels& labels) {
  constexpr uint32_t kAbsent = UINT32_MAX;
  std::vector<uint32_t> place(column.names->size(), kAbsent);
  bool none = false;
  for (const auto& its : column.of) {
    none |= its.empty();
    for (const uint32_t code : its) place[code] = 0;
  }
  for (size_t code = 0; code < place.size(); ++code) {
    if (place[code] == kAbsent) continue;
    place[code] = static_cast<uint32_t>(labels.values.size());
    labels.values.push_back({name, (*column.names)[code]});
  }
  const auto nothing = static_cast<uint32_t>(labels.values.size());
  if (none) labels.values.push_back({name, ""});
  for (size_t i = 0; i < rows.size(); ++i) {
    auto& its = labels.of[rows[i]];
    for (const uint32_t code : column.of[i]) its.push_back(place[code]);
    if (column.of[i].empty()) its.push_back(nothing);
  }
}

}  // namespace

Result<DocumentLabels> document_labels(const Corpus& corpus, const Sample& sample,
                                       std::span<const uint32_t> rows, std::span<const std::string> columns) {
  DocumentLabels labels;
  labels.of.resize(corpus.size());
  for (const auto& name : columns) {
    if (const auto list = corpus.require_list(name)) {
      add(name, labels_of(**list, rows), rows, labels);
      continue;
    }
    const auto role = role_from_name(name);
    if (role == Role::topic && corpus.column(Role::topic) != nullptr) {
      const std::optional<Column> topics = grouped_topics(corpus, sample.group_of_topic);
      add(name, labels_of(*topics, rows), rows, labels);
      continue;
    }
    SF_ASSIGN(const Column* column, role ? corpus.require(*role) : corpus.require_named(name));
    add(name, labels_of(*column, rows), rows, labels);
  }
  return labels;
}

std::vector<LabelCounts> count_labels(std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels) {
  std::vector<LabelCounts> counts;
  for (const auto& rows : units) {
    std::map<uint32_t, uint32_t> of_unit;
    for (const uint32_t row : rows)
      for (const uint32_t label : labels.of[row]) ++of_unit[label];
    of_unit[static_cast<uint32_t>(labels.labels())] = static_cast<uint32_t>(rows.size());
    counts.emplace_back(of_unit.begin(), of_unit.end());
  }
  return counts;
}

std::vector<LabelCounts> count_labels(const Corpus& corpus, std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels, SizeUnit unit) {
  auto counts = count_labels(units, labels);
  if (unit == SizeUnit::groups)
    for (auto& of_unit : counts)
      for (auto& [label, n] : of_unit) n = 1;
  if (unit != SizeUnit::bytes) return counts;
  constexpr uint64_t kParts = uint64_t{1} << 22;
  uint64_t all = 0;
  for (const auto& rows : units)
    for (const uint32_t row : rows) all += corpus.text(row).size();
  for (size_t u = 0; u < units.size(); ++u) {
    std::map<uint32_t, uint64_t> bytes;
    for (const uint32_t row : units[u]) {
      for (const uint32_t label : labels.of[row]) bytes[label] += corpus.text(row).size();
      bytes[static_cast<uint32_t>(labels.labels())] += corpus.text(row).size();
    }
    __extension__ using Wide = unsigned __int128;
    for (auto& [label, n] : counts[u])
      n = static_cast<uint32_t>(
          std::max<Wide>(1, (Wide{bytes[label]} * kParts + all / 2) / std::max<uint64_t>(all, 1)));
  }
  return counts;
}

}  // namespace standfast
