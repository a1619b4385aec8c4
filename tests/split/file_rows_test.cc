// Row numbers refer to rows of the named file, also with filters, limits and several files.
#include "standfast/split/file/file_rows.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/keep_frequent.h"
#include "standfast/corpus/read/read.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/splitter.h"
#include "tests/support/data.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::ids_of;
using Ids = std::set<std::string>;
using Settings = std::map<std::string, OptionValue>;

class RowsOfAFile : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(write_file(folder_.file(name), text));
    return folder_.file(name);
  }
  // Documents NAME0, NAME1 ...; every third is of source "gab".
  std::string corpus_file(const std::string& name, int documents) const {
    std::string csv = "id,text,source\n";
    for (int i = 0; i < documents; ++i)
      csv += fmt::format("{0}{1},text {0} {1},{2}\n", name, i, i % 3 == 0 ? "gab" : "fb");
    return file(name + ".csv", csv);
  }
  static ReadOptions of_gab() {
    ReadOptions options;
    options.only[static_cast<size_t>(Role::source)] = "gab";
    return options;
  }
  static Result<Split> given(const Corpus& corpus, const Settings& settings) {
    SF_ASSIGN(const auto splitter, splitters().make("given", settings));
    Sample sample = whole_corpus(corpus);
    std::erase_if(sample.rows, [&](uint32_t row) { return corpus.is_kept_apart(row); });
    return splitter->split(corpus, sample, {});
  }
  static Ids tested(const Corpus& corpus, const Settings& settings) {
    const auto split = given(corpus, settings);
    if (!split) return {split.error().message};
    return ids_of(corpus, split->folds[0].test);
  }
  Settings list(const std::string& rows) const {
    return {{"test", file("rows.txt", rows)}, {"unit", std::string("row")}};
  }
  testing::TemporaryFolder folder_;
};

TEST_F(RowsOfAFile, AreCountedBeforeFilters) {
  ReadOptions options = of_gab();
  const Corpus gab = *read_corpus(corpus_file("p", 12), options);
  ASSERT_EQ(gab.size(), 4U);
  EXPECT_EQ(tested(gab, list("3\n9\n")), (Ids{"p3", "p9"}));
  const auto split = given(gab, list("3\n4\n9\n"));
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_THAT(split->notes, ::testing::Contains("1 listed rows were left out when the corpus was read"));
  EXPECT_THAT(*tested(gab, list("12\n")).begin(),
              HasSubstr("there is no row 12: " + folder_.file("p.csv") + " has 12 rows"));
  EXPECT_THAT(*tested(gab, list("4\n")).begin(), HasSubstr("none of its rows is a document of the sample"));
  const std::string indices =
      file("p.indices.txt", "test: [0, 1, 9]\ntrain: [2, 3, 4, 5, 6, 7, 8, 10, 11]\n");
  EXPECT_EQ(tested(gab, {{"indices", indices}}), (Ids{"p0", "p9"}));
  EXPECT_EQ(tested(gab, {{"splits", indices}}), (Ids{"p0", "p9"}));
  const std::string folds = file("folds.json", R"([{"train": "0-5", "test": [6, 9]}])");
  EXPECT_EQ(tested(gab, {{"splits", folds}}), (Ids{"p6", "p9"}));

  options = {};
  options.limit = 5;
  const Corpus five = *read_corpus(folder_.file("p.csv"), options);
  EXPECT_EQ(tested(five, list("4\n")), Ids{"p4"});
  EXPECT_THAT(*tested(five, list("5\n")).begin(), HasSubstr("row 5 was not read: a limit ended reading"));

  options = {};
  options.frequent.at_least[static_cast<size_t>(Role::source)] = 5;
  EXPECT_EQ(tested(*read_corpus(folder_.file("p.csv"), options), list("4\n")), Ids{"p4"});

  options = {};
  options.bad_rows = BadRowPolicy::skip;
  const std::string holes = file("holes.csv", "id,text,source\na,one,x\n\na,again,x\nb,two,x\nc,three,x\n");
  EXPECT_EQ(tested(*read_corpus(holes, options), list("2\n")), Ids{"b"})
      << "a bad row is a row, a blank line is none";
}

