// Tests of standfast convert: what becomes of the columns beside id, text and roles.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ConvertColumns : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) {
    ASSERT_TRUE(write_file(folder_.file(name), content));
  }
  Said run(const std::string& arguments) { return standfast("convert " + arguments, folder_.path()); }
  // Returns the message of a conversion that succeeds.
  std::string done(const std::string& arguments) {
    const Said said = run(arguments);
    EXPECT_EQ(said.code, 0) << arguments << ": " << said.err;
    return said.err;
  }
  std::string refused(const std::string& arguments, int code) {
    const Said said = run(arguments);
    EXPECT_EQ(said.code, code) << arguments << ": " << said.err;
    return said.err;
  }
  std::string content(const std::string& name) { return read_file(folder_.file(name)).value_or(""); }
  TemporaryFolder folder_;
};

// The lines as convert writes them, so that equal content means equal bytes.
constexpr const char* kAsWritten =
    "{\"id\":\"1\",\"text\":\"one, \\\"two\\\"\",\"label\":\"a\",\"part\":\"train\",\"stars\":1.50,\"sure\":true,"
    "\"tags\":[\"x\",\"x\",\"\"],\"mixed\":\"1\"}\n"
    "{\"id\":\"2\",\"text\":\"three\",\"label\":\"b\",\"stars\":12345678901234567890,\"sure\":false,\"tags\":[],"
    "\"mixed\":\"s, t\"}\n";

TEST_F(ConvertColumns, KeepsEveryColumnOfTheFile) {
  write("c.jsonl", kAsWritten);
  EXPECT_THAT(done("c.jsonl d.jsonl.gz"), Not(HasSubstr("warning")));
  EXPECT_THAT(done("d.jsonl.gz d.jsonl"), Not(HasSubstr("warning")));
  EXPECT_EQ(content("d.jsonl"), kAsWritten);
  // A column with numbers and texts holds texts.
  write("mixed.jsonl", "{\"id\":\"1\",\"text\":\"t\",\"m\":1}\n{\"id\":\"2\",\"text\":\"t\",\"m\":\"s\"}\n");
  EXPECT_EQ(run("mixed.jsonl - --to jsonl").out,
            "{\"id\":\"1\",\"text\":\"t\",\"m\":\"1\"}\n{\"id\":\"2\",\"text\":\"t\",\"m\":\"s\"}\n");
  for (const std::string table : {"t.csv", "t.tsv"}) {
    // A table has no lists of its own, so nothing says how they should be written.
    EXPECT_THAT(done("c.jsonl " + table),
                HasSubstr("warning: c.jsonl: columns that are not written: \"tags\" (lists; --column "
                          "\"NAME:list:;=NAME\" writes one"));
    EXPECT_THAT(done(table + " again.csv"), Not(HasSubstr("warning")));
    EXPECT_EQ(content("again.csv"),
              "id,text,label,part,stars,sure,mixed\n1,\"one, \"\"two\"\"\",a,train,1.50,true,1\n"
              "2,three,b,,12345678901234567890,false,\"s, t\"\n");
  }
}

TEST_F(ConvertColumns, NamedColumnsOfEveryKindReadBackEqual) {
  write(
      "c.jsonl",
      "{\"id\":\"1\",\"text\":\"t\",\"thread_id\":\"a;b\",\"rating\":0.1,\"keys\":[\"war, peace\",\"x\",\"x\"],"
      "\"rewrite\":\"line\\n\\\"two\\\" \",\"extra\":\"e\"}\n"
      "{\"id\":\"2\",\"text\":\"u\",\"rating\":-1e300,\"keys\":[],\"extra\":\"f\"}\n"
      "{\"id\":\"3\",\"text\":\"v\",\"thread_id\":\"=1+1\"}\n");
  const std::string names =
      " --column thread=thread_id --column stars:number=rating --column note:text=rewrite";
  done("c.jsonl there.jsonl --column tags:list=keys" + names);
  const std::string expected = content("there.jsonl");
  EXPECT_THAT(
      expected,
      HasSubstr("\"note\":\"line\\n\\\"two\\\" \",\"stars\":0.1,\"tags\":[\"war, peace\",\"x\",\"x\"],"
                "\"thread\":\"a;b\",\"extra\":\"e\"}\n"));
  EXPECT_THAT(expected, HasSubstr("\"stars\":-1e+300,\"tags\":[],\"extra\":\"f\"}\n"));
  EXPECT_THAT(expected, HasSubstr("{\"id\":\"3\",\"text\":\"v\",\"thread\":\"=1+1\"}\n"));
  const std::string again = " --column thread=thread --column stars:number=stars --column note:text=note";
  for (const std::string table : {"t.csv", "t.tsv.gz"})
    for (const std::string separator : {"", ":;", ":|", ": / "}) {
      const std::string said =
          done(fmt::format("c.jsonl {} --column 'tags:list{}=keys'", table, separator) + names);
      const std::string used = separator.empty() ? ":;" : separator;
      EXPECT_THAT(said,
                  HasSubstr(fmt::format("--column \"tags:list{}=tags\" reads the lists of \"tags\"", used)));
      done(fmt::format("{} back.jsonl --column 'tags:list{}=tags'", table, used) + again);
      EXPECT_EQ(content("back.jsonl"), expected) << table << separator;
    }
}

