#include "standfast/simulate/synthetic_study.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth.h"

namespace standfast {
namespace {

constexpr const char* kComponent = "study/synthetic-run";

// Returns names in the order of the places in the table, so codes of a corpus are these places.
std::string author_name(size_t author) {
  return fmt::format("a{:05}", author);
}
std::string topic_name(size_t topic) {
  return fmt::format("t{:05}", topic);
}
uint32_t place_of(const std::string& name) {
  return static_cast<uint32_t>(std::stoul(name.substr(1)));
}

// Returns a token in small letters. Tokens that a feature of words does not tell apart become one word.
std::string word_of(std::string_view token) {
  std::string word;
  for (const char c : token)
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'')
      word += c;
    else if (c >= 'A' && c <= 'Z')
      word += static_cast<char>(c - 'A' + 'a');
  return word;
}

// A dealer of the words of a text to two readers.
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
  std::string id, text, thread;
};

Result<Corpus> corpus_of(const std::vector<Row>& rows, const std::vector<std::string>* texts, bool threads) {
  CorpusBuilder builder("synthetic corpus",
                        threads ? std::vector<Attribute>{kThreadColumn} : std::vector<Attribute>());
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string author = author_name(rows[i].author), topic = topic_name(rows[i].topic);
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = author;
    values[static_cast<size_t>(Role::topic)] = topic;
    const AttributeInput thread = std::string_view(rows[i].thread);
    SF_TRY(builder.add(rows[i].id, texts != nullptr ? (*texts)[i] : rows[i].text, values, TextBytes::kept,
                       std::span(&thread, threads ? 1 : 0)));
  }
  return std::move(builder).finish();
}

// The topics of all blocks in one list. Topic i of the list belongs to family i % (families of all blocks),
// so each block has families of its own.
class TopicPlaces {
 public:
  TopicPlaces(size_t families, uint32_t blocks) : families_(families), blocks_(blocks) {}
  size_t place(uint32_t block, size_t topic) const {
    return topic / families_ * families_ * blocks_ + block * families_ + topic % families_;
  }
  std::pair<uint32_t, uint32_t> block_and_topic(size_t place) const {
    return {static_cast<uint32_t>(place / families_ % blocks_),
            static_cast<uint32_t>(place / (families_ * blocks_) * families_ + place % families_)};
  }

 private:
  size_t families_;
  uint32_t blocks_;
};

// Returns the options for the table with new topics for each block; all blocks have the same authors.
SynthOptions synth_options(const SyntheticDesign& design, uint64_t set, uint32_t blocks, size_t families,
                           const TopicPlaces& places) {
  TopicCounts table;
  const size_t topics = design.table.topics.size(), authors = design.table.authors.size();
  for (size_t a = 0; a < authors; ++a) table.authors.push_back(author_name(a));
  for (size_t t = 0; t < topics * blocks; ++t) table.topics.push_back(topic_name(t));
  for (uint32_t block = 0; block < blocks; ++block)
    for (const auto& cell : design.table.cells)
      table.cells.push_back(
          {static_cast<uint32_t>(places.place(block, cell.topic)), cell.author, cell.documents});
  SynthOptions options;
  options.families = static_cast<int64_t>(families * blocks);
  options.length = design.length;
  options.style = design.style;
  options.topic_strength = design.topic_strength;
  options.threads = design.threads;
  options.shared_threads = design.shared_threads;
  options.thread_strength = design.thread_strength;
  options.table = std::move(table);
  options.seed = Rng(design.seed, std::string(kComponent) + "/set", std::to_string(set)).next() >> 1;
  return options;
}

