#include "standfast/split/file/splits_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/corpus/source_rows.h"
#include "standfast/text/reading_form.h"
#include "standfast/version.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "standfast-splits/1";

// ---- writing

Json rows_json(const Corpus& corpus, const RowSet& rows, RowUnit unit) {
  Json list = Json::array();
  if (unit == RowUnit::id) {
    for (const uint32_t row : rows) list.push_back(std::string(corpus.id(row)));
    return list;
  }
  for (const auto& run : rows.runs()) {
    if (run.last - run.first >= 2) {
      list.push_back(fmt::format("{}-{}", run.first, run.last));
    } else {
      for (uint32_t row = run.first; row <= run.last; ++row) list.push_back(row);
    }
  }
  return list;
}

Json options_json(const Options& options) {
  Json object = Json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&](const auto& v) { object[name] = v; }, value);
  return object;
}

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json sample_json(const Corpus& corpus, const Sample& sample, RowUnit unit) {
  const Column* topic = corpus.column(Role::topic);
  Json object = {{"method", sample.method}, {"options", options_json(sample.options)}, {"seed", sample.seed}};
  if (!sample.vectors.empty()) object["vectors"] = sample.vectors;
  object["topics"] = Json::array();
  for (const uint32_t code : sample.topics) object["topics"].push_back(topic->names[code]);
  if (!sample.leakage.empty()) object["leakage"] = sample.leakage;
  if (!sample.group_of_topic.empty()) {
    object["groups"] = Json::object();
    for (size_t code = 0; code < sample.group_of_topic.size(); ++code)
      if (sample.group_of_topic[code] != kMissing)
        object["groups"][topic->names[code]] = topic->names[sample.group_of_topic[code]];
  }
  object["notes"] = sample.notes;
  object["rows"] = rows_json(corpus, sample.rows, unit);
  return object;
}

Json purged_json(const Fold::Purged& purged) {
  return {{"group", purged.group}, {"text", purged.text}};
}

// Returns the balance in JSON; undefined numbers are null.
Json balance_json(const LabelBalance& balance) {
  Json labels = Json::array();
  for (const auto& label : balance.labels)
    labels.push_back({{"column", label.column},
                      {"value", label.value.empty() ? Json(nullptr) : Json(label.value)},
                      {"documents", label.documents},
                      {"tested", label.tested}});
  return {{"labels", labels},
          {"largest_deviation", number_or_null(balance.largest_deviation)},
          {"mean_sd", number_or_null(balance.mean_sd)}};
}

Json statistics_json(const Corpus& corpus, const SplitStatistics& statistics) {
  Json object = Json::object();
  object["folds"] = Json::array();
  for (const auto& fold : statistics.folds) {
    Json one = {{"train", fold.train}, {"validation", fold.validation}, {"test", fold.test}};
    if (fold.aside > 0) one["aside"] = fold.aside;
    if (fold.purged != Fold::Purged{}) one["purged"] = purged_json(fold.purged);
    if (corpus.column(Role::topic) != nullptr)
      one.update({{"train_topics", fold.train_topics},
                  {"test_topics", fold.test_topics},
                  {"shared_topics", fold.shared_topics}});
    if (corpus.column(Role::author) != nullptr)
      one.update({{"train_authors", fold.train_authors},
                  {"test_authors", fold.test_authors},
                  {"shared_authors", fold.shared_authors}});
    if (!statistics.vectors.empty())
      one.update({{"similarity_mean", number_or_null(fold.similarity_mean)},
                  {"similarity_max", number_or_null(fold.similarity_max)}});
    object["folds"].push_back(one);
  }
  if (!statistics.balance.labels.empty()) object["balance"] = balance_json(statistics.balance);
  if (!statistics.vectors.empty()) {
    object["vectors"] = statistics.vectors;
    if (statistics.compared_topics < statistics.tested_topics)
      object["compared_topics"] = statistics.compared_topics;
    object["similarity_mean"] = number_or_null(statistics.similarity_mean);
    object["similarity_max"] = number_or_null(statistics.similarity_max);
    object["closest"] = Json::array();
    const auto& names = corpus.column(Role::topic)->names;
    for (const auto& pair : statistics.closest)
      object["closest"].push_back(
          {{"topics", {names[pair.a], names[pair.b]}}, {"similarity", pair.similarity}});
  }
  return object;
}

Json candidates_json(const std::vector<SplitCandidate>& candidates) {
  Json list = Json::array();
  for (const auto& one : candidates)
    list.push_back({{"k", one.k},
                    {"seed", one.seed},
                    {"whole", one.whole},
                    {"documents", one.documents},
                    {"missing", one.missing},
                    {"chosen", one.chosen}});
  return list;
}

