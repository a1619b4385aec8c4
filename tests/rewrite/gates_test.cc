// Gates on hand-made rewrites, prompts and judgements, and on the released rewrites if they are there.
#include "standfast/rewrite/gates.h"

#include <gtest/gtest.h>

#include "standfast/corpus/read/rewrites.h"
#include "standfast/rewrite/judgement.h"
#include "standfast/rewrite/prompt.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

// Returns the names of the gates that object.
std::string objections(const std::string& original, const std::string& rewrite) {
  std::string names;
  for (const auto& gate : rewrite_gates())
    if (!gate.objection(original, rewrite, {}).empty()) names += (names.empty() ? "" : " ") + gate.name;
  return names;
}

const std::string kOriginal = "I went to the shop in Oslo with 20 kroner and it was closed, so I am sad now.";

TEST(Gates, AGoodRewritePasses) {
  EXPECT_EQ(
      objections(kOriginal,
                 "Having visited the establishment in Oslo with 20 kroner, I found it closed; I am now sad."),
      "");
}

TEST(Gates, EachObjectsToItsOwn) {
  EXPECT_EQ(objections(kOriginal, " \n"), "empty length numbers names");
  EXPECT_EQ(objections(kOriginal, "\xE2\x80\x8B").substr(0, 5), "empty");  // a zero-width space
  EXPECT_EQ(objections(kOriginal, kOriginal + "\n"), "unchanged");
  EXPECT_EQ(objections(kOriginal, "Oslo 20."), "length");
  EXPECT_EQ(
      objections(kOriginal, "Here is the rewritten text: In Oslo, with 20 kroner, the shop was closed."),
      "meta-talk");
  EXPECT_EQ(
      objections(kOriginal, "In Oslo, with 20 kroner, the shop was closed.\n\nNote: I used simple words."),
      "meta-talk");
  EXPECT_EQ(objections(kOriginal, "In Oslo, with some kroner, the shop was closed and I am sad."), "numbers");
  EXPECT_EQ(objections(kOriginal, "In town, with 20 kroner, the shop was closed and I am sad."), "names");
  EXPECT_EQ(
      objections(kOriginal,
                 "Ich bin mit 20 Kronen in Oslo zu dem Laden gegangen und er ist zu, das ist nicht gut."),
      "language");
  EXPECT_EQ(objections(kOriginal, "Я пошёл в магазин Oslo 20 и он был закрыт, и мне грустно."), "language");
}

TEST(Gates, ThoughtsOfAModelAreTalk) {
  const std::string thoughts =
      "<think>\nIn Oslo, with 20 kroner.\n</think>\nIn Oslo, with 20 kroner, the shop was closed.";
  EXPECT_EQ(objections(kOriginal, "\n" + thoughts), "meta-talk");
  EXPECT_EQ(objections(kOriginal + " <think>", thoughts), "");
}

TEST(Gates, WordsOfTheOriginalAreNoTalkAboutTheTask) {
  const std::string original = "Here is the text in my own style of writing: it was good and I liked it.";
  EXPECT_EQ(objections(original, "Here is the text in mine own style of writing: verily, it was good."), "");
  EXPECT_EQ(objections("We sat here.", "Here is where we sat."), "");
  EXPECT_EQ(objections("Yes we can go.", "Sure, we can go."), "");
}

TEST(Gates, ARefusalIsNoRewrite) {
  const std::string original = "he said so to them all in a mild way on that day.";
  for (const char* refusal :
       {"As an AI language model, I cannot do that.", "I can't assist with that request.",
        "I can\xE2\x80\x99t help with that.", "I'm sorry, but I can't help with that.",
        "I apologize, but I cannot rewrite this text as it is.", "I cannot fulfill your request, friend.",
        "Unfortunately, I am unable to rewrite this text.",
        "Please provide the text you would like me to rewrite.",
        "**Formal version:** he did say so to all of them.", "He did say so. (Note: I changed the words.)",
        "He did say so gently to all of them. I hope this helps!",
        "He did say so to all.\n\n*Let me know if you want it shorter.*"})
    EXPECT_EQ(objections(original, refusal), "meta-talk") << refusal;
  // Statements of a person about themselves are no refusals.
  EXPECT_EQ(objections("cant do nothin bout it now man", "I cannot do anything about it now."), "");
  EXPECT_EQ(objections("sry i cant help u w that", "I'm sorry, but I cannot help you with that."), "");
  EXPECT_EQ(objections("sry 4 bein late", "I am sorry that I was 4 hours late."), "");
  EXPECT_EQ(objections("3 things: a, b, c", "There are 3 things: a, b and c."), "");
}

