// Settings of model folders: settings refused by name, settings reported in notes, and settings that change
// tokens.
#include "standfast/text/model_settings.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/text/token/tokenizer.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using token::Tokenizer;
using token::Tokens;

std::string checked(std::string_view file, const nlohmann::json& json,
                    std::vector<std::string>* notes = nullptr) {
  std::vector<std::string> own;
  const Status status = check_settings(file, JsonField(json, "FILE"), notes != nullptr ? *notes : own);
  return status ? "" : status.error().message;
}

TEST(ModelSettings, AreListedOnceAndSayWhatARefusedOneWouldChange) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const ModelSetting& one : model_settings()) {
    EXPECT_TRUE(seen.insert({one.file, one.key}).second) << one.file << " " << one.key;
    EXPECT_EQ(one.use == SettingUse::refused, one.harmless != nullptr && !one.what.empty()) << one.key;
  }
}

TEST(ModelSettings, RefuseByNameWhatWouldChangeNumbers) {
  namespace files = setting_files;
  EXPECT_THAT(
      checked(files::kConfig, {{"position_embedding_type", "relative_key"}}),
      AllOf(HasSubstr("FILE: position_embedding_type: \"relative_key\""), HasSubstr("is not supported")));
  EXPECT_THAT(checked(files::kConfig, {{"quantization_config", {{"bits", 4}}}}),
              HasSubstr("quantization_config"));
  EXPECT_THAT(checked(files::kTokenizerConfig, {{"do_basic_tokenize", false}}),
              HasSubstr("do_basic_tokenize"));
  EXPECT_THAT(checked(files::kSentences, {{"truncate_dim", 16}}),
              HasSubstr("truncate_dim: 16 is not supported"));
  EXPECT_THAT(checked(files::kSentenceBert, {{"processing_kwargs", {{"text", {{"max_length", 8}}}}}}),
              HasSubstr("processing_kwargs"));
  EXPECT_THAT(checked(files::kSentenceBert, {{"tokenizer_args", {{"add_prefix_space", true}}}}),
              HasSubstr("tokenizer_args"));
  EXPECT_THAT(checked(files::kDense, {{"use_residual", true}}), HasSubstr("use_residual"));
  EXPECT_THAT(checked(files::kNormalize, {{"module_input_name", "token_embeddings"}}),
              HasSubstr("module_input_name"));
}

TEST(ModelSettings, TakeValuesThatChangeNothing) {
  namespace files = setting_files;
  std::vector<std::string> notes;
  const nlohmann::json config = {{"position_embedding_type", "absolute"},
                                 {"is_decoder", false},
                                 {"pruned_heads", nlohmann::json::object()},
                                 {"quantization_config", nullptr},
                                 {"hidden_dropout_prob", 0.1},
                                 {"transformers_version", "5.0.0"}};
  EXPECT_EQ(checked(files::kConfig, config, &notes), "");
  // As sentence-transformers 6.2 writes it.
  const nlohmann::json written = {
      {"transformer_task", "feature-extraction"},
      {"modality_config", {{"text", {{"method", "forward"}, {"method_output_name", "last_hidden_state"}}}}},
      {"module_output_name", "token_embeddings"},
      {"processing_kwargs", nlohmann::json::object()}};
  EXPECT_EQ(checked(files::kSentenceBert, written, &notes), "");
  EXPECT_EQ(checked(files::kSentenceBert, {{"model_args", {{"attn_implementation", "sdpa"}}}}, &notes), "");
  EXPECT_THAT(notes, IsEmpty());
}

TEST(ModelSettings, TellThoseThatNobodyKnows) {
  std::vector<std::string> notes;
  EXPECT_EQ(
      checked(setting_files::kConfig,
              {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"model_type", "bert"}}, &notes),
      "");
  EXPECT_THAT(notes,
              ElementsAre("config.json: \"a\", \"b\", \"c\", \"d\", \"e\" and 1 more are not known here and "
                          "not followed"));
}

