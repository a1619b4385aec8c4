#include "standfast/model/verify/imposter_set.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

static_assert(std::endian::native == std::endian::little,
              "imposters.bin is written in the machine's byte order");

constexpr std::string_view kMagic = "SFIMPOS1";

template <class T>
void append(std::string& to, const T* from, size_t n) {
  to.append(reinterpret_cast<const char*>(from), n * sizeof(T));
}

// Reads numbers one after the other, and never beyond the end.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  bool read(T* to, uint64_t n) {
    if (n > bytes_.size() / sizeof(T)) return false;
    std::memcpy(to, bytes_.data(), n * sizeof(T));
    bytes_.remove_prefix(n * sizeof(T));
    return true;
  }
  size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

void append_row(CsrMatrix& m, const std::map<uint32_t, double>& row, double scale,
                std::vector<uint32_t>& columns, std::vector<double>& values) {
  for (const auto& [column, value] : row) {
    columns.push_back(column);
    values.push_back(value * scale);
  }
  m.begin.push_back(columns.size());
}

CsrMatrix finished(CsrMatrix m, const std::vector<uint32_t>& columns, const std::vector<double>& values) {
  m.columns.resize(columns.size());
  m.values.resize(values.size());
  std::copy(columns.begin(), columns.end(), m.columns.begin());
  std::copy(values.begin(), values.end(), m.values.begin());
  return m;
}

}  // namespace

uint64_t ImposterSet::fingerprint(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

Result<ImposterSet> ImposterSet::make(const Corpus& corpus, std::span<const uint32_t> rows, CsrMatrix vectors,
                                      bool by_author) {
  ImposterSet set;
  // Sorted by id, so that draws from the set do not depend on the order of the corpus.
  std::vector<size_t> order(rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t x, size_t y) { return corpus.id(rows[x]) < corpus.id(rows[y]); });
  // Groups of rows that become one imposter each.
  std::vector<std::vector<size_t>> groups;
  std::map<std::string_view, size_t> group_of;
  for (const size_t i : order) {
    if (vectors.row_columns(i).empty()) continue;
    const std::string_view author = corpus.value(Role::author, rows[i]);
    if (by_author && author.empty())
      return data_error(
          fmt::format("mode = profile needs authors, and document {} has none", corpus.id(rows[i])));
    if (!by_author) {
      groups.push_back({i});
    } else {
      const auto [place, fresh] = group_of.try_emplace(author, groups.size());
      if (fresh) groups.emplace_back();
      groups[place->second].push_back(i);
    }
  }
  if (by_author)
    std::sort(groups.begin(), groups.end(), [&](const auto& x, const auto& y) {
      return corpus.value(Role::author, rows[x[0]]) < corpus.value(Role::author, rows[y[0]]);
    });
  set.vectors.columns_count = vectors.columns_count;
  std::vector<uint32_t> columns;
  std::vector<double> values;
  for (const auto& group : groups) {
    std::map<uint32_t, double> sum;
    auto& texts = set.texts.emplace_back();
    for (const size_t i : group) {
      for (size_t k = 0; k < vectors.row_columns(i).size(); ++k)
        sum[vectors.row_columns(i)[k]] += vectors.row_values(i)[k];
      texts.push_back(fingerprint(corpus.text(rows[i])));
    }
    append_row(set.vectors, sum, 1 / static_cast<double>(group.size()), columns, values);
    set.authors.emplace_back(corpus.value(Role::author, rows[group[0]]));
  }
  if (groups.empty()) return data_error("no training text can be an imposter: none has an n-gram");
  set.vectors = finished(std::move(set.vectors), columns, values);
  return set;
}

void ImposterSet::candidates(uint64_t text_a, uint64_t text_b, std::string_view author_a,
                             std::string_view author_b, std::vector<uint32_t>& out) const {
  out.clear();
  for (uint32_t i = 0; i < texts.size(); ++i) {
    const bool is_text =
        std::any_of(texts[i].begin(), texts[i].end(), [&](uint64_t t) { return t == text_a || t == text_b; });
    const bool is_author =
        !authors.empty() && !authors[i].empty() && (authors[i] == author_a || authors[i] == author_b);
    if (!is_text && !is_author) out.push_back(i);
  }
}

std::string ImposterSet::save() const {
  std::string out(kMagic);
  const uint64_t sizes[] = {vectors.rows(), vectors.columns_count, vectors.values.size()};
  append(out, sizes, 3);
  append(out, vectors.begin.data(), vectors.begin.size());
  append(out, vectors.columns.data(), vectors.columns.size());
  append(out, vectors.values.data(), vectors.values.size());
  for (const auto& behind : texts) {
    const uint64_t n = behind.size();
    append(out, &n, 1);
    append(out, behind.data(), behind.size());
  }
  return out;
}

