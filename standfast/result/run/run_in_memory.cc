#include "standfast/result/run/run_in_memory.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "standfast/result/run/cell_records.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast::result {
namespace {

// The cells of one study.
class Examination {
 public:
  Examination(const StudySpec& study, const Plan& plan, DrawsInMemory& draws, const InMemoryOptions& options,
              RunRecords& run)
      : study_(study),
        task_(study.the_task()),
        draws_(draws),
        options_(options),
        store_(study, plan, draws),
        run_(run) {}

  // Returns the number of folds; 0 if the condition cannot be drawn.
  uint32_t draw(const Unit& splits) {
    const auto drawn = draws_.draw(study_, splits);
    if (drawn) {
      if (options_.designs) run_.designs.push_back(design_of(splits, **drawn));
      return static_cast<uint32_t>((*drawn)->split.folds.size());
    }
    const std::string reason = message_line(drawn.error().message);
    run_.failed_artifacts.push_back({splits.label(), reason});
    failed_[splits.key] = reason;
    return 0;
  }

  Status examine(const Unit& cell) {
    if (const auto failed = failed_.find(cell.need(splits_kind())); failed != failed_.end())
      return add_failed(cell, failed_need(splits_kind(), failed->second));
    const auto done = task_.examine(store_, cell, draws_.threads(), null_sink());
    if (!done) return add_failed(cell, done.error().message);
    if (options_.examined) options_.examined(cell, *done);
    SF_TRY(add_records(done->file, "", cell.label(), run_));
    if (done->rationales) add_rationales(done->file, "", rationale_record(*done->rationales), run_);
    if (cell.fit > 0) return {};
    auto& records = cell.left_out ? run_.nested : run_.cells;
    const size_t sides = done->file.sides.size(), first = records.size() - sides;
    for (size_t side = 0; side < sides; ++side)
      results_of(task_).take_answers(*done, side, records[first + side]);
    return {};
  }

 private:
  // Returns the contents of design.json.
  DesignFile design_of(const Unit& splits, const DrawsInMemory::Draw& draw) {
    const Corpus& corpus = *draws_.corpus(splits.corpus).corpus;
    auto measured = measured_.find(splits.corpus);
    if (measured == measured_.end())
      measured =
          measured_
              .emplace(splits.corpus, measured_corpus(study_, corpus,
                                                      needs_blocks(study_) ? blocks_in_memory(study_, corpus)
                                                                           : std::vector<BlockValues>{}))
              .first;
    const ConditionSpec& condition = study_.condition(splits.condition);
    DesignFile design{splits.corpus,
                      splits.condition,
                      measure_drawn(corpus, draw.sample, draw.split, draw.pairs.folds, study_.target,
                                    measured->second, needed_columns(study_, condition)),
                      {}};
    design.measures.seed = splits.seed;
    if (!condition.control_of.empty()) design.blocks = tradable(corpus, measured->second.blocks);
    design.companions = companions_of(corpus, draw.split, condition, study_.target, measured->second);
    return design;
  }

  Status add_failed(const Unit& cell, const std::string& reason) {
    return add_records(failed_cell_file(cell, study_, reason), "", cell.label(), run_);
  }

  const StudySpec& study_;
  const Task& task_;
  DrawsInMemory& draws_;
  const InMemoryOptions& options_;
  std::map<std::string, MeasuredCorpus> measured_;  // by corpus
  MemoryStore store_;
  RunRecords& run_;
  std::map<std::string, std::string> failed_;  // splits, by key: why
};

}  // namespace

ExperimentInMemory::ExperimentInMemory(std::vector<CorpusInMemory> corpora, const InMemoryOptions& options)
    : options_(options),
      draws_(std::move(corpora), options.study_folder, *options.catalogs, options.threads) {
  for (const auto& one : draws_.corpora()) facts_.push_back(corpus_sizes(one.name, *one.corpus));
}

std::vector<CorpusFacts> ExperimentInMemory::facts_of(const StudySpec& study) const {
  std::vector<CorpusFacts> facts;
  for (const auto& spec : study.corpora)
    std::copy_if(facts_.begin(), facts_.end(), std::back_inserter(facts),
                 [&](const CorpusFacts& one) { return one.name == spec.name; });
  return facts;
}

Result<const DrawsInMemory::Draw*> ExperimentInMemory::draw(const StudySpec& study, const std::string& corpus,
                                                            const std::string& condition, uint64_t seed) {
  const std::vector<CorpusFacts> facts = facts_of(study);
  Plan plan(study, *options_.catalogs, facts);
  SF_TRY(plan.begin());
  const auto all = plan.splits_of(corpus);
  const auto splits = std::find_if(all.begin(), all.end(), [&](const Unit& unit) {
    return unit.condition == condition && unit.seed == seed;
  });
  assert(splits != all.end());
  return draws_.draw(study, *splits);
}

