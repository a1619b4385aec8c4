// No command writes over what it reads.
#include <gtest/gtest.h>

#include "tests/support/command.h"

namespace standfast::testing {
namespace {

TEST(KeepInputs, CommandsRefuseAnOutputThatIsAnInput) {
  const TemporaryFolder folder;
  const Said made = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 40 --authors 4 --topics 2 && ln -s c.jsonl link.jsonl && "
      "mkdir pan && \"$standfast\" pairs c.jsonl --out pan && \"$standfast\" train pan -m ppm --out model && "
      "\"$standfast\" encode c.jsonl --encoder tfidf --out v.npy && \"$standfast\" split c.jsonl --method k-fold "
      "--out s.json && cp c.jsonl model/ && mkdir task && cp c.jsonl task/data.jsonl && sha256sum c.jsonl pan/* v.npy s.json model/* > sums",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"convert c.jsonl c.jsonl", "OUT would overwrite the input c.jsonl; choose another path"},
           {"convert c.jsonl link.jsonl", "OUT would overwrite the input c.jsonl"},
           {"convert link.jsonl ./c.jsonl", "OUT would overwrite the input link.jsonl"},
           {"encode c.jsonl --out c.jsonl", "--out would overwrite"},
           {"encode c.jsonl --encoder vectors --set path=v.npy --out v.npy", "the input v.npy"},
           {"split c.jsonl --method k-fold --out c.jsonl", "--out would overwrite"},
           {"split c.jsonl --from s.json --export lists=c.jsonl", "--export lists would overwrite"},
           {"split c.jsonl --from s.json --export column=s.json", "the input s.json"},
           {"split task/data.jsonl --method hold-out --export genbench=task", "the input task/data.jsonl"},
           {"split diff c.jsonl s.json s.json --out s.json", "the input s.json"},
           {"scan c.jsonl --target author --out c.jsonl", "--out would overwrite"},
           {"predict model pan --out pan/pairs.jsonl", "the input pan/pairs.jsonl"},
           {"pairs pan/pairs.jsonl --out pan", "the input pan/pairs.jsonl"},
           {"train model/c.jsonl -m maxent --target author --out model", "the input model/c.jsonl"},
           {"init c.jsonl --force --out c.jsonl", "--out would overwrite"}}) {
    const Said said = standfast(arguments, folder.path());
    EXPECT_EQ(said.code, 2) << arguments << "\n" << said.err;
    EXPECT_NE(said.err.find(message), std::string::npos) << arguments << "\n" << said.err;
    EXPECT_EQ(lines_of(said.err), 1) << said.err;
  }
  EXPECT_EQ(in_shell("sha256sum --quiet -c sums", folder.path()).code, 0);
}

TEST(KeepInputs, OtherFilesAndDevicesAreWritten) {
  const TemporaryFolder folder;
  const Said said = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 9 --authors 3 --topics 1 && \"$standfast\" convert c.jsonl "
      "d.csv && \"$standfast\" convert c.jsonl d.csv && \"$standfast\" convert - - --format jsonl --to jsonl < "
      "c.jsonl",
      folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
}

}  // namespace
}  // namespace standfast::testing
