#include "standfast/analysis/lexical/style_interaction.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "standfast/analysis/lexical/style_measures.h"
#include "standfast/base/parallel.h"
#include "standfast/corpus/groups.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

struct Chosen {
  std::vector<uint32_t> rows;  // ordered by id, so that sums do not depend on the order of the corpus
  uint64_t cells = 0;
  std::set<uint32_t> authors, topics;
};

Chosen documents_of_cells(const Corpus& corpus, const Column& author, const Column& topic, uint32_t least) {
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> cells;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (author.codes[row] != kMissing && topic.codes[row] != kMissing)
      cells[{author.codes[row], topic.codes[row]}].push_back(row);
  Chosen chosen;
  for (const auto& [key, rows] : cells) {
    if (rows.size() < least) continue;
    ++chosen.cells;
    chosen.authors.insert(key.first);
    chosen.topics.insert(key.second);
    chosen.rows.insert(chosen.rows.end(), rows.begin(), rows.end());
  }
  chosen.rows = rows_by_id(corpus, chosen.rows);
  return chosen;
}

// Corrects p over all measures, separately for each effect.
void correct(std::vector<MeasureInteraction>& measures, AnovaEffect TwoWayAnova::*effect,
             std::optional<double> MeasureInteraction::*corrected) {
  std::vector<double> p;
  std::vector<MeasureInteraction*> whose;
  for (auto& measure : measures)
    if (measure.anova && ((*measure.anova).*effect).p) {
      p.push_back(*((*measure.anova).*effect).p);
      whose.push_back(&measure);
    }
  const auto all = holm(p);
  for (size_t i = 0; i < all.size(); ++i) whose[i]->*corrected = all[i];
}

// The list of function words for the texts. If the language is not clear, the English list, if enough words
// are in it.
struct WordsOfLanguage {
  const FunctionWords* words = &function_word_lists().front();
  bool is_theirs = false, may_be_theirs = false;
  std::string why_not;  // the reason if there is no list
};

Result<WordsOfLanguage> words_of_language(const Corpus& corpus, const std::string& told) {
  WordsOfLanguage found;
  if (!told.empty()) {
    SF_TRY(known_language(told));
    if (const FunctionWords* words = find_function_words(told)) {
      found.words = words;
      found.is_theirs = true;
    } else {
      found.why_not = "there is no list of function words of their language";
    }
    return found;
  }
  const TextLanguage language = language_of(corpus);
  found.is_theirs = language.words != nullptr;
  if (found.is_theirs) found.words = language.words;
  found.may_be_theirs = language.code.empty();
  found.why_not = in_words(language);
  return found;
}

}  // namespace

TextLanguage language_of(const Corpus& corpus) {
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  rows = rows_by_id(corpus, rows);  // the sample does not depend on the order of the corpus
  return language_of(rows.size(), [&](size_t i) { return corpus.text(rows[i]); });
}

Result<StyleInteraction> style_interaction(const Corpus& corpus, const InteractionOptions& options,
                                           Sink& sink) {
  SF_ASSIGN(const Column* author, corpus.require(options.target));
  SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
  SF_ASSIGN(const WordsOfLanguage language, words_of_language(corpus, options.language));
  const Chosen chosen = documents_of_cells(corpus, *author, *topic, std::max(1U, options.min_documents));
  if (chosen.authors.size() < 2 || chosen.topics.size() < 2)
    return data_error(
        fmt::format("{}: the interaction needs two {}s and two topics with cells of at least {} "
                    "documents; there are {} and {}",
                    corpus.name(), role_name(options.target), options.min_documents, chosen.authors.size(),
                    chosen.topics.size()));
  StyleInteraction result;
  result.documents = chosen.rows.size();
  result.left_out = corpus.size() - chosen.rows.size();
  result.cells = chosen.cells;
  result.authors = static_cast<uint32_t>(chosen.authors.size());
  result.topics = static_cast<uint32_t>(chosen.topics.size());
  result.empty_cells = uint64_t{result.authors} * result.topics - chosen.cells;

  std::vector<std::array<std::optional<double>, kStyleMeasures>> styles(chosen.rows.size());
  constexpr size_t kBlock = 4096;
  for (size_t begin = 0; begin < styles.size(); begin += kBlock) {
    parallel_for(
        std::min(kBlock, styles.size() - begin), options.threads,
        [&](size_t i) {
          styles[begin + i] = measure_style(corpus.text(chosen.rows[begin + i]), *language.words);
        },
        16);
    sink.progress("measuring style", std::min(begin + kBlock, styles.size()), styles.size());
  }
  for (size_t m = 0; m < kStyleMeasures; ++m) {
    MeasureInteraction measure;
    measure.name = style_measures()[m].name;
    measure.meaning = m == function_word_measure()
                          ? fmt::format("share of words that are {} function words", language.words->language)
                          : style_measures()[m].meaning;
    std::vector<double> values;
    std::vector<uint32_t> authors, topics;
    for (size_t i = 0; i < chosen.rows.size(); ++i) {
      if (!styles[i][m]) {
        ++measure.undefined;
        continue;
      }
      values.push_back(*styles[i][m]);
      authors.push_back(author->codes[chosen.rows[i]]);
      topics.push_back(topic->codes[chosen.rows[i]]);
    }
    if (m == function_word_measure()) {
      const double share = values.empty() ? 0.0
                                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                                static_cast<double>(values.size());
      if (!values.empty() && (!language.is_theirs && (!language.may_be_theirs || share < kLeastEnglish))) {
        measure.why_not = language.why_not;
        result.measures.push_back(std::move(measure));
        continue;
      }
      result.language = language.words->code;
    }
    auto anova = two_way_anova(values, authors, topics, options.type);
    if (anova)
      measure.anova = *anova;
    else if (options.type == SumsOfSquares::type3 && measure.undefined == 0)
      return with_context(corpus.name(), anova.error());
    else
      measure.why_not = anova.error().message;
    result.measures.push_back(std::move(measure));
  }
  correct(result.measures, &TwoWayAnova::a, &MeasureInteraction::p_author);
  correct(result.measures, &TwoWayAnova::b, &MeasureInteraction::p_topic);
  correct(result.measures, &TwoWayAnova::interaction, &MeasureInteraction::p_interaction);
  return result;
}

}  // namespace standfast
