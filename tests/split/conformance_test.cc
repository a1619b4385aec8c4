// Requirements on splitters (standfast/split/splitter.h), over the whole catalog.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "standfast/split/splitter.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using testing::ids_of;
using testing::in_another_order;
using testing::MadeUpVectors;
using testing::uneven_corpus_with_sources;
using testing::with_other_names;

using Settings = std::map<std::string, OptionValue>;

class EverySplitter : public ::testing::TestWithParam<size_t> {
 protected:
  const SplitterCatalog::Entry& entry() const { return splitters().entries()[GetParam()]; }
  bool has(const std::string& option) const {
    return std::any_of(entry().options.begin(), entry().options.end(),
                       [&](const auto& spec) { return spec.name == option; });
  }
  // Checks if the splitter has the option and accepts this value.
  bool takes(const std::string& option, const OptionValue& value) const {
    return std::any_of(entry().options.begin(), entry().options.end(), [&](const auto& spec) {
      return spec.name == option && spec.default_value.index() == value.index() &&
             (!std::holds_alternative<std::string>(value) || objection_to(spec, value).empty());
    });
  }
  Settings without_unknown(Settings given) const {
    std::erase_if(given, [this](const auto& setting) { return !takes(setting.first, setting.second); });
    return given;
  }
  // Returns the variants of all_variants() that differ for this splitter.
  std::vector<Settings> variants() const;
  // Splits with the options of `given` that this splitter has.
  Result<Split> split(const Corpus& corpus, Settings given, uint64_t seed = 0, int threads = 1) const {
    given = without_unknown(std::move(given));
    if (entry().name == "stratified-group-k-fold") {  // whole groups cannot be in every fold
      const auto by = given.find("by");
      const bool authors = by != given.end() && std::get<std::string>(by->second) == "author";
      given["group"] = std::string(authors ? "topic" : "author");
    }
    // A split in two dimensions has one test side, and so has a test side that is filled up.
    if (entry().name == "subset-sum-split") given.insert({"k-max", int64_t{8}});  // each k costs as much
    if (given.contains("also") ||
        (given.contains("fill") && has("fill") && entry().name == "ngram-cluster-split"))
      given.erase("folds");
    auto splitter = splitters().make(entry().name, given);
    if (!splitter) return Failure(splitter.error());
    SplitContext context;
    context.seed = seed;
    context.threads = threads;
    const MadeUpVectors vectors(corpus);
    if (entry().traits.reads_vectors) context.vectors = vectors.view();
    if (entry().traits.reads_classes) context.classes = corpus.column(Role::author);
    return (*splitter)->split(corpus, whole_corpus(corpus), context);
  }
};

const Settings kFour = {{"folds", int64_t{4}},
                        {"topic-blocks", int64_t{2}},
                        {"author-blocks", int64_t{2}},
                        {"authors-per-half", int64_t{2}},
                        {"k-max", int64_t{24}},
                        {"restarts", int64_t{2}},
                        {"draws", int64_t{5}},
                        // Wide bounds, because there are few documents for many classes.
                        {"test", 0.3},
                        {"delta", 3.0},
                        {"epsilon", 0.6},
                        {"most-nodes", int64_t{500}},
                        {"test-share", 0.15},
                        {"train-on", std::string("all")}};

Settings with(Settings settings, const std::string& name, OptionValue value) {
  settings[name] = std::move(value);
  return settings;
}

