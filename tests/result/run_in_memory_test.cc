// A study in memory returns the same records as its run folder.
#include "standfast/result/run/run_in_memory.h"

#include <map>
#include <memory>

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/experiment/study_corpus.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using namespace result;
using ::testing::HasSubstr;

std::string in_words(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "nothing";
}

// Returns a record in words, without the names of its folder and of its file of answers.
std::string in_words(const CellRecord& cell) {
  std::string scores;
  for (const auto& score : cell.scores)
    scores +=
        fmt::format("  {} {} {} {}\n", score.metric, in_words(score.value), score.n_used, score.n_total);
  const auto& p = cell.predictions;
  const auto& c = cell.classified;
  return fmt::format(
      "{} / {} / {} / {} / {} of {}: seed {} fold {} trade {} fit {}, ok {}, reason [{}]\n"
      " train {} validation {} same {} classes {}; test {} same {}; {} {} p1 {} p2 {}\n{}"
      " values {}\n same {}\n authors {} {}\n topics {} {}\n documents {} {}\n"
      " of documents {}\n truth {}\n authors {}\n topics {}\n cross {}\n probabilities {}\n left out {}, {} of {}\n",
      cell.task, cell.corpus, cell.condition, cell.model, cell.side, cell.drawn, cell.seed, cell.fold,
      cell.trade, cell.fit, cell.ok, cell.reason, cell.n_train, cell.n_validation, cell.same_train,
      cell.train_classes, cell.n_test, cell.same_test, cell.profile, cell.probabilistic, in_words(cell.p1),
      in_words(cell.p2), scores, p.value, p.same, p.author_a, p.author_b, p.topic_a, p.topic_b, p.document_a,
      p.document_b, c.document, c.truth, c.author, c.topic, c.cross_half, c.probabilities,
      cell.left_out
          ? fmt::format("{} {} {}", cell.left_out->units, cell.left_out->repeat, cell.left_out->block)
          : "nothing",
      cell.places_left_out, cell.unit_places);
}

// Returns the corpora, conditions and models of a run in words, without hashes of data.
std::string head_in_words(const RunRecords& run) {
  std::string words = fmt::format("{} / {} / {} / {} / {} / {} / {}\n", run.name, run.profile, run.task,
                                  run.target, run.metric, run.ignore, run.seeds);
  for (const auto& one : run.corpora) {
    words +=
        fmt::format("corpus {} {} {} {}, tested {} {} {}, classes {}", one.name, one.documents, one.authors,
                    one.topics, one.tested_authors, one.tested_topics, one.tested_documents, one.classes);
    for (const auto& side : one.sides)
      words += fmt::format(", side {} {} {}", side.name, side.documents, side.shared_texts);
    words += '\n';
  }
  for (const auto& one : run.conditions) {
    words +=
        fmt::format("condition {}: {} {} {} [{}] {} {} {} {} [{}]", one.name, one.sampler, one.splitter,
                    one.reference, one.control_of, one.block, one.trades, one.corpora, one.side, one.side_of);
    for (const auto& [name, value] : one.splitter_options.values())
      words += fmt::format(", {} = {}", name, to_string(value));
    words += '\n';
  }
  for (const auto& one : run.models)
    words += fmt::format("model {} {} {}\n", one.name, one.model, one.foreign);
  for (const auto& one : run.missing)
    words += fmt::format("missing {} / {} / {} / {} / {} / {} / {}\n", one.label, one.corpus, one.condition,
                         one.model, one.seed, one.fold, one.side);
  for (const auto& one : run.failed_artifacts) words += fmt::format("failed {}: {}\n", one.label, one.reason);
  return words;
}

void expect_same_cells(const std::vector<CellRecord>& a, const std::vector<CellRecord>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_EQ(in_words(a[i]), in_words(b[i]));
}

class RunInMemory : public StudyRun {
 protected:
  // Compares the records from memory with those from the run folder, and returns the former.
  RunRecords both(const std::string& text, const std::string& name) {
    write_study(name + ".toml", text);
    RunOptions options;
    options.study_path = file(name + ".toml");
    options.folder = file(name);
    options.in_process = true;
    const auto ended = run_study(options);
    EXPECT_TRUE(ended) << ended.error().message;
    const auto read = read_run(file(name));
    auto made = in_memory(text, name);
    EXPECT_TRUE(read) << read.error().message;
    EXPECT_TRUE(made) << made.error().message;
    if (!read || !made) return {};
    EXPECT_EQ(head_in_words(*made), head_in_words(*read));
    expect_same_cells(made->cells, read->cells);
    expect_same_cells(made->refits, read->refits);
    expect_same_cells(made->nested, read->nested);
    return std::move(*made);
  }