Json clusters_json(const Corpus& corpus, const SplitClusters& clusters, RowUnit unit) {
  Json json = {{"classes", clusters.classes}, {"counts", clusters.counts}, {"tested", clusters.tested}};
  json["documents"] = Json::array();
  for (const auto& rows : clusters.rows) json["documents"].push_back(rows_json(corpus, rows, unit));
  return json;
}

// ---- reading

// A field of the file with its path, so that a message can name the field.
class Field {
 public:
  Field(const Json& json, std::string where, std::string path)
      : json_(&json), where_(std::move(where)), path_(std::move(path)) {}

  Failure wrong(const std::string& expected) const {
    return data_error(fmt::format("{}: {}: expected {}, found {}", where_, path_.empty() ? "the file" : path_,
                                  expected, shown()));
  }
  Result<Field> member(const char* name) const {
    if (!json_->is_object()) return wrong("an object");
    const auto found = json_->find(name);
    if (found == json_->end())
      return data_error(
          fmt::format("{}: {}\"{}\" is missing", where_, path_.empty() ? "" : path_ + ": ", name));
    return Field(*found, where_, path_.empty() ? name : path_ + "." + name);
  }
  bool has(const char* name) const { return json_->is_object() && json_->contains(name); }

  Result<std::string> text() const {
    if (!json_->is_string()) return wrong("text");
    return json_->get<std::string>();
  }
  Result<bool> flag() const {
    if (!json_->is_boolean()) return wrong("true or false");
    return json_->get<bool>();
  }
  Result<uint64_t> natural() const {
    if (!json_->is_number_unsigned()) return wrong("a whole number, 0 or more");
    return json_->get<uint64_t>();
  }
  Result<double> number() const {
    if (!json_->is_number()) return wrong("a number");
    return json_->get<double>();
  }
  Result<std::vector<Field>> list() const {
    if (!json_->is_array()) return wrong("a list");
    std::vector<Field> items;
    items.reserve(json_->size());
    for (size_t i = 0; i < json_->size(); ++i)
      items.emplace_back((*json_)[i], where_, fmt::format("{}[{}]", path_, i));
    return items;
  }
  Result<std::vector<std::string>> texts() const {
    SF_ASSIGN(const auto items, list());
    std::vector<std::string> out;
    for (const auto& item : items) {
      SF_ASSIGN(auto value, item.text());
      out.push_back(std::move(value));
    }
    return out;
  }
  Result<std::vector<std::pair<std::string, Field>>> members() const {
    if (!json_->is_object()) return wrong("an object");
    std::vector<std::pair<std::string, Field>> out;
    for (const auto& [name, value] : json_->items())
      out.emplace_back(name, Field(value, where_, path_ + "." + name));
    return out;
  }
  Result<OptionValue> option() const {
    if (json_->is_boolean()) return OptionValue(json_->get<bool>());
    if (json_->is_number_integer()) {
      if (json_->is_number_unsigned() && json_->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))
        return wrong("a smaller whole number");
      return OptionValue(json_->get<int64_t>());
    }
    if (json_->is_number_float()) return OptionValue(json_->get<double>());
    if (json_->is_string()) return OptionValue(json_->get<std::string>());
    return wrong("true, false, a number or text");
  }

  Result<RowList> rows(RowUnit unit) const {
    if (!json_->is_array()) return wrong("a list of documents");
    RowList list;
    for (size_t i = 0; i < json_->size(); ++i) {
      const Json& item = (*json_)[i];
      const auto at = [&] { return Field(item, where_, fmt::format("{}[{}]", path_, i)); };
      if (unit == RowUnit::id) {
        if (!item.is_string()) return at().wrong("an id as text (\"unit\" is \"id\")");
        list.ids.push_back(item.get<std::string>());
      } else if (item.is_number_unsigned()) {
        if (item.get<uint64_t>() >= kMissing) return at().wrong("a row number below 4,294,967,295");
        const auto row = static_cast<uint32_t>(item.get<uint64_t>());
        list.ranges.push_back({row, row});
      } else {
        const auto range = item.is_string() ? parse_range(item.get_ref<const std::string&>()) : std::nullopt;
        if (!range)
          return at().wrong("a row number or a range such as \"0-99\" (for ids write \"unit\": \"id\")");
        list.ranges.push_back(*range);
      }
    }
    return list;
  }

 private:
  static std::optional<RowList::Range> parse_range(const std::string& text) {
    RowList::Range range{};
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, range.first);
    if (first.ec != std::errc()) return std::nullopt;
    range.last = range.first;
    if (first.ptr != end) {
      if (*first.ptr != '-') return std::nullopt;
      const auto last = std::from_chars(first.ptr + 1, end, range.last);
      if (last.ec != std::errc() || last.ptr != end) return std::nullopt;
    }
    if (range.last < range.first || range.last == kMissing) return std::nullopt;
    return range;
  }
  std::string shown() const {
    const std::string value = json_->dump(-1, ' ', true, Json::error_handler_t::replace);
    return value.size() <= 40 ? value : value.substr(0, 37) + "...";
  }

  const Json* json_;
  std::string where_, path_;
};

