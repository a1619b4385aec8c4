#include "standfast/feature/encoder/vectors_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/num/kernel/npy.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

TEST(VectorsReader, LinesAreRead) {
  const auto table = parse_vector_lines(
      "\xef\xbb\xbf{\"id\": \"a\", \"vector\": [1, -2.5]}\r\n\n{\"more\": 1, \"vector\": [3e2, 0], \"id\": "
      "7}",
      "v");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_THAT(table->ids, ElementsAre("a", "7"));
  EXPECT_THAT(std::get<DenseMatrix>(table->vectors).data, ElementsAre(1, -2.5, 300, 0));
}

TEST(VectorsReader, BadLinesNameLineAndId) {
  const auto complaint = [](const std::string& text) {
    const auto table = parse_vector_lines(text, "v.jsonl");
    EXPECT_FALSE(table) << text;
    return table ? "" : table.error().message;
  };
  const std::string good = "{\"id\": \"a\", \"vector\": [1, 2]}\n";
  EXPECT_EQ(complaint(good + good), "v.jsonl:2: the id \"a\" stands in line 1 already");
  EXPECT_EQ(complaint(good + "{\"id\": \"b\", \"vector\": [1]}"),
            "v.jsonl:2: the vector of \"b\" has 1 numbers, those before it have 2");
  EXPECT_EQ(complaint(good + "{\"id\": \"b\", \"vector\": [1, null]}"),
            "v.jsonl:2: item 2 of the vector of \"b\" is not a finite number");
  EXPECT_EQ(complaint("{\"id\": \"b\", \"vector\": []}"), "v.jsonl:1: the vector of \"b\" is empty");
  EXPECT_EQ(complaint("{\"id\": \"b\"}"), "v.jsonl:1: \"b\" has no \"vector\" that is a list of numbers");
  EXPECT_EQ(complaint("{\"vector\": [1]}"), "v.jsonl:1: has no \"id\" that is text or a whole number");
  EXPECT_NE(complaint("{\"id\": \"b\", \"vector\": [NaN]}").find("v.jsonl:1: holds NaN or Infinity"),
            std::string::npos);
  EXPECT_NE(complaint("[1]").find("not an object"), std::string::npos);
  EXPECT_NE(complaint("").find("no vectors"), std::string::npos);
}

TEST(VectorsReader, ArraysAndTheirIds) {
  const testing::TemporaryFolder folder;
  const std::vector<float> data = {1, 2, 3, 4};
  ASSERT_TRUE(write_file(folder.file("v.npy"), npy_bytes(std::span(data), 2, 2)));
  EXPECT_TRUE(read_vector_table(folder.file("v.npy"), "")->ids.empty());
  ASSERT_TRUE(write_file(folder.file("v.ids.txt"), "x\ny\n"));
  EXPECT_THAT(read_vector_table(folder.file("v.npy"), "")->ids, ElementsAre("x", "y"));
  ASSERT_TRUE(write_file(folder.file("other"), "x\ny\nx\n"));
  EXPECT_NE(read_vector_table(folder.file("v.npy"), folder.file("other"))
                .error()
                .message.find("other:3: the id \"x\" stands in line 1 already"),
            std::string::npos);
  ASSERT_TRUE(write_file(folder.file("other"), "x\n"));
  EXPECT_NE(read_vector_table(folder.file("v.npy"), folder.file("other")).error().message.find("1 ids"),
            std::string::npos);
  const std::vector<double> bad = {1, NAN};
  const auto nan = parse_vector_array(npy_bytes(std::span(bad), 2, 1), "v.npy");
  ASSERT_FALSE(nan);
  EXPECT_EQ(nan.error().message,
            "v.npy: row 2 (counted from 1) has nan in column 1; vectors are of finite numbers");
  EXPECT_FALSE(parse_vector_array(npy_bytes(std::span(data), 4), "v.npy"));
}

TEST(VectorsReader, AFileThatIsNotWhatWasSaidIsRefused) {
  const testing::TemporaryFolder folder;
  const std::string lines = R"({"id": "a", "vector": [1]})";
  ASSERT_TRUE(write_file(folder.file("v.npy"), lines));
  EXPECT_THAT(read_vector_table(folder.file("v.npy"), "").error().message,
              ::testing::HasSubstr("is no .npy file"));
  ASSERT_TRUE(write_file(folder.file("v.jsonl"), lines));
  EXPECT_TRUE(read_vector_table(folder.file("v.jsonl"), ""));
  const auto with_ids = read_vector_table(folder.file("v.jsonl"), folder.file("ids.txt"));
  ASSERT_FALSE(with_ids);
  EXPECT_EQ(with_ids.error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
