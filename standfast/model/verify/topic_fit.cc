// The verifier `topic-fit`, which can see only topic. The most frequent words of the training texts are
// masked in both texts of a pair and the rest is compared: a score above chance can come from topic alone
// (TopicFit in Sawatphol et al. 2024).
//
// Default: the 300 most frequent words, counted without case and including one-letter words, are masked by
// one asterisk a letter; features are word unigrams. The paper does not give the number of words; 300 is the
// size of the usual lists of function words (from 150 to 500), and covers most running words of English but
// few of its topics.
//
// variant = literal follows the published script: 10,000 words counted with case from two letters on (looked
// up in lower case, so that words that occur only capitalised are never masked), one asterisk a word and one
// '#' a number, character 4-grams, and only training texts are masked: scored texts are not.
#include <optional>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/feature/ngram/distortion.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/ngram_distance.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

constexpr const char* kMaskedWordsBlob = "masked_words.json";

struct TopicFitOptions {
  bool literal = false;
  uint64_t masked_words = 0;  // 0: the variant's default
  bool between_spaces = false;
  NgramDistanceOptions distance = {};
};

TfidfOptions grams_of(const TopicFitOptions& options) {
  TfidfOptions grams;
  grams.analyzer = options.literal ? Analyzer::characters : Analyzer::words;
  grams.min_n = grams.max_n = options.literal ? 4 : 1;
  grams.between_spaces = options.between_spaces;
  return grams;
}

class TopicFit final : public NgramDistance {
 public:
  explicit TopicFit(const TopicFitOptions& options)
      : NgramDistance("topic-fit", grams_of(options), options.distance),
        literal_(options.literal),
        between_spaces_(options.between_spaces),
        words_count_(options.masked_words > 0 ? options.masked_words
                     : options.literal        ? 10000
                                              : 300) {}

 protected:
  void learn_edit(std::span<const std::string_view> texts) override {
    FrequentWordOptions options;
    options.count = words_count_;
    options.min_word_length = literal_ ? 2 : 1;
    options.lower_case = !literal_;
    options.ties_by_first = literal_;
    options.between_spaces = between_spaces_;
    set_words(frequent_words(texts, options));
  }
  const TextEdit* training_edit() const override { return &*distortion_; }
  const TextEdit* scoring_edit() const override { return literal_ ? nullptr : &*distortion_; }

  void describe_edit(nlohmann::ordered_json& facts) const override { facts["masked_words"] = words_.size(); }

  void save_edit(ModelState& state) const override {
    state.blobs[kMaskedWordsBlob] = nlohmann::ordered_json(words_).dump();
  }
  Status restore_edit(const ModelState& state) override {
    SF_ASSIGN(const std::string* blob, find_blob(state, kMaskedWordsBlob));
    const auto json = json_or_discarded(*blob);
    std::vector<std::string> words;
    try {
      json.get_to(words);
    } catch (const nlohmann::json::exception&) {
      return data_error(fmt::format("{} is not a list of words", kMaskedWordsBlob));
    }
    set_words(std::move(words));
    return {};
  }

 private:
  void set_words(std::vector<std::string> words) {
    words_ = std::move(words);
    DistortionOptions options;
    options.per_letter = !literal_;
    options.number_signs = literal_;
    options.between_spaces = options.leave_out = between_spaces_;
    distortion_.emplace(options, words_);
  }

  bool literal_, between_spaces_;
  uint64_t words_count_;
  std::vector<std::string> words_;
  std::optional<Distortion> distortion_;
};

}  // namespace

VerifierCatalog::Entry topic_fit_entry() {
  using O = TopicFitOptions;
  OptionTable<O> table;
  table.words("variant", &O::literal, {{"words", false}, {"literal", true}},
              "words (word unigrams, texts masked in training and in scoring) or literal (the published "
              "script: character 4-grams, scored texts left unmasked)");
  table.add(
      "masked-words", &O::masked_words,
      "most frequent training words to mask; more leave purer topic words, but fewer of them; 0: 300, or "
      "10000 for "
      "the literal variant");
  add_word_rule(table, &O::between_spaces);
  table.include(&O::distance, ngram_distance_table());
  table.require([](const O& o) -> std::string {
    return o.literal && o.between_spaces
               ? "word-rule = spaces: the published script (variant = literal) has no such rule"
               : "";
  });
  return {.name = "topic-fit",
          .summary = "Cosine of the words left when frequent words are masked: the score of topic alone",
          .citation =
              "Sawatphol et al. 2024, Addressing Topic Leakage in Cross-Topic Evaluation for Authorship "
              "Verification, TACL, section 5",
          .traits = {.symmetric = true, .deterministic = true, .calibrates = true, .topics_only = true},
          .options = table,
          .make = made_as<Verifier, TopicFit>(table)};
}

}  // namespace standfast
