// Tests of whole files: every format and compression, written and read back; damaged archives; folders.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/write.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::ListeningSink;
using testing::TemporaryFolder;

Corpus awkward_corpus() {
  return testing::make_corpus(
      {{"a,1", "comma, \"quote\" and\nline break", "ann", "t1"},
       {"b", "", "", "t;2"},
       {"c\td", "tab\tCRLF\r\nlone \r, \xc3\xa9 \xf0\x9f\x98\x80 \\ / \x01", "bob \"b\"", ""},
       {"e", " spaces ", "ann", "t1"}});
}

Result<Corpus> read_whole(const std::string& path) {
  return read_corpus(path, {});
}

TEST(ReadWrite, EveryFormatAndCompressionKeepsTheCorpus) {
  const TemporaryFolder folder;
  const Corpus corpus = awkward_corpus();
  for (const std::string format : {".jsonl", ".csv", ".tsv"})
    for (const std::string compression : {"", ".gz", ".zst"}) {
      const std::string path = folder.file("x" + format + compression);
      const auto written = write_corpus(corpus, path);
      ASSERT_TRUE(written) << written.error().message;
      const auto back = read_whole(path);
      ASSERT_TRUE(back) << path << ": " << back.error().message;
      EXPECT_EQ(back->data_hash(), corpus.data_hash()) << path;
      // A file whose name does not tell its format is opened, and its format is detected from the bytes.
      const std::string nameless = folder.file("nameless");
      fs::copy_file(path, nameless, fs::copy_options::overwrite_existing);
      const auto guessed = read_whole(nameless);
      ASSERT_TRUE(guessed) << path << ": " << guessed.error().message;
      EXPECT_EQ(guessed->data_hash(), corpus.data_hash()) << path;
    }
}

TEST(ReadWrite, ChosenRowsInTheirOrder) {
  const TemporaryFolder folder;
  const std::vector<uint32_t> rows = {3, 0};
  ASSERT_TRUE(write_corpus(awkward_corpus(), folder.file("x.csv"), Format::guess, rows));
  const auto back = read_whole(folder.file("x.csv"));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ(back->id(0), "e");
}

TEST(ReadWrite, NulGoesThroughJsonlAndIsRefusedByCsv) {
  const TemporaryFolder folder;
  const Corpus corpus = testing::make_corpus({{"n", std::string("a\0b", 3), "", ""}});
  ASSERT_TRUE(write_corpus(corpus, folder.file("x.jsonl")));
  EXPECT_EQ(read_whole(folder.file("x.jsonl"))->data_hash(), corpus.data_hash());
  const auto refused = write_corpus(corpus, folder.file("x.csv"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("\"n\" holds a NUL"));
  EXPECT_FALSE(fs::exists(folder.file("x.csv")));
}

TEST(ReadWrite, TruncatedArchivesAreDataErrors) {
  const TemporaryFolder folder;
  std::string text(100000, ' ');
  for (size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + (i * i * 7 + i / 13) % 26);
  const Corpus corpus = testing::make_corpus({{"1", text, "", ""}, {"2", text + "x", "", ""}});
  for (const std::string compression : {".gz", ".zst"}) {
    const std::string path = folder.file("x.jsonl" + compression);
    ASSERT_TRUE(write_corpus(corpus, path));
    fs::resize_file(path, fs::file_size(path) - 5);
    for (const auto policy : {BadRowPolicy::fail, BadRowPolicy::skip, BadRowPolicy::repair}) {
      ReadOptions options;
      options.bad_rows = policy;
      const auto cut = read_corpus(path, options);
      ASSERT_FALSE(cut) << path;
      EXPECT_EQ(cut.error().kind, ErrorKind::data);
      EXPECT_THAT(cut.error().message, HasSubstr("truncated"));
    }
  }
}

TEST(ReadWrite, FoldersKeepAuthorTopicAndText) {
  const TemporaryFolder folder;
  const Corpus corpus = testing::make_corpus(
      {{"t1/ann_x", "one\n", "ann", "t1"}, {"t1/bob_x", "", "bob", "t1"}, {"t2/ann_y", "3", "ann", "t2"}});
  const std::string path = folder.file("texts");
  const auto written = write_corpus(corpus, path, Format::folder);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_TRUE(fs::exists(path + "/t1/ann_x.txt"));
  const auto back = read_whole(path);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->data_hash(), corpus.data_hash());
  EXPECT_THAT(write_corpus(corpus, path, Format::folder).error().message, HasSubstr("not empty"));
}

TEST(ReadWrite, FoldersAreReadAsPeopleMakeThem) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("Austen_Emma_1815.txt"), "\xef\xbb\xbfOne\r\ntwo\rthree\r\r\n\r"));
  ASSERT_TRUE(write_file(folder.file("Austen_Persuasion.txt.gz"), "packed"));
  ASSERT_TRUE(write_file(folder.file("anonymous.txt"), "whose?"));
  ASSERT_TRUE(write_file(folder.file("README.md"), "not a text"));
  ListeningSink sink;
  ReadOptions options;
  options.sink = &sink;
  const auto corpus = read_corpus(folder.path(), options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  ASSERT_EQ(corpus->size(), 3u);
  EXPECT_EQ(corpus->id(0), "Austen_Emma_1815");
  EXPECT_EQ(corpus->text(0), "One\ntwo\rthree\r\n\r");
  EXPECT_EQ(corpus->text(1), "packed");
  EXPECT_EQ(corpus->value(Role::author, 1), "Austen");
  EXPECT_EQ(corpus->value(Role::author, 2), "");
  EXPECT_THAT(sink.infos, HasSubstr("1 other files passed over"));
}

