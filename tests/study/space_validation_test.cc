// Validation documents for the model of a space: their choice, the keys of a study, and the fit read back
// from the files of its unit.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/num/kernel/npy.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/weights_classifier.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SpaceValidation : public ::testing::Test {
 protected:
  // Its `weights` (tests/support/weights_classifier.h) remember the validation documents that they saw.
  static const StudyCatalogs& catalogs() {
    static const StudyCatalogs made = [] {
      StudyCatalogs some = study_catalogs();
      some.classifiers = &testing::weights_catalog();
      return some;
    }();
    return made;
  }

  static constexpr const char* kSides = "sides = { held = { source = \"b\" }, late = { source = \"c\" } }\n";

  static Result<StudySpec> parse(const std::string& space, const std::string& sides = kSides) {
    return parse_study("task = \"classification\"\n[[corpus]]\npath = \"c.jsonl\"\n" + sides +
                           "[[condition]]\nname = \"clusters\"\nsplit = \"cluster-k-fold\"\nspace = " +
                           space + "\n[[model]]\ntype = \"prior\"\n",
                       "s.toml", catalogs());
  }
  static StudySpec study(const std::string& space) {
    auto spec = parse(space);
    EXPECT_TRUE(spec) << spec.error().message;
    return std::move(*spec);
  }
  static std::string refusal(const std::string& space, const std::string& sides = kSides) {
    const auto spec = parse(space, sides);
    return spec ? "" : spec.error().message;
  }

  // Makes forty documents of ann, ten of bob and one of cy; two are on each side, and one side has no class.
  static Corpus posts(const StudySpec& spec) {
    std::vector<testing::Doc> docs;
    const auto add = [&](const char* author, const char* source) {
      docs.push_back(
          {fmt::format("d{:02}", docs.size()), fmt::format("words {}", docs.size()), author, "", "", source});
    };
    for (int i = 0; i < 51; ++i) {
      if (i == 20) add("ann", "b");
      if (i == 30) add("", "b");
      if (i == 35) add("bob", "c");
      add(i == 50 ? "cy" : i % 5 == 4 ? "bob" : "ann", "a");
    }
    add("", "c");
    Corpus corpus = testing::make_corpus(docs);
    const auto kept = keep_sides_apart(spec.corpora[0], corpus);
    EXPECT_TRUE(kept) << kept.error().message;
    return corpus;
  }

  static Result<SpaceFit> fit(const StudySpec& spec, const Corpus& corpus) {
    return fit_for_space({spec, spec.conditions[0], corpus, "", catalogs()});
  }
  static std::vector<std::string> dev_of(const SpaceFit& fit) {
    return fit.classifier->facts().at("dev").get<std::vector<std::string>>();
  }
};

TEST_F(SpaceValidation, AreTheDocumentsOfASide) {
  const StudySpec spec = study("{ model = \"weights\", validation = \"held\" }");
  const auto fitted = fit(spec, posts(spec));
  ASSERT_TRUE(fitted) << fitted.error().message;
  EXPECT_THAT(dev_of(*fitted), ElementsAre("d20")) << "the other has no class";
  EXPECT_EQ(fitted->validation, 1U);
  EXPECT_EQ(fitted->documents, 51U) << "it learns from what it would learn from without them";
}

TEST_F(SpaceValidation, AreADrawnShareOfEachClass) {
  const StudySpec spec = study("{ model = \"weights\", validation = 0.2 }");
  const Corpus corpus = posts(spec);
  const auto fitted = fit(spec, corpus);
  ASSERT_TRUE(fitted) << fitted.error().message;
  std::map<std::string, int> by_author;
  const Column& authors = *corpus.column(Role::author);
  const auto dev = dev_of(*fitted);
  for (const auto& id : dev) {
    const auto row = static_cast<uint32_t>(std::stoul(id.substr(1)));  // ids are row numbers
    EXPECT_FALSE(corpus.is_kept_apart(row)) << id;
    ++by_author[authors.names[authors.codes[row]]];
  }
  EXPECT_EQ(by_author, (std::map<std::string, int>{{"ann", 8}, {"bob", 2}})) << "the only one of cy stays";
  EXPECT_EQ(fitted->validation, 10U);
  EXPECT_EQ(fitted->documents, 41U) << "no document is in both";
  // A class with two documents gives one, however small the share is.
  EXPECT_EQ(fit(study("{ model = \"weights\", validation = 0.01 }"), corpus)->validation, 2U);
}

