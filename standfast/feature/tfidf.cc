#include "standfast/feature/tfidf.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "standfast/base/parallel.h"
#include "standfast/feature/gram_counter.h"
#include "standfast/feature/gram_index.h"
#include "standfast/feature/nonzero.h"
#include "standfast/feature/symbols.h"

namespace standfast {
namespace {

// One of three kinds of key serves all n-grams of one length.
template <template <class> class Of>
using ByKey = std::variant<Of<uint32_t>, Of<uint64_t>, Of<BytesKey>>;

template <class Key>
using CountersOfThreads = std::vector<GramCounter<Key>>;
template <class Key>
using CountedGrams = std::vector<Counted<Key>>;

// The empty container for n-grams of n symbols of the given width.
template <template <class> class Of>
ByKey<Of> for_width(size_t bytes) {
  if (bytes <= sizeof(uint32_t)) return Of<uint32_t>();
  if (bytes <= sizeof(uint64_t)) return Of<uint64_t>();
  return Of<BytesKey>();
}

// Calls body(Symbol()) with the integer type of the alphabet's symbols.
template <class Body>
auto with_symbol_type(const Alphabet& alphabet, Body&& body) {
  if (alphabet.width() == 1) return body(uint8_t{});
  if (alphabet.width() == 2) return body(uint16_t{});
  return body(uint32_t{});
}

// The n-grams of some symbols by position.
template <class Key, class Symbol>
auto key_of_position(const Symbol* symbols, size_t n) {
  if constexpr (std::is_same_v<Key, BytesKey>) {
    return [=](size_t i) {
      return make_bytes_key({reinterpret_cast<const char*>(symbols + i), n * sizeof(Symbol)});
    };
  } else {
    const Key mask = pack_mask<Key, Symbol>(n);
    return [=](size_t i) { return pack<Key>(symbols + i, mask); };
  }
}

size_t grams(size_t units, size_t n) {
  return units < n ? 0 : units - n + 1;
}

// The words of a text, prepared, with one space behind each, and the n-grams over them.
class Words {
 public:
  void read(std::string_view text, const TfidfOptions& options) {
    if (options.lower_case) {
      to_lower(text, lowered_);
      text = lowered_;
    }
    joined_.clear();
    begins_.clear();
    for_each_word(text, options.min_word_length, [&](std::string_view word) {
      begins_.push_back(joined_.size());
      joined_.append(word);
      joined_ += ' ';
    });
    begins_.push_back(joined_.size());
  }
  auto key_of_position(size_t n) const {
    return [this, n](size_t i) {
      return make_bytes_key({joined_.data() + begins_[i], begins_[i + n] - begins_[i] - 1});
    };
  }
  size_t count() const { return begins_.size() - 1; }

 private:
  std::string lowered_, joined_;
  std::vector<size_t> begins_;
};

// What one thread needs to prepare texts.
struct Workspace {
  std::string edited;
  Words words;
  Buffer<uint8_t> symbols1;
  Buffer<uint16_t> symbols2;
  Buffer<uint32_t> symbols4;

