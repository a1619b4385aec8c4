// Tests of the duties of model/classify/classifier.h, for every entry of the catalog with its default options
// and for the other ways that variants() names. Each is tested twice: on texts like English, and on texts in
// all kinds of script.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/saved_models.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/data.h"
#include "tests/support/every_classifier.h"
#include "tests/support/kept_state.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::EveryClassifier;
using testing::expect_near;
using testing::kRounding;
using testing::Problem;
using testing::variants_and_scripts;

TEST_P(EveryClassifier, AnswersAreDistributions) {
  const auto classifier = fitted();
  const auto out = answers(*classifier);
  ASSERT_EQ(out.rows, problem().test.size());
  ASSERT_EQ(out.columns, problem().names.size());
  expect_distributions(out);
  EXPECT_FALSE(classifier->facts().empty());
}

class EveryClassifierInScripts : public EveryClassifier {};
class EveryClassifierInEnglish : public EveryClassifier {};

// The authors differ only in their preferences among the common words of each script.
TEST_P(EveryClassifierInScripts, FindsPlantedAuthors) {
  const auto out = answers(*fitted());
  size_t right = 0;
  for (size_t i = 0; i < out.rows; ++i) {
    const auto row = out.row(i);
    right += static_cast<uint32_t>(std::max_element(row.begin(), row.end()) - row.begin()) ==
             problem().test_classes[i];
  }
  EXPECT_GE(right, 8U) << "of 20, chance is 2";
}

// There are four authors, each with five favourite words of twenty.
TEST_P(EveryClassifierInEnglish, FindsPlantedAuthors) {
  // The learning of such a classifier is tested in neural/fine_tune_test.cc.
  if (learns_in_batches()) GTEST_SKIP() << "a random encoder of 8 numbers knows no words";
  if (entry().traits.pretrained) GTEST_SKIP() << "it learns nothing here";
  const char* const kWords[] = {"the",  "of",   "and", "to",  "in",  "that", "it", "was", "with", "as",
                                "from", "they", "but", "not", "are", "this", "or", "we",  "at",   "be"};
  Rng rng(8, "tests/planted");
  std::vector<testing::Doc> docs;
  std::vector<uint32_t> rows, classes, asked;
  for (uint32_t i = 0; i < 48; ++i) {
    std::string text;
    for (int k = 0; k < 120; ++k) {
      const uint64_t word = rng.below(3) == 0 ? 4 * rng.below(5) + i % 4 : rng.below(20);
      text += std::string(kWords[word]) + " ";
    }
    // Models that only see whether a word occurs need words that some authors avoid.
    for (uint64_t word = 0; word < 12; ++word)
      if (rng.chance(word % 4 == i % 4 ? 0.1 : 0.8)) text += fmt::format("extra{} ", word);
    docs.push_back({std::to_string(i), text, "", ""});
    (i < 24 ? rows : asked).push_back(i);
    if (i < 24) classes.push_back(i % 4);
  }
  const Corpus corpus = testing::make_corpus(docs);
  const std::vector<std::string> authors = {"ann", "bob", "cy", "dee"};
  auto classifier = make();
  ASSERT_TRUE(classifier->fit({{&corpus, rows}, classes, authors}, {}));
  const auto out = answers(*classifier, {&corpus, asked});
  size_t right = 0;
  for (size_t i = 0; i < out.rows; ++i) {
    const auto row = out.row(i);
    right += static_cast<uint32_t>(std::max_element(row.begin(), row.end()) - row.begin()) == asked[i] % 4;
  }
  // afr learns from four fifths of the 24 documents, and uses the others for its weights.
  const size_t wanted = GetParam().name == "prior" ? 6 : GetParam().name == "afr" ? 15 : 18;
  EXPECT_GE(right, wanted) << "of 24, chance is 6";
}