TEST(ReadWrite, BadFilesOfAFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a_1.txt"), "fine"));
  ASSERT_TRUE(write_file(folder.file("b_2.txt"), "bad \xff"));
  const auto failed = read_whole(folder.path());
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("b_2.txt: not valid UTF-8"));
  ReadOptions options;
  options.bad_rows = BadRowPolicy::skip;
  EXPECT_EQ(read_corpus(folder.path(), options)->size(), 1u);
  options.bad_rows = BadRowPolicy::repair;
  EXPECT_EQ(read_corpus(folder.path(), options)->text(1), "bad \xef\xbf\xbd");
  options.text_column = "body";
  EXPECT_EQ(read_corpus(folder.path(), options).error().kind, ErrorKind::usage);
}

TEST(ReadWrite, NamesThatFilesCannotHaveAreRefused) {
  const TemporaryFolder folder;
  const auto refusal = [&](const testing::Doc& doc) {
    const auto status = write_corpus(testing::make_corpus({doc}), folder.file("f/"), Format::folder);
    return status ? std::string() : status.error().message;
  };
  EXPECT_THAT(refusal({"x", "t", "a_b", ""}), HasSubstr("the author \"a_b\" holds an underscore"));
  EXPECT_THAT(refusal({"x/y", "t", "a", ""}), HasSubstr("the id \"x/y\" holds a slash"));
  EXPECT_THAT(refusal({"x", "t", "a", "../up"}), HasSubstr("the topic \"../up\""));
  EXPECT_THAT(refusal({"x_y", "t", "", ""}), HasSubstr("holds an underscore"));
}

TEST(ReadWrite, WrongPathsSayWhatIsWrong) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_whole(folder.file("nothing.jsonl")).error().message, HasSubstr("cannot open"));
  EXPECT_THAT(read_whole(folder.path()).error().message, HasSubstr("no .txt files"));
  ASSERT_TRUE(write_file(folder.file("list.json"), " [{\"text\":\"x\"}]"));
  EXPECT_THAT(read_whole(folder.file("list.json")).error().message, HasSubstr("jq -c"));
  std::filesystem::create_directory(folder.file("saved"));
  ASSERT_TRUE(write_file(folder.file("saved/dataset_dict.json"), "{}"));
  EXPECT_THAT(read_whole(folder.file("saved")).error().message,
              HasSubstr("/saved\")[\"train\"].to_json(\"corpus.jsonl\") makes JSON lines of it"));
  ASSERT_TRUE(write_file(folder.file("x.jsonl"), ""));
  EXPECT_THAT(read_whole(folder.file("x.jsonl")).error().message, HasSubstr("is empty"));
}

TEST(ReadWrite, FilesOfOtherKindsAreCalledByNameWhateverTheyAreCalled) {
  const TemporaryFolder folder;
  const std::pair<std::string, const char*> kinds[] = {
      {std::string("PAR1\x15\x04\x15\x10", 8), "is a Parquet file; pandas.read_parquet(FILE)"},
      {std::string("PK\x03\x04\x14\0\6\0", 8), "save a sheet as CSV UTF-8"},
      {std::string("ARROW1\0\0", 8), "an Arrow or Feather file"},
      {std::string("SQLite format 3\0", 16), "an SQLite database"},
      {std::string("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8), "an old Office document"},
      {"%PDF-1.7\n", "a PDF file"},
      {std::string("BZh91AY&SY\x01", 11), "packed by bzip2"},
  };
  for (const auto& [bytes, what] : kinds)
    for (const char* name : {"a.parquet", "a.csv", "a.jsonl", "a"}) {
      ASSERT_TRUE(write_file(folder.file(name), bytes));
      const auto refused = read_whole(folder.file(name));
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().kind, ErrorKind::data);
      EXPECT_THAT(refused.error().message, HasSubstr(what)) << name;
      EXPECT_THAT(refused.error().message, HasSubstr(name));
    }
  // Words that begin like a magic number are words.
  for (const char* head : {"PAR1,text\n", "ORC,text\n", "BZh,text\n"}) {
    ASSERT_TRUE(write_file(folder.file("a.csv"), std::string(head) + "x,y\n"));
    EXPECT_TRUE(read_whole(folder.file("a.csv"))) << head;
  }
}

TEST(ReadWrite, ANameThatEndsInAnotherFormatIsNotWrittenTo) {
  const TemporaryFolder folder;
  const Corpus corpus = testing::make_corpus({{"1", "t", "ann", "sea"}});
  for (const char* name : {"x.parquet", "x.xlsx", "x.txt", "x.jsonl.xz", "x.parquet.gz"}) {
    const auto refused = write_corpus(corpus, folder.file(name));
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
    EXPECT_THAT(refused.error().message, HasSubstr("there are .jsonl .ndjson .json .csv .tsv .tab"));
    EXPECT_FALSE(read_file(folder.file(name)));
    EXPECT_TRUE(write_corpus(corpus, folder.file(name), Format::jsonl)) << "who asks for it gets it";
  }
  for (const char* name : {"plain", "run.2", "v1.10", ".hidden", "X.JSONL", "x.csv.gz"})
    EXPECT_TRUE(write_corpus(corpus, folder.file(name))) << name;
}

}  // namespace
}  // namespace standfast
