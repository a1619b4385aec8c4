// Files of a run folder: features, pairs, records of cells, scratch files and locks.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/unique_name.h"
#include "standfast/study/experiment/features_in_parts.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/features_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/scratch.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/data.h"

namespace {
int lock_errno = 0;  // the error of every lock; 0: none fails
}

extern "C" int flock(int file, int operation) noexcept {
  if (lock_errno == 0) return static_cast<int>(::syscall(SYS_flock, file, operation));
  errno = lock_errno;
  return -1;
}

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

TEST(FeaturesFile, FindsWhatWasWritten) {
  const TemporaryFolder folder;
  const std::vector<Pair> pairs = {{0, 7, true}, {2, 1, false}, {2, 5, false}, {9, 0, true}};
  DenseMatrix features(4, 2);
  for (size_t i = 0; i < 8; ++i) features.data[i] = 0.1 * static_cast<double>(i);
  ASSERT_TRUE(write_features(folder.file("f.bin"), pairs, features).has_value());
  const auto file = FeaturesFile::open(folder.file("f.bin"));
  ASSERT_TRUE(file.has_value()) << file.error().message;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto row = (*file)->find(pairs[i].a, pairs[i].b);
    ASSERT_EQ(row.size(), 2U);
    EXPECT_EQ(row[0], features.row(i)[0]);
    EXPECT_EQ(row[1], features.row(i)[1]);
  }
  EXPECT_TRUE((*file)->find(1, 2).empty()) << "pairs are ordered";
  EXPECT_TRUE((*file)->find(99, 99).empty());
}

TEST(FeaturesFile, ADamagedFileIsRefused) {
  const TemporaryFolder folder;
  ASSERT_TRUE(
      write_features(folder.file("f.bin"), std::vector<Pair>{{0, 1, true}}, DenseMatrix(1, 2)).has_value());
  const std::string bytes = *read_file(folder.file("f.bin"));
  for (const size_t size : {size_t{0}, size_t{10}, size_t{24}, bytes.size() - 1}) {
    std::ofstream(folder.file("cut.bin"), std::ios::binary) << bytes.substr(0, size);
    const auto file = FeaturesFile::open(folder.file("cut.bin"));
    ASSERT_FALSE(file.has_value()) << size;
    EXPECT_THAT(file.error().message, HasSubstr("not a whole table"));
  }
}

// A fold that does not exist is refused: a list is made for each fold up to the last, so a damaged number
// must not request any number of lists.
TEST(PairsFile, AFoldNobodyHasIsRefused) {
  const TemporaryFolder folder;
  const auto with_folds = [&](const std::vector<uint64_t>& numbers) {
    std::string lines;
    for (const uint64_t fold : numbers)
      lines += R"({"fold": )" + std::to_string(fold) +
               R"(, "side": "train", "a": 0, "b": 1, "same": false})" + "\n";
    EXPECT_TRUE(write_file(folder.file("p.jsonl"), lines));
    return read_pairs(folder.file("p.jsonl"), 10);
  };
  EXPECT_EQ(with_folds({0, 100000}).value().folds.size(), 100001U);
  const auto refused = with_folds({0, 1000000, 2000000});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("p.jsonl:3: not a pair of this corpus"));
}

// A damaged row is refused: a truncated row is no pair, and a fold that is no number is different from no
// fold.
TEST(PairsFile, ADamagedRowIsRefused) {
  const TemporaryFolder folder;
  for (const char* row :
       {"{* {;{", "[1]", "7", R"({"fold": "x", "side": "train", "a": 0, "b": 1, "same": true})",
        R"({"fold": -1, "side": "train", "a": 0, "b": 1, "same": true})",
        R"({"side": "train", "a": 0, "b": 1})", R"({"side": 3, "a": 0, "b": 1, "same": true})"}) {
    ASSERT_TRUE(write_file(folder.file("p.jsonl"), row));
    const auto refused = read_pairs(folder.file("p.jsonl"), 10);
    ASSERT_FALSE(refused) << row;
    EXPECT_THAT(refused.error().message, HasSubstr("p.jsonl:1: ")) << row;
    EXPECT_THAT(refused.error().message, HasSubstr("; delete its folder and run again")) << row;
  }
}