Result<SyntheticCorpus> corpus_for_readers(const std::vector<Row>& rows, const std::string& name,
                                           uint64_t seed, bool threads) {
  SyntheticCorpus made;
  made.seed = seed;
  for (const Row& row : rows) {
    made.author.push_back(row.author);
    made.topic.push_back(row.topic);
  }
  SF_ASSIGN(Corpus whole, corpus_of(rows, nullptr, threads));
  made.read_by.push_back(std::move(whole));
  for (const bool by_vocabulary : {false, true}) {
    Dealer dealer(seed, name, by_vocabulary);
    std::vector<std::string> first, second;
    for (const Row& row : rows) {
      auto halves = dealer.deal(row.id, row.text);
      first.push_back(std::move(halves.first));
      second.push_back(std::move(halves.second));
    }
    for (const auto* texts : {&first, &second}) {
      SF_ASSIGN(Corpus half, corpus_of(rows, texts, threads));
      made.read_by.push_back(std::move(half));
    }
  }
  return made;
}

}  // namespace

Result<std::vector<SyntheticCorpus>> synthetic_corpora(const SyntheticDesign& design, uint64_t set,
                                                       uint32_t blocks) {
  const size_t topics = design.table.topics.size();
  const size_t families = design.families == 0 ? topics : static_cast<size_t>(design.families);
  if (design.families < 0 || families > topics || topics % families != 0)
    return usage_error(fmt::format("{} families do not divide {} topics evenly", design.families, topics));
  const TopicPlaces places(families, blocks);
  const SynthOptions options = synth_options(design, set, blocks, families, places);
  SF_ASSIGN(const Synth synth, Synth::make(options));
  std::vector<std::vector<Row>> rows(blocks);
  for (uint64_t i = 0; i < synth.size(); ++i) {
    SynthDocument document = synth.document(i);
    const auto [block, topic] = places.block_and_topic(place_of(document.topic));
    rows[block].push_back({place_of(document.author), topic, std::move(document.id), std::move(document.text),
                           std::move(document.thread)});
  }
  std::vector<SyntheticCorpus> all;
  for (uint32_t block = 0; block < blocks; ++block) {
    SF_ASSIGN(SyntheticCorpus made, corpus_for_readers(rows[block], fmt::format("{} {}", set, block),
                                                       options.seed + block, design.threads > 0));
    all.push_back(std::move(made));
  }
  return all;
}

