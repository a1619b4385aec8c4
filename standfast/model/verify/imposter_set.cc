#include "standfast/model/verify/imposter_set.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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
  if (!saved.starts_with(kMagic)) return damaged("it begins with something else");
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
      if (!(m.values[k] >= 0 && m.values[k] <= 1e100)) return damaged("a weight cannot be");
    }
  }
  set.texts.resize(rows);
  for (auto& behind : set.texts) {
    uint64_t n = 0;
    if (!reader.read(&n, 1) || n > reader.left() / 8) return damaged("it ends early");
    behind.resize(n);
    if (!reader.read(behind.data(), n)) return damaged("it ends early");
  }
  if (reader.left() != 0) return damaged("it goes on behind its end");
  return set;
}

}  // namespace standfast
