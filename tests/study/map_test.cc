// Maps of spaces: keys of the study, units, and agreement of a map with the vectors.
#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/num/kernel/npy.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/map_file.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/corpora.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kMapHead = "task = \"classification\"\n";
constexpr const char* kMapBody =
    "[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"a\"\nsplit = \"cluster-k-fold\"\n"
    "space = { encoder = \"lsa\", components = 4 }\n[[condition]]\nname = \"b\"\nsplit = \"closest-split\"\n"
    "space = { encoder = \"lsa\", components = 4 }\n[[condition]]\nname = \"c\"\nsplit = \"closest-split\"\n"
    "space = { model = \"maxent\" }\n[[condition]]\nname = \"d\"\nsplit = \"k-fold\"\n"
    "[[model]]\ntype = \"naive-bayes\"\n";

// Parses a study with `line` above all tables and `table` below them.
Result<StudySpec> parse_mapped(const std::string& line, const std::string& table = "") {
  return parse_study(kMapHead + line + kMapBody + table, "s.toml", study_catalogs());
}
std::string map_refusal(const std::string& line, const std::string& table = "") {
  const auto study = parse_mapped(line, table);
  return study ? "" : study.error().message;
}

TEST(ParseMap, ByNameOrAsATable) {
  const auto name = parse_mapped("map = \"pca\"\n");
  ASSERT_TRUE(name) << name.error().message;
  ASSERT_TRUE(name->map);
  EXPECT_EQ(name->map->reduction.name, "pca");
  EXPECT_EQ(name->map->reduction.options.integer("components"), 2) << "whatever the default of the method";
  EXPECT_EQ(name->map->seed, 0U);
  EXPECT_EQ(name->map->points, kMostMapPoints);
  const auto table = parse_mapped("", "[map]\npoints = 500\nseed = 3\nneighbours = 30\n");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->map->reduction.name, "umap") << "the default";
  EXPECT_EQ(table->map->reduction.options.integer("neighbours"), 30);
  EXPECT_EQ(table->map->points, 500U);
  EXPECT_EQ(table->map->seed, 3U);
  EXPECT_FALSE(parse_mapped("")->map);
}

TEST(ParseMap, IsRecordedWhole) {
  const auto study = parse_mapped("", "[map]\nmethod = \"umap\"\npoints = 500\nseed = 3\nneighbours = 30\n");
  ASSERT_TRUE(study) << study.error().message;
  const auto json = study_to_json(*study);
  const auto back = study_from_json(json, study_catalogs());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(study_to_json(*back), json);
  EXPECT_EQ(back->map->reduction.options.integer("neighbours"), 30);
  EXPECT_EQ(back->map->points, 500U);
}

TEST(ParseMap, SaysWhatToWrite) {
  EXPECT_THAT(map_refusal("map = 3\n"), HasSubstr("a name such as \"umap\" or a table [map]"));
  EXPECT_THAT(map_refusal("map = \"umapp\"\n"), HasSubstr("did you mean \"umap\"?"));
  EXPECT_THAT(map_refusal("", "[map]\nmethod = \"pca\"\ncomponents = 3\n"),
              HasSubstr("a map has two components; leave components out"));
  EXPECT_THAT(map_refusal("", "[map]\npoints = 2\n"), HasSubstr("points = 2: choose 3 to 20000"));
  EXPECT_THAT(map_refusal("", "[map]\npoints = 20001\n"), HasSubstr("points = 20001: choose 3 to 20000"));
  EXPECT_THAT(map_refusal("", "[map]\nneighbors = 3\n"), HasSubstr("did you mean \"neighbours\"?"));
  const auto bare =
      parse_study(std::string(kMapHead) +
                      "map = \"pca\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = \"d\"\n"
                      "split = \"k-fold\"\n[[model]]\ntype = \"naive-bayes\"\n",
                  "s.toml", study_catalogs());
  ASSERT_FALSE(bare);
  EXPECT_THAT(bare.error().message,
              HasSubstr("s.toml:2: map: no condition has a space, so there is nothing to map"));
}

std::vector<Unit> map_units(const std::string& line, const std::string& table = "") {
  const auto spec = parse_mapped(line, table);
  EXPECT_TRUE(spec) << spec.error().message;
  if (!spec) return {};
  const std::vector<CorpusFacts> corpora = {{"c", "hash", 10, 2, 3, 100}};
  Plan plan(*spec, study_catalogs(), corpora);
  EXPECT_TRUE(plan.begin());
  std::vector<Unit> maps;
  for (const auto& unit : plan.units())
    if (unit.kind == &map_kind()) maps.push_back(unit);
  return maps;
}

TEST(MapUnits, AreOneForEachSpace) {
  const auto maps = map_units("map = \"pca\"\n");
  ASSERT_EQ(maps.size(), 2U) << "conditions a and b share a space, d has none";
  EXPECT_EQ(maps[0].label(), "c / map of lsa components=4");
  EXPECT_EQ(maps[1].label(), "c / map of maxent");
  EXPECT_TRUE(map_units("").empty());
  EXPECT_TRUE(map_kind().only_shown()) << "no score rests on it";
}