Result<RunRecords> ExperimentInMemory::run(const StudySpec& study,
                                           const std::function<bool(const Unit&)>& wanted) {
  const std::vector<CorpusFacts> facts = facts_of(study);
  RunRecords run = records_of_study(study, facts, kVersion);
  Plan plan(study, *options_.catalogs, facts);
  SF_TRY(plan.begin());
  Examination examination(study, plan, draws_, options_, run);
  for (const auto& corpus : facts)
    for (const auto& splits : plan.splits_of(corpus.name))
      SF_TRY(plan.settle(splits.key, {examination.draw(splits)}));
  for (const auto& unit : plan.units()) {
    if (!unit.kind->examines()) continue;
    if (!wanted || wanted(unit))
      SF_TRY(examination.examine(unit));
    else if (!unit.left_out)
      add_missing(unit, run);
  }
  sort_cells(run);
  run.explained.clear();
  for (auto& info : run.corpora) number_answers(options_.codes, *draws_.corpus(info.name).corpus, info, run);
  return run;
}

namespace {

// A renumbering of codes in order of first occurrence.
class Occurrences {
 public:
  // old: codes below this.
  explicit Occurrences(size_t old) : fresh_(old, kNoCode) {}

  void number(uint32_t& code) {
    uint32_t& fresh = code == kNoCode ? without_ : fresh_[code];
    if (fresh == kNoCode) {
      fresh = static_cast<uint32_t>(seen_.size());
      seen_.push_back(code);
    }
    code = fresh;
  }
  // Numbers known values. Documents without a value keep kNoCode.
  void number_known(std::vector<uint32_t>& codes) {
    for (uint32_t& code : codes) number_known(code);
  }
  void number_known(std::vector<uint32_t>& a, std::vector<uint32_t>& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      number_known(a[i]);
      number_known(b[i]);
    }
  }
  // Numbers all values. A missing value is a name of its own, "", as in the file of answers.
  void number_all(std::vector<uint32_t>& a, std::vector<uint32_t>& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      number(a[i]);
      number(b[i]);
    }
  }
  const std::vector<uint32_t>& seen() const { return seen_; }  // by new code: the old one

 private:
  void number_known(uint32_t& code) {
    if (code != kNoCode) number(code);
  }

  std::vector<uint32_t> fresh_, seen_;
  uint32_t without_ = kNoCode;
};

size_t names_in(const Column* column) {
  return column == nullptr ? 0 : column->names.size();
}

void for_each_topic(const CorpusInfo& info, RunRecords& run, const auto& visit) {
  for (auto* cells : {&run.cells, &run.nested})
    for (auto& cell : *cells)
      if (cell.ok && cell.corpus == info.name)
        for (auto* codes : {&cell.predictions.topic_a, &cell.predictions.topic_b, &cell.classified.topic})
          for (uint32_t& code : *codes)
            if (code != kNoCode) visit(code);
}

// Numbers the topics that occur, in their order.
void number_topics(const Column& topic, CorpusInfo& info, RunRecords& run) {
  std::vector<uint32_t> fresh(topic.names.size(), kNoCode);
  for_each_topic(info, run, [&](uint32_t& code) { fresh[code] = 0; });
  for (size_t code = 0; code < fresh.size(); ++code)
    if (fresh[code] != kNoCode) {
      fresh[code] = static_cast<uint32_t>(info.tested_topics.size());
      info.tested_topics.push_back(topic.names[code]);
    }
  for_each_topic(info, run, [&](uint32_t& code) { code = fresh[code]; });
}

}  // namespace

void number_answers(AnswerCodes codes, const Corpus& corpus, CorpusInfo& info, RunRecords& run) {
  const Column *author = corpus.column(Role::author), *topic = corpus.column(Role::topic);
  if (codes == AnswerCodes::of_corpus) {
    info.tested_authors = static_cast<uint32_t>(names_in(author));
    info.tested_documents = corpus.size();
    if (topic != nullptr) number_topics(*topic, info, run);
    return;
  }
  Occurrences documents(corpus.size()), authors(names_in(author)), topics(names_in(topic));
  // Nested cells ask for nothing that the others do not.
  for (auto* cells : {&run.cells, &run.nested})
    for (auto& cell : *cells) {
      if (!cell.ok || cell.corpus != info.name) continue;
      authors.number_all(cell.predictions.author_a, cell.predictions.author_b);
      topics.number_known(cell.predictions.topic_a, cell.predictions.topic_b);
      documents.number_known(cell.classified.document);
      authors.number_known(cell.classified.author);
      topics.number_known(cell.classified.topic);
    }
  info.tested_authors = static_cast<uint32_t>(authors.seen().size());
  info.tested_documents = static_cast<uint32_t>(documents.seen().size());
  for (const uint32_t code : topics.seen()) info.tested_topics.push_back(topic->names[code]);
}

}  // namespace standfast::result