TEST(PairsFile, ReadsBackEqual) {
  const TemporaryFolder folder;
  SplitPairs pairs;
  auto& folds = pairs.folds;
  folds.resize(3);
  folds[0].train = {{1, 2, true}, {3, 1, false}};
  folds[0].test = {{4, 5, false}};
  folds[2].validation = {{0, 9, true}};
  pairs.sides = {{"independent", {{6, 7, true}}}, {"a \"quoted\" side", {{7, 6, true}, {8, 6, false}}}};
  ASSERT_TRUE(write_pairs(folder.file("p.jsonl.gz"), pairs).has_value());
  const auto again = read_pairs(folder.file("p.jsonl.gz"), 10);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  ASSERT_EQ(again->folds.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again->folds[i].train, folds[i].train);
    EXPECT_EQ(again->folds[i].validation, folds[i].validation);
    EXPECT_EQ(again->folds[i].test, folds[i].test);
  }
  ASSERT_EQ(again->sides.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again->sides[i].side, pairs.sides[i].side);
    EXPECT_EQ(again->sides[i].pairs, pairs.sides[i].pairs);
  }
  const auto foreign = read_pairs(folder.file("p.jsonl.gz"), 9);
  ASSERT_FALSE(foreign.has_value());
  EXPECT_THAT(foreign.error().message, HasSubstr("p.jsonl.gz:4: not a pair of this corpus"));
}

TEST(RunFolder, TemporariesAndOrphansGoTheRestStays) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  for (const char* name : {"cells/0123456789abcdef", "cells/00000000000000ff", "cells/notes", "log"})
    ASSERT_TRUE(make_directories(run.file(name)).has_value());
  for (const char* name :
       {"cells/0123456789abcdef/record.json", "cells/00000000000000ff/record.json", "cells/notes/mine.tmp7",
        "log/00000000000000ff.txt", "log/mine.txt", "log/00000000000000ff.bak"})
    ASSERT_TRUE(write_file(run.file(name), "x").has_value());
  // Replaces the digits of the name that encode the process: no process has the highest number.
  const auto forsaken = [](std::string temporary) {
    return temporary.replace(temporary.size() - 24, 8, "7fffffff");
  };
  const std::string cut_short = forsaken(temporary_beside(run.file("plan.jsonl")));
  ASSERT_TRUE(write_file(cut_short, "x").has_value());
  const std::string half_a_model = forsaken(temporary_beside(run.file("cells/0123456789abcdef/model")));
  ASSERT_TRUE(make_directories(half_a_model + "/inner").has_value());
  const std::string being_written = temporary_beside(run.file("plan.jsonl"));
  ASSERT_TRUE(write_file(being_written, "x").has_value());
  ASSERT_TRUE(write_file(half_a_model + "/model.json", "x").has_value());
  Unit unit;
  unit.kind = &cell_kind();
  unit.key = "0123456789abcdef";
  run.remove_temporaries();
  run.remove_orphans({unit});
  EXPECT_FALSE(std::filesystem::exists(cut_short));
  EXPECT_FALSE(std::filesystem::exists(half_a_model));
  EXPECT_TRUE(std::filesystem::exists(being_written)) << "its process lives";
  EXPECT_TRUE(std::filesystem::exists(run.file("cells/notes/mine.tmp7")));
  EXPECT_TRUE(std::filesystem::exists(run.file("cells/0123456789abcdef/record.json")));
  EXPECT_FALSE(std::filesystem::exists(run.file("cells/00000000000000ff")));
  EXPECT_FALSE(std::filesystem::exists(run.file("log/00000000000000ff.txt")));
  EXPECT_TRUE(std::filesystem::exists(run.file("log/mine.txt")));
  EXPECT_TRUE(std::filesystem::exists(run.file("log/00000000000000ff.bak")));
}

TEST(RunFolder, NothingOfAUserIsRemovedFromScratchOrThroughLinks) {
  const TemporaryFolder folder, elsewhere;
  const RunFolder run(folder.path());
  const std::string old_unit = "00000000000000ff";
  for (const std::string& name : {"cells/" + old_unit + "/record.json", "scratch/" + old_unit + "/rows.part"})
    ASSERT_TRUE(
        make_directories(std::filesystem::path(elsewhere.file(name)).parent_path().string()).has_value() &&
        write_file(elsewhere.file(name), "x").has_value());
  std::filesystem::create_directory_symlink(elsewhere.file("cells"), folder.file("cells"));
  ASSERT_TRUE(make_directories(run.file("scratch/" + old_unit)).has_value());
  ASSERT_TRUE(write_file(run.file("scratch/notes.txt"), "mine").has_value());
  run.remove_orphans({});
  EXPECT_TRUE(std::filesystem::exists(run.file("scratch/notes.txt")));
  EXPECT_FALSE(std::filesystem::exists(run.file("scratch/" + old_unit)));
  EXPECT_TRUE(std::filesystem::exists(elsewhere.file("cells/" + old_unit + "/record.json")));
  std::filesystem::remove_all(folder.file("scratch"));
  std::filesystem::create_directory_symlink(elsewhere.file("scratch"), folder.file("scratch"));
  Unit unit;
  unit.kind = &features_kind();
  unit.key = old_unit;
  run.remove_orphans({});
  Scratch(run, unit).remove();
  EXPECT_TRUE(std::filesystem::exists(elsewhere.file("scratch/" + old_unit + "/rows.part")));
}

