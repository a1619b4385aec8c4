#include "standfast/feature/ngram/vocabulary.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/ngram/gram_counter.h"
#include "standfast/feature/ngram/text_grams.h"

namespace standfast {
namespace {

template <class Key>
using CountersOfThreads = std::vector<GramCounter<Key>>;
template <class Key>
using CountedGrams = std::vector<std::vector<Counted<Key>>>;

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

// The counts of all n-grams of some texts.
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

  // Calls body(count, documents, name) for every term; name() returns its spelling.
  template <class Body>
  void for_each(Body&& body) const {
    for (size_t k = 0; k < lists_.size(); ++k)
      std::visit(
          [&]<class Key>(const CountedGrams<Key>& lists) {
            for (const auto& list : lists)
              for (const auto& counted : list)
                body(counted.count, counted.documents, [&] { return name(counted.key, lengths_[k]); });
          },
          lists_[k]);
  }

 private:
  template <class Key>
  std::string name(const Key& key, size_t n) const {
    if constexpr (std::is_same_v<Key, BytesKey>)
      return words_ ? std::string(key.view()) : decode(alphabet_, n, key.data);
    else
      return decode(alphabet_, n, reinterpret_cast<const char*>(&key));
  }

  template <class TimesOf>
  void count_words(const TfidfOptions& options, std::span<const std::string_view> texts,
                   const TimesOf& times_of, const TextEdit* edit, int threads) {
    words_ = true;
    lengths_ = {0};  // one table for all lengths: n-grams of different lengths differ
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
  std::vector<ByKey<CountedGrams>> lists_;                   // one for each length
  std::vector<CountersOfThreads<BytesKey>> bytes_counters_;  // they own the bytes of the keys
  std::vector<Workspace> workspaces_;
};

// The counts of all n-grams of texts that were counted before, with the interface of TermCounts.
class SumsOfRows {
 public:
  explicit SumsOfRows(const CountedRows& counted)
      : counted_(counted), sums_(counted.counts->terms.size()), documents_(sums_.size()) {
    const CsrMatrix& all = counted.counts->rows;
    for (const uint32_t row : counted.rows) {
      const auto columns = all.row_columns(row);
      const auto values = all.row_values(row);
      for (size_t k = 0; k < columns.size(); ++k) {
        sums_[columns[k]] += static_cast<uint64_t>(values[k]);
        ++documents_[columns[k]];
      }
    }
  }

  uint64_t documents() const { return counted_.rows.size(); }

  template <class Body>
  void for_each(Body&& body) const {
    for (size_t k = 0; k < sums_.size(); ++k)
      if (documents_[k] > 0) body(sums_[k], documents_[k], [&] { return counted_.counts->terms[k]; });
  }

 private:
  const CountedRows& counted_;
  std::vector<uint64_t> sums_, documents_;  // by term
};

template <class Counts>
Result<Vocabulary> choose(const TfidfOptions& options, const Counts& counts) {
  const double low = options.min_df.documents(counts.documents()),
               high = options.max_df.documents(counts.documents());
  const auto within = [&](uint64_t documents) {
    const auto share = static_cast<double>(documents);
    return share >= low && share <= high;
  };
  // A binary count is one for each document, as in scikit-learn.
  const auto ranked_by = [&](uint64_t count, uint64_t documents) {
    return options.binary ? documents : count;
  };
  bool any = false;
  std::vector<uint64_t> candidates;  // counts of the candidates
  counts.for_each([&](uint64_t count, uint64_t documents, const auto&) {
    any = true;
    if (within(documents)) candidates.push_back(ranked_by(count, documents));
  });
  if (!any) return data_error("no text has a single n-gram of the asked length");
  if (high < low) return usage_error("max_df means fewer documents than min_df");
  if (candidates.empty()) return data_error("no term is left between min_df and max_df");

  const uint64_t limit = options.max_features;
  uint64_t cut = 0;  // terms with higher counts are in; terms with this count are taken in their order
  if (limit != 0 && candidates.size() > limit) {
    const auto nth = candidates.begin() + static_cast<std::ptrdiff_t>(limit);
    std::nth_element(candidates.begin(), nth, candidates.end(), std::greater<>());
    cut = *nth;
  }
  using Term = std::pair<std::string, uint64_t>;  // the term and its document frequency
  std::vector<Term> kept, equals;
  counts.for_each([&](uint64_t counted, uint64_t documents, const auto& name) {
    const uint64_t count = ranked_by(counted, documents);
    if (count >= cut && within(documents)) (count > cut ? kept : equals).emplace_back(name(), documents);
  });
  if (!equals.empty()) {
    const auto free = static_cast<std::ptrdiff_t>(std::min<uint64_t>(limit - kept.size(), equals.size()));
    std::nth_element(equals.begin(), equals.begin() + (free - 1), equals.end());
    kept.insert(kept.end(), equals.begin(), equals.begin() + free);
  }
  std::sort(kept.begin(), kept.end());

  Vocabulary vocabulary;
  vocabulary.documents = counts.documents();
  for (auto& [term, documents] : kept) {
    vocabulary.terms.push_back(std::move(term));
    vocabulary.document_frequency.push_back(documents);
  }
  return vocabulary;
}

}  // namespace

Result<Vocabulary> choose_vocabulary(const TfidfOptions& options, std::span<const std::string_view> texts,
                                     std::span<const uint32_t> times, const TextEdit* edit, int threads) {
  return choose(options, TermCounts(options, texts, times, edit, threads));
}

Result<Vocabulary> choose_vocabulary(const TfidfOptions& options, const CountedRows& counted) {
  return choose(options, SumsOfRows(counted));
}

}  // namespace standfast