TEST_F(SpaceValidation, AShareFollowsTheSeedAndNotTheOrder) {
  const auto drawn = [](const std::string& more, bool backwards) {
    const StudySpec spec = study("{ model = \"weights\", validation = 0.5" + more + " }");
    std::vector<testing::Doc> docs;
    for (int i = 0; i < 60; ++i) docs.push_back({fmt::format("d{:02}", i), "x", i < 40 ? "ann" : "bob", ""});
    if (backwards) std::reverse(docs.begin(), docs.end());
    const auto dev = dev_of(*fit(spec, testing::make_corpus(docs)));
    EXPECT_EQ(dev.size(), 30U);
    return std::set<std::string>(dev.begin(), dev.end());
  };
  EXPECT_EQ(drawn("", false), drawn("", true));
  EXPECT_NE(drawn("", false), drawn(", seed = 1", false));
}

TEST_F(SpaceValidation, NothingToValidateOnIsAnError) {
  const StudySpec side = study("{ model = \"weights\", validation = \"late\" }");
  // No document of the side has a class, and no class has two documents.
  std::vector<testing::Doc> docs = {{"a", "x", "ann", "", "", "a"},
                                    {"b", "x", "", "", "", "b"},
                                    {"c", "x", "", "", "", "c"},
                                    {"d", "x", "bob", "", "", "a"}};
  Corpus few = testing::make_corpus(docs);
  ASSERT_TRUE(keep_sides_apart(side.corpora[0], few));
  EXPECT_THAT(
      fit(side, few).error().message,
      HasSubstr("space weights, validation late: side late, its validation, has no documents with a class"));
  EXPECT_THAT(fit(study("{ model = \"weights\", validation = 0.3 }"), few).error().message,
              HasSubstr("no class has two documents, so none can be put aside for validation"));
}

TEST_F(SpaceValidation, IsRefusedWhereItSaysNothing) {
  EXPECT_EQ(
      refusal("{ model = \"weights\", validation = \"hold\" }"),
      "s.toml:8: condition 1: space: validation names no side of corpus c: \"hold\"; did you mean \"held\"?");
  EXPECT_THAT(
      refusal("{ model = \"weights\", validation = \"held\" }", ""),
      HasSubstr("validation names no side of corpus c: \"held\" (this corpus has no sides; sides = "));
  EXPECT_THAT(refusal("{ model = \"weights\", validation = 1.5 }"),
              HasSubstr("validation is a share above 0 and below 1, not 1.5"));
  EXPECT_THAT(refusal("{ model = \"weights\", validation = 0.0 }"), HasSubstr("above 0 and below 1"));
  EXPECT_THAT(refusal("{ model = \"weights\", validation = 1 }"),
              HasSubstr("validation is 1 where a share such"));
  EXPECT_THAT(refusal("{ encoder = \"lsa\", validation = 0.1 }"),
              HasSubstr("validation is for the fit of a model; an encoder has none"));
  EXPECT_THAT(refusal("{ model = \"eager\", validation = 0.1 }"),
              HasSubstr("validation gives documents that eager does not use; leave it out"));
  EXPECT_THAT(
      refusal("{ model = \"weights\", stop = true }"),
      HasSubstr("weights needs validation documents with these options; give some, as in validation = 0.1"));
  EXPECT_EQ(refusal("{ model = \"weights\", stop = true, validation = 0.1 }"), "");
}

TEST_F(SpaceValidation, IsRecordedAndNamed) {
  for (const char* validation : {"0.1", "\"held\""}) {
    const StudySpec spec = study(fmt::format("{{ model = \"weights\", validation = {} }}", validation));
    const auto json = study_to_json(spec);
    const auto back = study_from_json(json, catalogs());
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(study_to_json(*back), json);
    EXPECT_EQ(json.at("conditions")[0].at("space").at("validation").dump(), validation);
  }
  EXPECT_EQ(
      study("{ model = \"weights\", validation = 0.1, reduce = \"svd\" }").conditions[0].space->in_words(),
      "weights, validation 0.1, svd");
  EXPECT_EQ(study("{ model = \"weights\", validation = \"held\" }").conditions[0].space->fit_in_words(),
            "weights, validation held");
  EXPECT_FALSE(
      study_to_json(study("{ model = \"weights\" }")).at("conditions")[0].at("space").contains("validation"));
}

