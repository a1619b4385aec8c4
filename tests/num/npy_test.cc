#include "standfast/num/kernel/npy.h"

#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

const std::vector<double> kSix = {1, 2, 3, 4, 5, 6.5};

std::string complaint(const std::string& bytes) {
  const auto array = parse_npy(bytes, "v.npy");
  EXPECT_FALSE(array);
  if (array) return "";
  EXPECT_EQ(array.error().kind, ErrorKind::data);
  EXPECT_TRUE(array.error().message.starts_with("v.npy: ")) << array.error().message;
  return array.error().message;
}

TEST(Npy, WhatIsWrittenIsReadBack) {
  const auto table = parse_npy(npy_bytes(std::span(kSix), 2, 3), "v.npy");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->shape, (std::vector<size_t>{2, 3}));
  EXPECT_EQ(std::get<std::vector<double>>(table->data), kSix);
  const std::vector<uint32_t> whole = {7, 8};
  const auto list = parse_npy(npy_bytes(std::span(whole), 2), "v.npy");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->shape, std::vector<size_t>{2});
  EXPECT_EQ(std::get<std::vector<uint32_t>>(list->data), whole);
  EXPECT_EQ(npy_bytes(std::span(kSix), 2, 3).find('\n') % 64, 63U)
      << "the data begin at a multiple of 64 bytes";
}

TEST(Npy, ReadsWhatNumpyWrites) {
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import numpy' 2>/dev/null").c_str()) != 0) GTEST_SKIP() << "needs numpy";
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("w.py")) << R"(
import sys, warnings
import numpy as np
warnings.simplefilter("ignore")
a = np.array([[1, 2, 3], [4, 5, 6.5]])
i = 0
for version in ((1, 0), (2, 0), (3, 0)):
    for kind in ("<f4", "<f8", ">f4", ">f8"):
        for order in "CF":
            with open(sys.argv[1] + "/%d.npy" % i, "wb") as f:
                np.lib.format.write_array(f, np.asarray(a.astype(kind), order=order), version=version)
            i += 1
b = np.load(sys.argv[1] + "/ours.npy")
assert b.dtype == np.float64 and b.shape == (2, 3) and (b == a).all(), b
)";
  ASSERT_TRUE(write_file(folder.file("ours.npy"), npy_bytes(std::span(kSix), 2, 3)));
  ASSERT_EQ(std::system((python + " " + folder.file("w.py") + " " + folder.path()).c_str()), 0);
  for (int i = 0; i < 24; ++i) {
    const auto array = parse_npy(*read_file(folder.file(std::to_string(i) + ".npy")), std::to_string(i));
    ASSERT_TRUE(array) << array.error().message;
    ASSERT_EQ(array->shape, (std::vector<size_t>{2, 3})) << i;
    std::visit(
        [&](const auto& data) {
          for (size_t k = 0; k < 6; ++k) EXPECT_EQ(static_cast<double>(data[k]), kSix[k]) << i;
        },
        array->data);
  }
}

TEST(Npy, BadFilesSayWhatIsWrong) {
  const std::string good = npy_bytes(std::span(kSix), 2, 3);
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string bytes = good;
    return bytes.replace(bytes.find(old), old.size(), now);
  };
  EXPECT_NE(complaint("PK\x03\x04").find("not a .npy file"), std::string::npos);
  EXPECT_NE(complaint(good.substr(0, 40)).find("ends within its header"), std::string::npos);
  EXPECT_NE(complaint(good.substr(0, good.size() - 1))
                .find("has 47 bytes of data where its shape (2 x 3) needs 48"),
            std::string::npos);
  EXPECT_NE(complaint(good + "x").find("was something appended?"), std::string::npos);
  EXPECT_NE(complaint(with("<f8", "<i8")).find("type \"<i8\"; float32 and float64"), std::string::npos);
  EXPECT_NE(complaint(with("<f8", "|O8")).find("type \"|O8\""), std::string::npos);
  EXPECT_NE(complaint(with("(2, 3)", "(1,2,3")).find("header cannot be read"), std::string::npos);
  EXPECT_NE(complaint(with("(2, 3), }     ", "(2, 3, 1), }  ")).find("has 3 dimensions"), std::string::npos);
  EXPECT_NE(complaint(with("(2, 3), }                 ", "(99999999999, 99999999999)}"))
                .find("larger than any memory"),
            std::string::npos);
  EXPECT_NE(complaint(with("'descr'", "'dscer'")).find("header cannot be read"), std::string::npos);
  std::string version = good;
  version[6] = 9;
  EXPECT_NE(complaint(version).find("version 9.0 is not known"), std::string::npos);
}

TEST(Npy, AViewHasTheNumbersOfTheFile) {
  const std::vector<float> data = {1, 2, 3, 4, 5, 6};
  const std::string bytes = npy_bytes(std::span<const float>(data), 3, 2);
  const auto view = view_npy(bytes, "v.npy");
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->rows, 3U);
  EXPECT_EQ(view->columns, 2U);
  EXPECT_EQ(std::vector<float>(view->row(1).begin(), view->row(1).end()), (std::vector<float>{3, 4}));
  const auto* begin = reinterpret_cast<const char*>(view->data);
  EXPECT_TRUE(begin > bytes.data() && begin < bytes.data() + bytes.size()) << "no copy";
}

TEST(Npy, AViewIsOfFloatsAsTheyStandOnly) {
  const std::vector<double> wide = {1, 2};
  const std::vector<float> data = {1, 2};
  const auto refused = [](const std::string& bytes) {
    const auto view = view_npy(bytes, "v.npy");
    return view ? "" : view.error().message;
  };
  const std::string what = "v.npy: not a table of float32 that can be used as it stands";
  EXPECT_EQ(refused(npy_bytes(std::span<const double>(wide), 1, 2)), what);
  EXPECT_EQ(refused(npy_bytes(std::span<const float>(data), 2)), what) << "one dimension";
  std::string turned = npy_bytes(std::span<const float>(data), 1, 2);
  turned.replace(turned.find("False"), 5, "True ");
  EXPECT_EQ(refused(turned), what);
  std::string cut = npy_bytes(std::span<const float>(data), 1, 2);
  cut.pop_back();
  EXPECT_NE(refused(cut).find("is it truncated?"), std::string::npos) << refused(cut);
}

}  // namespace
}  // namespace standfast
