#include "standfast/study/spec/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/spec/study_json.h"
#include "tests/study/doubles.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::make_believe;
using testing::text_with;

// Returns the rule of a column that a study names without giving its place.
AttributeRule implied(const std::string& name) {
  AttributeRule rule{name, name};
  rule.implied = true;
  return rule;
}

constexpr const char* kSpecStudy = R"(title = "A study"
profile = "pan21"
seed = 7
seeds = 3

[[corpus]]
name = "posts"
path = "data/posts.jsonl.gz"
topic = "topic_group"
bad-rows = "skip"

[[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 5 }

[[condition]]
name = "hits"
sample = { method = "hits", topics = 40 }
split = "topic-k-fold"
pairs = { balanced = true }

[[model]]
type = "ppm"
radius = 0

[[model]]
type = "ppm"
name = "ppm-3"
order = 3
)";

std::string complaint(const std::string& text) {
  const auto study = parse_study(text, "s.toml", make_believe());
  EXPECT_FALSE(study.has_value()) << text;
  if (study) return "";
  EXPECT_EQ(study.error().kind, ErrorKind::usage);
  return study.error().message;
}

TEST(StudySpec, ReadsEveryPart) {
  const auto study = parse_study(kSpecStudy, "s.toml", make_believe());
  ASSERT_TRUE(study.has_value()) << study.error().message;
  EXPECT_EQ(study->title, "A study");
  EXPECT_EQ(study->profile, "pan21");
  EXPECT_THAT(study->seeds, ElementsAre(7, 8, 9));
  ASSERT_EQ(study->corpora.size(), 1U);
  EXPECT_EQ(study->corpora[0].role_columns[static_cast<size_t>(Role::topic)], "topic_group");
  ASSERT_EQ(study->conditions.size(), 2U);
  EXPECT_TRUE(study->conditions[0].reference);
  EXPECT_EQ(study->conditions[0].sampler.name, "all");
  EXPECT_EQ(study->conditions[0].splitter.options.integer("folds"), 5);
  EXPECT_EQ(study->conditions[1].sampler.options.integer("topics"), 40);
  EXPECT_EQ(study->conditions[1].splitter.options.integer("folds"), 10);
  EXPECT_EQ(study->conditions[0].splitter.options.number("validation"), 0.2) << "the default of a study";
  EXPECT_TRUE(study->conditions[1].pairs.flag("balanced"));
  EXPECT_FALSE(study->conditions[0].pairs.flag("balanced"));
  ASSERT_EQ(study->models.size(), 3U);
  EXPECT_EQ(study->models[0].name, "ppm");
  EXPECT_EQ(study->models[0].model.options.number("radius"), 0);
  EXPECT_EQ(study->models[1].name, "ppm-3");
  EXPECT_EQ(study->models[1].model.name, "ppm");
  EXPECT_EQ(study->models[2].name, "prior") << "chance is the prior's score, so a study has one";
}

TEST(StudySpec, ResolvedStudyReadsBackEqual) {
  const auto study = parse_study(kSpecStudy, "s.toml", make_believe());
  ASSERT_TRUE(study.has_value());
  const auto json = study_to_json(*study);
  const auto again = study_from_json(nlohmann::ordered_json::parse(json.dump()), make_believe());
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(study_to_json(*again).dump(), json.dump());
}

// Recorded components need not exist, because a report shows runs of versions with other components.
TEST(StudySpec, RecordedComponentsNeedNotExist) {
  auto json = study_to_json(*parse_study(kSpecStudy, "s.toml", make_believe()));
  json["conditions"][0]["splitter"] = "by-moon";
  json["conditions"][0]["splitter_options"] = {{"days", 29}, {"phase", "full"}};
  json["models"][1]["model"] = "oracle";
  EXPECT_EQ(study_to_json(recorded_study(json)).dump(), json.dump());
  const auto resolved = study_from_json(json, make_believe());
  ASSERT_FALSE(resolved);
  EXPECT_THAT(resolved.error().message, HasSubstr("by-moon"));
}

