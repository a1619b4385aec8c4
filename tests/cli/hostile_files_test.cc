// Tests of files that were made to do harm, or are damaged in the same way: every command that reads them
// says so in one line and ends with the documented code. No command may crash, hang or fill the memory.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/base/sealed.h"
#include "tests/support/command.h"
#include "tests/support/packed.h"
#include "tests/support/text_with.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class HostileFiles : public ::testing::Test {
 protected:
  testing::Said standfast(const std::string& arguments) {
    return testing::standfast(arguments, folder.path());
  }
  void write(const std::string& name, const std::string& bytes) {
    fs::create_directories(fs::path(folder.file(name)).parent_path());
    std::ofstream(folder.file(name), std::ios::binary) << bytes;
  }
  void synth() {
    ASSERT_EQ(
        standfast("synth --authors 6 --topics 4 --families 2 --documents 48 --length 60 --out corpus.jsonl")
            .code,
        0);
  }
  // Expects one line of refusal, after whatever was printed before.
  void expect_refusal(const std::string& arguments, const std::string& why) {
    const auto said = standfast(arguments);
    EXPECT_EQ(said.code, 3) << arguments << ": " << said.err;
    EXPECT_THAT(said.err, HasSubstr(why)) << arguments;
    const size_t last = said.err.rfind('\n', said.err.size() - 2) + 1;
    EXPECT_THAT(said.err.substr(last), StartsWith("standfast: ")) << arguments;
    EXPECT_LT(said.err.size(), 2000u) << arguments;
  }
  testing::TemporaryFolder folder;
};

std::string repeated(const std::string& what, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += what;
  return all;
}

std::string deep_json(size_t depth = 100000) {
  return repeated("{\"a\":", depth) + "1" + repeated("}", depth);
}

TEST_F(HostileFiles, AQuoteThatNeverClosesInALongCsv) {
  write("f.csv", "id,text\n1,\"" + std::string(1100000, 'a'));
  const auto failed = standfast("check f.csv");
  EXPECT_EQ(failed.code, 3);
  EXPECT_THAT(failed.err, HasSubstr("f.csv:2: a quote that opens here never closes"));
  for (const char* policy : {"fail", "skip", "repair"})
    EXPECT_EQ(standfast(fmt::format("check f.csv --bad-rows {}", policy)).code, 3) << "no row is left";
  write("g.csv", "id,text,author\n0,Two words.,ann\n1,\"" + std::string(1100000, 'a'));
  EXPECT_EQ(standfast("check g.csv").code, 3);
  for (const char* policy : {"skip", "repair"}) {
    const auto said = standfast(fmt::format("check g.csv --bad-rows {}", policy));
    EXPECT_EQ(said.code, 0) << policy;
    EXPECT_THAT(said.out, HasSubstr("documents 1"));
    EXPECT_THAT(said.err, HasSubstr("left out 1 of 2 rows; the first: line 3")) << policy;
  }
}

// Files of a few hundred kilobytes unpack to gigabytes.
TEST_F(HostileFiles, PackedFilesThatWouldFillTheMemory) {
  synth();
  const std::string zstd = testing::zstd_of_zeros(size_t{8} << 30),
                    gzip = testing::gzip_of_zeros(size_t{1} << 29);
  ASSERT_LT(zstd.size(), 600000u);
  write("truth.jsonl", "{\"id\": \"a\", \"same\": true}\n{\"id\": \"b\", \"same\": false}\n");
  write("answers.jsonl", "{\"id\": \"a\", \"value\": 0.9}\n{\"id\": \"b\", \"value\": 0.1}\n");
  const std::string why = ": unpacks to more than 134 MB, and has ";
  write("bomb.zst", zstd);
  for (const char* command :
       {"score bomb.zst --truth truth.jsonl", "score answers.jsonl --truth bomb.zst",
        "score bomb.zst --truth corpus.jsonl --target author",
        "compare answers.jsonl bomb.zst --truth truth.jsonl",
        "compare answers.jsonl answers.jsonl --truth bomb.zst", "check corpus.jsonl --splits bomb.zst",
        "analyze --table bomb.zst", "run bomb.zst --out run",
        "sample corpus.jsonl --set topics=2 --set min-docs=1 --encoder vectors --encoder-set path=bomb.zst",
        "encode corpus.jsonl --encoder vectors --set path=bomb.zst --out v.npy",
        "train corpus.jsonl --model naive-bayes --target author --set features=function-words "
        "--set function-words=bomb.zst --out m"})
    expect_refusal(command, "bomb.zst" + why);
  write("bomb.gz", gzip);
  expect_refusal("score bomb.gz --truth truth.jsonl", "bomb.gz" + why);
  // The size is not known beforehand.
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  ASSERT_EQ(
      std::system(
          fmt::format("cat '{}' >'{}' 2>/dev/null &", folder.file("bomb.zst"), folder.file("pipe")).c_str()),
      0);
  expect_refusal("score pipe --truth truth.jsonl", "pipe" + why);
}

