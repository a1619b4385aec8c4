#include "standfast/split/latent/latent_documents.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/parallel.h"
#include "standfast/corpus/groups.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/text/printable.h"

namespace standfast {

namespace {

size_t distinct_rows(const FloatMatrix& matrix) {
  std::vector<uint32_t> order(matrix.rows);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    return std::ranges::lexicographical_compare(matrix.row(a), matrix.row(b));
  });
  size_t distinct = matrix.rows > 0 ? 1 : 0;
  for (size_t i = 1; i < order.size(); ++i)
    distinct += !std::ranges::equal(matrix.row(order[i - 1]), matrix.row(order[i]));
  return distinct;
}

void take_mean_away(FloatMatrix& matrix) {
  std::vector<double> mean(matrix.columns, 0);
  for (size_t i = 0; i < matrix.rows; ++i)
    for (size_t c = 0; c < matrix.columns; ++c) mean[c] += matrix.row(i)[c];
  for (double& value : mean) value /= static_cast<double>(matrix.rows);
  for (size_t i = 0; i < matrix.rows; ++i)
    for (size_t c = 0; c < matrix.columns; ++c)
      matrix.row(i)[c] = static_cast<float>(matrix.row(i)[c] - mean[c]);
}

// Returns the codes of classes in their order, without classes that have no documents.
Result<std::vector<uint32_t>> ordered(const Column& classes, const std::vector<uint32_t>& rows,
                                      const std::vector<std::string>& wanted) {
  struct Seen {
    uint64_t documents = 0;
    size_t first = 0;  // index in the order of ids
  };
  std::vector<Seen> seen(classes.names.size());
  for (size_t i = 0; i < rows.size(); ++i)
    if (Seen& one = seen[classes.codes[rows[i]]]; one.documents++ == 0) one.first = i;
  std::vector<uint32_t> codes;
  for (uint32_t code = 0; code < seen.size(); ++code)
    if (seen[code].documents > 0) codes.push_back(code);
  if (wanted.empty()) {
    std::ranges::sort(codes, {},
                      [&](uint32_t code) { return std::pair(seen[code].documents, seen[code].first); });
    return codes;
  }
  std::vector<std::string> names;
  for (const uint32_t code : codes) names.push_back(classes.names[code]);
  std::vector<uint32_t> in_order;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto hint = nearest_name(name, names);
      return usage_error(fmt::format("class-order: no document has the class \"{}\"{}", name,
                                     hint.empty() ? fmt::format(" (classes: {})", fmt::join(names, ", "))
                                                  : fmt::format("; did you mean \"{}\"?", hint)));
    }
    const uint32_t code = codes[static_cast<size_t>(found - names.begin())];
    if (std::ranges::find(in_order, code) != in_order.end())
      return usage_error(fmt::format("class-order: \"{}\" is named twice", name));
    in_order.push_back(code);
  }
  if (in_order.size() < codes.size())
    return usage_error(fmt::format("class-order: {} of {} classes are given; it names all of them ({})",
                                   in_order.size(), codes.size(), fmt::join(names, ", ")));
  return in_order;
}

}  // namespace

Result<LatentDocuments> latent_documents(const Corpus& corpus, const Sample& sample,
                                         const SplitContext& context,
                                         const std::vector<std::string>& class_order, bool centre,
                                         bool unit) {
  LatentDocuments documents;
  documents.rows = rows_by_id(corpus, sample.rows);
  const Column* classes = context.classes;
  if (classes == nullptr) {
    documents.classes = {"documents"};
    documents.class_of.assign(documents.rows.size(), 0);
  } else {
    documents.without_class =
        std::erase_if(documents.rows, [classes](uint32_t row) { return classes->codes[row] == kMissing; });
    SF_ASSIGN(const auto codes, ordered(*classes, documents.rows, class_order));
    std::vector<uint32_t> place(classes->names.size(), kMissing);
    for (uint32_t c = 0; c < codes.size(); ++c) {
      place[codes[c]] = c;
      documents.classes.push_back(classes->names[codes[c]]);
    }
    for (const uint32_t row : documents.rows) documents.class_of.push_back(place[classes->codes[row]]);
  }
  if (documents.rows.empty())
    return data_error(fmt::format("{}: no document of the sample has a class", corpus.name()));
  documents.sizes.assign(documents.classes.size(), 0);
  for (const uint32_t c : documents.class_of) ++documents.sizes[c];
  SF_ASSIGN(const auto places, places_of(corpus, context.vectors, documents.rows));
  documents.vectors = FloatMatrix(places.size(), context.vectors.matrix.columns);
  for (size_t i = 0; i < places.size(); ++i)
    std::ranges::copy(context.vectors.matrix.row(places[i]), documents.vectors.row(i).begin());
  if (centre) take_mean_away(documents.vectors);
  if (unit) to_unit_length(documents.vectors);
  documents.distinct = distinct_rows(documents.vectors);
  return documents;
}

std::vector<std::vector<uint32_t>> count_classes(const LatentDocuments& documents,
                                                 const std::vector<uint32_t>& cluster_of, size_t clusters) {
  std::vector<std::vector<uint32_t>> counts(clusters, std::vector<uint32_t>(documents.classes.size(), 0));
  for (size_t i = 0; i < cluster_of.size(); ++i) ++counts[cluster_of[i]][documents.class_of[i]];
  return counts;
}

std::vector<double> as_doubles(std::span<const float> x) {
  return {x.begin(), x.end()};
}

double cosine(const std::vector<double>& x, const std::vector<double>& y) {
  const double lengths =
      std::sqrt(dot(x.data(), x.data(), x.size())) * std::sqrt(dot(y.data(), y.data(), y.size()));
  return lengths > 0 ? dot(x.data(), y.data(), x.size()) / lengths : 0;
}

std::vector<double> cosines_with(const MatrixView<const float>& matrix, std::span<const uint32_t> rows,
                                 const std::vector<double>& y, int threads) {
  std::vector<double> cosines(rows.size());
  parallel_for(
      rows.size(), threads, [&](size_t i) { cosines[i] = cosine(as_doubles(matrix.row(rows[i])), y); }, 256);
  return cosines;
}

void to_unit_length(FloatMatrix& matrix) {
  for (size_t i = 0; i < matrix.rows; ++i) {
    const auto x = as_doubles(matrix.row(i));
    const double length = std::sqrt(dot(x.data(), x.data(), x.size()));
    if (length > 0)
      for (size_t c = 0; c < x.size(); ++c) matrix.row(i)[c] = static_cast<float>(x[c] / length);
  }
}

std::vector<double> sum_of_rows(const MatrixView<const float>& matrix, std::span<const uint32_t> rows) {
  std::vector<double> sum(matrix.columns, 0);
  for (const uint32_t row : rows)
    for (size_t c = 0; c < matrix.columns; ++c) sum[c] += matrix.row(row)[c];
  return sum;
}

}  // namespace standfast