TEST_F(SpaceValidation, IsPartOfTheKeyOfFitAndSpace) {
  std::set<std::string> fits, spaces;
  const std::vector<std::string> all = {
      "{ model = \"weights\" }", "{ model = \"weights\", validation = 0.1 }",
      "{ model = \"weights\", validation = 0.2 }", "{ model = \"weights\", validation = \"held\" }",
      "{ model = \"weights\", validation = \"late\" }"};
  for (const auto& space : all) {
    const StudySpec spec = study(space);
    const std::vector<CorpusFacts> corpora = {{"c", "hash", 10, 2, 3, 100}};
    Plan plan(spec, catalogs(), corpora);
    ASSERT_TRUE(plan.begin());
    for (const auto& unit : plan.units())
      if (unit.kind == &fit_kind() || unit.kind == &space_kind())
        (unit.kind == &fit_kind() ? fits : spaces).insert(unit.key);
  }
  EXPECT_EQ(fits.size(), all.size());
  EXPECT_EQ(spaces.size(), all.size());
}

// A model with files comes back in another unit: one unit of a run fits it, and another one reads its files
// from the folder of the first.
TEST_F(SpaceValidation, AModelWithFilesComesBackInAnotherUnit) {
  const testing::TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 30; ++i)
    lines += fmt::format("{{\"id\": \"d{:02}\", \"text\": \"{}\", \"author\": \"{}\", \"source\": \"{}\"}}\n",
                         i, std::string(i + 1, 'x'), i % 3 == 0 ? "ann" : "bob",
                         i < 4    ? "b"
                         : i == 4 ? "c"
                                  : "a");
  ASSERT_TRUE(write_file(folder.file("c.jsonl"), lines));
  Provenance provenance{"", study("{ model = \"weights\", validation = \"held\" }"), {}};
  const auto corpus =
      read_study_corpus(provenance.study, provenance.study.corpora[0], folder.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus) << corpus.error().message;
  provenance.corpora = {corpus_facts("c", *corpus)};
  Plan plan(provenance.study, catalogs(), provenance.corpora);
  ASSERT_TRUE(plan.begin());
  const RunFolder run(folder.file("run"));
  std::map<const UnitKind*, Unit> units;
  for (const auto& unit : plan.units()) units[unit.kind] = unit;
  const Unit &fitting = units.at(&fit_kind()), &space = units.at(&space_kind());
  const auto work = [&](const Unit& unit) {
    Workshop shop(run, provenance, folder.path(), catalogs());
    const auto done = shop.do_unit(unit, 1, null_sink());
    return done ? std::string() : done.error().message;
  };
  ASSERT_EQ(work(fitting), "");
  const auto marker = run.read_marker(fitting, Check::digests);
  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->at("validation"), 4);
  EXPECT_EQ(marker->at("documents"), 25);
  std::vector<std::string> files;
  const auto listed = files_of(*marker).value();
  for (const auto& file : listed) files.push_back(file.path.substr(file.path.find("model")));
  EXPECT_THAT(files, ElementsAre("model/checkpoint/1_Pooling/config.json", "model/checkpoint/config.json",
                                 "model/checkpoint/model.safetensors", "model/model.json"));
  ASSERT_EQ(work(space), "");
  const auto array = parse_npy(*read_file(run.artifact(space.key, "vectors.npy")), "vectors.npy");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->shape, (std::vector<size_t>{25, 2}));
  EXPECT_EQ(std::get<std::vector<float>>(array->data)[0], 6)
      << "the length of the first text that is on no side";

  // After a changed byte of the weights the fit is no longer done, and nothing is made from it.
  ASSERT_TRUE(write_file(run.artifact(fitting.key, "model/checkpoint/model.safetensors"), "ab"));
  std::filesystem::remove_all(run.unit_folder(space));
  EXPECT_EQ(run.state(fitting, Check::digests).state, RunFolder::State::damaged);
  EXPECT_THAT(work(space), HasSubstr("model/checkpoint/model.safetensors is not what was written"));
  ASSERT_EQ(work(fitting), "") << "it is made again in the same place";
  EXPECT_EQ(work(space), "");
}

}  // namespace
}  // namespace standfast
