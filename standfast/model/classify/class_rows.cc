#include "standfast/model/classify/class_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace standfast {

std::vector<std::vector<uint32_t>> rows_by_class(const TrainingSet& train) {
  std::vector<std::vector<uint32_t>> result(train.names.size());
  for (size_t i = 0; i < train.classes.size(); ++i)
    result[train.classes[i]].push_back(train.documents.rows[i]);
  return result;
}

std::vector<uint64_t> documents_by_class(const TrainingSet& train) {
  std::vector<uint64_t> documents(train.names.size());
  for (size_t i = 0; i < train.classes.size(); ++i)
    if (train.weight(i) > 0) ++documents[train.classes[i]];
  return documents;
}

uint64_t total(std::span<const uint64_t> documents) {
  return std::accumulate(documents.begin(), documents.end(), uint64_t{0});
}

double total(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

void balance_classes(size_t classes, std::span<const uint32_t> labels, std::vector<double>& weights) {
  if (weights.empty()) weights.assign(labels.size(), 1);
  std::vector<double> of_class(classes);
  for (size_t i = 0; i < labels.size(); ++i) of_class[labels[i]] += weights[i];
  const double all = total(weights);
  for (size_t i = 0; i < labels.size(); ++i)
    weights[i] *= all / (static_cast<double>(classes) * of_class[labels[i]]);
}

bool are_counts(std::span<const uint64_t> documents) {
  constexpr uint64_t kMost = uint64_t{1} << 40;
  return std::all_of(documents.begin(), documents.end(), [](uint64_t n) { return n < kMost; }) &&
         total(documents) > 0;
}

bool are_places(std::vector<uint32_t> present, size_t classes) {
  std::ranges::sort(present);
  return !present.empty() && std::ranges::adjacent_find(present) == present.end() && present.back() < classes;
}

FieldTable<ClassCounts> class_counts_fields() {
  FieldTable<ClassCounts> table;
  table.add("documents", &ClassCounts::documents);
  table.fact("documents", [](const ClassCounts& counts) { return total(counts.documents); });
  table.require([](const ClassCounts& counts) {
    return are_counts(counts.documents) ? "" : "the counts of documents are invalid";
  });
  return table;
}

FieldTable<NamedClassCounts> named_class_counts_fields() {
  FieldTable<NamedClassCounts> table;
  table.add("classes", &NamedClassCounts::names);
  table.include(class_counts_fields());
  table.require([](const NamedClassCounts& counts) {
    return counts.names.size() == counts.documents.size() ? "" : "the counts of documents are invalid";
  });
  return table;
}

void softmax_row(std::span<const double> scores, std::span<const uint64_t> documents, std::span<double> out) {
  double highest = -std::numeric_limits<double>::infinity();
  for (size_t c = 0; c < scores.size(); ++c)
    if (documents[c] > 0) highest = std::max(highest, scores[c]);
  double sum = 0;
  for (size_t c = 0; c < scores.size(); ++c) {
    out[c] = documents[c] > 0 ? std::exp(scores[c] - highest) : 0;
    sum += out[c];
  }
  for (double& p : out) p /= sum;
}

void uniform_row(std::span<const uint64_t> documents, std::span<double> out) {
  const auto classes = std::count_if(documents.begin(), documents.end(), [](uint64_t n) { return n > 0; });
  for (size_t c = 0; c < out.size(); ++c) out[c] = documents[c] > 0 ? 1.0 / static_cast<double>(classes) : 0;
}

OrderedDocuments::OrderedDocuments(const TrainingSet& train) {
  const DocumentView& documents = train.documents;
  std::vector<uint32_t> order(documents.size()), number(train.names.size(), UINT32_MAX);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return documents.corpus->id(documents.rows[a]) < documents.corpus->id(documents.rows[b]);
  });
  for (const uint32_t i : order) {
    all.push_back(documents.text(i));
    if (train.weight(i) == 0) continue;
    uint32_t& label = number[train.classes[i]];
    if (label == UINT32_MAX) {
      label = static_cast<uint32_t>(present.size());
      present.push_back(train.classes[i]);
    }
    texts.push_back(documents.text(i));
    places.push_back(static_cast<uint32_t>(all.size() - 1));
    labels.push_back(label);
    if (!train.groups.empty()) groups.push_back(train.groups[i]);
    if (!train.weights.empty()) weights.push_back(train.weight(i));
  }
}

}  // namespace standfast