// A folder with a list of pieces: [PAD] 0, [UNK] 1, [CLS] 2, [SEP] 3, [MASK] 4, a 5, b 6, c 7, ##b 8, tag 9.
class Words {
 public:
  Words() { put("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\n##b\ntag\n"); }
  void put(const std::string& name, const std::string& content) const {
    ASSERT_TRUE(write_file(folder_.file(name), content));
  }
  Result<Tokenizer> load() const { return Tokenizer::load(folder_.path()); }
  std::vector<int32_t> ids(std::string_view text, size_t most = 0) const {
    const auto tokenizer = load();
    EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
    Tokens out;
    if (tokenizer) tokenizer->encode(text, most, out);
    return out.ids;
  }
  std::vector<int32_t> pair(std::string_view a, std::string_view b, size_t most) const {
    Tokens out;
    load()->encode_pair(a, b, most, out);
    return out.ids;
  }
  // Writes tokenizer.json with these sections in addition to the model.
  void as_json(nlohmann::json sections) const {
    sections["model"] = {{"type", "WordPiece"},
                         {"unk_token", "[UNK]"},
                         {"vocab",
                          {{"[PAD]", 0},
                           {"[UNK]", 1},
                           {"[CLS]", 2},
                           {"[SEP]", 3},
                           {"[MASK]", 4},
                           {"a", 5},
                           {"b", 6},
                           {"c", 7},
                           {"##b", 8},
                           {"tag", 9}}}};
    sections["normalizer"] = {{"type", "BertNormalizer"}};
    sections["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
    sections["post_processor"] = {{"type", "BertProcessing"}, {"cls", {"[CLS]", 2}}, {"sep", {"[SEP]", 3}}};
    put("tokenizer.json", sections.dump());
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST(TruncationSide, LeftKeepsTheEnd) {
  const Words words;
  words.put("tokenizer_config.json", R"({"do_lower_case": true, "truncation_side": "left"})");
  EXPECT_TRUE(words.load()->cuts_left());
  EXPECT_THAT(words.ids("a b c ab"), ElementsAre(2, 5, 6, 7, 5, 8, 3));
  EXPECT_THAT(words.ids("a b c ab", 5), ElementsAre(2, 7, 5, 8, 3));
  EXPECT_THAT(words.ids("a b c ab", 9), ElementsAre(2, 5, 6, 7, 5, 8, 3));
  // The longer text is cut first.
  EXPECT_THAT(words.pair("a b c", "a", 6), ElementsAre(2, 6, 7, 3, 5, 3));
  words.put("tokenizer_config.json", R"({"do_lower_case": true, "truncation_side": "right"})");
  EXPECT_THAT(words.ids("a b c ab", 5), ElementsAre(2, 5, 6, 7, 3));
  words.put("tokenizer_config.json", R"({"truncation_side": "both"})");
  EXPECT_THAT(words.load().error().message, HasSubstr("truncation_side: \"both\" is neither"));
}

TEST(TruncationSide, OfTokenizerJsonCountsWhereTheConfigurationNamesNone) {
  const Words words;
  words.as_json({{"truncation", {{"direction", "Left"}, {"max_length", 4}}},
                 {"padding", {{"strategy", {{"Fixed", 128}}}}}});
  EXPECT_THAT(words.ids("a b c"), ElementsAre(2, 5, 6, 7, 3));  // the length has no effect
  EXPECT_THAT(words.ids("a b c", 4), ElementsAre(2, 6, 7, 3));
  words.put("tokenizer_config.json", R"({"truncation_side": "right"})");
  EXPECT_THAT(words.ids("a b c", 4), ElementsAre(2, 5, 6, 3));
}

TEST(AddedTokens, OfAnOldFolderStandBesideTheList) {
  const Words words;
  words.put("tokenizer_config.json", R"({"do_lower_case": true})");
  EXPECT_THAT(words.ids("a <x> newb"), ElementsAre(2, 5, 1, 1, 1, 1, 3));
  words.put("added_tokens.json", R"({"<x>": 10, "new": 11})");
  words.put("special_tokens_map.json", R"({"additional_special_tokens": ["<x>"]})");
  EXPECT_THAT(words.ids("a <x> newb"), ElementsAre(2, 5, 10, 11, 6, 3));
  EXPECT_THAT(words.ids("NEW <X>"), ElementsAre(2, 11, 1, 1, 1, 3)) << "what is special is not lowered";
  EXPECT_THAT(words.load()->files(), ElementsAre("vocab.txt", "tokenizer_config.json",
                                                 "special_tokens_map.json", "added_tokens.json"));
  // A list in the configuration counts instead, as in transformers.
  words.put("tokenizer_config.json",
            R"({"do_lower_case": true, "added_tokens_decoder": {"10": {"content": "<y>"}}})");
  EXPECT_THAT(words.ids("<y>"), ElementsAre(2, 10, 3));
  EXPECT_THAT(words.load()->files(), ElementsAre("vocab.txt", "tokenizer_config.json"));
  words.put("tokenizer_config.json", R"({"do_lower_case": true})");
  words.put("added_tokens.json", R"({"<x>": "ten"})");
  EXPECT_THAT(words.load().error().message, AllOf(HasSubstr("added_tokens.json"), HasSubstr("<x>")));
  words.put("added_tokens.json", R"({"<x>": 5})");
  EXPECT_THAT(words.load().error().message, HasSubstr("the id 5 of \"<x>\" is the id of \"a\""));
}

// Added tokens are the special tokens of the configuration if tokenizer.json lists none; transformers adds
// them, too.
TEST(AddedTokens, AreWhatTheConfigurationNames) {
  const Words words;
  words.as_json({});
  EXPECT_THAT(words.ids("[MASK] tagb"), ElementsAre(2, 1, 1, 1, 9, 8, 3));
  words.put("tokenizer_config.json",
            R"({"mask_token": "[MASK]", "additional_special_tokens": ["tag", "gone"]})");
  EXPECT_THAT(words.ids("[MASK] tagb"), ElementsAre(2, 4, 9, 6, 3));
  EXPECT_THAT(words.load()->notes(), Contains(HasSubstr("\"gone\" has no place in the vocabulary")));
}

TEST(SpecialTokensMap, NamesSpecialsThatTheConfigurationDoesNot) {
  const Words words;
  words.put("vocab.txt", "<p>\n<u>\n<c>\n<s>\na\n");
  words.put("tokenizer_config.json", R"({"do_lower_case": true})");
  EXPECT_FALSE(words.load());
  words.put(
      "special_tokens_map.json",
      R"({"cls_token": "<c>", "sep_token": {"content": "<s>"}, "unk_token": "<u>", "pad_token": "<p>"})");
  EXPECT_THAT(words.ids("a x"), ElementsAre(2, 4, 1, 3));
}

}  // namespace
}  // namespace standfast