Result<ImposterSet> ImposterSet::restore(std::string_view saved, size_t features) {
  const auto damaged = [](const char* what) {
    return data_error(fmt::format("imposters.bin is damaged: {}", what));
  };
  ImposterSet set;
  if (!saved.starts_with(kMagic)) return damaged("it lacks the expected beginning");
  Reader reader(saved.substr(kMagic.size()));
  uint64_t sizes[3];
  if (!reader.read(sizes, 3)) return damaged("it ends early");
  const auto [rows, columns, entries] = sizes;
  if (columns != features) return damaged("it has another number of features than the vocabulary");
  if (rows == 0 || rows > saved.size() / 8 || entries > saved.size() / 12) return damaged("it ends early");
  auto& m = set.vectors;
  m.columns_count = columns;
  m.begin.resize(rows + 1);
  m.columns.resize(entries);
  m.values.resize(entries);
  if (!reader.read(m.begin.data(), rows + 1) || !reader.read(m.columns.data(), entries) ||
      !reader.read(m.values.data(), entries))
    return damaged("it ends early");
  if (m.begin.front() != 0 || m.begin.back() != entries) return damaged("its rows do not fit its entries");
  for (size_t i = 0; i < rows; ++i) {
    if (m.begin[i] > m.begin[i + 1] || m.begin[i + 1] > entries)
      return damaged("its rows do not fit its entries");
    for (uint64_t k = m.begin[i]; k < m.begin[i + 1]; ++k) {
      if (m.columns[k] >= columns || (k > m.begin[i] && m.columns[k] <= m.columns[k - 1]))
        return damaged("a row's features do not ascend");
      if (!(m.values[k] >= 0 && m.values[k] <= 1e100)) return damaged("a weight is invalid");
    }
  }
  set.texts.resize(rows);
  for (auto& behind : set.texts) {
    uint64_t n = 0;
    if (!reader.read(&n, 1) || n > reader.left() / 8) return damaged("it ends early");
    behind.resize(n);
    if (!reader.read(behind.data(), n)) return damaged("it ends early");
  }
  if (reader.left() != 0) return damaged("it continues behind its end");
  return set;
}

namespace {

// Returns the distance from three sums: over the target t alone, over the other text c alone, and over both.
// minmax, manhattan: sum w t, sum w c, sum w min(t, c); cosine: sum w t t, sum w c c, sum w t c.
double from_sums(ImposterDistance distance, double t, double c, double both) {
  switch (distance) {
    case ImposterDistance::minmax: {
      const double larger = t + c - both;
      return larger > 0 ? 1 - both / larger : 1;
    }
    case ImposterDistance::cosine: {
      const double norms =
          std::sqrt(t * c);  // root of the product: exactly t if c is t, so that ties stay ties
      return norms > 0 ? 1 - both / norms : 1;
    }
    case ImposterDistance::manhattan:
      return t + c - 2 * both;
  }
  return 0;
}

}  // namespace

double imposter_distance(ImposterDistance distance, const CsrMatrix& a, size_t i, const CsrMatrix& b,
                         size_t j, std::span<const double> weights) {
  const bool cosine = distance == ImposterDistance::cosine;
  std::vector<double> target(weights.size());
  double t = 0, c = 0, both = 0;
  for (size_t k = 0; k < a.row_columns(i).size(); ++k) {
    const uint32_t column = a.row_columns(i)[k];
    const double v = target[column] = a.row_values(i)[k];
    t += weights[column] * (cosine ? v * v : v);
  }
  for (size_t k = 0; k < b.row_columns(j).size(); ++k) {
    const uint32_t column = b.row_columns(j)[k];
    const double v = b.row_values(j)[k];
    c += weights[column] * (cosine ? v * v : v);
    both += weights[column] * (cosine ? v * target[column] : std::min(v, target[column]));
  }
  return from_sums(distance, t, c, both);
}

ImposterRounds::ImposterRounds(const RoundOptions& options, size_t features)
    : options_(options), features_(features) {}

double ImposterRounds::from_target(const CsrMatrix& m, size_t j) const {
  const auto columns = m.row_columns(j);
  const auto values = m.row_values(j);
  double c = 0, both = 0;
  if (options_.distance == ImposterDistance::cosine) {
    for (size_t k = 0; k < columns.size(); ++k) {
      const Weighted& f = features_[columns[k]];
      c += f.weight * values[k] * values[k];
      both += f.weight * values[k] * f.target;
    }
  } else {
    for (size_t k = 0; k < columns.size(); ++k) {
      const Weighted& f = features_[columns[k]];
      c += f.weight * values[k];
      both += f.weight * std::min(values[k], f.target);
    }
  }
  return from_sums(options_.distance, target_sum_, c, both);
}

double ImposterRounds::share_of_wins(const CsrMatrix& texts, size_t x, size_t y, const CsrMatrix& imposters,
                                     std::span<const uint32_t> candidates, uint64_t seed,
                                     std::string_view stream) {
  Rng rng(seed, "model/imposters", stream);
  const auto columns = texts.row_columns(x);
  const auto values = texts.row_values(x);
  for (Weighted& f : features_) f = {};
  for (size_t k = 0; k < columns.size(); ++k) features_[columns[k]].target = values[k];
  const auto drawn = static_cast<uint64_t>(options_.share * static_cast<double>(features_.size()));
  std::vector<uint32_t> pool(candidates.begin(), candidates.end());
  const size_t imposters_drawn = std::min<size_t>(options_.imposters, pool.size());
  uint32_t wins = 0;
  for (uint32_t round = 0; round < options_.rounds; ++round) {
    for (Weighted& f : features_) f.weight = 0;
    for (uint64_t i = 0; i < drawn; ++i) features_[rng.below(features_.size())].weight += 1;
    target_sum_ = 0;
    for (size_t k = 0; k < columns.size(); ++k)
      target_sum_ += features_[columns[k]].weight *
                     (options_.distance == ImposterDistance::cosine ? values[k] * values[k] : values[k]);
    const double partner = from_target(texts, y);
    bool nearest = true;
    // The first steps of a shuffle draw without replacement, whatever order earlier rounds have left. All
    // draws are made even if the round is already lost. So the draws of a round do not depend on distances.
    for (size_t i = 0; i < imposters_drawn; ++i) {
      std::swap(pool[i], pool[i + rng.below(pool.size() - i)]);
      nearest = nearest && partner < from_target(imposters, pool[i]);
    }
    wins += nearest ? 1 : 0;
  }
  return static_cast<double>(wins) / static_cast<double>(options_.rounds);
}

}  // namespace standfast