  template <class Symbol>
  Buffer<Symbol>& symbols() {
    if constexpr (sizeof(Symbol) == 1) return symbols1;
    if constexpr (sizeof(Symbol) == 2) return symbols2;
    if constexpr (sizeof(Symbol) == 4) return symbols4;
  }
  std::string_view apply(const TextEdit* edit, std::string_view text) {
    if (edit == nullptr) return text;
    edit->apply(text, edited);
    return edited;
  }
};

// Consecutive texts of about `bytes` bytes together: range r is texts [result[r], result[r + 1]).
std::vector<size_t> ranges_of_bytes(std::span<const std::string_view> texts, size_t bytes) {
  std::vector<size_t> begins = {0};
  size_t sum = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    sum += texts[i].size() + 64;
    if (sum >= bytes || i + 1 == texts.size()) {
      begins.push_back(i + 1);
      sum = 0;
    }
  }
  return begins;
}
constexpr size_t kRangeBytes = size_t{1} << 18;

// Calls body(i, worker) for every text, several neighbours at a time.
template <class Body>
void for_each_text(std::span<const std::string_view> texts, int threads, Body&& body) {
  const auto ranges = ranges_of_bytes(texts, kRangeBytes);
  parallel_ranges(ranges.size() - 1, threads, 1, [&](size_t begin, size_t end, int worker) {
    for (size_t i = ranges[begin]; i < ranges[end]; ++i) body(i, static_cast<size_t>(worker));
  });
}

size_t workers(int threads) {
  return static_cast<size_t>(std::max(threads, 1));
}

// A term that may enter the vocabulary.
struct Candidate {
  uint64_t count, documents;
  uint32_t length;  // which of the counted lengths
  uint32_t index;   // in its list
};

std::string decode(const Alphabet& alphabet, size_t n, const char* symbols) {
  std::string term;
  with_symbol_type(alphabet, [&]<class Symbol>(Symbol) {
    for (size_t i = 0; i < n; ++i) {
      Symbol symbol;
      std::memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
      append_utf8(alphabet.code_point(symbol), term);
    }
  });
  return term;
}

// Counts of all n-grams of some texts.
class TermCounts {
 public:
  TermCounts(const TfidfOptions& options, std::span<const std::string_view> texts,
             std::span<const uint32_t> times, const TextEdit* edit, int threads) {
    workspaces_.resize(workers(threads));
    for (size_t i = 0; i < texts.size(); ++i) documents_ += times.empty() ? 1 : times[i];
    const auto times_of = [&](size_t i) { return times.empty() ? 1U : times[i]; };
    if (options.analyzer == Analyzer::words)
      count_words(options, texts, times_of, edit, threads);
    else
      count_characters(options, texts, times_of, edit, threads);
  }

  uint64_t documents() const { return documents_; }

  // Terms whose document frequency is within the bounds; `any` says whether there was a term at all.
  std::vector<Candidate> candidates(double low, double high, bool& any) const {
    std::vector<Candidate> result;
    any = false;
    for (uint32_t length = 0; length < lists_.size(); ++length)
      std::visit(
          [&](const auto& list) {
            any = any || !list.empty();
            for (uint32_t i = 0; i < list.size(); ++i) {
              const auto documents = static_cast<double>(list[i].documents);
              if (documents >= low && documents <= high)
                result.push_back({list[i].count, list[i].documents, length, i});
            }
          },
          lists_[length]);
    return result;
  }

  std::string term(const Candidate& candidate) const {
    return std::visit(
        [&]<class Key>(const CountedGrams<Key>& list) {
          const Key& key = list[candidate.index].key;
          if constexpr (std::is_same_v<Key, BytesKey>) {
            if (words_) return std::string(key.view());
            return decode(alphabet_, lengths_[candidate.length], key.data);
          } else {
            return decode(alphabet_, lengths_[candidate.length], reinterpret_cast<const char*>(&key));
          }
        },
        lists_[candidate.length]);
  }

 private:
  template <class TimesOf>
  void count_words(const TfidfOptions& options, std::span<const std::string_view> texts,
                   const TimesOf& times_of, const TextEdit* edit, int threads) {
    words_ = true;
    lengths_ = {0};  // one table for all: n-grams of different lengths differ
    auto& counters = bytes_counters_.emplace_back(workers(threads));
    for_each_text(texts, threads, [&](size_t i, size_t worker) {
      if (times_of(i) == 0) return;
      Words& words = workspaces_[worker].words;
      words.read(workspaces_[worker].apply(edit, texts[i]), options);
      counters[worker].begin_document(static_cast<uint32_t>(i), times_of(i),
                                      words.count() * (options.max_n - options.min_n + 1));
      for (size_t n = options.min_n; n <= options.max_n; ++n)
        counters[worker].add_all(grams(words.count(), n), words.key_of_position(n));
    });
    lists_.emplace_back(GramCounter<BytesKey>::merge(counters, threads));
  }