Status read_options(const Field& parent, Options& options) {
  if (!parent.has("options")) return {};
  SF_ASSIGN(const Field field, parent.member("options"));
  SF_ASSIGN(const auto members, field.members());
  std::map<std::string, OptionValue> values;
  for (const auto& [name, value] : members) {
    SF_ASSIGN(values[name], value.option());
  }
  options = Options::recorded(values);
  return {};
}

template <class Target, class Get>
Status read_if_there(const Field& parent, const char* name, Target& target, const Get& get) {
  if (!parent.has(name)) return {};
  SF_ASSIGN(const Field field, parent.member(name));
  SF_ASSIGN(target, get(field));
  return {};
}

const auto kText = [](const Field& field) { return field.text(); };
const auto kTexts = [](const Field& field) { return field.texts(); };
const auto kNatural = [](const Field& field) { return field.natural(); };

const auto kSmall = [](const Field& field) -> Result<uint32_t> {
  SF_ASSIGN(const uint64_t value, field.natural());
  if (value > UINT32_MAX) return field.wrong("a smaller whole number");
  return static_cast<uint32_t>(value);
};

const auto kNumbers = [](const Field& field) -> Result<std::vector<double>> {
  SF_ASSIGN(const auto items, field.list());
  std::vector<double> numbers;
  for (const auto& item : items) {
    SF_ASSIGN(const double value, item.number());
    numbers.push_back(value);
  }
  return numbers;
};

const auto kCandidates = [](const Field& field) -> Result<std::vector<SplitCandidate>> {
  SF_ASSIGN(const auto items, field.list());
  std::vector<SplitCandidate> candidates;
  for (const auto& item : items) {
    auto& one = candidates.emplace_back();
    SF_TRY(read_if_there(item, "k", one.k, kSmall));
    SF_TRY(read_if_there(item, "seed", one.seed, kNatural));
    SF_TRY(read_if_there(item, "whole", one.whole, kSmall));
    SF_TRY(read_if_there(item, "documents", one.documents, kNatural));
    SF_TRY(read_if_there(item, "missing", one.missing, kNatural));
    SF_TRY(read_if_there(item, "chosen", one.chosen, [](const Field& flag) { return flag.flag(); }));
  }
  return candidates;
};

Status read_sample(const Field& field, SplitsFile& file) {
  Sample& sample = file.sample;
  file.has_sample = true;
  SF_TRY(read_if_there(field, "method", sample.method, kText));
  SF_TRY(read_options(field, sample.options));
  SF_TRY(read_if_there(field, "seed", sample.seed, kNatural));
  SF_TRY(read_if_there(field, "vectors", sample.vectors, kText));
  SF_TRY(read_if_there(field, "topics", file.sample_topics, kTexts));
  SF_TRY(read_if_there(field, "notes", sample.notes, kTexts));
  SF_TRY(read_if_there(field, "leakage", sample.leakage, kNumbers));
  if (field.has("groups")) {
    SF_ASSIGN(const Field groups, field.member("groups"));
    SF_ASSIGN(const auto members, groups.members());
    for (const auto& [name, value] : members) {
      SF_ASSIGN(auto group, value.text());
      file.sample_groups.emplace_back(name, std::move(group));
    }
  }
  SF_ASSIGN(const Field rows, field.member("rows"));
  SF_ASSIGN(file.sample_rows, rows.rows(file.unit));
  return {};
}

}  // namespace