std::vector<Settings> all_variants() {
  return {kFour,
          with(kFour, "balance", std::string("documents")),
          with(kFour, "balance", std::string("bytes")),
          with(kFour, "balance", std::string("classes")),
          with(kFour, "size-unit", std::string("bytes")),
          with(with(kFour, "size-unit", std::string("groups")), "group", std::string("topic")),
          with(kFour, "purge-near", 0.9),
          with(kFour, "keep-whole", std::string("source")),
          with(with(kFour, "keep-whole", std::string("source")), "validation", 0.2),
          with(kFour, "also", std::string("author")),
          with(kFour, "repeats", int64_t{3}),
          with(kFour, "validation", 0.2),
          with(with(kFour, "validation", 0.2), "validation-unit", std::string("document")),
          with(with(kFour, "validation", 0.25), "validation-unit", std::string("topic")),
          with(kFour, "by", std::string("author")),
          with(kFour, "remainder", std::string("last")),
          with(kFour, "window", std::string("rolling")),
          with(kFour, "gap", 3.0),
          with(kFour, "validation-authors", std::string("all")),
          with(kFour, "group", std::string("author")),
          with(with(kFour, "group", std::string("author")), "validation", 0.25),
          with(kFour, "completion", std::string("updated-mean")),
          with(with(kFour, "growth", std::string("skip-misfits")), "start", std::string("other-centres")),
          with(with(kFour, "control-length", std::string("characters")), "tested", std::string("lowest")),
          with(kFour, "fill", std::string("drawn")),
          with(with(kFour, "choice", std::string("least-similar")), "centre", true)};
}

std::vector<Settings> EverySplitter::variants() const {
  std::vector<Settings> different;
  for (const auto& settings : all_variants()) {
    const Settings known = without_unknown(settings);
    if (std::find(different.begin(), different.end(), known) == different.end()) different.push_back(known);
  }
  return different;
}

Settings runnable(Settings settings) {
  if (!settings.contains("by")) settings["by"] = std::string("topic");
  settings["column"] = std::string("topic");  // the column of given splits
  return settings;
}

TEST_P(EverySplitter, SidesAreDisjointSortedAndEveryRowIsTestedOrLeftOut) {
  const Corpus corpus = uneven_corpus_with_sources();
  for (const auto& settings : variants()) {
    Settings given = runnable(settings);
    if (entry().name == "minority-split")
      given["test-share"] = 0.05;  // some classes have one minority document
    const auto split = this->split(corpus, given);
    ASSERT_TRUE(split) << split.error().message;
    ASSERT_FALSE(split->folds.empty());
    EXPECT_EQ(split->method, entry().name);
    EXPECT_FALSE(split->reason.empty());
    std::vector<int> tested(corpus.size(), 0), used(corpus.size(), 0);
    for (const auto& fold : split->folds) {
      std::set<uint32_t> seen;
      for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
        EXPECT_TRUE(std::is_sorted(side->begin(), side->end()));
        for (const uint32_t row : *side) {
          EXPECT_TRUE(seen.insert(row).second);
          ++used[row];
        }
      }
      EXPECT_FALSE(fold.train.empty());
      EXPECT_FALSE(fold.test.empty());
      if (has("validation")) {
        EXPECT_EQ(fold.validation.empty(), !settings.contains("validation"));
      }
      for (const uint32_t row : fold.test) ++tested[row];
    }
    const int repeats = settings.contains("repeats") && has("repeats") ? 3 : 1;
    std::set<uint32_t> left_out(split->left_out.begin(), split->left_out.end());
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      EXPECT_EQ(used[row] == 0, left_out.contains(row)) << row;
      if (entry().traits.tests_all) {
        EXPECT_EQ(tested[row], left_out.contains(row) ? 0 : repeats) << row;
      }
    }
  }
}

TEST_P(EverySplitter, SameSeedSameFoldsForAnyThreadCount) {
  const Corpus corpus = uneven_corpus_with_sources();
  for (const auto& settings : variants()) {
    const auto once = split(corpus, runnable(settings), 5), again = split(corpus, runnable(settings), 5, 3);
    ASSERT_TRUE(once && again) << once.error().message;
    ASSERT_EQ(once->folds.size(), again->folds.size());
    for (size_t f = 0; f < once->folds.size(); ++f) {
      EXPECT_EQ(once->folds[f].train, again->folds[f].train);
      EXPECT_EQ(once->folds[f].validation, again->folds[f].validation);
      EXPECT_EQ(once->folds[f].test, again->folds[f].test);
      EXPECT_EQ(once->folds[f].aside, again->folds[f].aside);
    }
  }
}

TEST_P(EverySplitter, TheSeedMattersExactlyWhereTheCatalogSaysSo) {
  const Corpus corpus = uneven_corpus_with_sources();
  std::set<std::vector<uint32_t>> tests;
  Settings given = runnable(kFour);
  if (has("also"))
    given.erase("folds");  // the least similar folds of so few regions are the same for all clusterings
  for (uint64_t seed = 0; seed < 6; ++seed) tests.insert(split(corpus, given, seed)->folds[0].test);
  EXPECT_EQ(tests.size() == 1, entry().traits.deterministic);
}