// predict unpacks only its corpus: model folders are written by Standfast and never packed.
TEST_F(HostileFiles, ModelFoldersAreNotUnpacked) {
  synth();
  ASSERT_EQ(standfast("train corpus.jsonl --model naive-bayes --target author --out m").code, 0);
  const std::string whole = read_plain_file(folder.file("m/features.json")).value();
  write("m/features.json", testing::zstd_of_zeros(size_t{1} << 30));
  expect_refusal("predict m corpus.jsonl", "features.json has ");
  fs::remove(folder.file("m/features.json"));
  ASSERT_EQ(::mkfifo(folder.file("m/features.json").c_str(), 0600), 0);
  expect_refusal("predict m corpus.jsonl", "features.json cannot be read");
  fs::remove(folder.file("m/features.json"));
  write("m/features.json", whole);
  EXPECT_EQ(standfast("predict m corpus.jsonl --out p.jsonl").code, 0);
  write("m/model.json", testing::zstd_of_zeros(size_t{1} << 30));
  expect_refusal("predict m corpus.jsonl", "model.json: damaged or not a model: line 1: not JSON");
}

TEST_F(HostileFiles, DeepJsonInSplits) {
  synth();
  ASSERT_EQ(standfast("split corpus.jsonl --method k-fold --out splits.json").code, 0);
  ASSERT_EQ(standfast("check corpus.jsonl --splits splits.json").code, 0);
  const std::string good = read_file(folder.file("splits.json")).value();
  for (const std::string& deep : {deep_json(), repeated("[", 100000), repeated("[", 2000000)}) {
    write("splits.json", deep);
    expect_refusal("check corpus.jsonl --splits splits.json", "splits.json:1: nested deeper than 128");
    std::string inside = good;
    write("splits.json", inside.replace(inside.find("\"notes\":"), 8, "\"more\": " + deep + ", \"notes\":"));
    expect_refusal("check corpus.jsonl --splits splits.json", "nested deeper than 128");
  }
}

TEST_F(HostileFiles, DeepJsonInModels) {
  synth();
  ASSERT_EQ(standfast("train corpus.jsonl --model naive-bayes --target author --out m").code, 0);
  const std::string good = read_file(folder.file("m/model.json")).value();
  for (const std::string& deep : {deep_json(), repeated("[", 100000) + repeated("]", 100000)}) {
    write("m/model.json", deep);
    expect_refusal("predict m corpus.jsonl", "nested deeper than 128");
    std::string inside = good;
    inside.replace(inside.find("\"fields\":"), 9, "\"facts2\": " + deep + ", \"fields\":");
    write("m/model.json", testing::resealed(inside));
    expect_refusal("predict m corpus.jsonl", "nested deeper than 128");
  }
  // This blob has the right size and digest.
  const std::string deep = deep_json();
  auto json = nlohmann::ordered_json::parse(good);
  json.erase("seal");
  json["blobs"]["features.json"] = {{"bytes", deep.size()}, {"sha256", sha256_hex(deep)}};
  write("m/model.json", sealed_text(json));
  write("m/features.json", deep);
  expect_refusal("predict m corpus.jsonl", "these are no saved features");
}

TEST_F(HostileFiles, DeepJsonInARun) {
  synth();
  write("study.toml",
        "[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit = { method = \"k-fold\", "
        "folds = 2 }\n"
        "[[model]]\ntype = \"prior\"\n");
  ASSERT_EQ(standfast("run study.toml --out run --no-report").code, 0);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder.file("run")))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".jsonl")
      files.push_back(fs::relative(entry.path(), folder.path()).string());
  ASSERT_GT(files.size(), 3u);
  for (const auto& file : files) {
    const std::string good = read_plain_file(folder.file(file)).value();
    for (const std::string& deep :
         {deep_json(), "{\"status\": \"ok\", \"key\": " + deep_json() + "}", repeated("[", 100000)}) {
      write(file, deep);
      for (const char* command : {"status run", "report run", "compare run --test data"})
        EXPECT_LE(standfast(command).code, 5) << command << " with " << file;
    }
    write(file, good);
  }
  EXPECT_EQ(standfast("status run").code, 0);
}

