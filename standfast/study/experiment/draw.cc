#include "standfast/study/experiment/draw.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "standfast/corpus/sample_pairs.h"
#include "standfast/sample/topics.h"
#include "standfast/split/matched_control.h"

namespace standfast {

int64_t pool_min_docs(const ConditionSpec& condition) {
  const auto& values = condition.sampler.options.values();
  const auto found = values.find("min-docs");
  return found == values.end() ? 0 : std::get<int64_t>(found->second);
}

Result<StoredVectors> encode_pool(const Corpus& corpus, const ConditionSpec& condition,
                                  const std::string& study_folder, const StudyCatalogs& catalogs,
                                  const Work& work) {
  StoredVectors pool;
  SF_ASSIGN(TopicPool topics, topic_pool(corpus, pool_min_docs(condition)));
  pool.rows = std::move(topics.rows);
  SF_ASSIGN(const EncoderChoice choice, located(*condition.encoder, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(choice.name));
  SF_ASSIGN(const auto encoder, entry->make(choice.options));
  Work with_seed = work;
  with_seed.seed = condition.encoder->seed;
  auto encoded = encoder->encode(corpus, pool.rows, with_seed);
  if (!encoded) return with_context(corpus.name() + ": " + condition.encoder->name, encoded.error());
  pool.encoded = std::move(*encoded);
  return pool;
}

Result<TopicEncoder> study_topic_encoder(const EncoderChoice& choice, const std::string& study_folder,
                                         const StudyCatalogs& catalogs) {
  SF_ASSIGN(const EncoderChoice found, located(choice, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(found.name));
  SF_ASSIGN(std::shared_ptr<const Encoder> encoder, entry->make(found.options));
  return topic_encoder(describe(choice, *catalogs.encoders), std::move(encoder), choice.aggregate,
                       choice.seed);
}

DrawnFor drawn_for(const StudySpec& study, const std::string& study_folder) {
  return {study.the_task().traits(), study.target, study_folder};
}

namespace {

// Draws the pairs of a condition. If a side has no pairs, only its fold is lost, not the condition: the cells
// of that fold fail with the reason.
Status draw_pairs(const Corpus& corpus, const ConditionSpec& condition, uint64_t seed,
                  DrawnCondition& drawn) {
  SF_ASSIGN(const PairOptions pair_rule, pair_options(condition.pairs));
  if (const auto author = corpus.require(Role::author); !author) return Failure(author.error());
  const bool chosen = pair_rule.positives != TopicRelation::any ||
                      pair_rule.negatives != TopicRelation::any || !pair_rule.cross_block.empty() ||
                      !pair_rule.positives_same.empty() || !pair_rule.negatives_same.empty();
  PairCounts all;  // sums over folds and sides
  for (size_t i = 0; i < drawn.split.folds.size(); ++i) {
    const Fold& fold = drawn.split.folds[i];
    FoldPairs pairs;
    const auto draw = [&](const RowSet& rows, const char* side, std::vector<Pair>& out) {
      if (rows.empty()) return;
      auto sampled =
          sample_pairs(corpus, rows.list(), pair_rule, seed, fmt::format("the {} side of fold {}", side, i),
                       drawn.sample.group_of_topic);
      if (sampled) {
        out = std::move(sampled->pairs);
        all.documents += sampled->counts.documents;
        all.skipped += sampled->counts.skipped;
        all.without_negative += sampled->counts.without_negative;
      } else {
        drawn.split.notes.push_back(fmt::format("no pairs: {}", sampled.error().message));
      }
    };
    draw(fold.train, "train", pairs.train);
    draw(fold.validation, "validation", pairs.validation);
    draw(fold.test, "test", pairs.test);
    drawn.pairs.push_back(std::move(pairs));
  }
  if (const std::string shortage = describe_shortage(all); chosen && !shortage.empty())
    drawn.split.notes.push_back("pairs: over the sides of all folds, " + shortage);
  // Documents of a side have no merged topics, because no sampler has seen them.
  for (const auto& kept : corpus.kept_apart()) {
    SF_ASSIGN(auto sampled, sample_pairs(corpus, kept.rows, pair_rule, seed, "side " + kept.side, {}));
    drawn.sides.push_back({kept.side, std::move(sampled.pairs)});
  }
  return {};
}

// Leaves documents without a class out of a split, because they can be used neither for training nor for
// scoring.
void leave_out_classless(const Column& classes, std::string_view target, Split& split) {
  const auto classless = [&](uint32_t row) { return classes.codes[row] == kMissing; };
  std::vector<uint32_t> out = split.left_out;
  const size_t before = out.size();
  for (auto& fold : split.folds)
    for (auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
      std::copy_if(side->begin(), side->end(), std::back_inserter(out), classless);
      side->erase_if(classless);
    }
  if (out.size() == before) return;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  split.notes.push_back(fmt::format("{} document{} without {} left out", out.size() - before,
                                    out.size() - before == 1 ? "" : "s", target));
  split.left_out = std::move(out);
}

}  // namespace

Result<DrawnCondition> draw_condition(const Corpus& corpus, const ConditionSpec& condition,
                                      const StudyCatalogs& catalogs, const DrawnFor& task, uint64_t seed,
                                      int threads, Sink& sink, const TopicEncoder& encoder,
                                      const DocumentVectors& space) {
  DrawnCondition drawn;
  SF_ASSIGN(const auto* sampler_entry, catalogs.samplers->find(condition.sampler.name));
  Options sampling = condition.sampler.options;
  if (!task.study_folder.empty()) {
    SF_ASSIGN(sampling,
              located("condition " + condition.name, sampling, sampler_entry->options, task.study_folder));
  }
  SF_ASSIGN(const auto sampler, sampler_entry->make(sampling));
  SampleContext sample_context;
  sample_context.seed = seed;
  sample_context.threads = threads;
  sample_context.sink = &sink;
  sample_context.encoder = encoder;
  SF_ASSIGN(drawn.sample, sampler->sample(corpus, sample_context));
  SF_ASSIGN(const auto* splitter_entry, catalogs.splitters->find(condition.splitter.name));
  Options splitting = condition.splitter.options;
  if (!task.study_folder.empty()) {
    SF_ASSIGN(splitting,
              located("condition " + condition.name, splitting, splitter_entry->options, task.study_folder));
  }
  SF_ASSIGN(const auto splitter, splitter_entry->make(splitting));
  SplitContext split_context{.seed = seed, .threads = threads, .sink = &sink};
  if (splitter_entry->traits.reads_vectors) split_context.vectors = space;
  if (splitter_entry->traits.reads_classes && task.asks.has_target) {
    SF_ASSIGN(split_context.classes, corpus.require(task.target));
  }
  SF_ASSIGN(drawn.split, splitter->split(corpus, drawn.sample, split_context));
  // Paths are recorded as the study writes them: the place of a study is not part of its splits.
  for (const auto& option : splitter_entry->options)
    if (option.kind == OptionKind::path)
      drawn.split.options =
          drawn.split.options.with(option.name, condition.splitter.options.text(option.name));
  const Column* classes = nullptr;
  if (task.asks.has_target || !condition.control_of.empty()) {
    SF_ASSIGN(classes, corpus.require(task.target));
  }
  if (task.asks.has_target) leave_out_classless(*classes, role_name(task.target), drawn.split);
  if (!condition.control_of.empty()) {
    SF_ASSIGN(drawn.split, matched_control(corpus, drawn.split,
                                           {.target = task.target,
                                            .block = condition.block,
                                            .whole = condition.whole,
                                            .match = condition.match,
                                            .trades = condition.trades,
                                            .seed = seed}));
  }
  if (task.asks.draws_pairs) SF_TRY(draw_pairs(corpus, condition, seed, drawn));
  return drawn;
}

}  // namespace standfast