namespace {

using Given = std::map<std::string, OptionValue>;

constexpr uint32_t kFewestTopics = 4;  // two folds, and two topics in each to make pairs from
constexpr const char* kRandomTopics = "random topics";

Result<ComponentSpec> component(const ComponentList& catalog, const std::string& name, const Given& given) {
  SF_ASSIGN(Options options, catalog.resolve(name, given));
  return ComponentSpec{name, std::move(options)};
}

Result<ConditionSpec> condition_of(const std::string& name, const std::string& sampler, const Given& sampling,
                                   const std::string& splitter, const Given& splitting) {
  ConditionSpec condition;
  condition.name = name;
  SF_ASSIGN(condition.sampler, component(samplers(), sampler, sampling));
  SF_ASSIGN(condition.splitter, component(splitters(), splitter, splitting));
  return condition;
}

ConditionSpec control_of(const ConditionSpec& condition, const std::string& name,
                         std::vector<std::string> block) {
  ConditionSpec control = condition;
  control.name = name;
  control.control_of = condition.name;
  control.block = std::move(block);
  control.trades = 1;
  return control;
}

// Makes a study without conditions, with the models that read these texts.
Result<StudySpec> study_of(const SyntheticDesign& design, const std::vector<SyntheticReader>& readers) {
  StudySpec study;
  study.task = design.verifies ? "verification" : "classification";
  study.profile = design.verifies ? "hits" : "classification-full";
  study.corpora.emplace_back().name = kCorpusName;
  if (study.the_task().model_facts(design.model).chance)
    return usage_error(fmt::format("{} is a model that guesses: it has nothing to lose; give another --model",
                                   design.model));
  SF_ASSIGN(const ComponentSpec model,
            component(study.the_task().models(study_catalogs()), design.model, design.options));
  for (const auto reader : readers)
    study.models.push_back({kReaderNames[static_cast<size_t>(reader)], model});
  return study;
}

Result<std::vector<ConditionSpec>> class_conditions(const SyntheticDesign& design) {
  SF_ASSIGN(ConditionSpec iid, condition_of("iid", "all", {}, "stratified-k-fold",
                                            {{"folds", design.folds}, {"by", std::string("author")}}));
  SF_ASSIGN(const ConditionSpec novel, condition_of("novel", "all", {}, "leave-one-topic-out", {}));
  std::vector<ConditionSpec> all = {std::move(iid), novel, control_of(novel, "control", {})};
  if (design.threads > 0) all.push_back(control_of(novel, "thread-control", {kThreadColumn}));
  if (design.shared_threads) {
    all.push_back(control_of(novel, "whole-thread-control", {kThreadColumn}));
    all.back().whole = true;
  }
  return all;
}

Result<std::vector<ConditionSpec>> pair_conditions(const SyntheticDesign& design) {
  const uint32_t kept = kept_topics(design);
  if (kept < kFewestTopics || kept > design.table.topics.size())
    return usage_error(fmt::format("cannot keep {} topics; give a number from {} to {}", kept, kFewestTopics,
                                   design.table.topics.size()));
  const Given sampling = {{"topics", int64_t{kept}}, {"min-docs", int64_t{1}}},
              splitting = {{"folds", int64_t{pair_fold_count(design)}}, {"validation", 0.0}};
  std::vector<ConditionSpec> all;
  for (const auto& [name, sampler, splitter] : {std::tuple{"shuffled", "random-topics", "k-fold"},
                                                {kRandomTopics, "random-topics", "topic-k-fold"},
                                                {"HITS", "hits", "topic-k-fold"}}) {
    SF_ASSIGN(ConditionSpec condition, condition_of(name, sampler, sampling, splitter, splitting));
    SF_ASSIGN(condition.pairs, Options::resolve("pairs", study_catalogs().pair_options,
                                                {{"positives", std::string("cross-topic")},
                                                 {"negatives", std::string("cross-topic")}}));
    all.push_back(std::move(condition));
  }
  return all;
}

}  // namespace

Result<SyntheticStudies> synthetic_studies(const SyntheticDesign& design, uint64_t seed) {
  using enum SyntheticReader;
  SF_ASSIGN(std::vector<ConditionSpec> conditions,
            design.verifies ? pair_conditions(design) : class_conditions(design));
  conditions.front().reference = true;
  SyntheticStudies studies;
  SF_ASSIGN(studies.whole, study_of(design, {whole}));
  SF_ASSIGN(studies.halves, study_of(design, {words_a, words_b, vocabulary_a, vocabulary_b}));
  const auto of_halves = [&](const ConditionSpec& condition) {
    return design.verifies ? !condition.reference : condition.name == conditions[1].name;
  };
  std::copy_if(conditions.begin(), conditions.end(), std::back_inserter(studies.halves.conditions),
               of_halves);
  if (design.verifies) studies.halves.conditions.front().reference = true;
  studies.whole.conditions = std::move(conditions);
  if (design.interval == "nested") studies.whole.nested_repeats = kNestedRepeats;
  for (StudySpec* study : {&studies.whole, &studies.halves})
    for (int64_t draw = 0; draw < (design.verifies ? design.draws : 1); ++draw)
      study->seeds.push_back(seed + static_cast<uint64_t>(draw));
  return studies;
}

bool is_asked(const Unit& cell) {
  return cell.condition != kRandomTopics || !cell.model.starts_with("vocabulary");
}

uint32_t kept_topics(const SyntheticDesign& design) {
  const auto topics = static_cast<int64_t>(design.table.topics.size());
  if (design.kept > 0) return static_cast<uint32_t>(design.kept);
  return static_cast<uint32_t>(std::min(topics, std::clamp<int64_t>(topics / 2, 6, 40)));
}

uint32_t pair_fold_count(const SyntheticDesign& design) {
  return std::clamp<uint32_t>(kept_topics(design) / 3, 2, 8);
}

}  // namespace standfast