TEST_F(HostileFiles, DeepKeysInAStudy) {
  synth();
  const std::string study =
      "[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit = { method = \"k-fold\", "
      "folds = 2 }\n"
      "[[model]]\ntype = \"prior\"\n";
  const std::string dotted = repeated("a.", 20000) + "a";
  for (const std::string& text :
       {dotted + " = 1\n" + study, study + "[" + dotted + "]\n", study + "[[" + dotted + "]]\n",
        study + "x = { " + dotted + " = 1 }\n", study + "x = " + repeated("{a = ", 20000),
        study + "x = " + repeated("[", 20000), study + repeated("\"a\" . ", 20000) + "b = 1\n"}) {
    write("study.toml", text);
    const auto said = standfast("run study.toml --out run --dry-run");
    EXPECT_EQ(said.code, 2) << text.substr(0, 40) << "... " << said.err;
    EXPECT_THAT(said.err, HasSubstr("study.toml:")) << text.substr(0, 40);
    EXPECT_LT(said.err.size(), 1000u) << text.substr(0, 40);
  }
  std::string many = study;
  for (int i = 0; i < 20000; ++i) many += fmt::format("a.b.k{} = 1\n", i);
  write("study.toml", many);
  EXPECT_EQ(standfast("run study.toml --out run --dry-run").code, 2) << "an unknown key, said at once";
}

TEST_F(HostileFiles, DeepJsonInRows) {
  write("c.jsonl", "{\"id\": \"1\", \"text\": \"a b\", \"more\": " + repeated("[", 100000) +
                       repeated("]", 100000) + "}\n{\"id\": \"2\", \"text\": \"c\"}\n");
  expect_refusal("check c.jsonl", "c.jsonl:1: nested deeper than 256");
  EXPECT_EQ(standfast("check c.jsonl --bad-rows skip").code, 0);
  write("truth.jsonl", "{\"id\": \"a\", \"same\": true}\n");
  write("answers.jsonl", "{\"id\": \"a\", \"value\": 0.9, \"more\": " + repeated("[", 1000000) + "}\n");
  EXPECT_EQ(standfast("score answers.jsonl --truth truth.jsonl").code, 3);
  write("vectors.jsonl", "{\"id\": \"1\", \"vector\": " + repeated("[", 1000000) + "}\n");
  EXPECT_EQ(
      standfast("encode c.jsonl --bad-rows skip --encoder vectors --set path=vectors.jsonl --out v.npy").code,
      3);
}

// A number that drives a loop or a buffer is changed in a file whose digest is right.
TEST_F(HostileFiles, NumbersOfSavedModelsHaveBounds) {
  synth();
  const auto with_number = [&](const std::string& blob, const std::string& from, const std::string& to) {
    std::string text = read_plain_file(folder.file("m/" + blob)).value();
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    write("m/" + blob, text);
    auto json = nlohmann::ordered_json::parse(read_plain_file(folder.file("m/model.json")).value());
    json.erase("seal");
    json["blobs"][blob] = {{"bytes", text.size()}, {"sha256", sha256_hex(text)}};
    write("m/model.json", sealed_text(json));
  };
  const auto train = [&](const std::string& model) {
    ASSERT_EQ(standfast("train corpus.jsonl --target author --model " + model + " --out m").code, 0);
  };
  for (const char* length : {"2147483648", "4294967295", "1001"}) {
    train("char-ngram");
    with_number("vocabulary.json", "\"max_n\":4", fmt::format("\"max_n\":{}", length));
    expect_refusal("predict m corpus.jsonl",
                   fmt::format("n-gram lengths must be 1 <= min <= max <= 1000, not 4 and {}", length));
  }
  train("char-ngram");
  with_number("vocabulary.json", "\"documents\":48", "\"documents\":18446744073709551615");
  expect_refusal("predict m corpus.jsonl", "in more documents than there were, or than there can be");
  train("char-ngram");
  with_number("vocabulary.json", "\"documents\":48", "\"documents\":1");
  expect_refusal("predict m corpus.jsonl", "in more documents than there were, or than there can be");
  train("naive-bayes");
  with_number("features.json", "\"documents\":48", "\"documents\":18446744073709551615");
  expect_refusal("predict m corpus.jsonl", "learned from more documents than there can be");
  train("prior");
  auto json = nlohmann::ordered_json::parse(read_plain_file(folder.file("m/model.json")).value());
  json.erase("seal");
  json["fields"]["documents"][0] = ~uint64_t{0};
  write("m/model.json", sealed_text(json));
  expect_refusal("predict m corpus.jsonl", "prior: the counts of documents are invalid");
}

}  // namespace
}  // namespace standfast
