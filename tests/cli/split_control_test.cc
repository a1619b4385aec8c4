// Tests of matched controls of a split.
#include "tests/support/split_commands.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

TEST_F(SplitCommands, AMatchedControlKeepsAuthorsAndMixesTopics) {
  ASSERT_EQ(run("split corpus.jsonl --method leave-one-topic-out -o novel.json").code, 0);
  const auto said = run("split corpus.jsonl --from novel.json --control author --seed 4 -o control.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("trade places within 15 authors"));
  const auto novel = Json::parse(content("novel.json")), control = Json::parse(content("control.json"));
  EXPECT_EQ(control["method"], "matched-control");
  EXPECT_EQ(control["options"]["of"], "leave-one-topic-out");
  EXPECT_EQ(control["options"]["target"], "author");
  EXPECT_EQ(control["options"]["control-seed"], 4);
  EXPECT_EQ(control["left_out"], novel["left_out"]);
  for (size_t f = 0; f < novel["folds"].size(); ++f) {
    const auto &a = novel["statistics"]["folds"][f], &b = control["statistics"]["folds"][f];
    EXPECT_EQ(a["train"], b["train"]);
    EXPECT_EQ(a["test_authors"], b["test_authors"]);
    EXPECT_EQ(a["shared_topics"], 0);
    EXPECT_GT(b["shared_topics"], 1);
  }
  const auto checked = run("check corpus.jsonl --splits control.json");
  EXPECT_EQ(checked.code, 0) << checked.out;
  // Made in one step, the control is the same.
  ASSERT_EQ(
      run("split corpus.jsonl --method leave-one-topic-out --control author --seed 4 -o direct.json").code,
      0);
  EXPECT_EQ(Json::parse(content("direct.json"))["folds"], control["folds"]);
  EXPECT_EQ(run("split corpus.jsonl --from control.json --control author").code, 2);
  EXPECT_EQ(run("split corpus.jsonl --method k-fold --control colour").code, 2);
}

// The ids look like "topic-author-number". A thread is told by a column, and by the beginning of the id.
TEST_F(SplitCommands, AControlOfBlocksIsWrittenAndVerified) {
  std::string lines;
  for (int topic = 0; topic < 4; ++topic)
    for (int thread = 0; thread < 6; ++thread)
      for (int author = 0; author < 3; ++author)
        for (int post = 0; post <= (thread + author) % 3; ++post) {
          const std::string name = "t" + std::to_string(10 * topic + thread);
          const Json line = {{"id", "forum-" + name + "-" + std::to_string(10 * author + post)},
                             {"text", "words of " + name},
                             {"author", "a" + std::to_string(author)},
                             {"topic", "topic" + std::to_string(topic)},
                             {"thread", name}};
          lines += line.dump() + "\n";
        }
  ASSERT_TRUE(write_file(folder_.file("posts.jsonl"), lines));
  ASSERT_EQ(run("split posts.jsonl --method leave-one-topic-out -o novel.json").code, 0);
  const std::string control = "split posts.jsonl --from novel.json --control author --seed 4 --trades 2 ";
  const auto said = run(control + "--block thread -o whole.json");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("whole groups of one author and thread"));
  EXPECT_THAT(said.err, HasSubstr("2 trades"));
  const auto whole = Json::parse(content("whole.json"));
  EXPECT_EQ(whole["options"]["block-1"], "thread");
  EXPECT_EQ(whole["folds"].size(), 8U);
  const auto checked = run("check posts.jsonl --splits whole.json --ignore SF331");
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("groups of one author and thread are whole"));

  // (All posts of a thread have one text here.) The same threads, read from the ids, give the same folds; the
  // check must be told about them too.
  ASSERT_EQ(run(control + "--column strand=id:-:2 --block strand -o strand.json").code, 0);
  EXPECT_EQ(Json::parse(content("strand.json"))["folds"], whole["folds"]);
  EXPECT_EQ(run("check posts.jsonl --splits strand.json --ignore SF331 --column strand=id:-:2").code, 0);
  const auto untold = run("check posts.jsonl --splits strand.json");
  EXPECT_EQ(untold.code, 2);
  EXPECT_THAT(untold.err, HasSubstr("no column \"strand\""));

  // A control of single documents does not pass for a control of blocks.
  ASSERT_EQ(run(control + "-o single.json").code, 0);
  auto torn = Json::parse(content("single.json"));
  torn["options"]["block-1"] = "thread";
  ASSERT_TRUE(write_file(folder_.file("torn.json"), torn.dump()));
  const auto found = run("check posts.jsonl --splits torn.json");
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.out, HasSubstr("are torn, e.g."));

  // If the control is matched on length, the note says how much of a test side stays.
  const auto matched = run(control + "--match length -o matched.json");
  ASSERT_EQ(matched.code, 0) << matched.err;
  EXPECT_THAT(matched.err, HasSubstr("matched on author and fifth of length"));
  EXPECT_EQ(Json::parse(content("matched.json"))["options"]["match-1"], "length");
  EXPECT_EQ(run("check posts.jsonl --splits matched.json --ignore SF331").code, 0);
  EXPECT_THAT(run(control + "--match author -o x.json").err, HasSubstr("a control always matches"));
  EXPECT_THAT(run(control + "--match thred -o x.json").err, HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(run("split posts.jsonl --match length -o x.json").err, HasSubstr("it needs --control"));

  EXPECT_THAT(run(control + "--block thred -o x.json").err, HasSubstr("did you mean \"thread\"?"));
  EXPECT_THAT(run("split posts.jsonl --block thread -o x.json").err, HasSubstr("it needs --control"));
  EXPECT_THAT(run(control + "--column thread=id:-:0 -o x.json").err, HasSubstr("counts from 1"));
  EXPECT_THAT(run(control + "--column author=id -o x.json").err,
              HasSubstr("a column cannot be called \"author\""));
  EXPECT_EQ(run("split posts.jsonl --from novel.json --control author --trades 0").code, 2);
}

}  // namespace
}  // namespace standfast::testing