TEST(StudySpec, ARecordLacksNoFieldThatEveryStudyHas) {
  const auto whole = study_to_json(*parse_study(kSpecStudy, "s.toml", make_believe()));
  for (const char* name : {"name", "task", "profile", "seeds", "limit", "corpora", "conditions", "models"}) {
    auto json = whole;
    json.erase(name);
    EXPECT_THROW((void)recorded_study(json), nlohmann::json::exception) << name;
    EXPECT_FALSE(study_from_json(json, make_believe())) << name;
  }
}

TEST(StudySpec, DefaultsNames) {
  const auto study = parse_study(
      "[corpus]\npath = "
      "'../data/posts.jsonl.gz'\n[condition]\nname='c'\nsplit='k-fold'\n[model]\ntype='prior'\n",
      "studies/few.toml", make_believe());
  ASSERT_TRUE(study.has_value()) << study.error().message;
  EXPECT_EQ(study->title, "few");
  EXPECT_EQ(study->corpora[0].name, "posts");
  for (const auto& [path, name] : {std::pair{"../data/iac_dense/docs.jsonl.gz", "iac_dense"},
                                   {"iac/docs.csv", "iac"},
                                   {"docs.jsonl", "docs"},
                                   {"../docs.jsonl", "docs"}})
    EXPECT_EQ(
        parse_study(fmt::format("[corpus]\npath = '{}'\n[condition]\nname='c'\nsplit='k-fold'\n[model]\n"
                                "type='prior'\n",
                                path),
                    "few.toml", make_believe())
            ->corpora[0]
            .name,
        name);
  EXPECT_THAT(study->seeds, ElementsAre(1));
  EXPECT_EQ(study->models.size(), 1U);
}

