#include "standfast/base/field_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;
using Json = nlohmann::ordered_json;

enum class State : uint8_t { ok, failed };

struct Key {
  std::string corpus;
  uint32_t fold = 0, trade = 0;
};
struct Score {
  std::string metric;
  std::optional<double> value;
  bool operator==(const Score&) const = default;
};
struct Limits {
  double low = 0.25, high = 0.75;
};
struct Record : Key {
  State state = State::ok;
  std::vector<Score> scores;
  std::optional<Limits> limits;
  std::vector<uint16_t> places;
  std::optional<uint32_t> best;
  std::string note = "none";
  std::vector<std::string> classes;
  bool probabilities = true;
};

FieldTable<Record> record_table() {
  FieldTable<Key> key;
  key.add("corpus", &Key::corpus);
  key.add("fold", &Key::fold);
  key.add("trade", &Key::trade).unless_default();
  FieldTable<Score> score;
  score.add("metric", &Score::metric);
  score.add("value", &Score::value);
  FieldTable<Limits> limits;
  limits.add("low", &Limits::low).fact();
  limits.add("high", &Limits::high).fact("upper");
  limits.require([](const Limits& l) { return l.low < l.high ? "" : "low is not below high"; });
  FieldTable<Record> table;
  table.constant("schema", "record/1");
  table.include<Key>(key);
  table.words("state", &Record::state, {{"ok", State::ok}, {"failed", State::failed}});
  table.add("scores", &Record::scores, score);
  table.add("limits", &Record::limits, limits);
  table.add("places", &Record::places).or_absent();
  table.add("best", &Record::best).fact();
  table.add("note", &Record::note).unless_default();
  table.add("classes", &Record::classes).unless_default();
  table.add("probabilities", &Record::probabilities).only_if([](const Record& r) {
    return !r.classes.empty();
  });
  table.fact("folds", [](const Record& r) { return r.fold + 1; });
  return table;
}

Record some_record() {
  Record record;
  record.corpus = "posts";
  record.fold = 3;
  record.scores = {{"accuracy", 0.1}, {"auc", std::nullopt}};
  record.limits = {0.1, 0.9};
  record.places = {1, 65535};
  return record;
}

TEST(FieldTable, WritesInTheOrderOfTheFieldsAndReadsBackWhatItWrote) {
  const auto table = record_table();
  const Json json = table.write(some_record());
  EXPECT_EQ(
      json.dump(),
      R"({"schema":"record/1","corpus":"posts","fold":3,"state":"ok","scores":[{"metric":"accuracy","value":0.1},)"
      R"({"metric":"auc","value":null}],"limits":{"low":0.1,"high":0.9},"places":[1,65535],"best":null})");
  Record read;
  ASSERT_TRUE(table.read(json, read));
  EXPECT_EQ(table.write(read).dump(), json.dump());
  EXPECT_EQ(read.scores, some_record().scores);
  EXPECT_EQ(read.note, "none");

  Record full = some_record();
  full.trade = 2, full.note = "", full.classes = {"a"}, full.probabilities = false, full.best = 7;
  full.state = State::failed, full.limits.reset();
  Record again = some_record();
  ASSERT_TRUE(table.read(table.write(full), again));
  EXPECT_EQ(table.write(again).dump(), table.write(full).dump());
  EXPECT_FALSE(again.limits);
  EXPECT_EQ(again.trade, 2U);
}

TEST(FieldTable, ThrowsAsTheLibraryForAFieldThatIsMissingOrOfAnotherType) {
  const auto table = record_table();
  const auto why = [&](const char* field, const Json& value) {
    Json json = table.write(some_record());
    if (value.is_discarded())
      json.erase(field);
    else
      json[field] = value;
    Record read;
    try {
      return table.read(json, read) ? std::string() : "a rule";
    } catch (const Json::exception& problem) {
      return std::string(problem.what());
    }
  };
  const Json gone(Json::value_t::discarded);
  EXPECT_EQ(why("fold", gone), "[json.exception.out_of_range.403] key 'fold' not found");
  EXPECT_EQ(why("places", gone), "");
  EXPECT_THAT(why("fold", 1.5), ::testing::HasSubstr("a whole number was expected"));
  EXPECT_THAT(why("places", Json::array({70000})), ::testing::HasSubstr("a whole number was expected"));
  EXPECT_THAT(why("state", "lost"), ::testing::HasSubstr("\"lost\" is not one of its words"));
  EXPECT_THAT(why("corpus", 4), ::testing::HasSubstr("type must be string"));
  EXPECT_EQ(why("limits", {{"low", 1}, {"high", 0}}), "a rule");
  Record read;
  const auto wrong = table.read(table.write([] {
    Record record = some_record();
    record.limits = {1, 0};
    return record;
  }()),
                                read);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::data);
  EXPECT_EQ(wrong.error().message, "low is not below high");
}

TEST(FieldTable, GivesFactsAndTheNamesOfAllFields) {
  const auto table = record_table();
  Json facts = {{"before", 1}};
  table.facts(some_record(), facts);
  EXPECT_EQ(facts.dump(), R"({"before":1,"best":null,"folds":4})");
  FieldTable<Limits> limits;
  limits.add_facts("low", &Limits::low);
  limits.add("high", &Limits::high).fact("upper");
  limits.fact("of", "shares");
  EXPECT_EQ(limits.facts(Limits()).dump(), R"({"low":0.25,"upper":0.75,"of":"shares"})");
  EXPECT_EQ(limits.facts(std::nullopt).dump(), "{}");
  EXPECT_THAT(table.names(),
              ElementsAre("schema", "corpus", "fold", "trade", "state", "scores", "metric", "value", "limits",
                          "low", "high", "places", "best", "note", "classes", "probabilities"));
}

TEST(FieldTable, ReadsAPartAsAWholeOrNotAtAll) {
  FieldTable<Limits> limits;
  limits.add_all("low", &Limits::low, "high", &Limits::high);
  limits.require([](const Limits& l) { return l.low < l.high ? "" : "low is not below high"; });
  FieldTable<Record> table;
  table.add("note", &Record::note);
  table.include_if(
      limits, [](const Record& record) { return record.limits; },
      [](Limits part, Record& record) { record.limits = part; });
  Record whole;
  whole.limits = {0.5, 2};
  EXPECT_EQ(table.write(whole).dump(), R"({"note":"none","low":0.5,"high":2.0})");
  EXPECT_EQ(table.write(Record{}).dump(), R"({"note":"none"})");
  Record read;
  ASSERT_TRUE(table.read(table.write(Record{}), read));
  EXPECT_FALSE(read.limits);
  ASSERT_TRUE(table.read(table.write(whole), read));
  EXPECT_EQ(read.limits->high, 2);
  EXPECT_THROW((void)table.read(Json{{"note", ""}, {"low", 1}}, read), Json::exception);
  const auto wrong = table.read(Json{{"note", ""}, {"low", 2}, {"high", 1}}, read);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "low is not below high");
}

}  // namespace
}  // namespace standfast