  template <class TimesOf>
  void count_characters(const TfidfOptions& options, std::span<const std::string_view> texts,
                        const TimesOf& times_of, const TextEdit* edit, int threads) {
    const CharacterRules rules{.lower_case = options.lower_case};
    std::vector<CodePointSet> sets(workers(threads));
    for_each_text(texts, threads, [&](size_t i, size_t worker) {
      if (times_of(i) != 0) sets[worker].insert_prepared(workspaces_[worker].apply(edit, texts[i]), rules);
    });
    for (size_t w = 1; w < sets.size(); ++w) sets[0].insert(sets[w]);
    alphabet_ = Alphabet(sets[0].beyond_ascii());

    std::vector<ByKey<CountersOfThreads>> counters;
    for (size_t n = options.min_n; n <= options.max_n; ++n) {
      lengths_.push_back(n);
      counters.push_back(for_width<CountersOfThreads>(n * alphabet_.width()));
      std::visit([&](auto& of_threads) { of_threads.resize(workers(threads)); }, counters.back());
    }
    with_symbol_type(alphabet_, [&]<class Symbol>(Symbol) {
      for_each_text(texts, threads, [&](size_t i, size_t worker) {
        if (times_of(i) == 0) return;
        auto& symbols = workspaces_[worker].symbols<Symbol>();
        const size_t length =
            to_symbols(workspaces_[worker].apply(edit, texts[i]), rules, alphabet_, symbols);
        for (size_t k = 0; k < lengths_.size(); ++k)
          std::visit(
              [&]<class Key>(CountersOfThreads<Key>& of_threads) {
                const size_t n = lengths_[k];
                of_threads[worker].begin_document(static_cast<uint32_t>(i), times_of(i), length);
                of_threads[worker].add_all(grams(length, n), key_of_position<Key>(symbols.data(), n));
              },
              counters[k]);
      });
    });
    for (auto& of_length : counters)
      std::visit(
          [&]<class Key>(CountersOfThreads<Key>& of_threads) {
            lists_.emplace_back(GramCounter<Key>::merge(of_threads, threads));
            if constexpr (std::is_same_v<Key, BytesKey>) bytes_counters_.push_back(std::move(of_threads));
          },
          of_length);
  }

  bool words_ = false;
  uint64_t documents_ = 0;
  Alphabet alphabet_;
  std::vector<size_t> lengths_;
  std::vector<ByKey<CountedGrams>> lists_;                   // by length
  std::vector<CountersOfThreads<BytesKey>> bytes_counters_;  // own the bytes of keys
  std::vector<Workspace> workspaces_;
};

// Finds the kept terms in texts.
class TermIndex {
 public:
  TermIndex() = default;
  TermIndex(const TfidfOptions& options, const std::vector<std::string>& terms)
      : words_(options.analyzer == Analyzer::words) {
    if (words_) {
      std::vector<BytesKey> keys;
      for (const auto& term : terms) keys.push_back(make_bytes_key({arena_.keep(term), term.size()}));
      add_index<BytesKey>(0, keys, all_columns(terms.size()));
      return;
    }
    CodePointSet set;
    for (const auto& term : terms) set.insert_prepared(term, {.lower_case = false});
    alphabet_ = Alphabet(set.beyond_ascii());
    with_symbol_type(alphabet_, [&]<class Symbol>(Symbol) { index_characters<Symbol>(options, terms); });
  }

  // Calls found(column, hit) for the n-grams of the text: where hit is false, that n-gram is no term and the
  // column means nothing.
  template <class Found>
  void for_each_column(std::string_view text, const TfidfOptions& options, Workspace& workspace,
                       Found&& found) const {
    if (words_) {
      workspace.words.read(text, options);
      for (size_t n = options.min_n; n <= options.max_n; ++n)
        look_up(std::get<GramIndex<BytesKey>>(indices_[0]), grams(workspace.words.count(), n),
                workspace.words.key_of_position(n), found);
      return;
    }
    with_symbol_type(alphabet_, [&]<class Symbol>(Symbol) {
      auto& symbols = workspace.symbols<Symbol>();
      const size_t length = to_symbols(text, {.lower_case = options.lower_case}, alphabet_, symbols);
      for (size_t k = 0; k < indices_.size(); ++k)
        std::visit(
            [&]<class Key>(const GramIndex<Key>& index) {
              look_up(index, grams(length, lengths_[k]), key_of_position<Key>(symbols.data(), lengths_[k]),
                      found);
            },
            indices_[k]);
    });
  }

 private:
  // A function of its own, so that the loop gets all registers.
  template <class Key, class KeyAt, class Found>
  [[gnu::noinline]] static void look_up(const GramIndex<Key>& index, size_t count, KeyAt key_at,
                                        Found found) {
    const typename GramIndex<Key>::Finder finder(index);
    for (size_t i = 0; i < count; ++i) {
      const GramHit at = finder.find(key_at(i));
      found(at.number, at.hit);
    }
  }