TEST_P(EveryClassifier, RefusesToAnswerOrSaveBeforeItIsFitted) {
  const auto classifier = make();
  DenseMatrix out;
  const auto status = classifier->predict(problem().test_view(), {}, out);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::usage);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name));
  ASSERT_FALSE(classifier->save());
  EXPECT_TRUE(classifier->facts().empty());
}

TEST_P(EveryClassifier, RefitForgets) {
  auto classifier = fitted(problem(2), {{.seed = 7}});
  ASSERT_TRUE(classifier->fit({problem().train_view(), problem().train_classes, problem().names}, {}));
  EXPECT_EQ(answers(*classifier).data, answers(*fitted()).data);
  EXPECT_EQ(classifier->facts(), fitted()->facts());
  EXPECT_EQ(classifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*classifier->save()), testing::state_bytes(*fitted()->save()));
}

// A classifier that claims not to look at validation documents learns the same with and without them.
TEST_P(EveryClassifier, ValidationDocumentsChangeNothingUnlessTheTraitsSaySo) {
  if (entry().traits.uses_validation) GTEST_SKIP() << "it looks at them";
  EXPECT_FALSE(entry().traits.needs_validation);
  auto classifier = make();
  const Problem& all = problem();
  ASSERT_TRUE(classifier->fit({.documents = all.train_view(),
                               .classes = all.train_classes,
                               .names = all.names,
                               .dev = all.test_view(),
                               .dev_classes = all.test_classes},
                              {}));
  EXPECT_EQ(classifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*classifier->save()), testing::state_bytes(*fitted()->save()));
}

TEST_P(EveryClassifier, NoTrainingDocumentsIsADataErrorAndLeavesNoModel) {
  auto classifier = fitted();
  const auto status = classifier->fit({{&problem().corpus, {}}, {}, problem().names}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::data);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name));
  DenseMatrix out;
  EXPECT_FALSE(classifier->predict(problem().test_view(), {}, out));
}

TEST_P(EveryClassifier, SavedAndLoadedAnswersAreEqual) {
  const auto classifier = fitted();
  const testing::TemporaryFolder folder;
  const auto status = save_classifier(folder.file("model"), GetParam().name, options(), *classifier,
                                      {"author", problem().names});
  ASSERT_TRUE(status) << status.error().message;
  const auto loaded = load_classifier(folder.file("model"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->name, GetParam().name);
  EXPECT_EQ(loaded->labels.target, "author");
  EXPECT_EQ(loaded->labels.names, problem().names);
  EXPECT_EQ(loaded->options.values(), options().values());
  EXPECT_EQ(answers(*loaded->classifier).data, answers(*classifier).data);
  EXPECT_EQ(loaded->classifier->facts(), classifier->facts());
  EXPECT_EQ(testing::state_bytes(*loaded->classifier->save()), testing::state_bytes(*classifier->save()));
}

TEST_P(EveryClassifier, ADocumentIsAnsweredAloneAsAmongOthers) {
  const auto classifier = fitted();
  const auto all = answers(*classifier);
  std::vector<uint32_t> some;
  std::vector<double> expected;
  for (size_t i = all.rows; i-- > 0;)
    if (i % 3 != 1) {
      some.push_back(problem().test[i]);
      expected.insert(expected.end(), all.row(i).begin(), all.row(i).end());
    }
  some.push_back(problem().test[3]);  // for a second time
  expected.insert(expected.end(), all.row(3).begin(), all.row(3).end());
  EXPECT_EQ(answers(*classifier, {&problem().corpus, some}).data, expected);
  const auto none = answers(*classifier, {&problem().corpus, {}});
  EXPECT_EQ(none.rows, 0U);
  EXPECT_EQ(none.columns, problem().names.size());
}

TEST_P(EveryClassifier, ThreadsChangeNothing) {
  const auto classifier = fitted(problem(), {{.threads = 3}});
  EXPECT_EQ(answers(*classifier, problem().test_view(), {{.threads = 3}}).data, answers(*fitted()).data);
  EXPECT_EQ(classifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*classifier->save()), testing::state_bytes(*fitted()->save()));
}