TEST(Gates, ANumberIsTheSameHoweverItIsWritten) {
  EXPECT_EQ(objections("I have 1,000 cats.", "I own 1000 felines."), "");
  EXPECT_EQ(objections("It is 12,345,678.50 in all.", "In all it is 12345678.5, I say."), "");
  EXPECT_EQ(objections("It costs 3.5 or 3.00.", "The price is 3.50, or 3, my friend."), "");
  EXPECT_EQ(objections("I have 1,000 cats.", "I own 100 felines."), "numbers");
  EXPECT_EQ(objections("It costs 3.5 here.", "The price is 35 here."), "numbers");
  EXPECT_EQ(objections("It costs 3.05 here.", "The price is 3.5 here."), "numbers");
}

TEST(Gates, OtherCommasAndPointsEndANumber) {
  EXPECT_EQ(objections("We took 1,2 and 3.", "We took 1, 2 and 3 of these."), "");
  EXPECT_EQ(objections("In 1990,100 came.", "There came 100 in 1990."), "");
  EXPECT_EQ(objections("It was on 12.05.1990 then.", "It was then on 12/05/1990."), "");
  EXPECT_EQ(objections("We left in 1990.", "In 1990 we departed."), "");
}

TEST(Gates, AShortTextMayGrow) {
  EXPECT_EQ(objections("Great!", "This is truly a most wonderful thing to behold."), "");
}

TEST(Gates, NamesAreKnownInsideSentencesOnly) {
  EXPECT_EQ(
      objections("The dog ran. Suddenly it fell. NASA saw it, says Ann Lee.", "A dog fell, says Ann Lee."),
      "");
  EXPECT_EQ(objections("The dog ran, says Ann Lee to Bob.", "A dog ran, says Ann to Bob."), "names");
}

TEST(Gates, QuotesAroundATextAreTakenAway) {
  EXPECT_EQ(without_outer_quotes("\n \"Good morrow.\" "), "Good morrow.");
  EXPECT_EQ(without_outer_quotes("\xe2\x80\x9cGood \xe2\x80\x9d"), "Good");
  EXPECT_EQ(without_outer_quotes("\"\"x\"\""), "x");
  EXPECT_EQ(without_outer_quotes("\"He said \"no\" to me.\""), "He said \"no\" to me.");
  EXPECT_EQ(without_outer_quotes("\"A\" and \"B\""), "\"A\" and \"B\"");
  EXPECT_EQ(without_outer_quotes("'tis the dogs'"), "'tis the dogs'");
  EXPECT_EQ(without_outer_quotes("\""), "\"");
  EXPECT_EQ(without_outer_quotes("  "), "");
}

TEST(Gates, AnUnknownOneIsRefusedWithAGuess) {
  const auto gates = gates_without({"lenght"});
  ASSERT_FALSE(gates);
  EXPECT_EQ(gates.error().message, "there is no gate \"lenght\"; did you mean \"length\"?");
  EXPECT_EQ(gates_without({"names", "numbers"})->size(), rewrite_gates().size() - 2);
}

TEST(Gates, MissingRewritesAreCountedAndNeverReplaced) {
  const auto all = *gates_without({});
  const auto rewrites =
      gated({{"a", kOriginal, std::nullopt, "HTTP status 400"},
             {"b", kOriginal, "  \"In Oslo the shop was closed, with 20 kroner I am sad.\"\n"},
             {"c", kOriginal, "short"}},
            all, {}, true);
  ASSERT_EQ(rewrites.passed.size(), 1U);
  EXPECT_EQ(
      passed_lines(rewrites, "formal"),
      "{\"id\":\"b\",\"style\":\"formal\",\"text\":\"In Oslo the shop was closed, with 20 kroner I am sad.\"}\n");
  EXPECT_EQ(rewrites.missing, 1U);
  EXPECT_EQ(rewrites.objections.at("length"), 1U);
  EXPECT_EQ(refused_lines(rewrites, "formal").find("Oslo"), std::string::npos) << "no words of texts";
}

TEST(Prompts, PlacesAreFilledOnceAndNotInWhatIsFilledIn) {
  EXPECT_EQ(filled_prompt("a {text} b {rewrite} {x}", "{rewrite}", "{text}"), "a {rewrite} b {text} {x}");
  const std::string formal = (*find_rewrite_style("formal"))->prompt();
  EXPECT_EQ(filled_prompt(formal, "Hi.").substr(formal.find("Input Text: \"")),
            "Input Text: \"Hi.\"\n### Output:\n");
  EXPECT_FALSE(find_rewrite_style("formel"));
  EXPECT_NE(find_rewrite_style("formel").error().message.find("did you mean \"formal\"?"), std::string::npos);
  EXPECT_TRUE(check_prompt("", judge_prompt(), {kTextPlace, kRewritePlace}));
  EXPECT_EQ(check_prompt("mine.txt", "do it", {kTextPlace}).error().message,
            "mine.txt: the prompt has no {text}, where the document goes");
}