TEST_F(ConvertColumns, AListThatATableCannotHoldIsRefused) {
  for (const char* element : {"a;b", " a", ""}) {
    write("c.jsonl", fmt::format("{{\"id\":\"d7\",\"text\":\"t\",\"tags\":[\"x\",\"{}\"]}}\n", element));
    EXPECT_THAT(refused("c.jsonl t.csv --column tags:list=tags", 3),
                HasSubstr("document \"d7\": the list of \"tags\" cannot be read back"))
        << element;
    EXPECT_FALSE(is_there(folder_.file("t.csv")));
  }
  write("c.jsonl", "{\"id\":\"d7\",\"text\":\"t\",\"tags\":[\"x\",\"a;b\"]}\n");
  done("c.jsonl t.csv --column 'tags:list:|=tags'");
  EXPECT_EQ(content("t.csv"), "id,text,tags\nd7,t,x|a;b\n");
}

TEST_F(ConvertColumns, SaysInOneLineWhatIsNotWritten) {
  write(
      "c.jsonl",
      "{\"id\":\"1\",\"text\":\"t\",\"user\":\"u\",\"Text\":\"T\",\" sp\":\"s\",\"meta\":{\"k\":1},\"n\":[1]}\n");
  const Said said = run("c.jsonl t.csv --text text --author none");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(
      said.err,
      HasSubstr("warning: c.jsonl: columns that are not written: \"meta\", \"n\" (objects, or lists of "
                "more than texts; --column NAME:list=NAME writes a list); \" sp\" (CSV does not keep "
                "the spaces around its name); \"user\" (a reader would take it for the author; "
                "--column OTHER=NAME writes it); \"Text\" (a reader would take it for another "
                "column; --column OTHER=NAME writes it)\n"));
  EXPECT_EQ(content("t.csv"), "id,text\n1,t\n");
  const std::string asked = "c.jsonl t.csv --text text --author none --named-only";
  EXPECT_THAT(done(asked + " --column who=user"), Not(HasSubstr("warning")));
  EXPECT_EQ(content("t.csv"), "id,text,who\n1,t,u\n");
  EXPECT_THAT(done(asked + " --column user=user"),
              HasSubstr("warning: t.csv: a reader will take \"user\" for the author"));
  // A column that a flag leaves out is not reported, but a second column of the same name is.
  write("t.csv", "id,text,label,a,a\n1,t,x,b,c\n");
  EXPECT_THAT(done("t.csv u.csv --label none"), HasSubstr("not written: \"a\" (the name is taken"));
  EXPECT_EQ(content("u.csv"), "id,text,a\n1,t,b\n");
}

TEST_F(ConvertColumns, AFolderHasNoPlaceForColumns) {
  write(
      "c.jsonl",
      "{\"id\":\"1\",\"text\":\"t\",\"stars\":4,\"tags\":[\"x\"]}\n{\"id\":\"2\",\"text\":\"u\",\"stars\":1}\n");
  EXPECT_THAT(
      done("c.jsonl one/"),
      HasSubstr("columns that are not written: \"stars\", \"tags\" (a folder of texts has no place for it)"));
  EXPECT_EQ(content("one/2.txt"), "u");
  EXPECT_THAT(refused("c.jsonl two/ --column stars:number=stars", 3),
              HasSubstr("the column \"stars\": a folder of texts has no place for it; write JSONL"));
  EXPECT_FALSE(is_there(folder_.file("two")));
  // The column chooses documents, and a folder can hold the chosen ones.
  done("c.jsonl three/ --column stars:number=stars --only 'stars=> 3'");
  EXPECT_EQ(content("three/1.txt"), "t");
  EXPECT_FALSE(is_there(folder_.file("three/2.txt")));
}

TEST_F(ConvertColumns, WhatIsReadOnceHasNamedColumnsOnly) {
  write("c.csv", "id,text,stars,src\n1,t,4,s\n");
  for (
      const char* input :
      {"\"$standfast\" convert - --format csv out.jsonl --column src=src < c.csv",
       "mkfifo pipe; cat c.csv > pipe & \"$standfast\" convert pipe --format csv out.jsonl --column src=src"}) {
    const Said said = in_shell(input, folder_.path());
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(
        said.err,
        HasSubstr("not written: \"stars\" (the input can be read once only; --column NAME=NAME writes one"));
    EXPECT_EQ(content("out.jsonl"), "{\"id\":\"1\",\"text\":\"t\",\"src\":\"s\"}\n");
  }
}

TEST_F(ConvertColumns, KeysWithoutEndAreNoColumns) {
  std::string line = "{\"id\":\"1\",\"text\":\"t\"";
  for (int i = 0; i < 1001; ++i) line += fmt::format(",\"k{}\":\"v\"", i);
  write("c.jsonl", line + "}\n");
  EXPECT_THAT(done("c.jsonl out.jsonl --column k7=k7"), Not(HasSubstr("warning")));
  write("c.jsonl", line + ",\"one\":\"more\"}\n");
  const std::string said = done("c.jsonl out.jsonl --column k7=k7");
  EXPECT_THAT(
      said,
      HasSubstr("\"k19\", \"k20\" and 981 more (more than 1000 columns; --column NAME=NAME writes one)"));
  EXPECT_EQ(content("out.jsonl"), "{\"id\":\"1\",\"text\":\"t\",\"k7\":\"v\"}\n");
}

}  // namespace
}  // namespace standfast::testing