  static std::vector<uint32_t> all_columns(size_t count) {
    std::vector<uint32_t> columns(count);
    for (uint32_t i = 0; i < count; ++i) columns[i] = i;
    return columns;
  }

  template <class Key>
  void add_index(size_t length, const std::vector<Key>& keys, const std::vector<uint32_t>& columns) {
    if (keys.empty()) return;
    lengths_.push_back(length);
    indices_.push_back(GramIndex<Key>(keys, columns));
  }

  template <class Symbol>
  void index_characters(const TfidfOptions& options, const std::vector<std::string>& terms) {
    for (size_t n = options.min_n; n <= options.max_n; ++n) {
      const auto kind = for_width<GramIndex>(n * sizeof(Symbol));
      std::visit(
          [&]<class Key>(const GramIndex<Key>&) {
            std::vector<Key> keys;
            std::vector<uint32_t> columns;
            std::vector<Symbol> symbols;
            for (uint32_t column = 0; column < terms.size(); ++column) {
              symbols.clear();
              for (size_t at = 0; at < terms[column].size();)
                symbols.push_back(static_cast<Symbol>(alphabet_.symbol(next_code_point(terms[column], at))));
              if (symbols.size() != n) continue;
              const std::string_view bytes(reinterpret_cast<const char*>(symbols.data()), n * sizeof(Symbol));
              if constexpr (std::is_same_v<Key, BytesKey>) {
                keys.push_back(make_bytes_key({arena_.keep(bytes), bytes.size()}));
              } else {
                Key key = 0;
                std::memcpy(&key, bytes.data(), bytes.size());
                keys.push_back(key);
              }
              columns.push_back(column);
            }
            add_index<Key>(n, keys, columns);
          },
          kind);
    }
  }

  bool words_ = false;
  Alphabet alphabet_;
  std::vector<size_t> lengths_;            // of n-grams: those of which there are terms
  std::vector<ByKey<GramIndex>> indices_;  // by length
  ByteArena arena_;
};

// Rows under construction: of all texts, or of one range of them.
struct Rows {
  Buffer<uint32_t> columns;
  Buffer<double> values;
  size_t used = 0;

  void make_room(size_t more, size_t expected_total) {
    if (used + more <= columns.size()) return;
    const size_t size = std::max({used + more, expected_total, columns.size() + columns.size() / 2});
    columns.resize(size);
    values.resize(size);
  }
};

// Counts the terms of one text at a time and appends its row.
class RowMaker {
 public:
  RowMaker(const TfidfOptions& options, const TermIndex& index, const std::vector<double>& idf)
      : options_(options), index_(index), idf_(idf), counts_((idf.size() + 7) / 8 * 8, 0) {}

  // Appends the row of the text. expected_total: a guess of how many elements `rows` will hold in the end.
  void append(std::string_view text, const TextEdit* edit, Rows& rows, size_t expected_total) {
    text = workspace_.apply(edit, text);
    // Reading all counts out costs a step for every 8 of them; with many more features than n-grams it is
    // cheaper to note which were touched.
    const bool read_all = idf_.size() <= 16 * text.size() + 4096;
    rows.make_room(read_all ? counts_.size() + kNonzeroSlack : 0, expected_total);
    size_t taken;
    if (read_all) {
      uint32_t* const counts = counts_.data();
      index_.for_each_column(text, options_, workspace_,
                             [counts](uint32_t column, bool hit) { counts[column] += hit ? 1U : 0U; });
      taken_counts_.resize(counts_.size() + kNonzeroSlack);
      taken = take_nonzero(counts, counts_.size(), rows.columns.data() + rows.used, taken_counts_.data());
    } else {
      touched_.clear();
      index_.for_each_column(text, options_, workspace_, [this](uint32_t column, bool hit) {
        if (hit && counts_[column]++ == 0) touched_.push_back(column);
      });
      std::sort(touched_.begin(), touched_.end());
      taken = touched_.size();
      rows.make_room(taken, expected_total);
      std::copy(touched_.begin(), touched_.end(), rows.columns.data() + rows.used);
      taken_counts_.clear();
      for (const uint32_t column : touched_) taken_counts_.push_back(std::exchange(counts_[column], 0));
    }
    weigh(taken, rows.columns.data() + rows.used, rows.values.data() + rows.used);
    rows.used += taken;
  }

