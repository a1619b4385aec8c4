// Requirements on shortcuts (standfast/shortcut/shortcut.h), over the whole catalog.
#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/shortcut/shortcut.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using testing::labelled_corpus;
using testing::make_shortcut;
using testing::shortcut_docs;
using testing::ShortcutFiles;
using testing::ShortcutInput;

class EveryShortcut : public ::testing::TestWithParam<size_t> {
 protected:
  EveryShortcut() : docs_(shortcut_docs(400)), input_(docs_), files_(docs_) {}
  const ShortcutCatalog::Entry& entry() const { return shortcuts().entries()[GetParam()]; }
  std::unique_ptr<Shortcut> shortcut() const {
    return make_shortcut(entry().name, files_.needed(entry().name));
  }
  Planted plant(const ShortcutInput& input, const PlantContext& context) const {
    auto planted = shortcut()->plant(input.view(), context);
    if (!planted) throw std::runtime_error(planted.error().message);
    return std::move(*planted);
  }
  // Returns the planted result of each document, by id.
  static std::map<std::string, std::string> by_id(const ShortcutInput& input, const Planted& planted) {
    std::map<std::string, std::string> made;
    for (size_t i = 0; i < planted.documents.size(); ++i)
      made[std::string(input.corpus.id(input.rows[i]))] =
          std::to_string(planted.documents[i].value) + " " + planted.documents[i].text;
    return made;
  }

  std::vector<testing::LabelledDoc> docs_;
  ShortcutInput input_;
  ShortcutFiles files_;
};

constexpr PlantSide kSides[] = {PlantSide::train, PlantSide::test, PlantSide::anti_test};

TEST_P(EveryShortcut, AnswersForEveryDocumentWithTargetsThatAreProbabilities) {
  for (const PlantSide side : kSides)
    for (const DoseLaw law : {DoseLaw::mixture, DoseLaw::product}) {
      const Planted planted = plant(input_, input_.context(side, 0.7, law));
      ASSERT_EQ(planted.documents.size(), input_.rows.size());
      ASSERT_EQ(planted.target.size(), input_.names.size() * planted.values.size());
      for (size_t c = 0; c < input_.names.size(); ++c) {
        const double* row = planted.target.data() + c * planted.values.size();
        for (size_t v = 0; v < planted.values.size(); ++v)
          EXPECT_TRUE(row[v] >= -1e-12 && row[v] <= 1 + 1e-12);
        EXPECT_NEAR(std::accumulate(row, row + planted.values.size(), 0.0), 1, 1e-9);
      }
      for (const auto& document : planted.documents) {
        EXPECT_LT(document.value, planted.values.size());
        uint32_t end = 0;
        for (const auto& span : document.spans) {
          EXPECT_GE(span.begin, end);
          EXPECT_GT(span.end, span.begin);
          EXPECT_LE(span.end, document.text.size());
          end = span.end;
        }
      }
    }
}

TEST_P(EveryShortcut, SharesAgreeWithTheLawOverManySeeds) {
  double smallest = 1;
  size_t tests = 0;
  for (const PlantSide side : kSides)
    for (const DoseLaw law : {DoseLaw::mixture, DoseLaw::product})
      for (const double lambda : {0.0, 0.6, 1.0}) {
        std::vector<uint64_t> count, size(input_.names.size(), 0);
        Planted planted;
        for (uint64_t seed = 0; seed < 8; ++seed) {
          planted = plant(input_, input_.context(side, lambda, law, seed));
          count.resize(planted.target.size(), 0);
          for (size_t i = 0; i < planted.documents.size(); ++i) {
            ++count[input_.classes[i] * planted.values.size() + planted.documents[i].value];
            ++size[input_.classes[i]];
          }
        }
        for (size_t cell = 0; cell < count.size(); ++cell) {
          const double target = std::clamp(planted.target[cell], 0.0, 1.0);
          const uint64_t n = size[cell / planted.values.size()];
          if (target < 1e-12) {
            EXPECT_EQ(count[cell], 0U);
          } else if (target > 1 - 1e-12) {
            EXPECT_EQ(count[cell], n);
          } else {
            smallest = std::min(smallest, binomial_two_sided(count[cell], n, target));
            ++tests;
          }
        }
      }
  ASSERT_GT(tests, 20U);
  EXPECT_GT(smallest * static_cast<double>(tests), 0.001) << "a share misses its target";
}

TEST_P(EveryShortcut, WithTheProductDoseZeroIsTheIdentity) {
  for (const PlantSide side : kSides) {
    const Planted planted = plant(input_, input_.context(side, 0, DoseLaw::product));
    for (size_t i = 0; i < planted.documents.size(); ++i) {
      EXPECT_EQ(planted.documents[i].text, input_.view().text(i));
      EXPECT_TRUE(planted.documents[i].spans.empty());
    }
  }
}

TEST_P(EveryShortcut, WithTheMixtureDoseZeroTellsNothing) {
  for (const PlantSide side : kSides) {
    const Planted planted = plant(input_, input_.context(side, 0));
    const size_t values = planted.values.size();
    for (size_t cell = 0; cell < planted.target.size(); ++cell)
      EXPECT_DOUBLE_EQ(planted.target[cell], planted.target[cell % values]);
  }
}

