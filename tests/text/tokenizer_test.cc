#include "standfast/text/token/tokenizer.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/text/token/added_tokens.h"
#include "standfast/text/utf8.h"
#include "tests/support/data.h"
#include "tests/support/reference.h"
#include "tests/support/token_digest.h"

namespace standfast::token {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<int32_t> ids(const Tokenizer& tokenizer, std::string_view text, size_t most = 0) {
  Tokens out;
  tokenizer.encode(text, most, out);
  return out.ids;
}

// Returns the tokens without [CLS] and [SEP].
std::vector<int32_t> inner(const Tokenizer& tokenizer, std::string_view text) {
  auto all = ids(tokenizer, text);
  EXPECT_GE(all.size(), 2U);
  EXPECT_EQ(all.front(), tokenizer.cls());
  EXPECT_EQ(all.back(), tokenizer.sep());
  return {all.begin() + 1, all.end() - 1};
}

// Checks values of the reference, PyPI tokenizers, on the vocabulary of bert-base-uncased.
void expect_values_of_the_reference(const Tokenizer& tokenizer) {
  const auto of = [&](std::string_view text) { return inner(tokenizer, text); };
  EXPECT_THAT(of("Hello, y'all! How are you 😁 ?"),
              ElementsAre(7592, 1010, 1061, 1005, 2035, 999, 2129, 2024, 2017, 100, 1029));
  EXPECT_THAT(of("naïve Café ÀÉ"), ElementsAre(15743, 7668, 29347));
  EXPECT_THAT(of("don't_stop $5.00 #tag @user http://t.co/ab"),
              ElementsAre(2123, 1005, 1056, 1035, 2644, 1002, 1019, 1012, 4002, 1001, 6415, 1030, 5310, 8299,
                          1024, 1013, 1013, 1056, 1012, 2522, 1013, 11113));
  EXPECT_THAT(of("한국어"), ElementsAre(1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008));
  EXPECT_THAT(of("[MASK] [mask] x[SEP]y"), ElementsAre(103, 1031, 7308, 1033, 1060, 102, 1061));
  EXPECT_THAT(of("İstanbul ẞtraße"), ElementsAre(9960, 1096, 6494, 17499));
  EXPECT_THAT(of(std::string("a\u200Db\u00ADc\uFEFFd\0e\uFFFDf\ag", 20)),
              ElementsAre(5925, 3207, 2546, 2290));
  EXPECT_THAT(of("🥰a"), ElementsAre(100));
  EXPECT_THAT(of("漢字kanji"), ElementsAre(1904, 100, 22827, 4478));
  std::vector<int32_t> hundred(50, 20348);
  hundred[0] = 22038;
  EXPECT_EQ(of(std::string(100, 'x')), hundred);
  EXPECT_THAT(of(std::string(101, 'x')), ElementsAre(100));
  EXPECT_EQ(of("ΟΔΟΣ").back(), 29733);
  EXPECT_THAT(of("a€b"), ElementsAre(1037, 30102, 2497));
  EXPECT_THAT(of("a\u0378b"), ElementsAre(100));
  EXPECT_THAT(of(""), IsEmpty());
  EXPECT_THAT(of(" \n"), IsEmpty());
  EXPECT_EQ(tokenizer.id_of("!"), 999);
  EXPECT_EQ(tokenizer.id_of("the"), 1996);
  EXPECT_EQ(tokenizer.id_of("##s"), 2015);
  EXPECT_EQ(tokenizer.token(7592), "hello");
}

TEST(Tokenizer, ValuesOfTheReferenceFromJson) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const auto tokenizer = Tokenizer::load(testing::model_path("all-MiniLM-L6-v2"));
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_values_of_the_reference(*tokenizer);
  EXPECT_THAT(tokenizer->files(), ElementsAre("tokenizer.json", "tokenizer_config.json"));
  EXPECT_THAT(tokenizer->notes(), IsEmpty());
  EXPECT_EQ(tokenizer->model_max_length(), 512U);
  EXPECT_EQ(tokenizer->vocabulary_size(), 30522U);
  EXPECT_EQ(tokenizer->pad(), 0);
  EXPECT_EQ(tokenizer->mask(), 103);
}