TEST_P(EverySplitter, AnotherOrderOfDocumentsGivesTheSameFoldsOfIds) {
  const Corpus corpus = uneven_corpus_with_sources(), shuffled = in_another_order(corpus);
  for (const auto& settings : variants()) {
    const auto a = split(corpus, runnable(settings), 2), b = split(shuffled, runnable(settings), 2);
    ASSERT_TRUE(a && b);
    ASSERT_EQ(a->folds.size(), b->folds.size());
    for (size_t f = 0; f < a->folds.size(); ++f) {
      EXPECT_EQ(ids_of(corpus, a->folds[f].train), ids_of(shuffled, b->folds[f].train));
      EXPECT_EQ(ids_of(corpus, a->folds[f].validation), ids_of(shuffled, b->folds[f].validation));
      EXPECT_EQ(ids_of(corpus, a->folds[f].test), ids_of(shuffled, b->folds[f].test));
    }
  }
}

TEST_P(EverySplitter, RenamingGroupsInOrderChangesNothing) {
  const Corpus corpus = uneven_corpus_with_sources(), renamed = with_other_names(corpus);
  for (const auto& settings : variants()) {
    const auto a = split(corpus, runnable(settings), 2), b = split(renamed, runnable(settings), 2);
    ASSERT_TRUE(a && b);
    for (size_t f = 0; f < a->folds.size(); ++f) {
      EXPECT_EQ(a->folds[f].train, b->folds[f].train);
      EXPECT_EQ(a->folds[f].test, b->folds[f].test);
    }
  }
}

TEST_P(EverySplitter, ThatReadsClassesKnowsNoNamesOfThem) {
  if (!entry().traits.reads_classes) return;
  const Corpus corpus = uneven_corpus_with_sources();
  // Each name becomes the one that stands as far from the end.
  Column reversed = *corpus.column(Role::author);
  for (uint32_t& code : reversed.codes)
    if (code != kMissing) code = static_cast<uint32_t>(reversed.names.size()) - 1 - code;
  const MadeUpVectors vectors(corpus);
  auto given = with(runnable(kFour), "balance", std::string("classes"));
  given = testing::options_of(entry(), given);
  const auto splitter = splitters().make(entry().name, given);
  ASSERT_TRUE(splitter) << splitter.error().message;
  SplitContext context{.seed = 3, .vectors = vectors.view(), .classes = corpus.column(Role::author)};
  const auto a = (*splitter)->split(corpus, whole_corpus(corpus), context);
  context.classes = &reversed;
  const auto b = (*splitter)->split(corpus, whole_corpus(corpus), context);
  ASSERT_TRUE(a && b);
  for (size_t f = 0; f < a->folds.size(); ++f) EXPECT_EQ(a->folds[f].test, b->folds[f].test);
}

TEST_P(EverySplitter, OnlyRowsOfTheSampleAreUsed) {
  const Corpus corpus = uneven_corpus_with_sources();
  Sample sample = whole_corpus(corpus);
  std::erase_if(sample.rows, [](uint32_t row) { return row % 3 == 0; });
  Settings given = with(runnable(kFour), "test-share", 0.1);
  given = testing::options_of(entry(), given);
  const MadeUpVectors vectors(corpus);
  const auto split =
      (*splitters().make(entry().name, given))
          ->split(corpus, sample,
                  {.vectors = vectors.view(), .classes = testing::needed_classes(entry(), corpus)});
  ASSERT_TRUE(split);
  for (const auto& fold : split->folds)
    for (const auto* side : {&fold.train, &fold.test})
      for (const uint32_t row : *side) EXPECT_NE(row % 3, 0U);
}