std::string write_splits(const Corpus& corpus, const Sample& sample, const Split& split,
                         const SplitStatistics& statistics, RowUnit unit) {
  const std::string& name = corpus.name();
  // Each field and each fold is on one line: the file is compact, and differences between two files are
  // readable.
  std::string out = "{\n";
  const auto field = [&out](const char* key, const Json& value, bool last = false) {
    out += fmt::format("\"{}\": {}{}\n", key, value.dump(-1, ' ', false, Json::error_handler_t::replace),
                       last ? "" : ",");
  };
  field("schema", kSchema);
  field("tool", fmt::format("standfast {}", kVersion));
  Json data = {{"name", name.substr(name.find_last_of('/') + 1)},
               {"sha256", corpus.data_hash()},
               {"documents", corpus.size()}};
  if (const auto form = form_of(corpus); form && *form != ReadingForm{})
    data.update(reading_form_json(*form));
  field("data", data);
  field("method", split.method);
  field("options", options_json(split.options));
  field("seed", split.seed);
  field("reason", split.reason);
  field("sample", sample_json(corpus, sample, unit));
  field("unit", unit == RowUnit::id ? "id" : "row");
  out += "\"folds\": [";
  const bool repeated = std::ranges::any_of(split.folds, [](const Fold& fold) { return fold.repeat > 0; });
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const auto& fold = split.folds[f];
    Json one = {{"train", rows_json(corpus, fold.train, unit)},
                {"validation", rows_json(corpus, fold.validation, unit)},
                {"test", rows_json(corpus, fold.test, unit)}};
    if (!fold.aside.empty()) one["aside"] = rows_json(corpus, fold.aside, unit);
    if (repeated) one["repeat"] = fold.repeat;
    if (fold.purged != Fold::Purged{}) one["purged"] = purged_json(fold.purged);
    out += (f == 0 ? "\n" : ",\n") + one.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  out += "\n],\n";
  field("left_out", rows_json(corpus, split.left_out, unit));
  field("notes", split.notes);
  if (!split.candidates.empty()) field("candidates", candidates_json(split.candidates));
  if (!split.clusters.empty()) field("clusters", clusters_json(corpus, split.clusters, unit));
  field("statistics", statistics_json(corpus, statistics), true);
  out += "}\n";
  return out;
}

bool made_for(const SplitsFile& file, const Corpus& corpus) {
  if (file.data_hash == corpus.data_hash()) return true;
  const auto form = form_of(corpus);
  return form && *form != file.form && file.data_hash == hash_in_form(corpus, file.form);
}

Result<SplitsFile> parse_splits(std::string_view json, const std::string& where) {
  SF_ASSIGN(const Json root, parse_json(json, where));
  SplitsFile file;
  file.where = where;
  const Field top(root, where, "");
  SF_ASSIGN(const Field schema, top.member("schema"));
  SF_ASSIGN(const std::string schema_name, schema.text());
  if (schema_name != kSchema)
    return data_error(
        fmt::format("{}: schema \"{}\" is not known, expected \"{}\"; was it written by a newer version?",
                    where, schema_name, kSchema));
  SF_ASSIGN(const Field data, top.member("data"));
  SF_ASSIGN(const Field hash, data.member("sha256"));
  SF_ASSIGN(file.data_hash, hash.text());
  SF_TRY(read_if_there(data, "name", file.data_name, kText));
  if (data.has("form") || data.has("fold-letters")) {
    auto form = reading_form_from(root.at("data"));
    if (!form) return with_context(where, form.error());
    file.form = *form;
  }
  SF_TRY(read_if_there(top, "tool", file.tool, kText));
  SF_TRY(read_if_there(top, "method", file.split.method, kText));
  SF_TRY(read_options(top, file.split.options));
  SF_TRY(read_if_there(top, "seed", file.split.seed, kNatural));
  SF_TRY(read_if_there(top, "reason", file.split.reason, kText));
  SF_TRY(read_if_there(top, "notes", file.split.notes, kTexts));
  SF_TRY(read_if_there(top, "candidates", file.split.candidates, kCandidates));
  SF_ASSIGN(const Field unit, top.member("unit"));
  SF_ASSIGN(const std::string unit_name, unit.text());
  if (unit_name != "row" && unit_name != "id") return unit.wrong("\"row\" or \"id\"");
  file.unit = unit_name == "id" ? RowUnit::id : RowUnit::row;
  const auto rows = [&file](const Field& field) { return field.rows(file.unit); };
  if (top.has("sample")) {
    SF_ASSIGN(const Field sample, top.member("sample"));
    SF_TRY(read_sample(sample, file));
  }
  SF_TRY(read_if_there(top, "left_out", file.left_out, rows));
  SF_ASSIGN(const Field folds, top.member("folds"));
  SF_ASSIGN(const auto list, folds.list());
  if (list.empty()) return folds.wrong("at least one fold");
  for (const auto& one : list) {
    auto& fold = file.folds.emplace_back();
    SF_ASSIGN(const Field train, one.member("train"));
    SF_ASSIGN(fold.train, train.rows(file.unit));
    SF_TRY(read_if_there(one, "validation", fold.validation, rows));
    SF_ASSIGN(const Field test, one.member("test"));
    SF_ASSIGN(fold.test, test.rows(file.unit));
    SF_TRY(read_if_there(one, "aside", fold.aside, rows));
    SF_TRY(read_if_there(one, "repeat", fold.repeat, kSmall));
    if (one.has("purged")) {
      SF_ASSIGN(const Field purged, one.member("purged"));
      SF_TRY(read_if_there(purged, "group", fold.purged.group, kNatural));
      SF_TRY(read_if_there(purged, "text", fold.purged.text, kNatural));
    }
  }
  return file;
}

}  // namespace standfast