TEST_P(EveryShortcut, TheAntiTestMirrorsTheTest) {
  for (const double lambda : {0.6, 1.0}) {
    const auto test = plant(input_, input_.context(PlantSide::test, lambda)).target;
    const auto anti = plant(input_, input_.context(PlantSide::anti_test, lambda)).target;
    const size_t classes = input_.names.size(), values = test.size() / classes;
    for (size_t c = 0; c < classes; ++c)
      for (size_t v = 0; v < values; ++v) {
        // The anti-test side of a rating cue shifts the classes by half of their number; other cues reverse
        // the order of classes.
        const size_t other =
            entry().name == "concept-correlation" ? (c + classes / 2) % classes : classes - 1 - c;
        if (entry().name == "concept-correlation" && v >= classes)
          EXPECT_DOUBLE_EQ(anti[c * values + v], test[c * values + v]);
        else
          EXPECT_NEAR(anti[c * values + v], test[other * values + v], 1e-12);
      }
  }
}

TEST_P(EveryShortcut, SameSeedSameBytesForAnyThreadCount) {
  PlantContext context = input_.context(PlantSide::train, 0.8, DoseLaw::mixture, 5);
  const auto once = by_id(input_, plant(input_, context));
  context.threads = 3;
  EXPECT_EQ(once, by_id(input_, plant(input_, context)));
  context.seed = 6;
  EXPECT_NE(once, by_id(input_, plant(input_, context)));
}

TEST_P(EveryShortcut, AnotherOrderOfDocumentsChangesNothing) {
  auto docs = docs_;
  Rng(3, "tests/order").shuffle(docs);
  const ShortcutInput shuffled(docs);
  for (const PlantSide side : kSides)
    EXPECT_EQ(by_id(input_, plant(input_, input_.context(side, 0.8))),
              by_id(shuffled, plant(shuffled, shuffled.context(side, 0.8))));
}

TEST_P(EveryShortcut, ADocumentIsEditedTheSameWhicheverOthersAreAsked) {
  if (entry().traits.draws_partners) GTEST_SKIP() << "partners are drawn without replacement";
  const ShortcutInput half(std::vector<testing::LabelledDoc>(docs_.begin(), docs_.begin() + 200));
  const auto all = by_id(input_, plant(input_, input_.context(PlantSide::test, 0.8)));
  const auto of_half = by_id(half, plant(half, half.context(PlantSide::test, 0.8)));
  ASSERT_EQ(of_half.size(), 200U);
  for (const auto& [id, made] : of_half) EXPECT_EQ(all.at(id), made);
}

TEST_P(EveryShortcut, RenamingTheClassesInOrderChangesNothingElse) {
  if (entry().name == "concept-correlation") GTEST_SKIP() << "its classes are the ratings of the pool";
  auto docs = docs_;
  for (auto& doc : docs) doc.label = "new-" + doc.label;
  const ShortcutInput renamed(docs);
  EXPECT_EQ(by_id(input_, plant(input_, input_.context(PlantSide::train, 0.8))),
            by_id(renamed, plant(renamed, renamed.context(PlantSide::train, 0.8))));
}

TEST_P(EveryShortcut, TestAndAntiTestDrawApart) {
  // With lambda 0 both sides have the same shares, so differences show that they are drawn separately.
  const Planted test = plant(input_, input_.context(PlantSide::test, 0)),
                anti = plant(input_, input_.context(PlantSide::anti_test, 0));
  size_t same = 0;
  for (size_t i = 0; i < test.documents.size(); ++i)
    same += test.documents[i].value == anti.documents[i].value;
  EXPECT_LT(same, test.documents.size() * 3 / 4);
}

TEST_P(EveryShortcut, AHigherDoseChangesTheValueOfFewDocuments) {
  if (entry().name == "concept-correlation") GTEST_SKIP() << "its values are drawn twice";
  const Planted less = plant(input_, input_.context(PlantSide::train, 0.8)),
                more = plant(input_, input_.context(PlantSide::train, 1));
  size_t changed = 0;
  double expected = 0;
  for (size_t i = 0; i < less.documents.size(); ++i) {
    changed += less.documents[i].value != more.documents[i].value;
    const size_t cell = input_.classes[i] * less.values.size() + 1;
    expected += std::abs(less.target[cell] - more.target[cell]);
  }
  EXPECT_LT(static_cast<double>(changed), expected + 30);  // as few as possible: 4 sd are 20
}

TEST_P(EveryShortcut, RefusesWhatCannotGoWithAClass) {
  const ShortcutInput one(shortcut_docs(20, {"a"}));
  const auto alone = shortcut()->plant(one.view(), one.context(PlantSide::train, 1));
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().kind, ErrorKind::data);
  EXPECT_NE(alone.error().message.find("there is only \"a\""), std::string::npos) << alone.error().message;
  auto options = files_.needed(entry().name);
  options["order"] = "a,b,c,x";
  const auto unknown =
      make_shortcut(entry().name, options)->plant(input_.view(), input_.context(PlantSide::train, 1));
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::data);
  EXPECT_NE(unknown.error().message.find("no document has this label"), std::string::npos)
      << unknown.error().message;
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryShortcut, ::testing::Range(size_t{0}, shortcuts().entries().size()),
                         [](const auto& tested) {
                           std::string name = shortcuts().entries()[tested.param].name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Shortcuts, CatalogKeepsTheLawsOfCatalogs) {
  const ShortcutFiles files({});
  std::map<std::string, std::map<std::string, OptionValue>> needed;
  for (const auto& entry : shortcuts().entries()) {
    needed[entry.name] = files.needed(entry.name);
    needed[entry.name].erase("ratings");
  }
  testing::expect_laws_of_catalog(shortcuts(), needed);
}

}  // namespace
}  // namespace standfast
