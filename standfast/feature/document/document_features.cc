#include "standfast/feature/document/document_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/feature/document/feature_block.h"
#include "standfast/feature/document/feature_options.h"
#include "standfast/feature/document/feature_weights.h"
#include "standfast/feature/ngram/distortion.h"
#include "standfast/feature/ngram/text_preparation.h"
#include "standfast/text/language.h"

namespace standfast {
namespace {

constexpr const char* kSchema = "standfast-features/1";
constexpr uint64_t kMostDocuments = uint64_t{1} << 40;  // limit of the count in a file, so that sums hold

}  // namespace

struct DocumentFeatures::State {
  DocumentFeatureOptions options;
  TfidfOptions grams;
  Norm norm = Norm::none;
  std::vector<FeatureBlock> blocks;
  uint64_t documents = 0;
  std::vector<std::string> frequent;  // the frequent words of distortion
  std::shared_ptr<const TextEdit> characters, words;

  explicit State(const DocumentFeatureOptions& options);
  bool distorts() const { return options.distort != FeatureDistortion::none; }
  bool cut_by_spaces() const { return options.words == WordRule::spaces; }
  bool weights_idf() const { return options.weight == FeatureWeight::tf_idf; }
  bool learned() const {
    return std::any_of(blocks.begin(), blocks.end(),
                       [](const auto& block) { return !block.terms().empty(); });
  }

  void make_edits() {
    characters = nullptr;
    std::shared_ptr<const TextEdit> hidden;
    if (distorts()) {
      using enum FeatureDistortion;
      const FeatureDistortion kind = options.distort;
      DistortionOptions masks{.mask_listed = kind == frequent_single || kind == frequent_multiple,
                              .per_letter = kind == rare_multiple || kind == frequent_multiple,
                              .between_spaces = cut_by_spaces()};
      characters = std::make_shared<Distortion>(masks, frequent);
      masks.leave_out = cut_by_spaces();  // words do not see asterisks
      hidden = std::make_shared<Distortion>(masks, frequent);
    }
    words = in_turn(hidden, word_rule(options));
  }

  std::vector<double> idf_of(const FeatureBlock& block) const {
    std::vector<double> idf;
    for (const uint64_t df : block.document_frequency())
      idf.push_back(std::log(static_cast<double>(1 + documents) / static_cast<double>(1 + df)) + 1);
    return idf;
  }

  const TextEdit* edit_for(const FeatureBlock& block) const {
    switch (block.family()) {
      case Family::word:
      case Family::function_words:
        return words.get();
      case Family::character:
        return characters.get();
      case Family::punctuation:
      case Family::lengths:
        break;
    }
    return nullptr;
  }

  // Checks that the list can match texts. A list of another language, or of whole phrases, has hardly a word
  // that a text could have. A built-in list belongs to its own language, and a few texts may have few of its
  // words; the English one is also the default.
  Status list_can_match(const FeatureBlock& block, std::span<const std::string_view> texts) const {
    constexpr size_t kFewEntries = 20;
    const auto& df = block.document_frequency();
    const auto met =
        static_cast<size_t>(std::count_if(df.begin(), df.end(), [](uint64_t n) { return n > 0; }));
    if (df.size() < kFewEntries || 10 * met >= df.size()) return {};
    const TextLanguage language = language_of(texts.size(), [&](size_t i) { return texts[i]; });
    const std::string& given = options.function_words;
    const FunctionWords* built_in = find_function_words(given.empty() ? "en" : given);
    if (built_in != nullptr && built_in == language.words) return {};
    if (given.empty() && language.code.empty()) return {};
    std::string seems;
    if (!language.code.empty())
      seems = fmt::format(" The texts seem to be in {} ({}){}", language.name, language.code,
                          language.words != nullptr
                              ? fmt::format(": function-words = \"{}\"", language.code)
                              : ", of which there is no built-in list: function-words = FILE takes yours");
    if (given.empty())
      return data_error(
          fmt::format("function-words: only {} of the {} words of the English list stand in any of the {} "
                      "training documents.{}",
                      met, df.size(), documents, seems));
    return data_error(fmt::format(
        "function-words = \"{}\": only {} of its {} words stand in any of the {} training documents; is it a "
        "list for another language, or for texts that are cut into other words (words = ...)?{}",
        given, met, df.size(), documents, seems));
  }