TEST(Tokenizer, ValuesOfTheReferenceFromTheList) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const testing::TemporaryFolder folder;
  std::filesystem::copy(testing::model_path("all-MiniLM-L6-v2/vocab.txt"), folder.path());
  const auto tokenizer = Tokenizer::load(folder.path());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_values_of_the_reference(*tokenizer);
  EXPECT_THAT(tokenizer->files(), ElementsAre("vocab.txt"));
  EXPECT_THAT(tokenizer->notes(), ElementsAre(HasSubstr("do_lower_case")));
  EXPECT_EQ(tokenizer->model_max_length(), 0U);
}

using testing::token_digest;

void write_json(const std::string& path, const nlohmann::json& json) {
  std::ofstream(path) << json.dump();
}

// Makes a tokenizer of the small reference.
Tokenizer small(const nlohmann::json& one, const testing::TemporaryFolder& folder) {
  const auto& all = testing::reference("tokenizers_small");
  auto whole = one;
  whole["model"] = all.at(one.at("model").get<std::string>());
  write_json(folder.file("tokenizer.json"), whole);
  auto tokenizer = Tokenizer::load(folder.path());
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *tokenizer;
}

// The tokenizer equals the reference on texts that are hard to tokenize, with every kind of normaliser and
// template.
TEST(Tokenizer, EqualsTheReferenceOnHardTexts) {
  const auto& all = testing::reference("tokenizers_small");
  for (const auto& one : all.at("cases")) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(one, folder);
    Tokens out;
    for (size_t i = 0; i < all.at("texts").size(); ++i) {
      const auto text = all.at("texts")[i].get<std::string>();
      const size_t whole = tokenizer.encode(text, 0, out);
      EXPECT_EQ(whole, out.size());
      EXPECT_EQ(token_digest(out), one.at("digests")[i].get<std::string>())
          << all.at("texts")[i].dump(-1, ' ', true) << ::testing::PrintToString(out.ids)
          << ::testing::PrintToString(out.begin) << ::testing::PrintToString(out.end);
    }
    for (size_t i = 0; i < all.at("long").size(); ++i) {
      const auto& [unit, times] = all.at("long")[i].get<std::pair<std::string, size_t>>();
      std::string text;
      for (size_t k = 0; k < times; ++k) text += unit;
      tokenizer.encode(text, 0, out);
      EXPECT_EQ(token_digest(out), one.at("long")[i].get<std::string>()) << unit;
    }
  }
}

TEST(Tokenizer, PairsAndCutsEqualTheReference) {
  const auto& all = testing::reference("tokenizers_small");
  for (const auto& one : all.at("cases")) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(one, folder);
    Tokens out;
    for (const auto& pair : one.at("pairs")) {
      SCOPED_TRACE(pair.dump());
      const auto a = pair.at("a").get<std::string>(), b = pair.at("b").get<std::string>();
      tokenizer.encode_pair(a, b, pair.at("most").get<size_t>(), out);
      EXPECT_EQ(out.ids, pair.at("ids").get<std::vector<int32_t>>());
      EXPECT_EQ(out.types, pair.at("types").get<std::vector<uint8_t>>());
      for (size_t i = 0; i < out.size(); ++i) {  // these texts are ASCII
        EXPECT_EQ(out.begin[i], pair.at("offsets")[2 * i].get<uint32_t>());
        EXPECT_EQ(out.end[i], pair.at("offsets")[2 * i + 1].get<uint32_t>());
      }
    }
    for (const auto& [most, expected] : one.at("cut").items())
      EXPECT_EQ(ids(tokenizer, "the new world, hello", std::stoul(most)),
                expected.get<std::vector<int32_t>>());
  }
}

// Returns the case of the small reference with this name.
nlohmann::json case_of(std::string_view name) {
  for (const auto& one : testing::reference("tokenizers_small").at("cases"))
    if (one.at("name") == name) return one;
  throw std::runtime_error("no such case");
}