TEST(Judgements, NumbersAreFoundInTalkAndBadOnesRefused) {
  const Judgement good{5, 4, 3, 2};
  EXPECT_EQ(read_judgement(R"({"meaning": 5, "attitude": 4, "added": 3, "omitted": 2})"), good);
  EXPECT_EQ(
      read_judgement("Sure {ok}! ```json\n{\"attitude\":4,\"meaning\":5,\"added\":3,\"omitted\":2}\n``` {}"),
      good);
  EXPECT_EQ(read_judgement(R"({"meaning": 5, "attitude": 4, "added": 3})"), std::nullopt);
  EXPECT_EQ(read_judgement(R"({"meaning": 6, "attitude": 4, "added": 3, "omitted": 2})"), std::nullopt);
  EXPECT_EQ(read_judgement(R"({"meaning": 4.5, "attitude": 4, "added": 3, "omitted": 2})"), std::nullopt);
  EXPECT_EQ(read_judgement(R"({"meaning": -1e99, "attitude": 4, "added": 3, "omitted": 2})"), std::nullopt);
  EXPECT_EQ(read_judgement("5 4 3 2"), std::nullopt);
  // An answer that repeats the question contains its example.
  const std::string question = judge_prompt();
  EXPECT_TRUE(read_judgement(question)) << "the example has the form that is asked for";
  EXPECT_EQ(read_judgement(question, question), std::nullopt);
  EXPECT_EQ(read_judgement(question + R"({"meaning": 5, "attitude": 4, "added": 3, "omitted": 2})", question),
            good);
  EXPECT_EQ(read_judgement(std::string(100'000, '{')), std::nullopt);
}

TEST(Judgements, ThoughtsAreNoAnswerAndOneNumberHasManySpellings) {
  const Judgement good{5, 4, 3, 2};
  const std::string form = R"({"meaning": 1, "attitude": 1, "added": 1, "omitted": 1})",
                    answer = R"({"Meaning": "5", "attitude": 4.0, "ADDED": 3, "omitted": 2})";
  EXPECT_EQ(read_judgement("<think>The form is " + form + ".</think>\n" + answer), good);
  EXPECT_EQ(read_judgement("The form is " + form + ".</think>" + answer), good)
      << "some servers keep the first tag";
  EXPECT_EQ(read_judgement("<think>The form is " + form), std::nullopt)
      << "it thought until its tokens were spent";
  EXPECT_EQ(read_judgement(form + " or rather " + answer), std::nullopt);
  EXPECT_EQ(read_judgement(answer + " " + answer), good);
  EXPECT_EQ(read_judgement(R"({"meaning": "high", "attitude": 4, "added": 3, "omitted": 2})"), std::nullopt);
}

TEST(Judgements, MeansCarryTheirNAndTheirInterval) {
  std::vector<Judgement> judgements;
  for (int i = 0; i < 20; ++i) judgements.push_back({5, static_cast<uint8_t>(i % 2 == 0 ? 4 : 2), 3, 1});
  const auto judged = judged_questions(judgements);
  EXPECT_EQ(judged[0].mean, 5);
  EXPECT_TRUE(judged[0].saturated);
  EXPECT_FALSE(judged[0].interval);
  EXPECT_EQ(judged[1].mean, 3);
  EXPECT_FALSE(judged[1].saturated);
  // 3 +- t(19, .975) * sd / sqrt(20), sd = sqrt(20 / 19): 2.093024 * 0.2294157
  EXPECT_NEAR(judged[1].interval->low, 3 - 0.480173, 1e-5);
  EXPECT_EQ(judged[1].counts, (std::array<uint64_t, 5>{0, 10, 0, 10, 0}));
  EXPECT_FALSE(judged_questions({})[0].mean);
}

// The gates find the faults of the released rewrites by Llama 2. Only counts are shown.
TEST(Gates, FindWhatIsWrongWithTheReleasedRewrites) {
  STANDFAST_NEEDS_DATA("shortcuts/goemotions/base_train.jsonl");
  const std::string folder = testing::data_path("shortcuts/goemotions");
  RewriteColumns columns;
  const auto originals = read_rewrites(folder + "/base_train.jsonl", columns);
  columns.style = "style";
  const auto rewrites = read_rewrites(folder + "/style_shakespeare_train.jsonl", columns);
  ASSERT_TRUE(originals && rewrites);
  std::vector<CandidateRewrite> candidates;
  for (const auto& one : originals->all()) {
    const Rewrite* rewrite = rewrites->find(one.id, "shakespeare");
    ASSERT_NE(rewrite, nullptr);
    candidates.push_back({one.id, one.text, rewrite->text});
  }
  const auto result = gated(std::move(candidates), *gates_without({}), {.most_ratio = 20}, true);
  EXPECT_EQ(result.objections.at("length"), 1U) << "the runaway of 2,968 words";
  EXPECT_EQ(result.objections.at("empty"), 0U);
}

}  // namespace
}  // namespace standfast