// A file of the user in the scratch folder of a unit stays, both if the unit ends and if it no longer exists.
TEST(RunFolder, AFileOfAUserInTheScratchOfAUnitStays) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  Unit unit;
  unit.kind = &features_kind();
  unit.key = "00000000000000ff";
  const std::string own = run.file("scratch/" + unit.key);
  const auto fill = [&] {
    const Scratch scratch(run, unit);
    for (const char* name : {"features-0.bin", "kept"}) {
      ASSERT_TRUE(write_file(scratch.place(name).value(), "x"));
      ASSERT_TRUE(scratch.keep(name));
    }
    for (const char* name : {"features-1.bin", "rows.part", "training-0a1b", "notes.txt", "notes.json"})
      ASSERT_TRUE(write_file(own + "/" + name, "mine"));
  };
  const auto left = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(own)) names.insert(entry.path().filename());
    return names;
  };
  const std::set<std::string> mine = {"notes.json", "notes.txt"};
  fill();
  Scratch(run, unit).remove();
  EXPECT_EQ(left(), mine);
  fill();
  run.remove_orphans({});
  EXPECT_EQ(left(), mine);
  std::filesystem::remove(own + "/notes.txt");
  std::filesystem::remove(own + "/notes.json");
  Scratch(run, unit).remove();
  EXPECT_FALSE(std::filesystem::exists(run.file("scratch")));
}

// A failure does not replace the result of another process: two processes without a common lock may do one
// unit.
TEST(RunFolder, AFailureDoesNotReplaceWhatAnotherHasDone) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  Unit unit;
  unit.kind = &features_kind();
  unit.key = "0123456789abcdef";
  ASSERT_TRUE(make_directories(run.unit_folder(unit)).has_value());
  const std::string part = run.artifact(unit.key, "features.bin");
  ASSERT_TRUE(write_file(part, "whole").has_value());
  ASSERT_TRUE(run.finish(unit, artifact_head(unit), {run.relative(part)}).has_value());
  ASSERT_TRUE(run.write_failure(unit, {}, "the disk is full").has_value());
  EXPECT_EQ(run.state(unit, Check::digests).state, RunFolder::State::done);
  ASSERT_TRUE(write_file(part, "other").has_value());
  ASSERT_TRUE(run.write_failure(unit, {}, "the disk is full").has_value());
  EXPECT_EQ(run.state(unit, Check::digests).state, RunFolder::State::failed);
}

TEST(RunLock, IsNotNeededWhereThereAreNone) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  for (const int none : {ENOLCK, ENOSYS, EOPNOTSUPP}) {
    lock_errno = none;
    const auto first = RunLock::take(run, true), second = RunLock::take(run, true);
    lock_errno = 0;
    ASSERT_TRUE(first.has_value() && second.has_value()) << std::strerror(none);
    EXPECT_FALSE(first->held());
  }
  lock_errno = EBADF;
  const auto refused = RunLock::take(run, true);
  lock_errno = 0;
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, HasSubstr("cannot lock"));
  const auto alone = RunLock::take(run, true);
  ASSERT_TRUE(alone.has_value());
  EXPECT_TRUE(alone->held());
}

TEST(RunLock, OneWriterManyShards) {
  const TemporaryFolder folder;
  const RunFolder run(folder.path());
  {
    const auto first = RunLock::take(run, false);
    const auto second = RunLock::take(run, false);
    EXPECT_TRUE(first.has_value() && second.has_value()) << "shards share";
  }
  const auto alone = RunLock::take(run, true);
  ASSERT_TRUE(alone.has_value());
  const auto other = RunLock::take(run, true);
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(other.error().message, HasSubstr("another run or shard is writing this folder"));
}