TEST(StudySpec, ComplaintsNameTheLineAndGuess) {
  EXPECT_THAT(complaint(text_with(kSpecStudy, "profile =", "profil =")),
              HasSubstr("s.toml:2: the study has no key \"profil\"; did you mean \"profile\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "\"pan21\"", "\"pan12\"")),
              HasSubstr("s.toml:2: the study: profile has no value \"pan12\"; did you mean \"pan21\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topic = ", "topc = ")),
              HasSubstr("s.toml:9: corpus 1 has no key \"topc\"; did you mean \"topic\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "\"skip\"", "\"skp\"")),
              HasSubstr("s.toml:10: corpus 1: bad-rows has no value \"skp\"; did you mean \"skip\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "method = \"hits\"", "method = \"hit\"")),
              HasSubstr("s.toml:19: there is no sampler \"hit\"; did you mean \"hits\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topics = 40", "topic = 40")),
              HasSubstr("s.toml:19: sampler hits has no option \"topic\"; did you mean \"topics\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topics = 40", "topics = \"many\"")),
              HasSubstr("needs a whole number, not \"many\""));
  EXPECT_THAT(
      complaint(text_with(kSpecStudy, "topics = 40", "topics = \"40\"")),
      HasSubstr("s.toml:19: sampler hits: option \"topics\" needs a whole number, not text: write topics = "
                "40, without quotes"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topics = 40", "topics = \"040\"")),
              HasSubstr("write topics = 40, without quotes"));  // the advice can be followed
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topics = 40", "topics = 40.0")),
              HasSubstr("option \"topics\" needs a whole number, not 40.0: write it without a point"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "topics = 40", "topics = 40.5")),
              HasSubstr("option \"topics\" needs a whole number, not 40.5"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "balanced = true", "balanced = \"true\"")),
              HasSubstr("needs true or false, not text: write balanced = true, without quotes"));
  EXPECT_THAT(
      complaint(text_with(kSpecStudy, "type = \"ppm\"\nradius", "type = \"ppm\"\nnme = \"x\"\nradius")),
      HasSubstr("s.toml:25: verifier ppm has no option \"nme\"; did you mean \"name\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "balanced = true", "ballanced = true")),
              HasSubstr("s.toml:21: condition 2: pairs has no option"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "radius", "radios")),
              HasSubstr("s.toml:25: verifier ppm has no option \"radios\"; did you mean \"radius\"?"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "folds = 5", "folds = 1")),
              HasSubstr("s.toml:15: splitter k-fold: folds = 1: must be at least 2"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "name = \"hits\"\n", "name = \"iid\"\n")),
              HasSubstr("the name \"iid\" is used twice"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "name = \"hits\"\n", "name = \"hits\"\nreference = true\n")),
              HasSubstr("both \"iid\" and \"hits\" have reference"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "name = \"hits\"\n", "name = \"a/b\"\n")), HasSubstr("slash"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "seeds = 3", "seeds = [1, 2, 1]")),
              HasSubstr("s.toml:4: seed 1 is listed twice"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "seeds = 3", "seeds = 0")), HasSubstr("1 to 10000"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "seeds = 3", "seeds = [1, 2]")),
              HasSubstr("seed = 7 has no effect beside a list of seeds"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "seeds = 3", "seeds = 2026-11-20")),
              HasSubstr("s.toml:4: dates and times"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "seed = 7", "seed = 7x")), HasSubstr("s.toml:3: not TOML"));
  EXPECT_THAT(complaint(text_with(kSpecStudy, "path = ", "name = ")),
              HasSubstr("s.toml:8: not TOML"));  // a key given twice
  EXPECT_THAT(complaint(text_with(kSpecStudy, "name = \"ppm-3\"", "name = \"prior\"")),
              HasSubstr("model 2: \"prior\" is the row of the guessing model"));
  EXPECT_THAT(
      complaint(text_with(kSpecStudy, "[[corpus]]", "[[predictions]]\npath = \"prior\"\n\n[[corpus]]")),
      HasSubstr("predictions 1: \"prior\" is the row of the guessing model"));
  EXPECT_THAT(complaint("title = 'x'\n"), HasSubstr("s.toml: the study has no [[corpus]]"));
}

TEST(StudySpec, CorporaAreReadAsTheirTableSays) {
  const auto study = parse_study(kSpecStudy, "s.toml", make_believe());
  ASSERT_TRUE(study.has_value());
  const auto options = read_options(study->corpora[0], 5);
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->bad_rows, BadRowPolicy::skip);
  EXPECT_EQ(options->limit, 5U);
  EXPECT_EQ(corpus_path(study->corpora[0], "/home/x"), "/home/x/data/posts.jsonl.gz");
}

TEST(StudySpec, ACorpusMayBeInAnotherEncoding) {
  const auto with = [](const std::string& key) {
    return text_with(kSpecStudy, "bad-rows = \"skip\"\n", "bad-rows = \"skip\"\n" + key);
  };
  const auto plain = parse_study(kSpecStudy, "s.toml", make_believe()),
             utf8 = parse_study(with("encoding = \"UTF8\"\n"), "s.toml", make_believe()),
             other = parse_study(with("encoding = \"Latin-1\"\n"), "s.toml", make_believe());
  ASSERT_TRUE(plain && utf8 && other);
  EXPECT_EQ(study_to_json(*utf8).dump(), study_to_json(*plain).dump())
      << "studies in UTF-8 keep their record";
  EXPECT_EQ(read_options(utf8->corpora[0], 0)->encoding, "");
  EXPECT_EQ(read_options(other->corpora[0], 0)->encoding, "iso-8859-1");
  const auto json = study_to_json(*other);
  EXPECT_EQ(json.at("corpora").at(0).at("encoding"), "iso-8859-1");
  const auto again = study_from_json(json, make_believe());
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(again->corpora[0].encoding, "iso-8859-1");
  EXPECT_THAT(complaint(with("encoding = \"windows-1259\"\n")),
              HasSubstr("there is no encoding \"windows-1259\"; did you mean \"windows-1250\"?"));
  EXPECT_THAT(complaint(with("encoding = 1252\n")), HasSubstr("a name such as \"windows-1252\""));
}

