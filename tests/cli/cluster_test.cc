// Tests of cluster, and of --reduce of encode.
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "standfast/num/kernel/npy.h"
#include "tests/support/command.h"
#include "tests/support/shuffled.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::ordered_json;

class ClusterCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (const auto& doc : docs_of(uneven_corpus()))
      lines += Json({{"id", doc.id}, {"text", doc.text}, {"author", doc.author}}).dump() + "\n";
    ASSERT_TRUE(write_file(folder_.file("corpus.jsonl"), lines));
    // Two places are far from each other.
    std::string vectors;
    for (int i = 0; i < 12; ++i)
      vectors +=
          Json({{"id", fmt::format("d{:02}", (i * 5) % 12)}, {"vector", {i % 2 * 10, 0.1 * i}}}).dump() +
          "\n";
    ASSERT_TRUE(write_file(folder_.file("vectors.jsonl"), vectors));
  }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string content(const std::string& name) { return read_file(folder_.file(name)).value_or(""); }
  TemporaryFolder folder_;
};

TEST_F(ClusterCommand, PlantedClustersAreWritten) {
  const auto said = run("cluster vectors.jsonl --k 2,4..6:2 --out clusters.csv --json --quiet");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  ASSERT_EQ(json["clusterings"].size(), 3U);
  EXPECT_EQ(json["points"], 12);
  EXPECT_EQ(json["clusterings"][0]["k"], 2);
  EXPECT_EQ(json["clusterings"][0]["smallest"], 6);
  EXPECT_EQ(json["clusterings"][2]["k"], 6);
  double inertia = 0;  // by hand: the six second numbers of each place are 0.2 apart
  for (const double apart : {0.5, 0.3, 0.1}) inertia += 4 * apart * apart;
  EXPECT_NEAR(json["clusterings"][0]["inertia"].get<double>(), inertia, 1e-5);
  std::istringstream lines(content("clusters.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "id,k2,k4,k6");
  for (int i = 0; i < 12; ++i) {
    std::getline(lines, line);
    const int number = (i * 5) % 12;
    EXPECT_THAT(line, StartsWith(fmt::format("d{:02},{},", number, i % 2))) << "d00 is in cluster 0";
  }
}

// Neither the order of the file nor the number of threads changes a cluster.
TEST_F(ClusterCommand, TheOrderOfTheFileDoesNotMatter) {
  const std::string flags =
      " --encoder tfidf --set min-df=1 --reduce svd:4 --k 2..9 --restarts 3 --seed 5 --out ";
  ASSERT_EQ(run("cluster corpus.jsonl" + flags + "one.csv --jobs 1").code, 0);
  ASSERT_EQ(in_shell("tac corpus.jsonl > turned.jsonl; \"$standfast\" cluster turned.jsonl" + flags +
                         "two.csv --jobs 3; { head -n 1 two.csv; tail -n +2 two.csv | tac; } > three.csv",
                     folder_.path())
                .code,
            0);
  EXPECT_FALSE(content("one.csv").empty());
  EXPECT_EQ(content("one.csv"), content("three.csv"));
}

TEST_F(ClusterCommand, ReducedVectorsOfEncodeAreTheSame) {
  ASSERT_EQ(
      run("encode corpus.jsonl --encoder tfidf --set min-df=1 --reduce svd:4 --seed 3 --out v.npy").code, 0);
  const auto table = read_vector_table(folder_.file("v.npy"), "");
  ASSERT_TRUE(table);
  EXPECT_EQ(std::get<DenseMatrix>(table->vectors).columns, 4U);
  ASSERT_EQ(run("cluster v.npy --k 5 --seed 3 --out file.csv").code, 0);
  ASSERT_EQ(
      run("cluster corpus.jsonl --encoder tfidf --set min-df=1 --reduce svd:4 --k 5 --seed 3 --out direct.csv")
          .code,
      0);
  EXPECT_EQ(content("file.csv"), content("direct.csv"));
}

// Float32 rows are clustered in the mapped file, other rows in memory. Both give the same clusters, with the
// ids of the file beside.
TEST_F(ClusterCommand, MiniBatchesOfAMappedFile) {
  FloatMatrix points(600, 3);
  std::string ids, lines;
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < 3; ++j)
      row[j] = static_cast<float>(i % 3 == j ? 50 : 0) + static_cast<float>(i % 7);
    ids += fmt::format("d{:03}\n", i);
    lines += Json({{"id", fmt::format("d{:03}", i)}, {"vector", {row[0], row[1], row[2]}}}).dump() + "\n";
  }
  DenseMatrix doubles(600, 3);
  std::ranges::copy(points.data, doubles.data.begin());
  const std::span<const float> numbers(points.data);
  ASSERT_TRUE(write_file(folder_.file("v.npy"), npy_bytes(numbers, 600, 3)));
  ASSERT_TRUE(write_file(folder_.file("bare.npy"), npy_bytes(numbers, 600, 3)));
  ASSERT_TRUE(write_file(folder_.file("d.npy"), npy_bytes(std::span<const double>(doubles.data), 600, 3)));
  ASSERT_TRUE(write_file(folder_.file("v.ids.txt"), ids));
  ASSERT_TRUE(write_file(folder_.file("d.ids.txt"), ids));
  ASSERT_TRUE(write_file(folder_.file("lines.jsonl"), lines));
  const std::string flags = " --k 3,5 --mini-batch --batch-set batch=100 --seed 2 --json --out ";
  const auto said = run("cluster v.npy" + flags + "mapped.csv");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = Json::parse(said.out);
  EXPECT_EQ(json["mini-batch"]["batch"], 100);
  EXPECT_EQ(json["mini-batch"]["patience"], 10);
  EXPECT_EQ(json["clusterings"][0]["smallest"], 200);
  std::istringstream table(content("mapped.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line, "id,k3,k5");
  for (int i = 0; i < 600; ++i) {
    std::getline(table, line);
    ASSERT_THAT(line, StartsWith(fmt::format("d{:03},{},", i, i % 3)));
  }
  ASSERT_EQ(run("cluster lines.jsonl" + flags + "lines.csv").code, 0);
  EXPECT_EQ(content("lines.csv"), content("mapped.csv"));
  const auto in_memory = run("cluster d.npy" + flags + "doubles.csv --jobs 3");
  EXPECT_THAT(in_memory.err, HasSubstr("d.npy: not a table of float32 in rows"));
  EXPECT_EQ(content("doubles.csv"), content("mapped.csv"));
  ASSERT_EQ(run("cluster bare.npy" + flags + "bare.csv").code, 0);
  EXPECT_THAT(content("bare.csv"), StartsWith("row,k3,k5\n0,0,"));
}

TEST_F(ClusterCommand, ComplaintsSayWhatToDo) {
  const auto complaint = [&](const std::string& arguments, int code) {
    const auto said = run("cluster " + arguments + " --out never.csv");
    EXPECT_EQ(said.code, code) << arguments << ": " << said.err;
    EXPECT_TRUE(content("never.csv").empty());
    return said.err;
  };
  EXPECT_THAT(complaint("vectors.jsonl --k 2..x", 2), HasSubstr("\"2..x\" is neither a number of clusters"));
  EXPECT_THAT(complaint("vectors.jsonl --k 5..2", 2), HasSubstr("5..2"));
  EXPECT_THAT(complaint("vectors.jsonl --k 0", 2), HasSubstr("--k 0"));
  EXPECT_THAT(complaint("vectors.jsonl --k ''", 2), HasSubstr("--k"));
  EXPECT_THAT(complaint("vectors.jsonl --k 13", 3),
              HasSubstr("vectors.jsonl: k = 13, but there are only 12 points"));
  EXPECT_THAT(complaint("vectors.jsonl --restarts 0", 2), HasSubstr("--restarts 0"));
  EXPECT_THAT(complaint("vectors.jsonl --tolerance 2", 2), HasSubstr("--tolerance 2"));
  EXPECT_THAT(complaint("corpus.jsonl", 3), HasSubstr("--encoder lsa"));
  ASSERT_TRUE(write_file(folder_.file("broken.npy"), "no array"));
  EXPECT_THAT(complaint("broken.npy --k 2", 3),
              ::testing::Not(HasSubstr("--encoder")));  // the file is meant to hold vectors
  EXPECT_THAT(complaint("corpus.jsonl --encoder lsa --reduce sdv:3", 2), HasSubstr("did you mean \"svd\""));
  EXPECT_THAT(complaint("corpus.jsonl --encoder tfidf --reduce svd:3 --reduce-set components=3", 2),
              HasSubstr("give the number once"));
  EXPECT_THAT(complaint("corpus.jsonl --encoder tfidf --reduce-set components=3", 2),
              HasSubstr("needs --reduce"));
  for (const char* flag : {"--limit 3", "--set components=3", "--label x", "--only label=x"})
    EXPECT_THAT(complaint(fmt::format("vectors.jsonl --k 2 {}", flag), 2),
                HasSubstr("without --encoder, vectors.jsonl is a file of vectors, so --"));
  EXPECT_THAT(complaint("vectors.jsonl --batch-set batch=9", 2), HasSubstr("needs --mini-batch"));
  EXPECT_THAT(complaint("vectors.jsonl --mini-batch --batch-set bach=9", 2),
              HasSubstr("did you mean \"batch\""));
  EXPECT_THAT(complaint("vectors.jsonl --mini-batch --batch-set batch=0", 2),
              HasSubstr("batch = 0: must be 1 to 16777216"));
  EXPECT_THAT(complaint("vectors.jsonl --mini-batch --batch-preset quick", 2), HasSubstr("quick"));
  EXPECT_THAT(complaint("vectors.jsonl --mini-batch --restarts 3", 2), HasSubstr("--batch-set starts=3"));
  EXPECT_THAT(complaint("vectors.jsonl --mini-batch --k 13", 3), HasSubstr("there are only 12 points"));
  EXPECT_THAT(complaint("absent.npy --mini-batch", 3), HasSubstr("absent.npy"));
  FloatMatrix bad(9, 2);
  bad.row(4)[1] = std::numeric_limits<float>::infinity();
  ASSERT_TRUE(write_file(folder_.file("bad.npy"), npy_bytes(std::span<const float>(bad.data), 9, 2)));
  EXPECT_THAT(complaint("bad.npy --mini-batch --k 2", 3), HasSubstr("bad.npy: row 4, column 1"));
  EXPECT_THAT(run("cluster vectors.jsonl --k 2 --out clusters.json").err, HasSubstr("written as .csv"));
}

}  // namespace
}  // namespace standfast::testing
