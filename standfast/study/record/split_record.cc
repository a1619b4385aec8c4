#include "standfast/study/record/split_record.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "standfast/study/record/record_file.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> optional_number(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// Reads a list of a splits.json with the unit row: a number is a row, "3-5" are three. Appends them to
// `runs`; false for other items.
bool take_runs(const Json& list, std::vector<RowSet::Run>& runs) {
  for (const Json& item : list) {
    RowSet::Run run;
    if (item.is_number_unsigned()) {
      item.get_to(run.first);
      run.last = run.first;
    } else if (item.is_string()) {
      const auto& text = item.get_ref<const std::string&>();
      const char* end = text.data() + text.size();
      const auto first = std::from_chars(text.data(), end, run.first);
      if (first.ec != std::errc() || first.ptr == end) return false;
      if (std::from_chars(first.ptr + 1, end, run.last).ec != std::errc() || run.last < run.first)
        return false;
    } else {
      return false;
    }
    runs.push_back(run);
  }
  return true;
}

// Returns each row once, even if it is in several lists.
RowSet united(std::vector<RowSet::Run> runs) {
  std::sort(runs.begin(), runs.end());
  RowSet rows;
  uint64_t next = 0;
  for (const auto& run : runs) {
    if (run.last < next) continue;
    rows.append({static_cast<uint32_t>(std::max<uint64_t>(run.first, next)), run.last});
    next = uint64_t{run.last} + 1;
  }
  return rows;
}

// Reads the sides of the first fold, and the clusters, if documents are named by row.
Status take_first_fold(const Json& json, const std::string& path, SplitInfo& split) {
  std::vector<RowSet::Run> train, test;
  const Json& fold = json.at("folds").at(0);
  if (!take_runs(fold.at("train"), train) || !take_runs(fold.at("validation"), train) ||
      !take_runs(fold.at("test"), test))
    return {};
  split.first_train = united(std::move(train));
  split.first_test = united(std::move(test));
  const auto recorded = json.find("clusters");
  if (recorded == json.end()) return {};
  ClusterInfo clusters;
  recorded->at("classes").get_to(clusters.class_names);
  recorded->at("counts").get_to(clusters.counts);
  recorded->at("tested").get_to(clusters.tested);
  for (const Json& list : recorded->at("documents")) {
    std::vector<RowSet::Run> rows;
    if (!take_runs(list, rows)) return {};
    clusters.rows.push_back(united(std::move(rows)));
  }
  const auto is_table = [&](const std::vector<std::vector<uint32_t>>& numbers) {
    return numbers.size() == clusters.rows.size() && std::ranges::all_of(numbers, [&](const auto& row) {
             return row.size() == clusters.class_names.size();
           });
  };
  if (!is_table(clusters.counts) || !is_table(clusters.tested))
    return unreadable_part(path,
                           "clusters: counts and tested are not one row a cluster and one number a class");
  split.clusters = std::move(clusters);
  return {};
}

void take_test_sets(const Json& json, SplitInfo& split) {
  if (json.value("unit", "") != "row") return;
  std::vector<RowSet::Run> tested, left_out;
  for (const Json& fold : json.at("folds"))
    if (!take_runs(fold.at("test"), tested)) return;
  if (!take_runs(json.value("left_out", Json::array()), left_out)) return;
  split.tested = united(std::move(tested));
  const auto documents = json.at("data").at("documents").get<uint64_t>();
  split.used = documents - std::min<uint64_t>(documents, united(std::move(left_out)).size());
}

}  // namespace

Result<SplitInfo> read_split(const std::string& path) {
  SF_ASSIGN(const Json json, read_object(path));
  SplitInfo split;
  SF_TRY(take_apart(path, [&] {
    if (const auto sample = json.find("sample"); sample != json.end() && sample->contains("notes"))
      sample->at("notes").get_to(split.notes);
    for (const Json& note : json.value("notes", Json::array())) split.notes.push_back(note);
    if (const auto options = json.find("options"); options != json.end()) {
      split.blocks = options->value("blocks", uint64_t{0});
      split.pure_blocks = options->value("pure-blocks", uint64_t{0});
      split.torn_groups = options->value("torn-groups", uint64_t{0});
    }
    const Json& statistics = json.at("statistics");
    for (const Json& fold : statistics.at("folds")) {
      ++split.folds;
      split.shared_topics += fold.value("shared_topics", 0.0);
      const auto count = [&](const char* name) { return fold.value(name, uint64_t{0}); };
      split.fold.push_back({count("train") + count("validation"), count("test"), count("train_topics"),
                            count("test_topics"), count("shared_topics"), count("train_authors"),
                            count("test_authors"), optional_number(fold, "similarity_mean"),
                            optional_number(fold, "similarity_max")});
    }
    if (split.folds > 0) split.shared_topics /= split.folds;
    take_test_sets(json, split);
    split.similarity_mean = optional_number(statistics, "similarity_mean");
    split.similarity_max = optional_number(statistics, "similarity_max");
    for (const Json& pair : statistics.value("closest", Json::array()))
      split.closest.push_back({pair.at("topics").at(0), pair.at("topics").at(1), pair.at("similarity")});
  }));
  Status first;
  SF_TRY(take_apart(path, [&] {
    if (split.folds > 0 && json.value("unit", "") == "row") first = take_first_fold(json, path, split);
  }));
  SF_TRY(first);
  return split;
}