TEST_P(EveryClassifier, TheOrderOfTrainingDocumentsChangesNothing) {
  std::vector<size_t> order(problem().train.size());
  std::iota(order.begin(), order.end(), size_t{0});
  Rng(3, "tests/order").shuffle(order);
  std::vector<uint32_t> rows, classes;
  for (const size_t i : order) {
    rows.push_back(problem().train[i]);
    classes.push_back(problem().train_classes[i]);
  }
  auto classifier = make();
  ASSERT_TRUE(classifier->fit({{&problem().corpus, rows}, classes, problem().names}, {}));
  expect_near(answers(*classifier), answers(*fitted()));
}

TEST_P(EveryClassifier, TheNamesOfClassesChangeNothing) {
  if (entry().traits.pretrained) GTEST_SKIP() << "it learns nothing here";
  // The classes are rotated by three, and all have other names.
  const size_t count = problem().names.size();
  std::vector<std::string> names(count);
  for (size_t c = 0; c < count; ++c) names[(c + 3) % count] = "class " + problem().names[c];
  std::vector<uint32_t> classes;
  for (const uint32_t c : problem().train_classes) classes.push_back(static_cast<uint32_t>((c + 3) % count));
  auto classifier = make();
  ASSERT_TRUE(classifier->fit({problem().train_view(), classes, names}, {}));
  const auto moved = answers(*classifier);
  DenseMatrix back(moved.rows, count);
  for (size_t i = 0; i < moved.rows; ++i)
    for (size_t c = 0; c < count; ++c) back.row(i)[c] = moved.row(i)[(c + 3) % count];
  expect_near(back, answers(*fitted()));
}

TEST_P(EveryClassifier, AStartChangesNothingBeyondTheTolerance) {
  std::vector<uint32_t> rows = problem().train, classes = problem().train_classes;
  rows.insert(rows.end(), problem().test.begin(), problem().test.end());
  classes.insert(classes.end(), problem().test_classes.begin(), problem().test_classes.end());
  auto everything = make();
  ASSERT_TRUE(everything->fit({{&problem().corpus, rows}, classes, problem().names}, {}));
  const ModelState start = everything->save().value();
  const auto started = answers(*fitted(problem(), {{}, &start}));
  if (entry().traits.starts)
    expect_near(started, answers(*fitted()), 1e-4);
  else
    EXPECT_EQ(started.data, answers(*fitted()).data);
}

// Draws depend on ids, never on places. Sums in another order may differ in the last digits, but nothing else
// may differ.
TEST_P(EveryClassifier, AnotherOrderOfDocumentsGivesTheSameAnswers) {
  const Corpus shuffled = testing::in_another_order(problem().corpus);
  const auto moved = [&](uint32_t row) { return *shuffled.row_of(problem().corpus.id(row)); };
  std::vector<size_t> order(problem().train.size());
  std::iota(order.begin(), order.end(), size_t{0});
  Rng(3, "tests/order").shuffle(order);
  std::vector<uint32_t> train, classes, test;
  for (const size_t i : order) {
    train.push_back(moved(problem().train[i]));
    classes.push_back(problem().train_classes[i]);
  }
  for (const uint32_t row : problem().test) test.push_back(moved(row));
  auto classifier = make();
  const auto status = classifier->fit({{&shuffled, train}, classes, problem().names}, {});
  ASSERT_TRUE(status) << status.error().message;
  expect_near(answers(*classifier, {&shuffled, test}), answers(*fitted()));
}

TEST_P(EveryClassifier, SeedMattersAsDeclared) {
  const auto one = answers(*fitted(problem(), {{.seed = 1}}), problem().test_view(), {{.seed = 1}});
  if (entry().traits.deterministic) {
    EXPECT_EQ(one.data,
              answers(*fitted(problem(), {{.seed = 2}}), problem().test_view(), {{.seed = 2}}).data);
  }
  EXPECT_EQ(one.data, answers(*fitted(problem(), {{.seed = 1}}), problem().test_view(), {{.seed = 1}}).data);
}

