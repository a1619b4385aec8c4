// Tests of models that need accelerators: a unit waits for a free one and its program is told which one it
// has; nothing else depends on it.
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/python.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A program that answers every pair with a number that depends on its id alone. It keeps a diary of when it
// worked and with which device: one file for each call, with its model, its devices, and the calls of others
// that it met. A call of the model "free" waits until a call of "gpu" is under way (for two seconds at most).
constexpr const char* kProgram = R"py(
import json, os, sys, time, uuid, zlib
model, test, answers, diary = sys.argv[1:5]
name = os.path.join(diary, model + "-" + uuid.uuid4().hex)
def others():
    return sorted(f.split("-")[0] for f in os.listdir(diary) if f.endswith(".busy") and not name.endswith(f[:-5]))
open(name + ".busy", "w").close()
met = set(others())
for i in range(10):
    if model == "free" and "gpu" in met and i > 1: break
    time.sleep(0.02 if model == "gpu" or i < 2 else 0.2)
    met.update(others())
with open(name + ".json", "w") as f:
    json.dump({"model": model, "met": sorted(met),
               "devices": [os.environ.get(n) for n in ("STANDFAST_DEVICES", "CUDA_VISIBLE_DEVICES")]}, f)
os.remove(name + ".busy")
with open(test) as f, open(answers, "w") as out:
    for line in f:
        id = json.loads(line)["id"]
        out.write(json.dumps({"id": id, "value": 0.25 + zlib.crc32(id.encode()) % 1000 / 2000}) + "\n")
)py";

class DevicesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        in_folder("\"$standfast\" synth --authors 8 --topics 4 --families 2 --documents 64 --length 60 --out "
                  "corpus.jsonl")
            .code,
        0);
    ASSERT_TRUE(write_file(file("program.py"), kProgram));
    write_study("devices = 1\n");
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  testing::Said in_folder(const std::string& script) const {
    return testing::in_shell(script, folder_.path());
  }
  // Runs the study. The arguments are those of standfast run, without the study; the variables stand before
  // the command.
  testing::Said run(const std::string& arguments,
                    const std::string& variables = "unset CUDA_VISIBLE_DEVICES;") const {
    fs::remove_all(file("diary"));
    fs::create_directories(file("diary"));
    return in_folder(variables + " \"$standfast\" run study.toml --no-report " + arguments);
  }
  // Writes a study with eight cells of the model "gpu", whose other keys are `keys`, and eight of "free".
  void write_study(const std::string& keys) {
    std::string study =
        "seeds = 2\n[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit = { method = \"k-fold\", folds = 4 "
        "}\n";
    for (const std::string name : {"gpu", "free"})
      study += fmt::format(
          "[[model]]\ntype = \"command\"\nname = \"{0}\"\ncommand = [{1}, \"{2}\", \"{0}\", \"{{test}}\", "
          "\"{{answers}}\", \"{3}\"]\n{4}",
          name, nlohmann::json(testing::python()).dump(), file("program.py"), file("diary"),
          name == "gpu" ? keys : "");
    ASSERT_TRUE(write_file(file("study.toml"), study));
  }
  std::vector<nlohmann::json> diary() const {
    std::vector<nlohmann::json> entries;
    for (const auto& entry : fs::directory_iterator(file("diary")))
      entries.push_back(nlohmann::json::parse(read_file(entry.path().string()).value()));
    return entries;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(DevicesTest, TwoUnitsNeverShareADeviceAndOthersRunMeanwhile) {
  const auto said = run("--out one -j 4 --devices 1");
  ASSERT_EQ(said.code, 0) << said.err;
  int gpu = 0, free = 0, together = 0;
  for (const auto& entry : diary()) {
    const auto met = entry.at("met").get<std::set<std::string>>();
    if (entry.at("model") == "gpu") {
      ++gpu;
      EXPECT_FALSE(met.contains("gpu")) << "two units on one device";
      EXPECT_EQ(entry.at("devices"), nlohmann::json({"0", "0"}));
    } else {
      ++free;
      together += met.contains("gpu") ? 1 : 0;
      EXPECT_EQ(entry.at("devices"), nlohmann::json({nullptr, nullptr}));
    }
  }
  EXPECT_EQ(gpu, 8);
  EXPECT_EQ(free, 8);
  EXPECT_GT(together, 0) << "units without a device waited for those with one";
}

TEST_F(DevicesTest, ResultsDoNotDependOnThem) {
  ASSERT_EQ(run("--out one -j 4").code, 0);
  ASSERT_EQ(run("--out three -j 4 --devices 3").code, 0);
  std::set<std::string> used;
  for (const auto& entry : diary())
    if (entry.at("model") == "gpu") used.insert(entry.at("devices").at(0).get<std::string>());
  EXPECT_GT(used.size(), 1U);
  const auto shown = run("--out shown --in-process --devices 1", "export CUDA_VISIBLE_DEVICES=6,GPU-8f;");
  ASSERT_EQ(shown.code, 0) << shown.err;
  for (const auto& entry : diary())
    EXPECT_EQ(entry.at("devices"), entry.at("model") == "gpu" ? nlohmann::json({"6", "6"})
                                                              : nlohmann::json({nullptr, "6,GPU-8f"}));
  for (const auto& [a, b] : {std::pair{"one", "three"}, {"one", "shown"}}) {
    const auto same = in_folder(fmt::format("diff -r --exclude=.lock --exclude=log {} {}", a, b));
    EXPECT_EQ(same.code, 0) << same.out;
  }
  // The plan says that a unit needs one device, but not which one.
  EXPECT_THAT(read_file(file("one/plan.jsonl")).value(), HasSubstr("\"devices\":1"));
}

TEST_F(DevicesTest, AShardKeepsToThemToo) {
  ASSERT_EQ(run("--out shards --prepare --devices 0").code, 0) << "another machine may have some";
  const auto refused = in_folder("unset CUDA_VISIBLE_DEVICES; \"$standfast\" work shards --devices 0");
  EXPECT_EQ(refused.code, 4) << refused.err;
  const auto said = in_folder("unset CUDA_VISIBLE_DEVICES; \"$standfast\" work shards -j 4 --devices 2");
  ASSERT_EQ(said.code, 0) << said.err;
  std::set<std::string> used;
  for (const auto& entry : diary())
    if (entry.at("model") == "gpu") used.insert(entry.at("devices").at(1).get<std::string>());
  for (const auto& name : used) EXPECT_TRUE(name == "0" || name == "1") << name;
}

TEST_F(DevicesTest, TooFewAreRefusedBeforeAnythingRuns) {
  const auto refusal = [&](const std::string& arguments, const std::string& variables) {
    const auto said = run(arguments, variables);
    EXPECT_EQ(said.code, 4) << said.err;
    EXPECT_FALSE(fs::exists(file("none")));
    EXPECT_TRUE(diary().empty());
    return said.err;
  };
  const std::string unset = "unset CUDA_VISIBLE_DEVICES;";
  EXPECT_THAT(refusal("--out none --devices 0", unset),
              HasSubstr("model \"gpu\" needs 1 device, and this run may use none (--devices 0, or an empty "
                        "CUDA_VISIBLE_DEVICES); give --devices 1"));
  EXPECT_THAT(refusal("--dry-run --devices 0", unset), HasSubstr("model \"gpu\" needs 1 device"));
  EXPECT_THAT(refusal("--out none", "export CUDA_VISIBLE_DEVICES=;"), HasSubstr("this run may use none"));
  EXPECT_THAT(refusal("--out none --devices 3", "export CUDA_VISIBLE_DEVICES=0,1;"),
              HasSubstr("--devices 3: CUDA_VISIBLE_DEVICES = \"0,1\" lists 2"));
  write_study("devices = 2\n");
  EXPECT_THAT(refusal("--out none", unset),
              HasSubstr("model \"gpu\" needs 2 devices, and this run may use 1; give --devices 2"));
  const auto enough = run("--out two -j 4 --devices 3");
  ASSERT_EQ(enough.code, 0) << enough.err;
  for (const auto& entry : diary())
    if (entry.at("model") == "gpu") {
      EXPECT_EQ(entry.at("devices").at(0), "0,1");
    }
}

TEST_F(DevicesTest, AStudyMayChangeThem) {
  ASSERT_EQ(run("--out run -j 4").code, 0);
  const std::string scores = read_file(file("run/scores.csv")).value();
  write_study("devices = 2\n");
  const auto again = run("--out run -j 4 --devices 2");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(diary().empty()) << "nothing is run again";
  EXPECT_EQ(read_file(file("run/scores.csv")).value(), scores);
  write_study("devices = -1\n");
  EXPECT_THAT(run("--out run").err, HasSubstr("devices is 0 to 1024, not -1"));
  ASSERT_TRUE(write_file(file("study.toml"),
                         "[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = \"iid\"\nsplit "
                         "= \"k-fold\"\n[[model]]\ntype = \"ppm\"\ndevices = 1\n"));
  const auto refused = run("--out other");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("study.toml:8: model 1: devices is for models that run a program (type = "
                        "\"command\"); ppm needs none"));
}

}  // namespace
}  // namespace standfast