  // Returns the options that decide what each column means.
  nlohmann::ordered_json options_json() const {
    nlohmann::ordered_json json;
    for (const auto& [spec, value] : document_feature_table().write(options))
      if (spec.kind != OptionKind::path) json[spec.name] = to_string(value);
    return json;
  }
};

DocumentFeatures::State::State(const DocumentFeatureOptions& asked)
    : options(asked), grams(bounds_of(asked)) {
  norm = options.norm == FeatureNorm::l2 || (options.norm == FeatureNorm::automatic && weights_idf())
             ? Norm::l2
         : options.norm == FeatureNorm::l1 ? Norm::l1
                                           : Norm::none;
  for (const Family family : options.families) {
    TfidfOptions own = grams;
    const GramLengths& lengths = family == Family::word ? options.word_n : options.char_n;
    own.min_n = lengths.low;
    own.max_n = lengths.high;
    // The paper's rule for words has already put the text in lower case.
    const bool of_words = family == Family::word || family == Family::function_words;
    own.lower_case = options.lower_case && !(of_words && options.words == WordRule::paper);
    blocks.emplace_back(family, own);
  }
  make_edits();
}

DocumentFeatures::DocumentFeatures(const DocumentFeatureOptions& options)
    : state_(std::make_shared<State>(options)) {}

Status DocumentFeatures::fit(std::span<const std::string_view> texts, int threads, CountedTexts* counted) {
  const auto state = std::make_shared<State>(state_->options);
  state_ = state;
  if (texts.empty()) return data_error("there are no documents to learn features from");
  state->documents = texts.size();
  if (state->distorts())
    state->frequent = frequent_words(
        texts, {.count = state->options.distort_words, .between_spaces = state->cut_by_spaces()});
  state->make_edits();
  for (auto& block : state->blocks) {
    if (block.family() == Family::function_words) {
      SF_ASSIGN(auto words, prepared_function_words(state->options));
      block.list(std::move(words));
    }
    if (auto status = block.fit({texts, state->edit_for(block), counted}, threads); !status)
      return with_context(fmt::format("features \"{}\" of {} documents", block.name(), texts.size()),
                          status.error());
    if (block.family() == Family::function_words) SF_TRY(state->list_can_match(block, texts));
  }
  if (!state->learned()) return data_error("the training documents have none of the asked features");
  return {};
}

CsrMatrix DocumentFeatures::transform(std::span<const std::string_view> texts, int threads,
                                      CountedTexts* counted) const {
  std::vector<CsrMatrix> parts;
  for (const auto& block : state_->blocks) {
    const TextEdit* edit = state_->edit_for(block);
    CsrMatrix m = block.counts({texts, edit, counted}, threads);
    std::vector<double> units, idf;
    if (state_->options.weight == FeatureWeight::relative) {
      if (block.family() == Family::lengths)
        share_lengths(m);
      else
        units = block.units(texts, edit, threads);
    }
    if (state_->weights_idf()) idf = state_->idf_of(block);
    weigh(m, units, idf, state_->norm, threads);
    parts.push_back(std::move(m));
  }
  return side_by_side(std::move(parts));
}

std::vector<FeaturePlace> DocumentFeatures::places(std::string_view text) const {
  std::vector<FeaturePlace> places;
  size_t first = 0;
  for (const auto& block : state_->blocks) {
    block.places(text, state_->edit_for(block), state_->options.words, static_cast<uint32_t>(first), places);
    first += block.terms().size();
  }
  return places;
}

std::string DocumentFeatures::why_no_places() const {
  for (const auto& block : state_->blocks)
    if (block.family() == Family::character && state_->distorts())
      return "n-grams of characters of a text with hidden words (distort) have no place in the text";
  return "";
}

std::optional<WordBag> DocumentFeatures::word_bag() const {
  if (state_->blocks.size() != 1 || state_->distorts() || state_->options.weight == FeatureWeight::relative)
    return std::nullopt;
  const FeatureBlock& block = state_->blocks.front();
  const bool single_words = block.family() == Family::function_words ||
                            block.family() == Family::punctuation ||
                            (block.family() == Family::word && block.gram_options().max_n == 1);
  if (!single_words) return std::nullopt;
  return WordBag{.idf = state_->weights_idf() ? state_->idf_of(block) : std::vector<double>{},
                 .norm = state_->norm,
                 .binary = state_->grams.binary,
                 .words = state_->options.words};
}

size_t DocumentFeatures::columns() const {
  size_t columns = 0;
  for (const auto& block : state_->blocks) columns += block.terms().size();
  return columns;
}
uint64_t DocumentFeatures::documents() const {
  return state_->documents;
}
const DocumentFeatureOptions& DocumentFeatures::options() const {
  return state_->options;
}
bool DocumentFeatures::presence() const {
  return state_->grams.binary && state_->norm == Norm::none;
}

std::vector<std::string> DocumentFeatures::names() const {
  std::vector<std::string> names;
  names.reserve(columns());
  for (const auto& block : state_->blocks)
    for (const auto& term : block.terms())
      names.push_back(state_->blocks.size() == 1 ? term : fmt::format("{}:{}", block.name(), term));
  return names;
}

std::vector<DocumentFeatures::Part> DocumentFeatures::parts() const {
  std::vector<Part> parts;
  for (const auto& block : state_->blocks) parts.push_back({std::string(block.name()), block.terms().size()});
  return parts;
}

std::string DocumentFeatures::save() const {
  nlohmann::ordered_json json;
  json["schema"] = kSchema;
  json["options"] = state_->options_json();
  json["documents"] = state_->documents;
  json["frequent_words"] = state_->frequent;
  json["families"] = nlohmann::ordered_json::array();
  for (const auto& block : state_->blocks)
    json["families"].push_back({{"family", block.name()},
                                {"terms", block.terms()},
                                {"document_frequency", block.document_frequency()}});
  return json.dump();
}

Status DocumentFeatures::restore(std::string_view saved) {
  const auto json = json_or_discarded(saved);
  const auto state = std::make_shared<State>(state_->options);
  try {
    if (json.is_discarded() || json.at("schema") != kSchema)
      return data_error(fmt::format("these are no saved features (schema {})", kSchema));
    if (!numbers_are_plausible(json)) return data_error("saved features: they hold a number that none have");
    if (json.at("options") != state->options_json())
      return data_error("the saved features were made with other options than the model says");
    const auto& families = json.at("families");
    if (families.size() != state->blocks.size()) return data_error("saved features: a family is missing");
    for (size_t b = 0; b < state->blocks.size(); ++b)
      SF_TRY(state->blocks[b].restore(families.at(b).at("terms").get<std::vector<std::string>>(),
                                      families.at(b).at("document_frequency").get<std::vector<uint64_t>>()));
    json.at("documents").get_to(state->documents);
    if (state->documents > kMostDocuments)
      return data_error("saved features: learned from more documents than there can be");
    for (const auto& block : state->blocks)
      for (const uint64_t df : block.document_frequency())
        if (df > state->documents)
          return data_error("saved features: a term in more documents than there were");
    json.at("frequent_words").get_to(state->frequent);
  } catch (const nlohmann::json::exception& error) {
    return data_error(std::string("saved features: ") + error.what());
  }
  state->make_edits();
  if (!state->learned()) return data_error("saved features: there are none");
  state_ = state;
  return {};
}

}  // namespace standfast