// Parses a study of classification over the real catalogs.
Result<StudySpec> classification(const std::string& corpus, const std::string& split,
                                 const std::string& model = "type = 'prior'", const std::string& top = "") {
  return parse_study("task = 'classification'\n" + top + "[[corpus]]\n" + corpus +
                         "\n[[condition]]\nname = 'one'\nsplit = " + split + "\n[[model]]\n" + model + "\n",
                     "s.toml", study_catalogs());
}

TEST(StudySpec, ACorpusMayComeInParts) {
  const auto list = classification("path = ['x/a.jsonl', 'b.csv.gz']\nonly = { part = 'b' }",
                                   "{ method = 'given', column = 'part' }");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list->corpora[0].parts, (std::vector<CorpusPart>{{"a", "x/a.jsonl"}, {"b", "b.csv.gz"}}));
  EXPECT_EQ(list->corpora[0].name, "a+b");
  EXPECT_EQ(list->corpora[0].only_attributes, (std::vector<AttributeValue>{{"part", "b"}}));
  EXPECT_TRUE(list->corpora[0].attributes.empty()) << "the part is no column of a file";
  EXPECT_EQ(list->conditions[0].columns, std::vector<std::string>{"part"});
  EXPECT_EQ(study_to_json(*study_from_json(study_to_json(*list), study_catalogs())), study_to_json(*list));

  const auto table =
      classification("name = 'c'\npath = { train = 'x/a.jsonl', test = 'y/a.jsonl' }", "'k-fold'");
  ASSERT_TRUE(table) << table.error().message;
  // The parts are in the order of their names, as in every table of a study.
  EXPECT_EQ(table->corpora[0].parts,
            (std::vector<CorpusPart>{{"test", "y/a.jsonl"}, {"train", "x/a.jsonl"}}));

  const auto complaint = [](const std::string& corpus) {
    const auto study = classification(corpus, "'k-fold'");
    return study ? "no complaint" : study.error().message;
  };
  EXPECT_THAT(complaint("path = ['x/a.jsonl', 'y/a.jsonl']"),
              HasSubstr("s.toml:3: corpus 1: two of its files are called \"a\""));
  EXPECT_THAT(complaint("path = []"), HasSubstr("has no path"));
  EXPECT_THAT(complaint("path = 7"), HasSubstr("a path, a list of paths or a table"));
  EXPECT_THAT(complaint("path = 'a.jsonl'\nonly = { part = 'a' }"), HasSubstr("has no key \"part\""));
  EXPECT_THAT(complaint("path = ['a.jsonl', 'b.jsonl']\ncolumn = { part = 'x' }"),
              HasSubstr("give the column another name"));
}