TEST_P(EveryClassifier, AClassWithoutTrainingDocumentsIsNeverAnswered) {
  if (entry().traits.pretrained) GTEST_SKIP() << "it learns nothing here";
  std::vector<uint32_t> rows, classes;
  for (size_t i = 0; i < problem().train.size(); ++i)
    if (problem().train_classes[i] != 4 && problem().train_classes[i] != 9) {
      rows.push_back(problem().train[i]);
      classes.push_back(problem().train_classes[i]);
    }
  auto classifier = make();
  const auto status = classifier->fit({{&problem().corpus, rows}, classes, problem().names}, {});
  ASSERT_TRUE(status) << status.error().message;
  const auto out = answers(*classifier);
  expect_distributions(out);
  for (size_t i = 0; i < out.rows; ++i) {
    EXPECT_EQ(out.row(i)[4], 0);
    EXPECT_EQ(out.row(i)[9], 0);
  }
  // Naming such classes does not matter either.
  std::vector<std::string> names = problem().names;
  names.emplace_back("nobody");
  auto wider = make();
  ASSERT_TRUE(wider->fit({{&problem().corpus, rows}, classes, names}, {}));
  const auto more = answers(*wider);
  for (size_t i = 0; i < out.rows; ++i) {
    EXPECT_EQ(more.row(i)[10], 0);
    for (size_t c = 0; c < 10; ++c) EXPECT_NEAR(more.row(i)[c], out.row(i)[c], kRounding);
  }
}

TEST_P(EveryClassifier, OneClassIsAnsweredWithCertainty) {
  if (entry().traits.pretrained) GTEST_SKIP() << "it learns nothing here";
  const std::vector<uint32_t> rows(problem().train.begin(), problem().train.begin() + 3), classes(3, 6);
  auto classifier = make();
  const auto status = classifier->fit({{&problem().corpus, rows}, classes, problem().names}, {});
  ASSERT_TRUE(status) << status.error().message;
  const auto out = answers(*classifier);
  for (size_t i = 0; i < out.rows; ++i) EXPECT_NEAR(out.row(i)[6], 1, 1e-9);
}

TEST_P(EveryClassifier, EmptyDocumentsAreAnsweredAndStopNoFit) {
  const uint32_t empty = problem().corpus.size() - 2;
  const std::vector<uint32_t> asked = {empty, problem().test[0], empty + 1};
  const auto classifier = fitted();
  const auto out = answers(*classifier, {&problem().corpus, asked});
  expect_distributions(out);
  EXPECT_TRUE(std::equal(out.row(0).begin(), out.row(0).end(), out.row(2).begin()));
  std::vector<uint32_t> rows = problem().train, classes = problem().train_classes;
  rows.push_back(empty);
  classes.push_back(0);
  auto with_empty = make();
  const auto status = with_empty->fit({{&problem().corpus, rows}, classes, problem().names}, {});
  ASSERT_TRUE(status) << status.error().message;
  expect_distributions(answers(*with_empty));
}

