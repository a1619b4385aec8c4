// Tests of standfast pretrain: from a corpus to a folder that other commands take.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/command.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class PretrainCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    SynthOptions options;
    options.authors = 8;
    options.topics = 4;
    options.families = 2;
    options.documents = 120;
    options.length = 40;
    const auto synth = Synth::make(options);
    ASSERT_TRUE(synth);
    ASSERT_TRUE(synth->write(folder_.file("corpus.jsonl"), 1, null_sink()));
  }
  testing::Said run(const std::string& arguments) { return testing::standfast(arguments, folder_.path()); }
  std::string file(const std::string& name) { return read_file(folder_.file(name)).value_or("none"); }
  testing::TemporaryFolder folder_;
  const std::string kTiny =
      "pretrain corpus.jsonl --vocabulary 300 --hidden 16 --inner 32 --length 32 --epochs 4 --learning-rate 3e-3 "
      "--batch 8 --held-out 0.1 ";
};

TEST_F(PretrainCommand, MakesAModelThatOtherCommandsTake) {
  const auto said = run(kTiny + "--out tiny --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json.at("documents"), 120);
  const auto& held_out = json.at("facts").at("held_out");
  ASSERT_EQ(held_out.size(), 5U);
  EXPECT_LT(held_out.back().at("perplexity").get<double>(),
            0.7 * held_out.front().at("perplexity").get<double>());
  EXPECT_FALSE(std::filesystem::exists(folder_.file("tiny.parts")));

  const auto what = run("checkpoint --no-probe tiny");
  ASSERT_EQ(what.code, 0) << what.err;
  EXPECT_THAT(what.out, HasSubstr("BERT: 2 layers of 16 numbers, 2 heads, inner width 32"));
  EXPECT_THAT(what.out, HasSubstr("32 tokens count"));
  const auto encoded = run("encode corpus.jsonl --encoder sentence --set checkpoint=tiny --out v.npy");
  ASSERT_EQ(encoded.code, 0) << encoded.err;
  EXPECT_THAT(encoded.out, HasSubstr("120 documents x 16 numbers"));
}

TEST_F(PretrainCommand, MakesTheSameBytesForAnyThreadsAndReplacesItsOwn) {
  ASSERT_EQ(run(kTiny + "--out a --jobs 1").code, 0);
  ASSERT_EQ(run(kTiny + "--out b/ --jobs 3 --seed 1").code, 0);
  EXPECT_NE(file("a/model.safetensors"), file("b/model.safetensors"));
  const auto said = run(kTiny + "--out b/ --jobs 3");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("perplexity of hidden tokens in held-out blocks: "));
  for (const char* name :
       {"config.json", "model.safetensors", "vocab.txt", "tokenizer_config.json", "pretraining.json"})
    EXPECT_EQ(file(std::string("a/") + name), file(std::string("b/") + name)) << name;
  EXPECT_EQ(file("a/vocab.txt").substr(0, 33), "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n!\n");
}

TEST_F(PretrainCommand, SaysWhatIsWrong) {
  ASSERT_TRUE(make_directories(folder_.file("full")));
  ASSERT_TRUE(write_file(folder_.file("full/thesis.txt"), "x"));
  ASSERT_TRUE(write_file(folder_.file("empty.jsonl"), "{\"id\":\"1\",\"text\":\"  \"}\n"));
  for (const auto& [arguments, code, message] : std::vector<std::tuple<std::string, int, std::string>>{
           {"corpus.jsonl --out full", 2, "holds thesis.txt; choose another folder"},
           {"corpus.jsonl --out corpus.jsonl", 2, "--out"},
           {"corpus.jsonl --out x --hidden 100 --heads 3", 2, "--hidden 100 is not a multiple of --heads 3"},
           {"corpus.jsonl --out x --tokens 4", 2, "--tokens 4: from 8 to 4096"},
           {"corpus.jsonl --out x --epochs 0", 2, "--epochs 0: must be above 0"},
           {"corpus.jsonl --out x --learning-rate nan", 2, "--learning-rate"},
           {"corpus.jsonl --out x --held-out 0.9", 2, "--held-out 0.9: from 0 to 0.5"},
           {"empty.jsonl --out x", 3, "there is no word in the texts"},
           {"nowhere.jsonl --out x", 3, "nowhere.jsonl"},
           {"corpus.jsonl --out x --hidden 16 --learning-rate 1e999", 2, "--learning-rate"}}) {
    const auto said = run("pretrain " + arguments);
    EXPECT_EQ(said.code, code) << arguments << "\n" << said.err;
    EXPECT_THAT(said.err, HasSubstr(message)) << arguments;
    const size_t at = said.err.find("standfast: ");  // after the guesses of columns
    ASSERT_NE(at, std::string::npos) << said.err;
    EXPECT_EQ(testing::lines_of(said.err.substr(at)), 1) << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("x"))) << arguments;
  }
}

}  // namespace
}  // namespace standfast
