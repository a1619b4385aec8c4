// The number of words of the test side that are rare in the language (Godbole, Jia 2023, Benchmarking
// Long-tail Generalization with Likelihood Splits, Findings of EACL: at most one per million words, and a
// correct word).
#include <map>

#include <fmt/format.h>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/word_rows.h"
#include "standfast/base/option_table.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

struct RareWordOptions {
  std::string frequencies, correct;
  double per_million = 1;
  bool shares = false;
};

OptionTable<RareWordOptions> rare_word_table() {
  OptionTable<RareWordOptions> table;
  table
      .add("frequencies", &RareWordOptions::frequencies,
           "file of words with their frequencies in the language (needed); case does not count")
      .path()
      .holds(kFrequencyListKind);
  table
      .add("correct", &RareWordOptions::correct,
           "file of correct words: only these can be rare, also where they have no frequency; none: only "
           "words that have a frequency can be rare")
      .path()
      .holds(kWordListKind);
  table
      .add("per-million", &RareWordOptions::per_million,
           "highest frequency of a rare word; higher: more words")
      .at_least(0);
  table.words("unit", &RareWordOptions::shares, {{"counts", false}, {"per-million", true}},
              "content of the file: counts, divided by their sum, or frequencies per million words");
  table.require([](const RareWordOptions& o) -> std::string {
    if (!o.frequencies.empty()) return "";
    return "needs frequencies = FILE, a list of words with their frequencies in the language";
  });
  return table;
}

class RareWords final : public SplitAnalysis {
 public:
  explicit RareWords(RareWordOptions options) : options_(std::move(options)) {}

  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto list, read_frequency_list(options_.frequencies));
    SF_ASSIGN(const auto correct, lower_case_words(options_.correct));
    std::map<std::string, double> frequency;
    std::string lower;
    double sum = 0;
    for (const auto& one : list) {
      to_lower(one.word, lower);
      frequency[lower] += one.frequency;
      sum += one.frequency;
    }
    if (!(sum > 0)) return data_error(options_.frequencies + ": all frequencies are 0");
    const double unit = options_.shares ? 1 : 1e6 / sum;
    const WordRows words = word_rows(corpus, {}, context.threads);
    std::vector<uint8_t> rare(words.words.size(), 0), unknown(words.words.size(), 0);
    for (size_t w = 0; w < words.words.size(); ++w) {
      const auto found = frequency.find(words.words[w]);
      unknown[w] = found == frequency.end();
      const bool can_be = options_.correct.empty() ? unknown[w] == 0 : correct.contains(words.words[w]);
      rare[w] = can_be && (unknown[w] != 0 || found->second * unit <= options_.per_million);
    }
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      FoldMeasures made;
      for (const auto& [side, rows] : {std::pair("test", &fold.test), std::pair("train", &fold.train)}) {
        uint64_t tokens = 0, of_rare = 0, of_unknown = 0, rows_with = 0;
        for (const uint32_t row : *rows) {
          const uint64_t before = of_rare;
          for (const uint32_t word : words.of(row)) {
            ++tokens;
            of_rare += rare[word];
            of_unknown += unknown[word];
          }
          rows_with += of_rare > before;
        }
        const std::string none = fmt::format("no words on the {} side", side);
        made.measures.push_back(share_measure(side, "rare-words", of_rare, tokens, none));
        made.measures.back().property = side == std::string_view("test");
        made.measures.push_back(share_measure(side, "documents-with-rare-words", rows_with, rows->size(),
                                              fmt::format("no {} documents", side)));
        made.measures.push_back(share_measure(side, "words-without-frequency", of_unknown, tokens, none));
      }
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  RareWordOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry rare_words_analysis() {
  return {.name = "rare-words",
          .summary =
              "Share of words, and of documents with such words, that are rare in the language, by a list of "
              "frequencies.",
          .citation =
              "Godbole, Jia 2023, Benchmarking Long-tail Generalization with Likelihood Splits, Findings of "
              "EACL",
          .traits = {},
          .options = rare_word_table(),
          .make = made_as<SplitAnalysis, RareWords>(rare_word_table())};
}

}  // namespace standfast