namespace {

using Json = nlohmann::ordered_json;

enum class Of { documents, pairs };

FieldTable<SideMeasures> side_fields(Of of) {
  using B = SharedBlock;
  FieldTable<B> block;
  block.add("column", &B::column);
  block.add("same", &B::same);
  block.add("different", &B::different);
  block.add("auc_error", &B::auc_error).unless_default();
  block.add("within_topics", &B::within_topics).unless_default();

  using S = SideMeasures;
  FieldTable<S> fields;
  fields.add("documents", &S::documents);
  if (of == Of::pairs) {
    fields.add("same", &S::same).or_absent();
    fields.add("different", &S::different).or_absent();
    fields.add("same_one_topic", &S::same_one_topic).or_absent();
    fields.add("different_one_topic", &S::different_one_topic).or_absent();
  }
  fields.add("topic_auc_error", &S::topic_auc_error).unless_default();
  fields.add("shared_blocks", &S::blocks, block).unless_default();
  return fields;
}

FieldTable<ConditionMeasures> condition_measure_fields() {
  using W = WholeGroups;
  FieldTable<W> whole;
  whole.add("column", &W::column);
  whole.add("tested", &W::tested);
  whole.add("loose", &W::loose);

  using V = WithoutValue;
  FieldTable<V> without;
  without.add("column", &V::column);
  without.add("needed", &V::needed);
  without.add("left_out", &V::left_out);
  without.add("tested", &V::tested);
  without.add("tested_all", &V::tested_all);
  without.add("items", &V::items);

  using S = SeenOnSide;
  FieldTable<S> seen;
  seen.add("side", &S::side);
  seen.add("column", &S::column);
  seen.add("documents", &S::documents);
  seen.add("seen", &S::seen);

  using M = ConditionMeasures;
  FieldTable<M> fields;
  fields.add("seed", &M::seed);
  fields.add("folds", &M::folds);
  fields.add("empty_folds", &M::empty_folds);
  // If either side has pairs, both sides write their numbers.
  const auto bare = side_fields(Of::documents), paired = side_fields(Of::pairs);
  for (const auto& [name, side] : {std::pair{"train", &M::train}, {"test", &M::test}})
    fields.add_as(
        name,
        [=, side = side](const M& m) {
          return (m.train.pairs() + m.test.pairs() > 0 ? paired : bare).write(m.*side);
        },
        [=, side = side](const Json& json, M& m) { paired.take(json, m.*side); });
  fields.add("test_topics", &M::test_topics);
  fields.add("test_authors", &M::test_authors);
  fields.add("with_class", &M::classed);
  fields.add("one_class_topic", &M::one_class_topic);
  fields.add("unseen_class", &M::unseen_class);
  fields.add("topics_apart", &M::topics_apart).or_absent();
  fields.add("test_length", &M::test_length).unless_default();
  fields.add("whole", &M::whole, whole).unless_default();
  fields.add("copied", &M::copied).unless_default();
  fields.add("without", &M::without, without).unless_default();
  fields.add("seen", &M::seen, seen).unless_default();
  return fields;
}

FieldTable<DesignFile> fields_of_design() {
  FieldTable<BlockColumn> block;
  block.add("column", &BlockColumn::name);
  block.add("groups", &BlockColumn::groups);
  block.add("documents", &BlockColumn::documents);

  FieldTable<Companion> loose;
  loose.add("column", &Companion::column);
  loose.add("strength", &Companion::strength);
  FieldTable<Companions> companions;
  companions.add("of", &Companions::of);
  companions.add("kept", &Companions::kept);
  companions.add("loose", &Companions::loose, loose);

  using D = DesignFile;
  FieldTable<D> fields;
  fields.constant("schema", "standfast-design/1");
  fields.add("corpus", &D::corpus);
  fields.add("condition", &D::condition);
  fields.include(&D::measures, condition_measure_fields());
  fields.add("blocks", &D::blocks, block);
  fields.add("companions", &D::companions, companions).unless_default();
  return fields;
}

}  // namespace

const FieldTable<DesignFile>& design_fields() {
  static const auto fields = fields_of_design();
  return fields;
}

}  // namespace standfast