// Pair features that give a number for each pair, count the computed ones, and stop at a given place.
struct Counted final : PairFeatures {
  size_t width() const override { return 2; }
  Status compute(const PairView& view, int, Sink&, DenseMatrix& out) const override {
    if (computed >= stop_at) return data_error("killed");
    computed += view.pairs.size();
    for (size_t i = 0; i < view.pairs.size(); ++i) {
      out.row(i)[0] = view.pairs[i].a * 0.5;
      out.row(i)[1] = view.pairs[i].b;
    }
    return {};
  }
  mutable size_t computed = 0;
  size_t stop_at = 1000;
};

TEST(Scratch, ALongUnitGoesOnWhereItWasKilled) {
  const testing::TemporaryFolder folder;
  const RunFolder run(folder.path());
  Unit unit;
  unit.kind = &features_kind();
  unit.key = "0123456789abcdef";
  const Scratch scratch(run, unit);
  std::vector<Pair> pairs;
  for (uint32_t a = 0; a < 10; ++a)
    for (uint32_t b = a + 1; b < 10; ++b) pairs.push_back({a, b, false});
  Counted whole;
  const auto expected = features_in_parts(whole, {nullptr, pairs}, scratch, 1, null_sink());
  ASSERT_TRUE(expected);
  EXPECT_FALSE(std::filesystem::exists(folder.file("scratch"))) << "one part needs none";

  Counted killed;
  killed.stop_at = 30;
  EXPECT_FALSE(features_in_parts(killed, {nullptr, pairs}, scratch, 1, null_sink(), 10));
  EXPECT_EQ(killed.computed, 30U);
  // One of the parts is damaged after it was written.
  std::fstream(scratch.find("features-1.bin"), std::ios::in | std::ios::out | std::ios::binary)
      .seekp(-1, std::ios::end)
      .put(7);
  EXPECT_EQ(scratch.find("features-1.bin"), "");
  Counted again;
  const auto found = features_in_parts(again, {nullptr, pairs}, scratch, 1, null_sink(), 10);
  ASSERT_TRUE(found);
  EXPECT_EQ(again.computed, pairs.size() - 20) << "the first and the third were kept";
  EXPECT_EQ(found->data, expected->data);
  scratch.remove();
  EXPECT_FALSE(std::filesystem::exists(folder.file("scratch")));
}

CellFile example() {
  CellFile cell;
  cell.task = "classification";
  cell.corpus = "posts";
  cell.condition = "iid";
  cell.model = "maxent";
  cell.seed = 7;
  cell.fold = 3;
  cell.trade = 2;
  cell.fit = 1;
  cell.fold_counts = {{"train", 90}, {"validation", 0}, {"train_classes", 3}};
  cell.profile = "classification";
  cell.classes = {"a", "b", "\"c\""};
  cell.probabilities = false;
  cell.sides = {
      {kTestSide, predictions_name(kTestSide), 10, {{"unanswered", 1}}, {{"accuracy", 0.1, 10, 10}}},
      {"independent", predictions_name("independent"), 4, {}, {{"accuracy", std::nullopt, 0, 4}}}};
  cell.facts = {{"iterations", 12}};
  return cell;
}

TEST(CellFile, ReadsBackEqual) {
  const CellFile cell = example();
  const auto again = cell_from_json(to_json(cell), "record.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, cell);
  CellFile failed;
  failed.ok = false;
  failed.reason = "no memory";
  const auto failed_again = cell_from_json(to_json(failed), "record.json");
  ASSERT_TRUE(failed_again) << failed_again.error().message;
  EXPECT_EQ(*failed_again, failed);
}

TEST(CellFile, NamesTheFileThatIsNoRecord) {
  for (const char* member : {"key", "counts", "sides", "facts"}) {
    auto json = to_json(example());
    json[member] = "text";
    const auto refused = cell_from_json(json, "cells/0/record.json");
    // Facts are statements of a model about itself and may be anything.
    ASSERT_EQ(refused.has_value(), std::string_view(member) == "facts") << member;
    if (!refused) {
      EXPECT_THAT(refused.error().message, HasSubstr("cells/0/record.json"));
    }
  }
  auto without_test = example();
  without_test.sides.erase(without_test.sides.begin());
  EXPECT_FALSE(cell_from_json(to_json(without_test), "record.json"));
}

TEST(CellFile, EverySideHasItsFile) {
  EXPECT_EQ(predictions_name("test"), "predictions.jsonl.gz");
  EXPECT_EQ(predictions_name("independent"), "predictions-independent.jsonl.gz");
}

}  // namespace
}  // namespace standfast