  Result<RunRecords> in_memory(const std::string& text, const std::string& name, int threads = 1) {
    SF_ASSIGN(StudySpec study, parse_study(text, name + ".toml", study_catalogs()));
    SF_TRY(fill_file_digests(study, folder_.path(), study_catalogs()));
    std::vector<std::unique_ptr<Corpus>> corpora;
    std::vector<CorpusInMemory> named;
    for (const auto& spec : study.corpora) {
      SF_ASSIGN(Corpus corpus, read_study_corpus(study, spec, folder_.path(), nullptr, null_sink()));
      corpora.push_back(std::make_unique<Corpus>(std::move(corpus)));
      named.push_back({spec.name, corpora.back().get()});
    }
    ExperimentInMemory experiment(named, {.study_folder = folder_.path(), .threads = threads});
    return experiment.run(study);
  }
};

// Records of a study of pairs agree, with features of pairs and vectors of documents.
TEST_F(RunInMemory, OfPairs) {
  const RunRecords run = both(kPairStudy, "pairs");
  EXPECT_EQ(run.models.size(), 3U) << "the prior besides";
  EXPECT_GT(run.cells.size(), 8U);
  EXPECT_FALSE(run.cells.front().predictions.value.empty());
}

// Records with nested cells agree, and the answers of nested cells are found among the answers of the cells
// by document and by pair.
TEST_F(RunInMemory, WithNestedCells) {
  const std::string of_classes = "interval = \"nested\"\ninterval-repeats = 1\n" + std::string(kClassStudy);
  for (const auto& [study, name, kinds] :
       {std::tuple<std::string, std::string, size_t>{of_classes, "nested-classes", 1},
        {kNestedStudy, "nested-pairs", 2}}) {
    const RunRecords run = both(study, name);
    EXPECT_EQ(run.nested.size(), run.cells.size() * kNestedBlocks * kinds);
    for (const auto& cell : run.nested) EXPECT_TRUE(cell.ok) << cell.reason;
    const auto summary = summarise(run, {}, null_sink());
    ASSERT_TRUE(summary) << summary.error().message;
    for (const auto& cell : summary->cells)
      for (const auto& metric : cell.metrics)
        EXPECT_THAT(metric.score.why_no_interval, ::testing::Not(HasSubstr("nested")));
    // A few failed nested cells cost their blocks, many cost the interval; nested cells that have not run
    // cost the interval at once.
    const auto without = [&](uint32_t blocks) {
      RunRecords fewer = run;
      for (auto& cell : fewer.nested)
        if (cell.left_out->block < blocks) {
          cell.ok = false;
          cell.predictions = {};
          cell.classified = {};
        }
      return fewer;
    };
    const auto intervals = [&](const RunRecords& of, const char* why) {
      const auto found = summarise(of, {}, null_sink());
      EXPECT_TRUE(found) << found.error().message;
      size_t n = 0;
      for (const auto& cell : found->cells)
        for (const auto& metric : cell.metrics) {
          n += metric.score.interval.has_value();
          if (!of.is_pretrained(cell.model) && !metric.score.interval && metric.score.value) {
            EXPECT_THAT(metric.score.why_no_interval, ::testing::AnyOf(HasSubstr(why), HasSubstr("error")));
          }
        }
      return n;
    };
    const size_t all = intervals(run, "");
    EXPECT_GT(all, 0U);
    EXPECT_EQ(intervals(without(1), ""), all);
    EXPECT_LT(intervals(without(3), "without most blocks of units the score is undefined"), all);
    RunRecords begun = run;
    begun.nested.pop_back();
    EXPECT_LT(intervals(begun, ""), all);
  }
}