TEST(MapUnits, HaveAKeyOfAllThatTheyAreMadeOf) {
  std::set<std::string> keys;
  const std::vector<std::string> different = {"", "seed = 1\n", "points = 100\n", "method = \"pca\"\n",
                                              "neighbours = 30\n"};
  for (const auto& more : different)
    for (const auto& unit : map_units("", "[map]\n" + more)) keys.insert(unit.key);
  EXPECT_EQ(keys.size(), 2 * different.size());
}

TEST(PutOnScale, TheLongerSideTakesAllOfIt) {
  DenseMatrix plane(4, 2);
  const double places[4][2] = {{-1, 5}, {3, 5}, {1, 6}, {0, 7}};
  for (size_t i = 0; i < 4; ++i) std::ranges::copy(places[i], plane.row(i).begin());
  MapFile map;
  put_on_scale(plane, map);
  EXPECT_THAT(map.x, ElementsAre(0, 4095, 2048, 1024)) << "4095 for 4: 1023.75 each";
  EXPECT_THAT(map.y, ElementsAre(0, 0, 1024, 2048)) << "on the same scale";
  DenseMatrix point(3, 2);  // all in one place
  MapFile middle;
  put_on_scale(point, middle);
  EXPECT_THAT(middle.x, ElementsAre(2048, 2048, 2048));
}

class MapRun : public testing::StudyRun {
 protected:
  static std::string study(const std::string& map) { return std::string(testing::kSpaceStudy) + "\n" + map; }
  std::vector<std::string> maps(const std::string& run) const {
    const auto plan = *RunFolder(file(run)).read_plan();
    std::vector<std::string> paths;
    for (const auto& unit : plan)
      if (unit.kind == &map_kind()) paths.push_back(RunFolder(file(run)).artifact(unit.key, kMapFile));
    return paths;
  }
};

// A map by PCA equals the space of the run, reduced here to its principal components without any random draw.
TEST_F(MapRun, IsTheSpaceOnAPlane) {
  write_study("study.toml", study("[map]\nmethod = \"pca\"\n"));
  ASSERT_EQ(run("run"), 0) << output();
  const Corpus posts = std::move(*read_corpus(file("posts.jsonl"), {}));
  const auto plan = *RunFolder(file("run")).read_plan();
  size_t seen = 0;
  for (const auto& unit : plan) {
    if (unit.kind != &map_kind() || unit.encoder != "lsa components=5") continue;
    ++seen;
    const auto map = read_record(map_fields(), RunFolder(file("run")).artifact(unit.key, kMapFile));
    ASSERT_TRUE(map) << map.error().message;
    EXPECT_EQ(map->corpus, "posts");
    EXPECT_EQ(map->method, "pca");
    EXPECT_EQ(map->documents, posts.size());
    ASSERT_EQ(map->rows.size(), posts.size());
    const std::string path = RunFolder(file("run")).artifact(unit.need(space_kind()), "vectors.npy");
    const auto array = parse_npy(*read_file(path), path);
    ASSERT_TRUE(array) << array.error().message;
    const auto& numbers = std::get<std::vector<float>>(array->data);
    // The reduction sees documents by id.
    const auto all_rows = whole_corpus(posts).rows;
    const auto order = rows_by_id({&posts, all_rows});
    Encoded encoded;
    FloatMatrix vectors(posts.size(), 5);
    for (size_t i = 0; i < order.size(); ++i)
      std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(5 * order[i]), 5, vectors.row(i).begin());
    encoded.vectors = std::move(vectors);
    const auto pca = *reductions().make("pca", {{"components", int64_t{2}}});
    const auto reduced = pca->reduce(encoded, {});
    ASSERT_TRUE(reduced) << reduced.error().message;
    DenseMatrix plane(posts.size(), 2);
    for (size_t i = 0; i < order.size(); ++i) std::ranges::copy(reduced->row(i), plane.row(order[i]).begin());
    MapFile wanted;
    put_on_scale(plane, wanted);
    EXPECT_EQ(map->x, wanted.x);
    EXPECT_EQ(map->y, wanted.y);
    for (size_t i = 0; i < map->rows.size(); ++i) {
      EXPECT_EQ(map->ids[i], posts.id(map->rows[i]));
      EXPECT_EQ(map->classes[map->class_of[i]], posts.value(Role::author, map->rows[i]));
    }
  }
  EXPECT_EQ(seen, 1U);
  EXPECT_EQ(maps("run").size(), 4U) << "of four spaces";
}