TEST_P(EveryClassifier, AnswersAreTheSoftmaxOfTheirRepresentationUnlessThatIsOfHiddenUnits) {
  const auto unfitted = make()->represent(problem().test_view(), {});
  ASSERT_FALSE(unfitted);
  EXPECT_EQ(unfitted.error().kind, ErrorKind::usage);
  const auto classifier = fitted();
  const auto vectors = classifier->represent(problem().test_view(), {{.threads = 3}});
  ASSERT_EQ(vectors.has_value(), entry().traits.represents);
  DenseMatrix same;
  const auto units = classifier->predict_with_units(problem().test_view(), {{.threads = 3}}, same);
  ASSERT_EQ(units.has_value(), entry().traits.hidden_units);
  if (units) {
    EXPECT_EQ(same.data, answers(*classifier).data);
    EXPECT_EQ(units->rows, problem().test.size());
    const auto columns = classifier->predict_with_units({&problem().corpus, {}}, {}, same);
    ASSERT_TRUE(columns);
    EXPECT_EQ(columns->columns, units->columns);
  }
  DenseMatrix read;
  const auto rationales = classifier->predict_with_rationales(problem().test_view(), {{.threads = 3}}, read);
  ASSERT_EQ(rationales.has_value(), entry().traits.rationales);
  if (rationales) {
    EXPECT_EQ(read.data, answers(*classifier).data);
    ASSERT_EQ(rationales->size(), problem().test.size());
    for (size_t i = 0; i < rationales->size(); ++i) {
      const auto& [whole, chosen] = (*rationales)[i];
      EXPECT_TRUE(std::ranges::is_sorted(chosen));
      EXPECT_EQ(std::ranges::adjacent_find(chosen), chosen.end());
      ASSERT_FALSE(chosen.empty());
      EXPECT_LT(chosen.back(), whole.size());
      uint32_t end = 0;
      for (const TokenSpan& unit : whole) {
        EXPECT_LE(end, unit.begin);
        EXPECT_LT(unit.begin, unit.end);
        end = unit.end;
      }
      EXPECT_LE(end, problem().test_view().text(i).size());
    }
  }
  if (!vectors) {
    EXPECT_EQ(vectors.error().kind, ErrorKind::usage);
    return;
  }
  const auto out = answers(*classifier);
  ASSERT_EQ(vectors->rows, out.rows);
  for (const float number : vectors->data) ASSERT_TRUE(std::isfinite(number));
  if (!entry().traits.hidden_units) {
    ASSERT_EQ(vectors->columns, out.columns) << "every class has training documents";
  }
  for (size_t i = 0; i < out.rows && !entry().traits.hidden_units; ++i) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const float score : vectors->row(i)) {
      most = std::max(most, double{score});
    }
    for (const float score : vectors->row(i)) sum += std::exp(double{score} - most);
    for (size_t c = 0; c < out.columns; ++c)
      EXPECT_NEAR(std::exp(double{vectors->row(i)[c]} - most) / sum, out.row(i)[c], 1e-4) << i;
  }
  const std::vector<uint32_t> alone = {problem().test[3]};
  const auto one = classifier->represent({&problem().corpus, alone}, {});
  ASSERT_TRUE(one);
  EXPECT_TRUE(std::ranges::equal(one->row(0), vectors->row(3)));
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassifier, ::testing::ValuesIn(variants_and_scripts()),
                         testing::name_of_variant);
INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassifierInEnglish, ::testing::ValuesIn(testing::variants()),
                         testing::name_of_variant);
// `prior` sees no text.
INSTANTIATE_TEST_SUITE_P(Catalog, EveryClassifierInScripts, ::testing::ValuesIn([] {
                           auto all = variants_and_scripts();
                           std::erase_if(all,
                                         [](const auto& one) { return !one.scripts || one.name == "prior"; });
                           return all;
                         }()),
                         testing::name_of_variant);

TEST(ClassifierCatalogTest, EveryEntryExplainsItself) {
  for (const auto& entry : classifiers().entries()) {
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    for (const auto& option : entry.options)
      EXPECT_FALSE(option.meaning.empty()) << entry.name << " " << option.name;
  }
}

TEST(ClassifierCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(classifiers(),
                                  {{"command", {{"command", std::string("cat {test} {answers}")}}},
                                   {"checkpoint", {{"path", std::string("a-model")}}},
                                   {"transformer", {{"checkpoint", std::string("a-model")}}},
                                   {"cr", {{"checkpoint", std::string("a-model")}}}});
}

}  // namespace
}  // namespace standfast