// Records agree if a third of the documents of one corpus and all documents of the other have no topic.
TEST_F(RunInMemory, OfPairsWithoutTopics) {
  std::ifstream posts(file("posts.jsonl"));
  std::ofstream some(file("some.jsonl")), none(file("none.jsonl"));
  size_t number = 0;
  for (std::string line; std::getline(posts, line); ++number) {
    auto document = nlohmann::ordered_json::parse(line);
    if (number % 3 != 0) some << document << '\n';
    document.erase("topic");
    if (number % 3 == 0) some << document << '\n';
    none << document << '\n';
  }
  some.close();
  none.close();
  const RunRecords run = both(
      "[[corpus]]\npath = \"some.jsonl\"\n[[corpus]]\npath = \"none.jsonl\"\n[[condition]]\nname = \"iid\"\n"
      "split = { method = \"k-fold\", folds = 2 }\n[[model]]\ntype = \"char-ngram\"\nfeatures = 100\n",
      "topics");
  ASSERT_EQ(run.corpora.size(), 2U);
  EXPECT_EQ(run.corpora[0].tested_topics.size(), 6U) << "no topic without a name";
  EXPECT_TRUE(run.corpora[1].tested_topics.empty());
  for (const auto& cell : run.cells) {
    const auto& topics = cell.predictions.topic_a;
    const auto unknown = std::ranges::count(topics, kNoCode);
    ASSERT_FALSE(topics.empty());
    EXPECT_EQ(unknown == std::ssize(topics), cell.corpus == "none");
    EXPECT_GT(unknown, 0);
  }
}

TEST_F(RunInMemory, OfClasses) {
  const RunRecords run = both(kClassStudy, "classes");
  EXPECT_FALSE(run.cells.front().classified.probabilities.empty());
}

// Records agree for a control of two trades and for topic confusion, whose folds test a document several
// times.
TEST_F(RunInMemory, OfControls) {
  const RunRecords run = both(kControlStudy, "controls");
  EXPECT_TRUE(std::any_of(run.cells.begin(), run.cells.end(), [](const auto& c) { return c.trade == 1; }));
  EXPECT_FALSE(run.cells.back().classified.cross_half.empty());
}

TEST_F(RunInMemory, OfSpaces) {
  both(kSpaceStudy, "spaces");
}

// Records agree for two seeds of a condition that cannot be drawn.
TEST_F(RunInMemory, OfSplitsThatFail) {
  const RunRecords run = both(kFailingStudy, "failing");
  EXPECT_EQ(run.failed_artifacts.size(), 2U);
  EXPECT_THAT(run.cells.back().reason, HasSubstr("its split failed"));
}

// Records agree for many features at once: folds of one topic without pairs across topics, whose cells fail;
// merged topics; several seeds; two corpora and a condition of only one of them; a side; further fits.
TEST_F(RunInMemory, OfMuchAtOnce) {
  std::ifstream posts(file("posts.jsonl"));
  std::ofstream marked(file("marked.jsonl"));
  for (std::string line; std::getline(posts, line);) {
    auto document = nlohmann::json::parse(line);
    document["set"] = document["topic"] == "topic5" ? "held out" : "main";
    marked << document.dump() << "\n";
  }
  marked.close();
  const RunRecords run = both(R"(profile = "pan21"
seeds = [4, 3]
fits = 2
[[corpus]]
path = "marked.jsonl"
sides = { independent = { set = "held out" } }
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "few topics"
corpora = ["posts"]
split = { method = "topic-k-fold", folds = 4 }
pairs = { positives = "cross-topic", negatives = "cross-topic" }
[[condition]]
name = "merged"
corpora = ["posts"]
sample = { method = "hits-hybrid", topics = 4, min-docs = 2, threshold = 0.1 }
split = { method = "topic-k-fold", folds = 2 }
[[model]]
type = "cng"
[[model]]
type = "imposters"
)",
                              "much");
  const auto count = [](const auto& list, const auto& is) {
    return std::count_if(list.begin(), list.end(), is);
  };
  const auto of = [](const std::string& condition, bool ok) {
    return [=](const CellRecord& cell) { return cell.condition == condition && cell.ok == ok; };
  };
  EXPECT_GT(count(run.cells, of("few topics", true)), 0);
  EXPECT_GT(count(run.cells, of("few topics", false)), 0);
  EXPECT_GT(count(run.cells, of("iid/independent", true)), 0);
  EXPECT_FALSE(run.refits.empty());
}

TEST_F(RunInMemory, IsTheSameForAnyNumberOfThreads) {
  const auto one = in_memory(kPairStudy, "pairs", 1), three = in_memory(kPairStudy, "pairs", 3);
  ASSERT_TRUE(one && three);
  expect_same_cells(one->cells, three->cells);
}

