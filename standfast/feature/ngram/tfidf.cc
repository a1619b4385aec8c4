#include "standfast/feature/ngram/tfidf.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "standfast/base/field_table.h"
#include "standfast/base/parse_json.h"
#include "standfast/feature/ngram/term_index.h"
#include "standfast/feature/ngram/vocabulary.h"
#include "standfast/feature/ngram/weighted_rows.h"

namespace standfast {
namespace {

// The greatest length that a file may ask for: every length costs a pass over the terms, and a file may be
// damaged.
constexpr uint32_t kLongestGram = 1000;
constexpr uint64_t kMostDocuments = uint64_t{1} << 40;

constexpr const char* kSchema = "standfast-tfidf/1";

Status check(const TfidfOptions& options) {
  if (options.min_n < 1 || options.min_n > options.max_n || options.max_n > kLongestGram)
    return usage_error(fmt::format("n-gram lengths must be 1 <= min <= max <= {}, not {} and {}",
                                   kLongestGram, options.min_n, options.max_n));
  return {};
}

FieldTable<TfidfOptions> options_fields() {
  using Json = nlohmann::ordered_json;
  using O = TfidfOptions;
  FieldTable<DocumentBound> bound;
  bound.add_all("value", &DocumentBound::value, "is_share", &DocumentBound::is_share);
  FieldTable<O> table;
  table.add_as(
      "analyzer", [](const O& o) { return o.analyzer == Analyzer::words ? "words" : "characters"; },
      [](const Json& json, O& o) { o.analyzer = json == "words" ? Analyzer::words : Analyzer::characters; });
  table.add_all("min_n", &O::min_n, "max_n", &O::max_n, "max_features", &O::max_features);
  table.add("min_df", &O::min_df, bound);
  table.add("max_df", &O::max_df, bound);
  table.add_all("min_word_length", &O::min_word_length, "lower_case", &O::lower_case, "binary", &O::binary,
                "sublinear", &O::sublinear, "idf", &O::idf, "normalize", &O::normalize);
  table.add("between_spaces", &O::between_spaces).unless_default();
  table.require([](const O& o) {
    const Status checked = check(o);
    return checked ? std::string() : checked.error().message;
  });
  return table;
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

  static FieldTable<State> fields() {
    FieldTable<State> table;
    table.constant("schema", kSchema);
    table.add("options", &State::options, options_fields());
    table.add("documents", &State::documents);
    table.add("terms", &State::terms);
    table.add("document_frequency", &State::document_frequency);
    table.require([](const State& state) {
      const auto too_many = [&](uint64_t df) { return df > state.documents; };
      return state.documents > kMostDocuments || std::ranges::any_of(state.document_frequency, too_many)
                 ? "a term in more documents than there were, or than there can be"
                 : "";
    });
    table.require([](const State& state) {
      return state.terms.size() != state.document_frequency.size() || state.terms.empty() ||
                     std::ranges::adjacent_find(state.terms, std::greater_equal<>()) != state.terms.end()
                 ? "terms must ascend and each needs a document frequency"
                 : "";
    });
    return table;
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
  return State::fields().write(*state_).dump();
}

Status Tfidf::restore(std::string_view saved) {
  const auto json = json_or_discarded(saved);
  try {
    if (json.is_discarded() || json.at("schema") != kSchema)
      return data_error(fmt::format("this is not a saved vectorizer (schema {})", kSchema));
    if (!numbers_are_plausible(json)) return data_error("saved vectorizer: it holds a number that none has");
    State state;
    if (const auto read = State::fields().read(json, state); !read)
      return with_context("saved vectorizer", read.error());
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