TEST(StudySpec, ColumnsHaveKinds) {
  const auto study = classification(
      "path = 'a.jsonl'\ncolumn.rating = { kind = 'number' }\n"
      "column.tags = { from = 'keywords', kind = 'list', separator = ';' }\n"
      "column.rewrite = { kind = 'text' }\nonly = { rating = '>= 4', tags = 'news' }",
      "'k-fold'");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_THAT(
      study->corpora[0].attributes,
      ElementsAre(
          AttributeRule{.name = "rating", .from = "rating", .kind = AttributeKind::number},
          AttributeRule{.name = "tags", .from = "keywords", .kind = AttributeKind::list, .separator = ";"},
          AttributeRule{.name = "rewrite", .from = "rewrite", .kind = AttributeKind::text}));
  EXPECT_EQ(study->corpora[0].only_attributes,
            (std::vector<AttributeValue>{{"rating", ">= 4"}, {"tags", "news"}}));
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->corpora[0].attributes, study->corpora[0].attributes);
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));

  const auto complaint = [](const std::string& corpus, const std::string& split = "'k-fold'") {
    const auto read = classification("path = 'a.jsonl'\n" + corpus, split);
    return read ? "no complaint" : read.error().message;
  };
  EXPECT_THAT(
      complaint("column.rating = { kind = 'numbr' }"),
      HasSubstr("s.toml:4: corpus 1: column rating: kind has no value \"numbr\"; did you mean \"number\"?"));
  EXPECT_THAT(complaint("column.rating = { kind = 'number', separator = ';' }"),
              HasSubstr("separator splits a value into elements; it needs kind = \"list\""));
  EXPECT_THAT(complaint("column.rating = { kind = 'number' }\nonly = { rating = 'many' }"),
              HasSubstr("s.toml:5: corpus 1: only: rating \"many\" is not a bound of a number"));
  EXPECT_THAT(complaint("column.x = { kind = 'text' }\nonly = { x = 'y' }"),
              HasSubstr("x is text, which cannot choose documents"));
  EXPECT_THAT(
      complaint("only = { label = '' }"),
      HasSubstr("s.toml:4: corpus 1: only: label needs a value: a document without one is never kept"));
  EXPECT_THAT(
      complaint("column.rating = { kind = 'number' }", "{ method = 'given', column = 'rating' }"),
      HasSubstr("s.toml:5: condition 1: split: column \"rating\" of corpus a is a number where a category "
                "is needed"));
  EXPECT_THAT(complaint("column.rating = { until = '-' }"), HasSubstr("names no column of the file"));
}

// Parses a study of two corpora; the first condition is the reference.
Result<StudySpec> two_corpora(const std::string& first, const std::string& second,
                              const std::string& split = "'k-fold'", const std::string& top = "") {
  return parse_study(
      "task = 'classification'\n" + top +
          "[[corpus]]\npath = 'posts.jsonl'\n[[corpus]]\npath = 'mails.jsonl'\n"
          "[[condition]]\nname = 'iid'\nreference = true\nsplit = 'k-fold'\n" +
          first + "\n[[condition]]\nname = 'other'\nsplit = " + split + "\n" + second +
          "\n[[condition]]\nname = 'control'\ncontrol-of = 'other'\n[[model]]\ntype = 'prior'\n",
      "s.toml", study_catalogs());
}

TEST(StudySpec, AConditionMayBeAskedOfSomeCorpora) {
  const auto study = two_corpora("", "corpora = ['mails']", "{ method = 'hold-out', group = 'thread' }");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_TRUE(study->conditions[0].asks("posts"));
  EXPECT_FALSE(study->conditions[1].asks("posts"));
  EXPECT_TRUE(study->conditions[1].asks("mails"));
  EXPECT_FALSE(study->conditions[2].asks("posts")) << "a control follows its condition";
  EXPECT_TRUE(study->corpora[0].attributes.empty()) << "nobody asks it for threads";
  EXPECT_EQ(study->corpora[1].attributes, std::vector{implied("thread")});
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
  EXPECT_FALSE(study_to_json(*study)["conditions"][0].contains("corpora")) << "left out where it is all";
  EXPECT_EQ(two_corpora("", "corpora = 'mails'")->conditions[1].corpora, std::vector<std::string>{"mails"});

  const auto complaint = [](const std::string& first, const std::string& second) {
    const auto read = two_corpora(first, second);
    return read ? "no complaint" : read.error().message;
  };
  EXPECT_THAT(complaint("", "corpora = ['mail']"),
              HasSubstr("s.toml:14: condition 2: there is no corpus \"mail\"; did you mean \"mails\"?"));
  EXPECT_THAT(complaint("", "corpora = ['mails', 'mails']"), HasSubstr("corpora names \"mails\" twice"));
  EXPECT_THAT(complaint("", "corpora = []"), HasSubstr("condition 2: corpora is an empty list"));
  EXPECT_THAT(complaint("", "corpora = 7"), HasSubstr("the name of a corpus or a list of names"));
  EXPECT_THAT(
      complaint("corpora = 'mails'", "corpora = 'mails'"),
      HasSubstr("s.toml:2: no condition uses corpus \"posts\"; name it in the corpora of a condition"));
  EXPECT_THAT(complaint("",
                        "corpora = 'mails'\n[[condition]]\nname = 'c'\ncontrol-of = 'other'\n"
                        "corpora = 'posts'"),
              HasSubstr("condition 3: a control uses the corpora of its condition"));
}