TEST_F(RowsOfAFile, OfACorpusInSeveralMustSayWhich) {
  // A study joins files of a table in the order of their names: dev before posts.
  const std::vector<CorpusPart> parts = {{"dev", corpus_file("d", 4)}, {"posts", corpus_file("p", 6)}};
  Corpus both = *read_parts("both", parts, {});
  Settings rows = list("0\n2\n");
  EXPECT_THAT(*tested(both, rows).begin(),
              HasSubstr("both has several (dev, posts); choose one with part = NAME"));
  rows["part"] = std::string("posts");
  EXPECT_EQ(tested(both, rows), (Ids{"p0", "p2"}));
  rows["part"] = std::string("post");
  EXPECT_THAT(*tested(both, rows).begin(), HasSubstr("both has no part \"post\" (it has dev, posts)"));
  EXPECT_EQ(tested(both, {{"test", file("ids.txt", "d1\n")}}), Ids{"d1"}) << "ids need no part";

  const std::string indices = file("p.indices.txt", "test: [5, 0]\ntrain: [1, 2, 3, 4]\n");
  EXPECT_EQ(tested(both, {{"indices", indices}, {"part", std::string("posts")}}), (Ids{"p0", "p5"}));
  EXPECT_THAT(*tested(*read_parts("both", parts, of_gab()), rows).begin(), HasSubstr("has no part"));
  rows["part"] = std::string("posts");
  EXPECT_EQ(tested(*read_parts("both", parts, of_gab()), rows), Ids{"p0"});

  // Only posts is not kept apart, so the index file refers to it.
  both.keep_apart({"independent", {0, 1, 2, 3}});
  for (const char* how : {"indices", "splits"}) EXPECT_EQ(tested(both, {{how, indices}}), (Ids{"p0", "p5"}));
  EXPECT_EQ(tested(both, list("0\n2\n")), (Ids{"p0", "p2"}));
}

TEST_F(RowsOfAFile, AreWhatExportersWrite) {
  const Corpus gab = *read_corpus(corpus_file("p", 12), of_gab());
  const Corpus all = *read_corpus(folder_.file("p.csv"), {});
  Split split;
  split.folds.push_back({.train = {0, 1}, .validation = {}, .test = {2, 3}});
  for (const auto& entry : exporters().entries()) {
    if (!entry.traits.rows || !entry.traits.reads_back) continue;
    const std::string path = folder_.file(entry.name);
    ASSERT_TRUE((*exporters().make(entry.name, {}))->write(gab, split, path));
    for (const Corpus* corpus : {&gab, &all}) {
      if (entry.name == "indices" && corpus == &all) continue;  // it must name every document
      const auto read = read_any_split(path, *corpus, null_sink());
      ASSERT_TRUE(read) << entry.name << read.error().message;
      EXPECT_EQ(ids_of(*corpus, read->splits.split.folds[0].test), (Ids{"p6", "p9"})) << entry.name;
    }
  }
  const Corpus both = *read_parts("both", {{"one", folder_.file("p.csv")}, {"two", corpus_file("q", 3)}}, {});
  EXPECT_THAT((*exporters().make("json", {}))->holds(both, split).error().message, HasSubstr("export ids"));
  EXPECT_TRUE((*exporters().make("json", {{"unit", std::string("id")}}))->holds(both, split));
}

// In a corpus that is no table, such as texts of PAN pairs, row numbers count the documents before filters.
TEST(FileRows, OfACorpusThatIsNoTableCountBeforeFilters) {
  CorpusBuilder builder("pairs");
  int made = 0;
  for (const char* author : {"a", "a", "b", "a", "c", "a"}) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = author;
    ASSERT_TRUE(builder.add("d" + std::to_string(made++), "text", values));
  }
  Frequent bounds;
  bounds.at_least[static_cast<size_t>(Role::author)] = 2;
  const Corpus kept = *keep_frequent(std::move(builder).finish(), bounds);
  FileRows rows(kept);
  EXPECT_EQ(*rows.document(5), std::optional<uint32_t>(3));
  EXPECT_EQ(*rows.document(2), std::nullopt);
  EXPECT_EQ(*rows.document(2), std::nullopt);
  EXPECT_EQ(rows.left_out(), 1U) << "each row once";
  EXPECT_FALSE(rows.document(6));
}

}  // namespace
}  // namespace standfast
