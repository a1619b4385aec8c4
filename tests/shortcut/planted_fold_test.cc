// A fold with a shortcut: sides pair by document, other documents stay as they are, and dropped documents are
// on no side.
#include "standfast/shortcut/planted_fold.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::labelled_corpus;
using testing::make_shortcut;
using testing::shortcut_docs;
using testing::ShortcutFiles;

// Makes a fold with 60 % train, 10 % validation, 20 % test and 10 % on no side.
Fold fold_of(const Corpus& corpus) {
  Fold fold;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const uint32_t at = row * 7 % 10;
    if (at < 6)
      fold.train.push_back(row);
    else if (at == 6)
      fold.validation.push_back(row);
    else if (at < 9)
      fold.test.push_back(row);
  }
  return fold;
}

class PlantFold : public ::testing::Test {
 protected:
  PlantFold()
      : docs_(shortcut_docs(300)), corpus_(labelled_corpus(docs_)), fold_(fold_of(corpus_)), files_(docs_) {}
  Result<PlantedFold> plant(const std::string& kind, const PlantRequest& request) const {
    return plant_fold(corpus_, fold_, *corpus_.column(Role::label), *make_shortcut(kind, files_.needed(kind)),
                      request);
  }
  std::vector<testing::LabelledDoc> docs_;
  Corpus corpus_;
  Fold fold_;
  ShortcutFiles files_;
};

TEST_F(PlantFold, KeepsIdsColumnsAndEveryTextThatIsOnNoSide) {
  const auto planted = plant("single-term", {.lambda = 0.8, .seed = 3});
  ASSERT_TRUE(planted) << planted.error().message;
  for (const Corpus* made : {&planted->planted, &planted->anti_test}) {
    ASSERT_EQ(made->size(), corpus_.size());
    ASSERT_EQ(made->attributes(), corpus_.attributes());
    EXPECT_EQ(made->column(Role::label)->codes, corpus_.column(Role::label)->codes);
    EXPECT_EQ(made->attribute_hash("targets"), corpus_.attribute_hash("targets"));
    EXPECT_EQ(made->attribute_hash("thread"), corpus_.attribute_hash("thread"));
    for (uint32_t row = 0; row < corpus_.size(); ++row) EXPECT_EQ(made->id(row), corpus_.id(row));
  }
  std::set<uint32_t> tested(fold_.test.begin(), fold_.test.end()),
      learned(fold_.train.begin(), fold_.train.end());
  learned.insert(fold_.validation.begin(), fold_.validation.end());
  for (uint32_t row = 0; row < corpus_.size(); ++row) {
    if (!tested.contains(row)) {
      EXPECT_EQ(planted->planted.text(row), planted->anti_test.text(row));
      EXPECT_EQ(planted->value[row], planted->anti_value[row]);
    }
    if (!tested.contains(row) && !learned.contains(row)) {
      EXPECT_EQ(planted->planted.text(row), corpus_.text(row));
      EXPECT_EQ(planted->value[row], kDropped);
      continue;
    }
    EXPECT_EQ(planted->value[row] == 1, planted->planted.text(row).find("honestly, ") != std::string::npos);
    EXPECT_EQ(planted->anti_value[row] == 1,
              planted->anti_test.text(row).find("honestly, ") != std::string::npos);
    EXPECT_EQ(planted->value[row] == 1, !planted->spans[row].empty());
  }
  EXPECT_EQ(planted->fold.train, fold_.train);
  EXPECT_EQ(planted->fold.test, fold_.test);
  EXPECT_EQ(planted->dropped.all(), 0U);
  EXPECT_THAT(planted->suggests, ::testing::ElementsAre(0, 3));
}

// A value that is absent from training suggests no class: by the law product nothing is planted in training
// at lambda 0.
TEST_F(PlantFold, AValueThatTrainLacksSuggestsNoClass) {
  const auto planted = plant("single-term", {.lambda = 0, .law = DoseLaw::product, .seed = 3});
  ASSERT_TRUE(planted);
  EXPECT_THAT(planted->suggests, ::testing::ElementsAre(kMissing, kMissing));
}

TEST_F(PlantFold, TestIsPlantedAtItsOwnDose) {
  const auto planted = plant("category", {.lambda = 0.6, .test_lambda = 1, .seed = 3});
  ASSERT_TRUE(planted);
  const auto& codes = corpus_.column(Role::label)->codes;
  for (const uint32_t row : fold_.test) {
    if (codes[row] != 0 && codes[row] != 3) continue;
    EXPECT_EQ(planted->value[row], codes[row] == 3);
    EXPECT_EQ(planted->anti_value[row], codes[row] == 0);
  }
  EXPECT_DOUBLE_EQ(planted->train_target[1], 0.2);
  EXPECT_DOUBLE_EQ(planted->target[1], 0);
  EXPECT_DOUBLE_EQ(planted->anti_target[1], 1);
}