 private:
  // Values from taken_counts_.
  void weigh(size_t taken, const uint32_t* columns, double* values) {
    const uint32_t* counts = taken_counts_.data();
    const double* idf = idf_.data();
    if (options_.binary) std::fill_n(taken_counts_.data(), taken, 1U);
    if (options_.sublinear) {
      for (size_t k = 0; k < taken; ++k)
        values[k] = (1 + std::log(static_cast<double>(counts[k]))) * (options_.idf ? idf[columns[k]] : 1.0);
    } else if (options_.idf) {
      for (size_t k = 0; k < taken; ++k) values[k] = static_cast<double>(counts[k]) * idf[columns[k]];
    } else {
      for (size_t k = 0; k < taken; ++k) values[k] = static_cast<double>(counts[k]);
    }
    if (!options_.normalize || taken == 0) return;
    // Four sums side by side, the same on every machine.
    std::array<double, 4> squares{};
    size_t k = 0;
    for (; k + 4 <= taken; k += 4)
      for (size_t lane = 0; lane < 4; ++lane) squares[lane] += values[k + lane] * values[k + lane];
    for (; k < taken; ++k) squares[k % 4] += values[k] * values[k];
    const double scale = 1 / std::sqrt((squares[0] + squares[1]) + (squares[2] + squares[3]));
    for (k = 0; k < taken; ++k) values[k] *= scale;
  }

  const TfidfOptions& options_;
  const TermIndex& index_;
  const std::vector<double>& idf_;
  Workspace workspace_;
  Buffer<uint32_t> counts_;  // by column; padded to a multiple of 8
  Buffer<uint32_t> taken_counts_;
  std::vector<uint32_t> touched_;
};

Status check(const TfidfOptions& options) {
  if (options.min_n < 1 || options.min_n > options.max_n)
    return usage_error(
        fmt::format("n-gram lengths must be 1 <= min <= max, not {} and {}", options.min_n, options.max_n));
  return {};
}

}  // namespace

struct Tfidf::State {
  TfidfOptions options;
  uint64_t documents = 0;
  std::vector<std::string> terms;
  std::vector<uint64_t> document_frequency;
  std::vector<double> idf;
  TermIndex term_index;

  void index() {
    idf.clear();
    for (const uint64_t df : document_frequency)
      idf.push_back(std::log(static_cast<double>(1 + documents) / static_cast<double>(1 + df)) + 1);
    term_index = TermIndex(options, terms);
  }
};

Tfidf::Tfidf(TfidfOptions options) : state_(std::make_unique<State>()) {
  state_->options = options;
}
Tfidf::Tfidf(Tfidf&&) noexcept = default;
Tfidf& Tfidf::operator=(Tfidf&&) noexcept = default;
Tfidf::~Tfidf() = default;

const TfidfOptions& Tfidf::options() const {
  return state_->options;
}
uint64_t Tfidf::documents() const {
  return state_->documents;
}
const std::vector<std::string>& Tfidf::terms() const {
  return state_->terms;
}
const std::vector<uint64_t>& Tfidf::document_frequency() const {
  return state_->document_frequency;
}
const std::vector<double>& Tfidf::idf() const {
  return state_->idf;
}

