// A search structure for the terms of a vocabulary in texts.
#pragma once

#include <string>
#include <vector>

#include "standfast/feature/ngram/gram_index.h"
#include "standfast/feature/ngram/text_grams.h"

namespace standfast {

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

  // Calls found(column, hit) for the n-grams of the text. Where hit is false, the n-gram is no term and the
  // column is meaningless.
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
  // Looks keys up in a function of its own, so that the loop gets all registers.
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
  std::vector<size_t> lengths_;            // the lengths of n-grams that terms have
  std::vector<ByKey<GramIndex>> indices_;  // by length
  ByteArena arena_;
};

}  // namespace standfast