TEST_F(MapRun, DrawsAsManyPointsAsAskedForAndNoOthersChange) {
  write_study("study.toml", study("[map]\nmethod = \"pca\"\npoints = 50\n"));
  ASSERT_EQ(run("run"), 0) << output();
  std::set<std::vector<uint32_t>> drawn;
  for (const auto& path : maps("run")) {
    const auto map = read_record(map_fields(), path);
    ASSERT_TRUE(map) << map.error().message;
    EXPECT_EQ(map->rows.size(), 50U);
    EXPECT_TRUE(std::ranges::is_sorted(map->rows));
    EXPECT_EQ(std::set<uint32_t>(map->rows.begin(), map->rows.end()).size(), 50U);
    if (map->documents == 144) drawn.insert(map->rows);
  }
  EXPECT_EQ(drawn.size(), 1U) << "spaces of the same documents show the same ones";
}

// A map added to an existing run makes no cell again, and it is the same in whichever way it is made.
TEST_F(MapRun, IsAddedToARunThatIsThere) {
  write_study("study.toml", study(""));
  ASSERT_EQ(run("grown"), 0) << output();
  const auto cell_times = [&] {
    std::map<std::string, std::filesystem::file_time_type> times;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(file("grown/cells")))
      if (entry.is_regular_file()) times[entry.path()] = entry.last_write_time();
    return times;
  };
  const auto before = cell_times();
  ASSERT_FALSE(before.empty());
  write_study("study.toml", study("[map]\nmethod = \"pca\"\npoints = 60\n"));
  ASSERT_EQ(run("grown"), 0) << output();
  EXPECT_EQ(cell_times(), before);
  ASSERT_EQ(run("whole"), 0) << output();
  ASSERT_EQ(command({"run", file("study.toml"), "--out", file("alone"), "--in-process"}), 0) << output();
  ASSERT_EQ(maps("grown"), [&] {
    auto paths = maps("whole");
    for (auto& path : paths) path.replace(path.find("/whole/"), 7, "/grown/");
    return paths;
  }());
  for (size_t i = 0; i < maps("whole").size(); ++i) {
    EXPECT_EQ(*read_file(maps("whole")[i]), *read_file(maps("grown")[i]));
    EXPECT_EQ(*read_file(maps("whole")[i]), *read_file(maps("alone")[i]));
  }
  ASSERT_EQ(command({"report", file("grown")}), 0) << output();
  EXPECT_TRUE(std::filesystem::exists(file("grown/figures/map-posts.svg")));
}

class MapFileTest : public ::testing::Test {
 protected:
  std::string message_of(const std::string& text) const {
    const std::string path = ::testing::TempDir() + "map-test.json";
    EXPECT_TRUE(write_file(path, text));
    const auto read = read_record(map_fields(), path);
    return read ? "" : read.error().message;
  }
  MapFile map = {"posts",          "lsa",        "pca",    9, {1, 4, 7}, {"b", "e", "h"}, {"x", "y"},
                 {0, kMissing, 1}, {0, 5, 4095}, {1, 2, 3}};
};

TEST_F(MapFileTest, ReadsWhatItWrites) {
  const std::string path = ::testing::TempDir() + "map-test.json";
  ASSERT_TRUE(write_file(path, record_text(map_fields(), map)));
  const auto back = read_record(map_fields(), path);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(record_text(map_fields(), *back), record_text(map_fields(), map));
  EXPECT_EQ(back->class_of, map.class_of);
}

TEST_F(MapFileTest, WhatDoesNotFitIsRefused) {
  const auto broken = [&](auto change) {
    MapFile one = map;
    change(one);
    return message_of(record_text(map_fields(), one));
  };
  EXPECT_EQ(broken([](MapFile&) {}), "");
  EXPECT_THAT(message_of("[]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(message_of("{"), HasSubstr("not a JSON object"));
  EXPECT_THAT(message_of("{}"), HasSubstr("map-test.json"));
  EXPECT_THAT(broken([](MapFile& one) { one.x.pop_back(); }), HasSubstr("3 rows, but not as many ids"));
  EXPECT_THAT(broken([](MapFile& one) { one.ids.pop_back(); }), HasSubstr("3 rows, but not as many ids"));
  EXPECT_THAT(broken([](MapFile& one) { one.class_of.pop_back(); }), HasSubstr("3 rows, but not as many"));
  EXPECT_THAT(broken([](MapFile& one) { one.y[0] = kMapScale; }), HasSubstr("beyond the map"));
  EXPECT_THAT(broken([](MapFile& one) { one.class_of[0] = 2; }), HasSubstr("classes that it does not name"));
  EXPECT_THAT(broken([](MapFile& one) { std::swap(one.rows[0], one.rows[1]); }), HasSubstr("not ascending"));
  EXPECT_THAT(broken([](MapFile& one) { one.rows[1] = one.rows[0]; }), HasSubstr("not ascending"));
  EXPECT_THAT(
      broken([](MapFile& one) { one.rows = {}, one.ids = {}, one.x = {}, one.y = {}, one.class_of = {}; }),
      HasSubstr("no rows"));
}

}  // namespace
}  // namespace standfast
