#include "standfast/feature/tfidf.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "standfast/base/parallel.h"
#include "standfast/text/unicode.h"

namespace standfast {

struct Tfidf::State {
  TfidfOptions options;
  uint64_t documents = 0;
  std::vector<std::string> terms;
  std::vector<uint64_t> document_frequency;
  std::vector<double> idf;
  std::unordered_map<std::string_view, uint32_t> column_of;  // views into terms

  void index() {
    idf.clear();
    column_of.clear();
    for (size_t i = 0; i < terms.size(); ++i) {
      idf.push_back(std::log(static_cast<double>(1 + documents) / static_cast<double>(1 + document_frequency[i])) + 1);
      column_of.emplace(terms[i], static_cast<uint32_t>(i));
    }
  }
};

namespace {

// Calls term(view) for every n-gram of the text.
template <class Body>
void for_each_term(const TfidfOptions& options, std::string_view text, std::string& lowered, std::string& prepared,
                   std::vector<size_t>& begins, Body&& term) {
  if (options.lower_case) {
    to_lower(text, lowered);
    text = lowered;
  }
  begins.clear();
  if (options.analyzer == Analyzer::characters) {
    squeeze_whitespace(text, prepared);
    for (size_t at = 0; at < prepared.size();) {
      begins.push_back(at);
      next_code_point(prepared, at);
    }
    begins.push_back(prepared.size());
  } else {
    prepared.clear();
    for_each_word(text, options.min_word_length, [&](std::string_view word) {
      begins.push_back(prepared.size());
      prepared.append(word);
      prepared += ' ';
    });
    begins.push_back(prepared.size());
  }
  const size_t units = begins.size() - 1;
  const size_t joint = options.analyzer == Analyzer::words ? 1 : 0;  // the space behind the last word
  for (size_t n = options.min_n; n <= options.max_n; ++n)
    for (size_t i = 0; i + n <= units; ++i)
      term(std::string_view(prepared).substr(begins[i], begins[i + n] - joint - begins[i]));
}

}  // namespace

Tfidf::Tfidf(TfidfOptions options) : state_(std::make_unique<State>()) { state_->options = options; }
Tfidf::Tfidf(Tfidf&&) noexcept = default;
Tfidf& Tfidf::operator=(Tfidf&&) noexcept = default;
Tfidf::~Tfidf() = default;

const TfidfOptions& Tfidf::options() const { return state_->options; }
uint64_t Tfidf::documents() const { return state_->documents; }
const std::vector<std::string>& Tfidf::terms() const { return state_->terms; }
const std::vector<uint64_t>& Tfidf::document_frequency() const { return state_->document_frequency; }
const std::vector<double>& Tfidf::idf() const { return state_->idf; }

Status Tfidf::fit(std::span<const std::string_view> texts, int threads, std::span<const uint32_t> times,
                  const TextEdit* edit) {
  (void)threads;
  const TfidfOptions& options = state_->options;
  if (options.min_n < 1 || options.min_n > options.max_n)
    return usage_error(fmt::format("n-gram lengths must be 1 <= min <= max, not {} and {}", options.min_n, options.max_n));
  struct Seen {
    uint64_t count = 0, documents = 0;
    size_t last = SIZE_MAX;
  };
  std::unordered_map<std::string, Seen> seen;
  std::string edited, lowered, prepared;
  std::vector<size_t> begins;
  uint64_t documents = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const uint64_t repeat = times.empty() ? 1 : times[i];
    if (repeat == 0) continue;
    documents += repeat;
    std::string_view text = texts[i];
    if (edit != nullptr) {
      edit->apply(text, edited);
      text = edited;
    }
    for_each_term(options, text, lowered, prepared, begins, [&](std::string_view term) {
      Seen& s = seen[std::string(term)];
      s.count += repeat;
      if (s.last != i) s.documents += repeat;
      s.last = i;
    });
  }
  if (seen.empty()) return data_error("no text has a single n-gram of the asked length");
  const double low = options.min_df.documents(documents), high = options.max_df.documents(documents);
  if (high < low) return usage_error("max_df means fewer documents than min_df");
  std::vector<std::pair<std::string_view, Seen>> kept;
  for (const auto& [term, s] : seen)
    if (static_cast<double>(s.documents) >= low && static_cast<double>(s.documents) <= high) kept.emplace_back(term, s);
  if (kept.empty()) return data_error("no term is left between min_df and max_df");
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
    return a.second.count != b.second.count ? a.second.count > b.second.count : a.first < b.first;
  });
  if (options.max_features != 0 && kept.size() > options.max_features) kept.resize(options.max_features);
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  state_->documents = documents;
  state_->terms.clear();
  state_->document_frequency.clear();
  for (const auto& [term, s] : kept) {
    state_->terms.emplace_back(term);
    state_->document_frequency.push_back(s.documents);
  }
  state_->index();
  return {};
}

CsrMatrix Tfidf::transform(std::span<const std::string_view> texts, int threads, const TextEdit* edit) const {
  (void)threads;
  const TfidfOptions& options = state_->options;
  CsrMatrix out;
  out.columns_count = features();
  std::string edited, lowered, prepared;
  std::vector<size_t> begins;
  std::vector<uint32_t> found;
  for (std::string_view text : texts) {
    if (edit != nullptr) {
      edit->apply(text, edited);
      text = edited;
    }
    found.clear();
    for_each_term(options, text, lowered, prepared, begins, [&](std::string_view term) {
      const auto at = state_->column_of.find(term);
      if (at != state_->column_of.end()) found.push_back(at->second);
    });
    std::sort(found.begin(), found.end());
    const size_t begin = out.values.size();
    for (size_t i = 0; i < found.size();) {
      size_t end = i;
      while (end < found.size() && found[end] == found[i]) ++end;
      double tf = options.binary ? 1.0 : static_cast<double>(end - i);
      if (options.sublinear) tf = 1 + std::log(tf);
      out.columns.push_back(found[i]);
      out.values.push_back(options.idf ? tf * state_->idf[found[i]] : tf);
      i = end;
    }
    if (options.normalize && out.values.size() > begin) {
      double squares = 0;
      for (size_t i = begin; i < out.values.size(); ++i) squares += out.values[i] * out.values[i];
      const double norm = std::sqrt(squares);
      for (size_t i = begin; i < out.values.size(); ++i) out.values[i] /= norm;
    }
    out.begin.push_back(out.values.size());
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
        std::adjacent_find(state.terms.begin(), state.terms.end(), std::greater_equal<>()) != state.terms.end())
      return data_error("saved vectorizer: terms must ascend and each needs a document frequency");
    *state_ = std::move(state);
  } catch (const nlohmann::json::exception& error) {
    return data_error(std::string("saved vectorizer: ") + error.what());
  }
  state_->index();
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