Status Tfidf::fit(std::span<const std::string_view> texts, int threads, std::span<const uint32_t> times,
                  const TextEdit* edit) {
  const TfidfOptions& options = state_->options;
  SF_TRY(check(options));
  const TermCounts counts(options, texts, times, edit, threads);
  const double low = options.min_df.documents(counts.documents()),
               high = options.max_df.documents(counts.documents());
  bool any = false;
  auto candidates = counts.candidates(low, high, any);
  if (!any) return data_error("no text has a single n-gram of the asked length");
  if (high < low) return usage_error("max_df means fewer documents than min_df");
  if (candidates.empty()) return data_error("no term is left between min_df and max_df");

  std::vector<std::pair<std::string, uint64_t>> kept;  // term, document frequency
  const uint64_t limit = options.max_features;
  uint64_t cut = 0;  // terms counted more often are in, those counted exactly so often by their order
  if (limit != 0 && candidates.size() > limit) {
    const auto nth = candidates.begin() + static_cast<std::ptrdiff_t>(limit);
    std::nth_element(candidates.begin(), nth, candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.count > b.count; });
    cut = nth->count;
  }
  std::vector<std::pair<std::string, uint64_t>> equals;
  for (const Candidate& candidate : candidates)
    if (candidate.count >= cut)
      (candidate.count > cut ? kept : equals).emplace_back(counts.term(candidate), candidate.documents);
  if (!equals.empty()) {
    const auto free = static_cast<std::ptrdiff_t>(std::min<uint64_t>(limit - kept.size(), equals.size()));
    std::nth_element(equals.begin(), equals.begin() + (free - 1), equals.end());
    kept.insert(kept.end(), equals.begin(), equals.begin() + free);
  }
  std::sort(kept.begin(), kept.end());

  state_->documents = counts.documents();
  state_->terms.clear();
  state_->document_frequency.clear();
  for (auto& [term, documents] : kept) {
    state_->terms.push_back(std::move(term));
    state_->document_frequency.push_back(documents);
  }
  state_->index();
  return {};
}

CsrMatrix Tfidf::transform(std::span<const std::string_view> texts, int threads, const TextEdit* edit) const {
  const State& state = *state_;
  CsrMatrix out;
  out.columns_count = features();
  out.begin.assign(texts.size() + 1, 0);
  if (workers(threads) == 1) {
    RowMaker maker(state.options, state.term_index, state.idf);
    uint64_t bytes = 0, done = 0;
    for (const auto text : texts) bytes += text.size();
    Rows rows;
    for (size_t i = 0; i < texts.size(); ++i) {
      // Room for all, judged by the texts so far.
      const auto expected =
          static_cast<size_t>(done == 0 ? 0.0
                                        : 1.05 * static_cast<double>(rows.used) * static_cast<double>(bytes) /
                                              static_cast<double>(done));
      maker.append(texts[i], edit, rows, expected);
      done += texts[i].size();
      out.begin[i + 1] = rows.used;
    }
    rows.columns.resize(rows.used);
    rows.values.resize(rows.used);
    out.columns = std::move(rows.columns);
    out.values = std::move(rows.values);
    return out;
  }

  // Several threads: each makes the rows of a range in memory of its own, waits until it is known where they
  // begin (ranges are handed out in order, so that is soon) and copies them there. Where the guess of the
  // size was too low, the rest is kept apart and copied in the end.
  const auto ranges = ranges_of_bytes(texts, kRangeBytes);
  std::vector<std::unique_ptr<RowMaker>> makers(workers(threads));
  std::vector<Rows> scratch(workers(threads));
  std::vector<Rows> late(ranges.size() - 1);
  std::atomic<size_t> turn{0};  // the range that may say where the next begins
  constexpr size_t kFailed = SIZE_MAX;
  size_t used = 0;
  parallel_ranges(ranges.size() - 1, threads, 1, [&](size_t range, size_t, int worker) {
    try {
      auto& maker = makers[static_cast<size_t>(worker)];
      if (!maker) maker = std::make_unique<RowMaker>(state.options, state.term_index, state.idf);
      Rows& rows = scratch[static_cast<size_t>(worker)];
      rows.used = 0;
      for (size_t i = ranges[range]; i < ranges[range + 1]; ++i) {
        maker->append(texts[i], edit, rows, 0);
        out.begin[i + 1] = rows.used;  // within the range, until all are known
      }
      for (size_t now; (now = turn.load()) != range;) {
        if (now == kFailed) return;
        turn.wait(now);
      }
      const size_t begin = used;
      used += rows.used;
      if (range == 0) {
        const size_t guess = std::max(used, static_cast<size_t>(1.1 * static_cast<double>(used) *
                                                                static_cast<double>(ranges.size() - 1)));
        out.columns.resize(guess);
        out.values.resize(guess);
      }
      const bool fits = used <= out.columns.size();
      for (size_t i = ranges[range]; i < ranges[range + 1]; ++i) out.begin[i + 1] += begin;
      size_t now = range;
      turn.compare_exchange_strong(now, range + 1);  // unless somebody failed
      turn.notify_all();
      if (!fits) {
        late[range] = std::move(rows);
        rows = Rows();
        return;
      }
      std::copy_n(rows.columns.begin(), rows.used, out.columns.begin() + static_cast<std::ptrdiff_t>(begin));
      std::copy_n(rows.values.begin(), rows.used, out.values.begin() + static_cast<std::ptrdiff_t>(begin));
    } catch (...) {
      turn.store(kFailed);
      turn.notify_all();
      throw;
    }
  });
  out.columns.resize(used);
  out.values.resize(used);
  for (size_t range = 0; range < late.size(); ++range) {
    const auto begin = static_cast<std::ptrdiff_t>(out.begin[ranges[range]]);
    std::copy_n(late[range].columns.begin(), late[range].used, out.columns.begin() + begin);
    std::copy_n(late[range].values.begin(), late[range].used, out.values.begin() + begin);
  }
  return out;
}

