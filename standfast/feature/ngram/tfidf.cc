#include "standfast/feature/ngram/tfidf.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "standfast/base/json_numbers.h"
#include "standfast/base/parse_json.h"
#include "standfast/feature/ngram/term_index.h"
#include "standfast/feature/ngram/vocabulary.h"
#include "standfast/feature/ngram/weighted_rows.h"

namespace standfast {
namespace {

// Every length costs a pass over the terms, so a damaged file must not ask for any length it likes.
constexpr uint32_t kLongestGram = 1000;
constexpr uint64_t kMostDocuments = uint64_t{1} << 40;

Status check(const TfidfOptions& options) {
  if (options.min_n < 1 || options.min_n > options.max_n || options.max_n > kLongestGram)
    return usage_error(fmt::format("n-gram lengths must be 1 <= min <= max <= {}, not {} and {}",
                                   kLongestGram, options.min_n, options.max_n));
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
  SF_ASSIGN(Vocabulary vocabulary, choose_vocabulary(options, texts, times, edit, threads));
  state_->documents = vocabulary.documents;
  state_->terms = std::move(vocabulary.terms);
  state_->document_frequency = std::move(vocabulary.document_frequency);
  state_->index();
  return {};
}

CsrMatrix Tfidf::transform(std::span<const std::string_view> texts, int threads, const TextEdit* edit) const {
  return weighted_rows(state_->options, state_->term_index, state_->idf, texts, edit, threads);
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
  const auto json = json_or_discarded<nlohmann::json>(saved);
  try {
    if (json.is_discarded() || json.at("schema") != "standfast-tfidf/1")
      return data_error("this is not a saved vectorizer (schema standfast-tfidf/1)");
    if (!numbers_are_plausible(json)) return data_error("saved vectorizer: it holds a number that none has");
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
    if (auto status = check(o); !status) return data_error("saved vectorizer: " + status.error().message);
    if (state.documents > kMostDocuments ||
        std::any_of(state.document_frequency.begin(), state.document_frequency.end(),
                    [&](uint64_t df) { return df > state.documents; }))
      return data_error("saved vectorizer: a term in more documents than there were, or than there can be");
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
