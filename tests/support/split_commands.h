// Tests of sample, split, check --splits and pairs: one small corpus with topics of uneven sizes.
#pragma once

#include <string>

#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/data.h"
#include "tests/support/shuffled.h"

namespace standfast::testing {

class SplitCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string lines;
    for (const auto& doc : docs_of(uneven_corpus())) {
      nlohmann::ordered_json line = {{"id", doc.id}, {"text", doc.text}};
      if (!doc.author.empty()) line["author"] = doc.author;
      if (!doc.topic.empty()) line["topic"] = doc.topic;
      lines += line.dump() + "\n";
    }
    ASSERT_TRUE(write_file(folder_.file("corpus.jsonl"), lines));
  }
  Said run(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string content(const std::string& name) { return read_file(folder_.file(name)).value_or(""); }
  void make(const std::string& more = "") {
    const auto said =
        run("split corpus.jsonl --sample hits --sample-set topics=8 --sample-set min-docs=3 --set folds=4 "
            "--set validation=0.2 --seed 3 -o splits.json " +
            more);
    ASSERT_EQ(said.code, 0) << said.err;
  }
  TemporaryFolder folder_;
};

}  // namespace standfast::testing