// vocab.json and merges.txt make the same tokenizer as tokenizer.json.
TEST(Tokenizer, TwoFilesSayWhatTokenizerJsonSays) {
  const auto& all = testing::reference("tokenizers_small");
  const testing::TemporaryFolder of_json, of_files;
  const Tokenizer expected = small(case_of("bytes prefix True trim True"), of_json);
  write_json(of_files.file("vocab.json"), all.at("bytes").at("vocab"));
  write_json(of_files.file("tokenizer_config.json"),
             {{"add_prefix_space", true}, {"model_max_length", 1e30}});
  std::ofstream merges(of_files.file("merges.txt"));
  merges << "#version: 0.2\n";
  for (const auto& merge : all.at("bytes").at("merges")) merges << merge.get<std::string>() << '\n';
  merges.close();
  const auto tokenizer = Tokenizer::load(of_files.path());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_THAT(tokenizer->files(), ElementsAre("vocab.json", "merges.txt", "tokenizer_config.json"));
  EXPECT_EQ(tokenizer->model_max_length(), 0U);
  EXPECT_EQ(tokenizer->vocabulary_size(), expected.vocabulary_size());
  EXPECT_EQ(tokenizer->sep(), 2);
  Tokens a, b;
  for (const auto& text : all.at("texts")) {
    expected.encode(text.get<std::string>(), 0, a);
    tokenizer->encode(text.get<std::string>(), 0, b);
    EXPECT_EQ(token_digest(a), token_digest(b)) << text;
  }
  std::ofstream(of_files.file("merges.txt"), std::ios::app) << "h qqq\n";
  EXPECT_THAT(Tokenizer::load(of_files.path()).error().message,
              AllOf(HasSubstr("merges.txt: merge "), HasSubstr("\"qqq\"")));
  std::ofstream(of_files.file("merges.txt")) << "#version: 0.2\n# h\nhe llo x\n";
  EXPECT_THAT(Tokenizer::load(of_files.path()).error().message,
              HasSubstr("merges.txt:3: two tokens with one space between"));
}

// Malformed bytes become U+FFFD, and tokens keep the positions of their bytes.
TEST(Tokenizer, MalformedBytesAreTheReplacementCharacter) {
  Rng rng(1, "tokenizer");
  for (const char* name : {"uncased", "nothing normalised", "bytes prefix True trim True", "bytes of gpt2"}) {
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(case_of(name), folder);
    for (int round = 0; round < 300; ++round) {
      std::string text;
      for (uint64_t parts = rng.below(12); parts > 0; --parts)
        text += std::vector<std::string>{"hello",        " ",  "é", "\xC3", "\xF0\x9F\x98", "\xFF", "漢",
                                         "\xED\xA0\x80", "new"}[rng.below(9)];
      const std::string repaired = repair_utf8(text);
      Tokens of_text, of_repaired;
      tokenizer.encode(text, 0, of_text);
      tokenizer.encode(repaired, 0, of_repaired);
      ASSERT_EQ(of_text.ids, of_repaired.ids) << ::testing::PrintToString(text);
      // The bytes before a position are repaired alike in both texts.
      for (size_t i = 0; i < of_text.size(); ++i) {
        ASSERT_LE(of_text.end[i], text.size());
        ASSERT_EQ(repair_utf8(text.substr(0, of_text.begin[i])), repaired.substr(0, of_repaired.begin[i]));
        ASSERT_EQ(repair_utf8(text.substr(0, of_text.end[i])), repaired.substr(0, of_repaired.end[i]));
      }
    }
  }
}