TEST(StudySpec, NearDuplicatesHaveAThreshold) {
  const auto study = two_corpora("", "", "'k-fold'", "near = 0.7\nnear-tokens = 'runs'\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->near, 0.7);
  EXPECT_EQ(study->near_tokens, "runs");
  EXPECT_EQ(study_to_json(*study_from_json(study_to_json(*study), study_catalogs())), study_to_json(*study));
  EXPECT_FALSE(study_to_json(*two_corpora("", "", "'k-fold'", "")).contains("near"))
      << "off, and not in the record";
  EXPECT_FALSE(two_corpora("", "", "'k-fold'", "near = 0.2\n"));
  EXPECT_TRUE(two_corpora("", "", "'k-fold'", "near = 1\n"));
}

TEST(StudySpec, AnalysesAreRecordedAndTheirColumnsAreRead) {
  const std::string list =
      "splits = ['lengths', { method = 'kl', columns = ['source', 'genre'], name = 'columns' },\n"
      "  { method = 'shift', encoder = { method = 'lsa', components = 8, seed = 3 }, seed = 7, groups = 'thread' }]\n";
  const auto study = two_corpora("", "", "'k-fold'", "analyses." + list);
  ASSERT_TRUE(study) << study.error().message;
  ASSERT_EQ(study->analyses.size(), 3U);
  EXPECT_EQ(study->analyses[1].name, "columns");
  EXPECT_EQ(study->analyses[1].analysis.options.text("columns"), "source,genre");
  EXPECT_THAT(study->analyses[1].columns, ElementsAre("genre"));
  EXPECT_EQ(study->analyses[2].seed, 7U);
  EXPECT_EQ(study->analyses[2].encoder->seed, 3U);
  for (const auto& corpus : study->corpora)
    EXPECT_EQ(corpus.attributes, (std::vector{implied("genre"), implied("thread")}));
  EXPECT_EQ(study_to_json(*study_from_json(study_to_json(*study), study_catalogs())), study_to_json(*study));
  EXPECT_FALSE(study_to_json(*two_corpora("", "", "'k-fold'", "")).contains("analyses"));
  const auto pairs = parse_study(
      "analyses.splits = ['class-words']\n[[corpus]]\npath = 'posts.jsonl'\n[[condition]]\nname = 'iid'\n"
      "split = 'k-fold'\n[[model]]\ntype = 'ppm'\n",
      "s.toml", study_catalogs());
  ASSERT_FALSE(pairs);
  EXPECT_THAT(pairs.error().message, HasSubstr("s.toml:1: analyses: splits 1: class-words compares classes"));
}

TEST(StudySpec, SlicesNameColumns) {
  const auto study = two_corpora("", "", "'k-fold'", "slices = ['source', 'genre']\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_THAT(study->slices, ElementsAre("source", "genre"));
  for (const auto& corpus : study->corpora) EXPECT_EQ(corpus.attributes, std::vector{implied("genre")});
  EXPECT_EQ(study_to_json(*study_from_json(study_to_json(*study), study_catalogs())), study_to_json(*study));
  const auto complaint = [](const std::string& corpus, const std::string& slices) {
    const auto read =
        classification("path = 'a.jsonl'\n" + corpus, "'k-fold'", "type = 'prior'", slices + "\n");
    return read ? "no complaint" : read.error().message;
  };
  EXPECT_THAT(complaint("", "slices = 'source'"),
              HasSubstr("s.toml:2: the study: slices is text where a list"));
  EXPECT_THAT(complaint("", "slices = [1]"),
              HasSubstr("s.toml:2: the study: slices is a list where a list of names of columns, such as"));
  EXPECT_THAT(complaint("", "slices = ['a', 'a']"), HasSubstr("s.toml:2: slices names \"a\" twice"));
  EXPECT_THAT(complaint("", "slices = ['id']"), HasSubstr("slices: a column cannot be called \"id\""));
  EXPECT_THAT(
      complaint("column.stars = { kind = 'number' }", "slices = ['stars']"),
      HasSubstr("s.toml:2: slices: column \"stars\" of corpus a is a number where a category is needed"));
}

TEST(StudySpec, ASplitterThatNamesAColumnHasItRead) {
  const auto study = classification("path = 'a.jsonl'", "{ method = 'hold-out', group = 'thread' }");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->corpora[0].attributes, std::vector{implied("thread")});
  EXPECT_EQ(study->conditions[0].splitter.options.text("by"), "author") << "the target";
  EXPECT_EQ(study->conditions[0].columns, std::vector<std::string>{"thread"})
      << "a role is in the hash of the data";
}

TEST(StudySpec, FitsAreOfTheStudyOrOfAModel) {
  const auto study = classification("path = 'a.jsonl'", "'k-fold'", "type = 'prior'\nfits = 2", "fits = 5\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->fits, 5U);
  EXPECT_EQ(study->fits_asked(study->models[0]), 2U);
  EXPECT_EQ(study_to_json(*study_from_json(study_to_json(*study), study_catalogs())), study_to_json(*study));
  EXPECT_THAT(classification("path = 'a.jsonl'", "'k-fold'", "type = 'prior'", "fits = 0\n").error().message,
              HasSubstr("s.toml:2: the study: fits is 1 to 1000, not 0"));
}

// Documented studies are read: the documentation and the example use names of the real catalogs.
TEST(StudySpec, DocumentedStudiesAreRead) {
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/docs/study.md");
  ASSERT_TRUE(page.has_value());
  const size_t begin = page->find("```toml\n"), end = page->find("\n```\n", begin);
  ASSERT_NE(end, std::string::npos);
  const auto documented =
      parse_study(page->substr(begin + 8, end - begin - 7), "docs/study.md", study_catalogs());
  EXPECT_TRUE(documented.has_value()) << documented.error().message;
  const auto demo = read_file(std::string(STANDFAST_SOURCE_DIR) + "/examples/demo.toml");
  ASSERT_TRUE(demo.has_value());
  const auto parsed = parse_study(*demo, "examples/demo.toml", study_catalogs());
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
}

TEST(StudySpec, APathMayNameAnEnvironmentVariable) {
  CorpusSpec corpus;
  corpus.name = "posts";
  corpus.path = "${STANDFAST_SPEC_TEST}/a/${STANDFAST_SPEC_TEST}.jsonl";
  ::unsetenv("STANDFAST_SPEC_TEST");
  const auto unset = corpus_path(corpus, "/home/x");
  ASSERT_FALSE(unset);
  EXPECT_EQ(unset.error().kind, ErrorKind::usage);
  EXPECT_THAT(unset.error().message,
              HasSubstr("needs the environment variable STANDFAST_SPEC_TEST, which is not set"));
  ::setenv("STANDFAST_SPEC_TEST", "b", 1);
  EXPECT_EQ(corpus_path(corpus, "/home/x"), "/home/x/b/a/b.jsonl");
  ::unsetenv("STANDFAST_SPEC_TEST");
  corpus.path = "${HOME/a";
  EXPECT_THAT(corpus_path(corpus, "/x").error().message, HasSubstr("without }"));
}

}  // namespace
}  // namespace standfast
