#include "standfast/study/synthetic_run.h"

#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/synth.h"
#include "standfast/model/classifier.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "standfast/study/class_answers.h"

namespace standfast {
namespace {

constexpr const char* kComponent = "study/synthetic-run";

// Names whose order is that of the places, so that codes of a corpus are places in the table.
std::string author_name(size_t author) {
  return fmt::format("a{:05}", author);
}
std::string topic_name(size_t topic) {
  return fmt::format("t{:05}", topic);
}

// Small letters of a token; what does not differ for a feature of words is one word.
std::string word_of(std::string_view token) {
  std::string word;
  for (const char c : token)
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'')
      word += c;
    else if (c >= 'A' && c <= 'Z')
      word += static_cast<char>(c - 'A' + 'a');
  return word;
}

// A text dealt to two readers.
class Dealer {
 public:
  Dealer(uint64_t seed, std::string corpus, bool by_vocabulary)
      : seed_(seed), corpus_(std::move(corpus)), by_vocabulary_(by_vocabulary) {}

  std::pair<std::string, std::string> deal(const std::string& id, std::string_view text) {
    std::pair<std::string, std::string> halves;
    Rng coin(seed_, std::string(kComponent) + "/words", corpus_ + " " + id);
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(' ', at), text.size());
      const std::string_view token = text.substr(at, end - at);
      at = end + 1;
      if (token.empty()) continue;
      auto& half =
          (by_vocabulary_ ? is_first(word_of(token)) : coin.chance(0.5)) ? halves.first : halves.second;
      half.append(token).push_back(' ');
    }
    return halves;
  }

 private:
  bool is_first(const std::string& word) {
    const auto [found, is_new] = side_.try_emplace(word, false);
    if (is_new)
      found->second = Rng(seed_, std::string(kComponent) + "/vocabulary", corpus_ + " " + word).chance(0.5);
    return found->second;
  }

  uint64_t seed_;
  std::string corpus_;
  bool by_vocabulary_;
  std::unordered_map<std::string, bool> side_;
};

struct Row {
  uint32_t author, topic;
  std::string id, text;
};

Result<Corpus> corpus_of(const std::vector<Row>& rows, const std::vector<std::string>* texts) {
  CorpusBuilder builder("synthetic corpus");
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string author = author_name(rows[i].author), topic = topic_name(rows[i].topic);
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = author;
    values[static_cast<size_t>(Role::topic)] = topic;
    SF_TRY(builder.add(rows[i].id, texts != nullptr ? (*texts)[i] : rows[i].text, values));
  }
  return std::move(builder).finish();
}

// The table with new topics for each block, all of one set of authors.
SynthOptions synth_options(const SyntheticDesign& design, uint64_t set, uint32_t blocks) {
  TopicCounts table;
  const size_t topics = design.table.topics.size(), authors = design.table.authors.size();
  for (size_t a = 0; a < authors; ++a) table.authors.push_back(author_name(a));
  for (size_t t = 0; t < topics * blocks; ++t) table.topics.push_back(topic_name(t));
  for (uint32_t block = 0; block < blocks; ++block)
    for (const auto& cell : design.table.cells)
      table.cells.push_back(
          {static_cast<uint32_t>(block * topics) + cell.topic, cell.author, cell.documents});
  SynthOptions options;
  options.families = static_cast<int64_t>(table.topics.size());
  options.length = design.length;
  options.style = design.style;
  options.topic_strength = design.topic_strength;
  options.table = std::move(table);
  options.seed = Rng(design.seed, std::string(kComponent) + "/set", std::to_string(set)).next() >> 1;
  return options;
}

Result<Split> split_of(const Corpus& corpus, const SyntheticDesign& design, SyntheticCondition condition,
                       uint64_t seed) {
  const bool iid = condition == SyntheticCondition::iid;
  std::map<std::string, OptionValue> given;
  if (iid) given = {{"folds", design.folds}, {"by", std::string("author")}};
  SF_ASSIGN(const auto splitter, splitters().make(iid ? "stratified-k-fold" : "leave-one-topic-out", given));
  SplitContext context;
  context.seed = seed;
  SF_ASSIGN(Split split, splitter->split(corpus, whole_corpus(corpus), context));
  if (condition == SyntheticCondition::control)
    return matched_control(corpus, split, {.target = Role::author, .trades = 1, .seed = seed});
  return split;
}

Result<SyntheticAnswers> answers_of(const SyntheticDesign& design, std::vector<Row> rows,
                                    const std::string& name, uint64_t seed) {
  SyntheticAnswers answers;
  for (const Row& row : rows) {
    answers.author.push_back(row.author);
    answers.topic.push_back(row.topic);
  }
  std::vector<Corpus> corpora;  // by SyntheticReader
  SF_ASSIGN(Corpus whole, corpus_of(rows, nullptr));
  corpora.push_back(std::move(whole));
  for (const bool by_vocabulary : {false, true}) {
    Dealer dealer(seed, name, by_vocabulary);
    std::vector<std::string> first, second;
    for (const Row& row : rows) {
      auto halves = dealer.deal(row.id, row.text);
      first.push_back(std::move(halves.first));
      second.push_back(std::move(halves.second));
    }
    for (const auto* texts : {&first, &second}) {
      SF_ASSIGN(Corpus half, corpus_of(rows, texts));
      corpora.push_back(std::move(half));
    }
  }
  std::vector<Split> splits;  // by SyntheticCondition
  for (const auto condition :
       {SyntheticCondition::iid, SyntheticCondition::novel, SyntheticCondition::control}) {
    SF_ASSIGN(Split split, split_of(corpora.front(), design, condition, seed));
    splits.push_back(std::move(split));
  }
  SF_ASSIGN(const auto classifier, classifiers().make(design.model, design.options));
  for (size_t run = 0; run < kSyntheticRuns.size(); ++run) {
    const auto& [condition, reader] = kSyntheticRuns[run];
    const Corpus& corpus = corpora[static_cast<size_t>(reader)];
    const Split& split = splits[static_cast<size_t>(condition)];
    for (uint32_t f = 0; f < split.folds.size(); ++f) {
      SF_ASSIGN(ClassAnswers given, class_answers(corpus, split.folds[f], *corpus.column(Role::author), f,
                                                  seed, *classifier, {}));
      answers.folds.push_back({run, f, split.folds[f].test, std::move(given.probabilities)});
    }
  }
  return answers;
}

}  // namespace

Result<std::vector<SyntheticAnswers>> synthetic_set(const SyntheticDesign& design, uint64_t set,
                                                    uint32_t blocks) {
  const SynthOptions options = synth_options(design, set, blocks);
  SF_ASSIGN(const Synth synth, Synth::make(options));
  const size_t topics = design.table.topics.size();
  std::vector<std::vector<Row>> rows(blocks);
  for (uint64_t i = 0; i < synth.size(); ++i) {
    SynthDocument document = synth.document(i);
    const auto place = [](const std::string& name) {
      return static_cast<uint32_t>(std::stoul(name.substr(1)));
    };
    const uint32_t topic = place(document.topic);
    rows[topic / topics].push_back({place(document.author), static_cast<uint32_t>(topic % topics),
                                    std::move(document.id), std::move(document.text)});
  }
  std::vector<SyntheticAnswers> all;
  for (uint32_t block = 0; block < blocks; ++block) {
    const std::string name = fmt::format("{} {}", set, block);
    SF_ASSIGN(SyntheticAnswers answers,
              answers_of(design, std::move(rows[block]), name, options.seed + block));
    all.push_back(std::move(answers));
  }
  return all;
}

}  // namespace standfast