TEST(Tokenizer, ManyThreadsMayAskOne) {
  const auto& texts = testing::reference("tokenizers_small").at("texts");
  for (const char* name : {"added tokens", "bytes with added tokens"}) {
    const auto one = case_of(name);
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(one, folder);
    std::vector<std::string> digests(texts.size());
    parallel_for(texts.size(), 4, [&](size_t i) {
      Tokens out;
      tokenizer.encode(texts[i].get<std::string>(), 0, out);
      digests[i] = token_digest(out);
    });
    for (size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(digests[i], one.at("digests")[i].get<std::string>());
  }
}

TEST(Tokenizer, CutsKeepTheLastSpecial) {
  const testing::TemporaryFolder folder;
  const Tokenizer tokenizer = small(case_of("uncased"), folder);
  const std::string text = "the new world, hello";
  const auto whole = ids(tokenizer, text);
  Tokens out;
  for (size_t most = 1; most <= whole.size() + 1; ++most) {
    EXPECT_EQ(tokenizer.encode(text, most, out), whole.size());
    EXPECT_EQ(out.size(), std::min(most, whole.size()));
    EXPECT_EQ(out.ids.back(), tokenizer.sep());
    EXPECT_LE(tokenizer.encode_pair(text, text, most, out), 2 * whole.size());
    EXPECT_LE(out.size(), most);
    EXPECT_EQ(out.ids.back(), tokenizer.sep());
  }
}

// A changed tokenizer.json is refused with a message that names the fault.
TEST(Tokenizer, MalformedFilesAreNamed) {
  const auto message = [](std::string_view name, const std::function<void(nlohmann::json&)>& change) {
    const testing::TemporaryFolder folder;
    auto whole = case_of(name);
    whole["model"] = testing::reference("tokenizers_small").at(whole.at("model").get<std::string>());
    change(whole);
    write_json(folder.file("tokenizer.json"), whole);
    const auto tokenizer = Tokenizer::load(folder.path());
    if (tokenizer) return std::string("it was taken");
    EXPECT_EQ(tokenizer.error().kind, ErrorKind::data);
    const std::string start = folder.file("tokenizer.json") + ": ";
    EXPECT_THAT(tokenizer.error().message, ::testing::StartsWith(start));
    return tokenizer.error().message.substr(std::min(start.size(), tokenizer.error().message.size()));
  };
  using Json = nlohmann::json;
  const auto words = [&](const std::function<void(Json&)>& change) { return message("uncased", change); };
  const auto bytes = [&](const std::function<void(Json&)>& change) {
    return message("bytes prefix True trim True", change);
  };
  EXPECT_EQ(words([](Json& all) { all.erase("model"); }), "model: is missing");
  EXPECT_EQ(words([](Json& all) { all["model"].erase("vocab"); }), "model.vocab: is missing");
  EXPECT_THAT(words([](Json& all) { all["model"]["type"] = "Unigram"; }),
              HasSubstr("model.type: the model Unigram is not known here"));
  EXPECT_THAT(words([](Json& all) { all["normalizer"]["type"] = "Precompiled"; }),
              HasSubstr("normalizer.type: the normalizer Precompiled is not known here"));
  EXPECT_THAT(words([](Json& all) {
                all["normalizer"] = {{"type", "Sequence"},
                                     {"normalizers", {{{"type", "NFC"}}, {{"type", "Replace"}}}}};
              }),
              HasSubstr("normalizer.normalizers[1].type: the normalizer Replace"));
  EXPECT_THAT(words([](Json& all) { all["pre_tokenizer"]["type"] = "Metaspace"; }),
              HasSubstr("pre_tokenizer.type: the pre-tokenizer Metaspace is not known here"));
  EXPECT_THAT(words([](Json& all) { all["post_processor"]["type"] = "Odd"; }),
              HasSubstr("post_processor.type: the post-processor Odd is not known here"));
  EXPECT_THAT(words([](Json& all) { all["pre_tokenizer"] = nullptr; }),
              HasSubstr("pre_tokenizer: is missing"));
  EXPECT_THAT(words([](Json& all) { all["model"]["vocab"].erase("[UNK]"); }),
              HasSubstr("model.vocab: the token for unknown words, \"[UNK]\", is missing"));
  EXPECT_THAT(words([](Json& all) { all["model"]["vocab"]["hello"] = 7; }),
              AllOf(HasSubstr("model.vocab: "), HasSubstr("have the same id 7")));
  EXPECT_THAT(words([](Json& all) { all["model"]["vocab"]["a\nb"] = 7; }),
              AllOf(HasSubstr("have the same id 7"), ::testing::Not(HasSubstr("\n"))));
  for (const Json& id : {Json(-1), Json(2.5), Json("1"), Json(1 << 21), Json(18446744073709551615U)})
    EXPECT_THAT(words([&](Json& all) { all["model"]["vocab"]["hello"] = id; }),
                HasSubstr("model.vocab: the id of \"hello\" should be a whole number from 0 to 2097151"));
  EXPECT_THAT(words([](Json& all) {
                all["model"]["vocab"].erase("[CLS]");
                all["added_tokens"].erase(2);
              }),
              HasSubstr("no token has the id 2"));
  EXPECT_THAT(words([](Json& all) { all["added_tokens"][0]["id"] = 9; }),
              HasSubstr("added_tokens: \"[PAD]\" has the id 9, but 0 in the vocabulary"));
  EXPECT_THAT(words([](Json& all) { all["added_tokens"][0]["content"] = "other"; }),
              HasSubstr("added_tokens: the id 0 of \"other\" is the id of \"[PAD]\" in the vocabulary"));
  EXPECT_THAT(words([](Json& all) { all["added_tokens"][1].erase("content"); }),
              HasSubstr("added_tokens[1].content: is missing"));
  EXPECT_THAT(words([](Json& all) { all["post_processor"]["single"][0]["SpecialToken"]["id"] = "[X]"; }),
              HasSubstr("post_processor.single[0].SpecialToken.id: special_tokens has no \"[X]\""));
  EXPECT_THAT(words([](Json& all) { all["post_processor"]["single"].erase(1); }),
              HasSubstr("post_processor.single: each text should be there once"));
  EXPECT_THAT(bytes([](Json& all) { all["model"]["merges"][3] = "h qqq"; }),
              HasSubstr("model.merges: merge 4 joins \"h\" and \"qqq\", but the vocabulary has no \"qqq\""));
  EXPECT_THAT(bytes([](Json& all) { all["model"]["merges"][3] = "h e l"; }),
              HasSubstr("model.merges[3]: two tokens are expected"));
  EXPECT_THAT(bytes([](Json& all) {
                all["model"]["vocab"].erase("!");
                all["model"]["merges"] = Json::array();
              }),
              HasSubstr("the vocabulary has no token for the byte 33 (\"!\")"));
  EXPECT_THAT(bytes([](Json& all) { all["model"]["dropout"] = 0.1; }),
              HasSubstr("model.dropout: 0.1 is not supported"));
  EXPECT_THAT(bytes([](Json& all) { all["model"]["end_of_word_suffix"] = "</w>"; }),
              HasSubstr("model.end_of_word_suffix: \"</w>\" is not supported"));
  EXPECT_THAT(bytes([](Json& all) { all["post_processor"]["cls"] = "<s>"; }),
              HasSubstr("post_processor.cls: a list is expected, not string"));
}

TEST(Tokenizer, MalformedListsAndConfigurationsAreNamed) {
  const testing::TemporaryFolder folder;
  const auto message = [&] {
    const auto tokenizer = Tokenizer::load(folder.path());
    return tokenizer ? std::string() : tokenizer.error().message;
  };
  const auto put = [&](const char* name, const std::string& content) {
    std::ofstream(folder.file(name)) << content;
  };
  EXPECT_EQ(Tokenizer::load(folder.path()).error().kind, ErrorKind::missing);
  EXPECT_THAT(message(), HasSubstr("holds no tokenizer"));
  put("vocab.txt", "[PAD]\n[UNK]\n[SEP]\nhello\n");
  EXPECT_THAT(message(), HasSubstr("vocab.txt: \"[CLS]\" is missing"));
  put("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\nhello\n");
  EXPECT_THAT(message(), HasSubstr("vocab.txt:6: \"hello\" occurred before, in line 5"));
  put("vocab.txt", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\nhello\r\nHello");
  EXPECT_EQ(message(), "");
  EXPECT_THAT(ids(*Tokenizer::load(folder.path()), "Hello"), ElementsAre(2, 4, 3));
  put("tokenizer_config.json", R"({"do_lower_case": "no"})");
  EXPECT_THAT(message(),
              HasSubstr("tokenizer_config.json: do_lower_case: true or false is expected, not string"));
  put("tokenizer_config.json", R"({"do_lower_case": false, "model_max_length": 0})");
  EXPECT_THAT(message(),
              HasSubstr("tokenizer_config.json: model_max_length: a number of tokens is expected"));
  put("tokenizer_config.json", R"({"do_lower_case": false, "cls_token": {"content": "hello"}})");
  EXPECT_THAT(ids(*Tokenizer::load(folder.path()), "Hello"), ElementsAre(4, 5, 3));
  EXPECT_THAT(Tokenizer::load(folder.path())->notes(), IsEmpty());
  put("tokenizer.json", "{\"model\":\n");
  EXPECT_THAT(message(), HasSubstr("tokenizer.json:"));
  put("tokenizer.json", R"({"model": {"vocab": {"[UNK]": 0, "hello": 1, "Hello": 2}},
      "normalizer": {"type": "BertNormalizer", "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"}})");
  const auto tokenizer = Tokenizer::load(folder.path());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_THAT(ids(*tokenizer, "Hello hello"), ElementsAre(2, 1));
  EXPECT_THAT(tokenizer->notes(), ElementsAre(HasSubstr("do_lower_case to false, against tokenizer.json")));
}

// Run by hand: the tokenizer equals the reference on real texts, in a folder that the script writes.
TEST(Tokenizer, EqualsTheReferenceOnManyLines) {
  const char* const folder = std::getenv("STANDFAST_TOKENIZER_REFERENCE");
  if (folder == nullptr) GTEST_SKIP() << "needs STANDFAST_TOKENIZER_REFERENCE";
  const std::string path = folder;
  const auto tokenizer = Tokenizer::load(path + "/tokenizer");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  std::ifstream lines(path + "/lines.jsonl"), digests(path + "/digests.txt");
  size_t number = 0, bytes = 0, tokens = 0, different = 0;
  Tokens out;
  for (std::string line, expected; std::getline(lines, line) && std::getline(digests, expected);) {
    ++number;
    const auto text = nlohmann::json::parse(line).get<std::string>();
    tokenizer->encode(text, 0, out);
    bytes += text.size();
    tokens += out.size();
    if (token_digest(out) != expected && ++different <= 10)
      ADD_FAILURE() << "line " << number << ": " << token_digest(out) << " instead of " << expected;
  }
  EXPECT_GT(number, 0U);
  EXPECT_EQ(different, 0U);
  std::cout << number << " lines, " << bytes << " bytes, " << tokens << " tokens, " << different
            << " different\n";
}

// The longest added token at the leftmost position is found, as a search through all tokens finds it, and
// also among so many that such a search would take minutes.
TEST(AddedTokens, TheLongestAtAPlaceIsFoundAmongMany) {
  for (uint64_t round = 0; round < 50; ++round) {
    Rng rng(round, "tests/added");
    token::AddedTokens tokens;
    std::vector<std::string> patterns;
    const auto word = [&](uint64_t longest) {
      std::string made;
      for (uint64_t n = 1 + rng.below(longest); n > 0; --n) made += rng.chance(0.5) ? 'a' : 'b';
      return made;
    };
    for (uint64_t n = 1 + rng.below(12); n > 0; --n) {
      patterns.push_back(word(6));
      tokens.add({.content = patterns.back(), .id = static_cast<int32_t>(patterns.size())}, patterns.back());
    }
    tokens.ready();
    const std::string text = word(60);
    std::vector<std::pair<size_t, size_t>> found, expected;
    tokens.for_each(
        text, [](size_t, size_t) {},
        [&](const token::AddedToken&, size_t begin, size_t end) { found.emplace_back(begin, end); });
    for (size_t at = 0; at < text.size();) {
      size_t longest = 0;
      for (const auto& pattern : patterns)
        if (text.compare(at, pattern.size(), pattern) == 0) longest = std::max(longest, pattern.size());
      if (longest > 0) expected.emplace_back(at, at + longest);
      at += std::max<size_t>(longest, 1);
    }
    EXPECT_EQ(found, expected) << text;
  }
  token::AddedTokens many;
  for (int32_t i = 0; i < 400'000; ++i) {
    const std::string pattern = "<" + std::to_string(i) + ">";
    many.add({.content = pattern, .id = i}, pattern);
  }
  many.ready();
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "< <" + std::to_string(i * 17) + ">";
  size_t found = 0;
  many.for_each(
      text, [](size_t, size_t) {},
      [&](const token::AddedToken& token, size_t begin, size_t end) {
        EXPECT_EQ(text.substr(begin, end - begin), token.content);
        ++found;
      });
  EXPECT_EQ(found, 20'000U);
}

}  // namespace
}  // namespace standfast::token