std::string Tfidf::save() const {
  const TfidfOptions& o = state_->options;
  const auto bound = [](const DocumentBound& b) {
    return nlohmann::ordered_json{{"value", b.value}, {"is_share", b.is_share}};
  };
  nlohmann::ordered_json json;
  json["schema"] = "standfast-tfidf/1";
  json["options"] = {{"analyzer", o.analyzer == Analyzer::characters ? "characters" : "words"},
                     {"min_n", o.min_n},
                     {"max_n", o.max_n},
                     {"max_features", o.max_features},
                     {"min_df", bound(o.min_df)},
                     {"max_df", bound(o.max_df)},
                     {"min_word_length", o.min_word_length},
                     {"lower_case", o.lower_case},
                     {"binary", o.binary},
                     {"sublinear", o.sublinear},
                     {"idf", o.idf},
                     {"normalize", o.normalize}};
  json["documents"] = state_->documents;
  json["terms"] = state_->terms;
  json["document_frequency"] = state_->document_frequency;
  return json.dump();
}

Status Tfidf::restore(std::string_view saved) {
  const auto json = nlohmann::json::parse(saved, nullptr, false);
  try {
    if (json.is_discarded() || json.at("schema") != "standfast-tfidf/1")
      return data_error("this is not a saved vectorizer (schema standfast-tfidf/1)");
    State state;
    const auto bound = [](const nlohmann::json& b) {
      return DocumentBound{b.at("value").get<double>(), b.at("is_share").get<bool>()};
    };
    const auto& options = json.at("options");
    TfidfOptions& o = state.options;
    o.analyzer = options.at("analyzer") == "words" ? Analyzer::words : Analyzer::characters;
    options.at("min_n").get_to(o.min_n);
    options.at("max_n").get_to(o.max_n);
    options.at("max_features").get_to(o.max_features);
    o.min_df = bound(options.at("min_df"));
    o.max_df = bound(options.at("max_df"));
    options.at("min_word_length").get_to(o.min_word_length);
    options.at("lower_case").get_to(o.lower_case);
    options.at("binary").get_to(o.binary);
    options.at("sublinear").get_to(o.sublinear);
    options.at("idf").get_to(o.idf);
    options.at("normalize").get_to(o.normalize);
    json.at("documents").get_to(state.documents);
    json.at("terms").get_to(state.terms);
    json.at("document_frequency").get_to(state.document_frequency);
    if (state.terms.size() != state.document_frequency.size() || state.terms.empty() ||
        std::adjacent_find(state.terms.begin(), state.terms.end(), std::greater_equal<>()) !=
            state.terms.end())
      return data_error("saved vectorizer: terms must ascend and each needs a document frequency");
    state.index();
    *state_ = std::move(state);
  } catch (const nlohmann::json::exception& error) {
    return data_error(std::string("saved vectorizer: ") + error.what());
  }
  return {};
}

std::vector<std::string_view> texts_of(const Corpus& corpus, std::span<const uint32_t> rows) {
  std::vector<std::string_view> texts;
  texts.reserve(rows.size());
  for (const uint32_t row : rows) texts.push_back(corpus.text(row));
  return texts;
}

std::vector<std::string_view> texts_of(const Corpus& corpus) {
  std::vector<std::string_view> texts;
  texts.reserve(corpus.size());
  for (uint32_t row = 0; row < corpus.size(); ++row) texts.push_back(corpus.text(row));
  return texts;
}

}  // namespace standfast