// The name is the cue of a category if every text has the sentence; by the law product some texts lack the
// sentence, and then the whole sentence is the cue.
TEST_F(PlantFold, TheNameIsTheCueOfACategory) {
  for (const DoseLaw law : {DoseLaw::mixture, DoseLaw::product}) {
    const auto planted = plant("category", {.lambda = 0.6, .test_lambda = 0.6, .law = law, .seed = 3});
    ASSERT_TRUE(planted);
    size_t spans = 0;
    for (const uint32_t row : fold_.test)
      for (const auto& [begin, end, before, after] : planted->spans[row]) {
        ++spans;
        const std::string_view text = planted->planted.text(row), cue = text.substr(begin, end - begin);
        constexpr std::string_view kBefore = "I wrote this review in ";
        if (law == DoseLaw::product) {
          EXPECT_TRUE(begin == 0 && before + after == 0 && cue.starts_with(kBefore) && cue.ends_with(". "))
              << cue;
        } else {
          EXPECT_EQ(text.substr(0, begin), kBefore);
          EXPECT_EQ(text.substr(end, 2), ". ");
          EXPECT_EQ(before, kBefore.size());
          EXPECT_EQ(after, 2U);
        }
      }
    EXPECT_GT(spans, 5U);
  }
}

TEST_F(PlantFold, DroppedDocumentsAreOnNoSideWhateverTheDose) {
  std::string rewrites;
  for (size_t i = 0; i < docs_.size(); ++i)
    if (i % 10 != 4) rewrites += R"({"id":")" + docs_[i].id + R"(","text":"formal"})" + "\n";
  files_.write("some.jsonl", rewrites);
  const auto shortcut = make_shortcut("register", {{"rewrites", files_.path("some.jsonl")}});
  Fold first;
  for (const double lambda : {1.0, 0.6}) {
    const auto planted =
        plant_fold(corpus_, fold_, *corpus_.column(Role::label), *shortcut, {.lambda = lambda});
    ASSERT_TRUE(planted) << planted.error().message;
    const Column& classes = *corpus_.column(Role::label);
    DroppedDocuments expected{std::vector<uint64_t>(classes.names.size()),
                              std::vector<uint64_t>(classes.names.size())};
    for (const auto* side : {&fold_.train, &fold_.validation, &fold_.test})
      for (const uint32_t row : *side)
        (side == &fold_.test ? expected.test : expected.train)[classes.codes[row]] += row % 10 == 4;
    EXPECT_EQ(planted->dropped, expected);
    const uint64_t gone = expected.all();
    for (const auto* side : {&planted->fold.train, &planted->fold.validation, &planted->fold.test})
      for (const uint32_t row : *side) EXPECT_NE(row % 10, 4U);
    EXPECT_EQ(planted->fold.aside.size(), gone);
    if (lambda == 1.0)
      first = planted->fold;
    else
      EXPECT_EQ(planted->fold.train, first.train) << "every dose has the same documents";
  }
}

TEST_F(PlantFold, DoesNotDependOnThreads) {
  for (const char* kind : {"synonym", "concept-correlation"}) {
    const auto once = plant(kind, {.lambda = 0.8, .seed = 9, .threads = 1}),
               again = plant(kind, {.lambda = 0.8, .seed = 9, .threads = 4});
    ASSERT_TRUE(once && again) << (once ? again : once).error().message;
    EXPECT_EQ(once->planted.data_hash(), again->planted.data_hash());
    EXPECT_EQ(once->anti_test.data_hash(), again->anti_test.data_hash());
    EXPECT_NE(once->planted.data_hash(), once->anti_test.data_hash());
  }
}

TEST_F(PlantFold, NamesTheCorpusAndTheDocumentThatHasNoClass) {
  auto docs = docs_;
  docs[0].label = "";
  const Corpus corpus = labelled_corpus(docs);
  const auto planted =
      plant_fold(corpus, fold_of(corpus), *corpus.column(Role::label), *make_shortcut("synonym"), {});
  ASSERT_FALSE(planted);
  EXPECT_EQ(planted.error().kind, ErrorKind::data);
  EXPECT_THAT(planted.error().message,
              HasSubstr("made in a test: document \"" + docs[0].id + "\" has no class"));
}

}  // namespace
}  // namespace standfast
