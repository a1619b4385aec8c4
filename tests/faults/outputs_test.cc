// Tests of commands that write several files that belong together. They are killed or fail at each rename and
// write. Afterwards the same command gives the bytes of an undisturbed run, and no reader mixes files of two
// outputs.
#include <algorithm>

#include "standfast/corpus/synth/synth.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "tests/support/with_fault.h"

namespace standfast::testing {
namespace {

class FaultsOfOutputs : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [name, seed] : {std::pair{"a.jsonl", 1}, {"b.jsonl", 2}}) {
      SynthOptions options;
      options.authors = 8;
      options.topics = 4;
      options.families = 2;
      options.documents = 60;
      options.length = 30;
      options.seed = static_cast<uint64_t>(seed);
      const auto synth = Synth::make(options);
      ASSERT_TRUE(synth);
      ASSERT_TRUE(synth->write(file(name), 1, null_sink()));
    }
    // Both corpora have the same number of rows but other ids: only the ids tell whose vectors these are.
    std::string b = read_file(file("b.jsonl")).value();
    for (size_t at = 0; (at = b.find("\"id\":\"", at)) != std::string::npos; at += 7) b.insert(at + 6, "b");
    for (size_t at = 0; (at = b.find("\"id\": \"", at)) != std::string::npos; at += 8) b.insert(at + 7, "b");
    ASSERT_TRUE(write_file(file("b.jsonl"), b));
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  FaultOutcome run(const std::vector<std::string>& words, const char* call = "rename", uint64_t at = 0,
                   const char* what = "fail") {
    return run_with_fault(words, file("counts"), file("output"), call, at, what);
  }
  TemporaryFolder folder_;
};

TEST_F(FaultsOfOutputs, PretrainContinuesOverWhatAKillLeft) {
  const auto words = [&](const std::string& out) {
    return std::vector<std::string>{"pretrain",     file("a.jsonl"),
                                    "--vocabulary", "100",
                                    "--hidden",     "8",
                                    "--heads",      "2",
                                    "--inner",      "8",
                                    "--layers",     "1",
                                    "--tokens",     "16",
                                    "--epochs",     "1",
                                    "--out",        file(out)};
  };
  const FaultOutcome clean = run(words("whole"));
  ASSERT_EQ(clean.code, 0) << clean.said;
  const auto whole = tree_of(file("whole"));
  ASSERT_GE(clean.calls, 5U);
  for (const char* what : {"kill", "fail"})
    for (uint64_t at = 1; at <= clean.calls; ++at) {
      std::filesystem::remove_all(file("hurt"));
      std::filesystem::remove_all(file("hurt.parts"));
      const FaultOutcome hurt = run(words("hurt"), "rename", at, what);
      EXPECT_NE(hurt.code, 0);
      const FaultOutcome again = run(words("hurt"));
      ASSERT_EQ(again.code, 0) << what << " at rename " << at << ": " << again.said;
      EXPECT_EQ(tree_of(file("hurt")), whole) << what << " at rename " << at;
      EXPECT_FALSE(std::filesystem::exists(file("hurt.parts"))) << what << " at rename " << at;
    }
}

TEST_F(FaultsOfOutputs, VectorsNeverStandBesideIdsOfOthers) {
  const auto words = [&](const std::string& corpus) {
    return std::vector<std::string>{"encode", file(corpus),   "--encoder", "lsa",
                                    "--set",  "components=3", "--out",     file("v.npy")};
  };
  const auto vectors_of = [](const VectorTable& table) {
    return std::holds_alternative<FloatMatrix>(table.vectors)
               ? std::vector<double>(std::get<FloatMatrix>(table.vectors).data.begin(),
                                     std::get<FloatMatrix>(table.vectors).data.end())
               : std::get<DenseMatrix>(table.vectors).data;
  };
  std::vector<std::pair<std::vector<std::string>, std::vector<double>>> right;
  FaultOutcome clean;
  for (const char* corpus : {"a.jsonl", "b.jsonl"}) {
    clean = run(words(corpus));
    ASSERT_EQ(clean.code, 0) << clean.said;
    const auto table = read_vector_table(file("v.npy"), "");
    ASSERT_TRUE(table) << table.error().message;
    right.emplace_back(table->ids, vectors_of(*table));
  }
  ASSERT_NE(right[0].first, right[1].first);
  ASSERT_NE(right[0].second, right[1].second);
  size_t refused = 0;
  for (const auto& [call, what] : {std::pair{"rename", "kill"}, {"rename", "fail"}, {"write", "fail"}}) {
    const uint64_t calls = run(words("b.jsonl"), call).calls;
    for (uint64_t at = 1; at <= calls; ++at) {
      ASSERT_EQ(run(words("a.jsonl")).code, 0);
      const FaultOutcome hurt = run(words("b.jsonl"), call, at, what);
      const auto table = read_vector_table(file("v.npy"), "");
      if (!table) {
        ++refused;
        EXPECT_NE(table.error().message.find("run the same command again"), std::string::npos)
            << table.error().message;
      } else {
        // The table has the old vectors or the new ones, as a whole. The fault may also hit a part that is
        // kept meanwhile, or the last words, so a failed command may leave either.
        const std::pair found{table->ids, vectors_of(*table)};
        EXPECT_TRUE(found == right[1] || (found == right[0] && hurt.code != 0))
            << call << " " << what << " " << at << ": " << hurt.said;
      }
      ASSERT_EQ(run(words("b.jsonl")).code, 0);
      const auto mended = read_vector_table(file("v.npy"), "");
      ASSERT_TRUE(mended) << mended.error().message;
      EXPECT_TRUE((std::pair{mended->ids, vectors_of(*mended)} == right[1]));
    }
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace standfast::testing
