// The format's own rules: https://github.com/huggingface/safetensors, "Format".
#include "standfast/checkpoint/safetensors.h"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

std::string file_of(const std::string& header, size_t data) {
  const uint64_t length = header.size();
  std::string out(8, '\0');
  std::memcpy(out.data(), &length, 8);
  return out + header + std::string(data, '\1');
}

std::string refusal(const std::string& bytes) {
  const auto parsed = parse_safetensors(bytes, "f");
  if (parsed) return "read";
  EXPECT_EQ(parsed.error().kind, ErrorKind::data);
  EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos);
  return parsed.error().message;
}

TEST(Safetensors, ReadsWhatTheFormatAllows) {
  // No dimension, no number, a header that ends in spaces, data at an odd place, a buffer of whole numbers.
  const auto parsed =
      parse_safetensors(file_of(R"({"b": {"dtype": "F16", "shape": [2, 2], "data_offsets": [1, 9]},
        "none": {"dtype": "F32", "shape": [0, 3], "data_offsets": [9, 9]},
        "flag": {"dtype": "BOOL", "shape": [], "data_offsets": [0, 1]},
        "ids": {"dtype": "I64", "shape": [1], "data_offsets": [9, 17]},
        "__metadata__": {"format": "pt"}}   )",
                                17),
                        "f");
  ASSERT_TRUE(parsed) << parsed.error().message;
  std::vector<std::string> names;
  for (const auto& tensor : parsed->tensors) names.push_back(tensor.name);
  EXPECT_THAT(names, ElementsAre("flag", "b", "none", "ids"));
  EXPECT_EQ(parsed->metadata.at("format"), "pt");
  EXPECT_EQ(parsed->tensors[0].numbers(), 1U);
  EXPECT_TRUE(parse_safetensors(file_of("{}", 0), "f"));
}

TEST(Safetensors, RefusesWhatItDoesNot) {
  const auto one = [](const std::string& shape, const std::string& offsets, size_t data,
                      const std::string& type = "F32") {
    return refusal(file_of(
        "{\"a\": {\"dtype\": \"" + type + "\", \"shape\": " + shape + ", \"data_offsets\": " + offsets + "}}",
        data));
  };
  EXPECT_EQ(one("[2]", "[0, 8]", 8), "read");
  EXPECT_THAT(refusal("12345"), HasSubstr("it has 5 bytes"));
  EXPECT_THAT(refusal(file_of("{}", 0).substr(0, 9)), HasSubstr("its header would have 2 bytes"));
  EXPECT_THAT(refusal(std::string("\x01\xe1\xf5\x05\0\0\0\0", 8) + std::string(100, ' ')),
              HasSubstr("100000001 bytes"));
  EXPECT_THAT(refusal(file_of(" {}", 0)), HasSubstr("not a JSON object"));
  EXPECT_THAT(refusal(file_of("{", 0)), HasSubstr("f (header)"));
  EXPECT_THAT(refusal(file_of("{} x", 0)), HasSubstr("not JSON"));
  EXPECT_THAT(one("[2]", "[0, 8]", 7), HasSubstr("is the download incomplete?"));
  EXPECT_THAT(one("[2]", "[0, 8]", 9), HasSubstr("1 bytes behind the last tensor"));
  EXPECT_THAT(one("[2]", "[1, 9]", 9), HasSubstr("begins at byte"));
  EXPECT_THAT(one("[3]", "[0, 8]", 8), HasSubstr("which take 12"));
  EXPECT_THAT(one("[2]", "[8, 0]", 8), HasSubstr("data_offsets"));
  EXPECT_THAT(one("[2]", "[0]", 8), HasSubstr("two numbers"));
  EXPECT_THAT(one("[-2]", "[0, 8]", 8), HasSubstr("shape"));
  EXPECT_THAT(one("[4294967296, 4294967296]", "[0, 8]", 8), HasSubstr("too large"));
  EXPECT_THAT(one("[2]", "[0, 8]", 8, "F32 "), HasSubstr("is not a type of numbers"));
  EXPECT_THAT(refusal(file_of(R"({"a": 3})", 0)), HasSubstr("tensor \"a\""));
  EXPECT_THAT(refusal(file_of(R"({"__metadata__": {"format": 1}})", 0)), HasSubstr("__metadata__.format"));
  const std::string twice = R"({"dtype": "F32", "shape": [1], "data_offsets": )";
  EXPECT_THAT(refusal(file_of("{\"a\": " + twice + "[0, 4]}, \"b\": " + twice + "[2, 6]}}", 6)),
              HasSubstr("begins at byte"));
  EXPECT_THAT(refusal(file_of("{\"a\": " + twice + "[0, 4]}, \"b\": " + twice + "[6, 10]}}", 10)),
              HasSubstr("the one before it ends at"));
  EXPECT_THAT(refusal(file_of("{\"a\": " + twice + "[0, 4]}, \"a\": " + twice + "[4, 8]}}", 8)),
              HasSubstr("is damaged"));
}

TEST(Safetensors, GuessesWhatTheFileIsInstead) {
  EXPECT_THAT(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
              HasSubstr("git lfs pull"));
  EXPECT_THAT(refusal("<!DOCTYPE html><html>"), HasSubstr("web page"));
  EXPECT_THAT(refusal("PK\3\4 ..........."), HasSubstr("pytorch_model.bin"));
  EXPECT_THAT(refusal("GGUF............."), HasSubstr("GGUF"));
}

TEST(Safetensors, TypesBecomeFloats) {
  const uint16_t half[] = {0x3C00, 0xC000, 0x0001, 0x7C00, 0x8000}, brain[] = {0x3F80, 0xC000};
  float out[5];
  to_floats(TensorType::f16, reinterpret_cast<const char*>(half), 5, out);
  EXPECT_THAT(out, ElementsAre(1, -2, 0x1p-24F, std::numeric_limits<float>::infinity(), 0));
  EXPECT_TRUE(std::signbit(out[4]));
  to_floats(TensorType::bf16, reinterpret_cast<const char*>(brain), 2, out);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], -2);
  const double wide[] = {0.1};
  to_floats(TensorType::f64, reinterpret_cast<const char*>(wide), 1, out);
  EXPECT_EQ(out[0], 0.1F);
}

TEST(Safetensors, WhatIsWrittenIsReadAgain) {
  const TemporaryFolder folder;
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {7};
  const std::vector<TensorToWrite> list = {{"b", {}, b}, {"a", {3, 2}, a}, {"none", {0}, {}}};
  ASSERT_TRUE(write_safetensors(folder.file("m"), list));
  const auto bytes = read_file(folder.file("m"));
  const auto parsed = parse_safetensors(*bytes, "m");
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_EQ(parsed->tensors.size(), 3U);
  EXPECT_EQ(parsed->metadata.at("format"), "pt");
  EXPECT_EQ(parsed->tensors[0].begin % 8, 0U);
  const auto& tensor = *std::find_if(parsed->tensors.begin(), parsed->tensors.end(),
                                     [](const TensorInfo& t) { return t.name == "a"; });
  EXPECT_EQ(std::memcmp(bytes->data() + tensor.begin, a.data(), 24), 0);
}

}  // namespace
}  // namespace standfast