// A model that reads other texts answers the same items: conditions are drawn on the corpus itself.
TEST_F(RunInMemory, ModelsReadOtherTexts) {
  const auto study = parse_study(kPairStudy, "study.toml", study_catalogs());
  ASSERT_TRUE(study);
  const auto corpus = read_study_corpus(*study, study->corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  // Texts without the words of authors.
  CorpusBuilder builder("silent");
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = corpus->value(Role::author, row);
    values[static_cast<size_t>(Role::topic)] = corpus->value(Role::topic, row);
    ASSERT_TRUE(builder.add(corpus->id(row), "nothing", values));
  }
  const Corpus silent = std::move(builder).finish();
  ExperimentInMemory experiment({{"posts", &*corpus, {{"ppm", &silent}}}});
  const auto run = experiment.run(*study), plain = in_memory(kPairStudy, "study");
  ASSERT_TRUE(run && plain);
  ASSERT_EQ(run->cells.size(), plain->cells.size());
  for (size_t i = 0; i < run->cells.size(); ++i) {
    const auto &cell = run->cells[i], &other = plain->cells[i];
    EXPECT_EQ(cell.predictions.author_a, other.predictions.author_a);
    EXPECT_EQ(cell.predictions.topic_b, other.predictions.topic_b);
    EXPECT_EQ(cell.predictions.value == other.predictions.value, cell.model != "ppm") << cell.model;
  }
}

// Models with the same options that read different texts have separate fits to start from.
TEST_F(RunInMemory, StartsAreOfTheTextsThatAModelReads) {
  std::string text = kClassStudy;
  text += "[[model]]\ntype = \"maxent\"\nname = \"again\"\n";
  const auto study = parse_study(text, "study.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  const auto corpus = read_study_corpus(*study, study->corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  // The texts are exchanged between authors, so a model that learned from one set of texts errs on the other.
  CorpusBuilder builder("turned");
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = corpus->value(Role::author, row);
    values[static_cast<size_t>(Role::topic)] = corpus->value(Role::topic, row);
    ASSERT_TRUE(builder.add(corpus->id(row), corpus->text(corpus->size() - 1 - row), values));
  }
  const Corpus turned = std::move(builder).finish();
  const auto of_two = ExperimentInMemory({{"posts", &*corpus, {{"again", &turned}}}}).run(*study);
  const auto of_one = ExperimentInMemory({{"posts", &turned, {}}}).run(*study);
  ASSERT_TRUE(of_two && of_one);
  for (size_t i = 0; i < of_two->cells.size(); ++i)
    if (of_two->cells[i].model == "again") {
      EXPECT_EQ(of_two->cells[i].classified.probabilities, of_one->cells[i].classified.probabilities);
    }
}

// Cells that are not asked for are missing, as in a run that has not ended, and conditions are drawn once.
TEST_F(RunInMemory, CellsMayBeLeftOut) {
  const auto study = parse_study(kClassStudy, "study.toml", study_catalogs());
  ASSERT_TRUE(study);
  const auto corpus = read_study_corpus(*study, study->corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  ExperimentInMemory experiment({{"posts", &*corpus}});
  const auto all = experiment.run(*study);
  const auto some = experiment.run(*study, [](const Unit& cell) { return cell.model != "prior"; });
  ASSERT_TRUE(all && some);
  EXPECT_EQ(some->missing.size(), 4U);
  EXPECT_EQ(some->cells.size() + 4, all->cells.size());
  for (const auto& cell : some->cells) EXPECT_NE(cell.model, "prior");
}

// Codes may be in the order of the corpus: rows, authors as in the column, the topics of the sample by name.
TEST_F(RunInMemory, CodesMayBeInTheOrderOfTheCorpus) {
  std::string text = kClassStudy;
  const std::string novel = "name = \"novel\"\n";
  text.insert(text.find(novel) + novel.size(),
              "sample = { method = \"random-topics\", topics = 3, min-docs = 2 }\n");
  auto study = parse_study(text, "study.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  study->conditions.erase(study->conditions.begin());
  const auto corpus = read_study_corpus(*study, study->corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  const auto run = ExperimentInMemory({{"posts", &*corpus}}, {.codes = AnswerCodes::of_corpus}).run(*study);
  ASSERT_TRUE(run);
  const auto& tested = run->corpora[0].tested_topics;
  EXPECT_EQ(tested.size(), 3U);
  EXPECT_TRUE(std::is_sorted(tested.begin(), tested.end()));
  for (const auto& cell : run->cells)
    for (size_t i = 0; i < cell.classified.size(); ++i) {
      const uint32_t row = cell.classified.document[i];
      ASSERT_EQ(cell.classified.author[i], corpus->column(Role::author)->codes[row]);
      ASSERT_EQ(tested[cell.classified.topic[i]], corpus->value(Role::topic, row));
    }
}

}  // namespace
}  // namespace standfast::testing