TEST_P(EverySplitter, NovelTopicsAndAuthorsAreKeptApart) {
  const Corpus corpus = uneven_corpus_with_sources();
  const auto apart = [&](Role role, const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
    std::set<uint32_t> seen;
    for (const uint32_t row : a) seen.insert(corpus.column(role)->codes[row]);
    return std::none_of(b.begin(), b.end(), [&](uint32_t row) {
      return corpus.column(role)->codes[row] != kMissing && seen.contains(corpus.column(role)->codes[row]);
    });
  };
  const auto split = this->split(corpus, with(runnable(kFour), "validation", 0.2));
  ASSERT_TRUE(split);
  for (const auto& fold : split->folds) {
    if (has("validation-unit")) {
      EXPECT_TRUE(apart(Role::author, fold.train, fold.validation)) << "validation is made of whole authors";
    }
    if (entry().traits.novel_topics) {
      EXPECT_TRUE(apart(Role::topic, fold.train, fold.test));
      EXPECT_TRUE(apart(Role::topic, fold.validation, fold.test));
    }
    if (entry().traits.novel_authors) {
      EXPECT_TRUE(apart(Role::author, fold.train, fold.test));
      EXPECT_TRUE(apart(Role::author, fold.validation, fold.test));
    }
  }
  if (!has("author-disjoint")) return;
  const auto disjoint =
      this->split(corpus, with(with(runnable(kFour), "author-disjoint", true), "validation", 0.0));
  // With 15 authors in every topic, no author may be left to train on; then the splitter must say so.
  if (!disjoint) {
    EXPECT_NE(disjoint.error().message.find("has no train documents"), std::string::npos)
        << disjoint.error().message;
    return;
  }
  for (const auto& fold : disjoint->folds) EXPECT_TRUE(apart(Role::author, fold.train, fold.test));
}

TEST_P(EverySplitter, TooFewGroupsIsAClearError) {
  const Corpus corpus = testing::make_corpus({{"a", "x", "ann", "tea"}});
  const auto split = this->split(corpus, runnable({}));
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::data);
  EXPECT_NE(split.error().message.find("made in a test: "), std::string::npos) << split.error().message;
}

TEST_P(EverySplitter, AMissingColumnIsAClearError) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 40; ++i)
    docs.push_back({fmt::format("d{}", i), fmt::format("text kind{} part{}", i % 5, i % 8), "", ""});
  const auto split = this->split(testing::make_corpus(docs), {});
  const bool needs = entry().traits.needs_topics || entry().traits.needs_authors ||
                     entry().traits.needs_labels || entry().traits.needs_dates ||
                     entry().traits.needs_classes;
  // "given" fails in any case, because it needs to know which split.
  EXPECT_EQ(split.has_value(), !needs && entry().name != "given");
  if (!split && needs) {
    EXPECT_NE(split.error().message.find("no "), std::string::npos) << split.error().message;
  }
}

TEST_P(EverySplitter, ThatReadsVectorsSaysSoWhereThereAreNone) {
  if (!entry().traits.reads_vectors) return;
  const Corpus corpus = uneven_corpus_with_sources();
  const auto split = (*splitters().make(entry().name, {}))->split(corpus, whole_corpus(corpus), {});
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::usage);
  EXPECT_NE(split.error().message.find(entry().name + " needs vectors of the documents, and none are given"),
            std::string::npos)
      << split.error().message;
  // One document without a vector is named.
  const MadeUpVectors vectors(corpus);
  DocumentVectors fewer = vectors.view();
  fewer.matrix.rows -= 1;
  fewer.rows = fewer.rows.first(fewer.rows.size() - 1);
  const auto short_of_one =
      (*splitters().make(entry().name, {}))
          ->split(corpus, whole_corpus(corpus),
                  {.vectors = fewer, .classes = testing::needed_classes(entry(), corpus)});
  ASSERT_FALSE(short_of_one);
  EXPECT_NE(short_of_one.error().message.find("the document " + std::string(corpus.id(corpus.size() - 1)) +
                                              " has no vector in the space"),
            std::string::npos)
      << short_of_one.error().message;
}

TEST(SplitterCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(splitters(), {{"given", {{"column", std::string("side")}}}});
}

INSTANTIATE_TEST_SUITE_P(Catalog, EverySplitter, ::testing::Range<size_t>(0, splitters().entries().size()),
                         [](const auto& chosen) {
                           std::string name = splitters().entries()[chosen.param].name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace standfast
