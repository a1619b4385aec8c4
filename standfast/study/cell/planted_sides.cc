#include "standfast/study/cell/planted_sides.h"

#include <array>
#include <optional>

#include <fmt/format.h>

namespace standfast {
namespace {

static_assert(kNoCue == kDropped);

// Builds the corpus of planted sides: documents of several corpora that have the same columns.
class SidesBuilder {
 public:
  explicit SidesBuilder(const Corpus& like) : builder_(like.name(), attributes_of(like)) {}

  // Adds a document. ending: after the id. value: of the cue, "" for none.
  Status add(const Corpus& from, uint32_t row, std::string_view ending, std::string_view value) {
    std::array<std::optional<std::string_view>, kRoles.size()> roles;
    for (const Role role : kRoles) {
      const Column* column = from.column(role);
      if (column != nullptr && column->codes[row] != kMissing)
        roles[static_cast<size_t>(role)] = column->names[column->codes[row]];
    }
    const size_t attributes = from.attributes().size();
    attributes_.assign(attributes + 1, {});
    elements_.resize(attributes);
    for (size_t i = 0; i < attributes; ++i) attributes_[i] = from.attribute_value(i, row, elements_[i]);
    if (!value.empty()) attributes_[attributes] = value;
    id_ = fmt::format("{}{}", from.id(row), ending);
    return builder_.add(id_, from.text(row), roles, TextBytes::kept, attributes_);
  }
  uint32_t size() const { return builder_.size(); }
  Corpus finish() && { return std::move(builder_).finish(); }

 private:
  static std::vector<Attribute> attributes_of(const Corpus& corpus) {
    std::vector<Attribute> attributes = corpus.attributes();
    attributes.emplace_back(kCueColumn);
    return attributes;
  }

  CorpusBuilder builder_;
  std::vector<AttributeInput> attributes_;
  std::vector<std::vector<std::string_view>> elements_;
  std::string id_;
};

// Returns the suffix of the ids of a side, such as "/original". No id of the corpus has this suffix;
// otherwise two documents could have one id.
std::string ending_of(const char* side, const Corpus& corpus) {
  std::string ending = std::string("/") + side;
  for (uint32_t row = 0; row < corpus.size();)
    if (corpus.id(row).ends_with(ending)) {
      ending.insert(0, "/");
      row = 0;
    } else {
      ++row;
    }
  return ending;
}

// Joins the parts of a planted fold into one corpus.
Result<PlantedSides> together(const Corpus& corpus, PlantedFold planted) {
  PlantedSides sides;
  SidesBuilder builder(corpus);
  std::vector<bool> learned(corpus.size(), false);
  for (const RowSet* rows : {&planted.fold.train, &planted.fold.validation})
    for (const uint32_t row : *rows) learned[row] = true;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const std::string_view value = learned[row] ? std::string_view(planted.values[planted.value[row]]) : "";
    SF_TRY(builder.add(planted.planted, row, "", value));
    sides.row.push_back(row);
    sides.cue.push_back(planted.value[row]);
  }
  sides.spans = std::move(planted.spans);
  const auto add_side = [&](const char* name, const Corpus& texts, const std::vector<uint8_t>& cue,
                            const std::vector<std::vector<PlantedSpan>>& spans) -> Status {
    KeptApart side{name, {}};
    const std::string ending = ending_of(name, corpus);
    for (const uint32_t row : planted.fold.test) {
      side.rows.push_back(builder.size());
      SF_TRY(builder.add(texts, row, ending, ""));
      sides.row.push_back(row);
      sides.cue.push_back(cue.empty() ? kNoCue : cue[row]);
      sides.spans.push_back(spans.empty() ? std::vector<PlantedSpan>() : spans[row]);
    }
    sides.sides.push_back(std::move(side));
    return {};
  };
  SF_TRY(add_side(kOriginalSide, corpus, {}, {}));
  SF_TRY(add_side(kAntiTestSide, planted.anti_test, planted.anti_value, planted.anti_spans));
  for (const KeptApart& kept : corpus.kept_apart()) sides.sides.push_back(kept);
  sides.corpus = std::move(builder).finish();
  sides.fold = std::move(planted.fold);
  return sides;
}

void count(const std::vector<uint8_t>& value, const RowSet& rows, const Column& classes, size_t values,
           std::vector<uint64_t>& documents) {
  for (const uint32_t row : rows) ++documents[classes.codes[row] * values + value[row]];
}

}  // namespace

Result<std::unique_ptr<Shortcut>> shortcut_of(const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                              const std::string& study_folder) {
  const ComponentSpec& kind = condition.shortcut->kind;
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(kind.name));
  Options options = kind.options;
  if (!study_folder.empty()) {
    SF_ASSIGN(options, located("condition " + condition.name, options, entry->options, study_folder));
  }
  return entry->make(options);
}

PlantRequest plant_request(const ShortcutSpec& shortcut, uint64_t seed, int threads, Sink& sink) {
  PlantRequest request;
  request.lambda = shortcut.lambda;
  request.test_lambda = shortcut.test_lambda;
  request.law = shortcut.law;
  request.seed = seed;
  request.threads = threads;
  request.sink = &sink;
  return request;
}

PlantedRecord record_of(const PlantedFold& planted, const Column& classes, const ShortcutSpec& shortcut) {
  PlantedRecord record;
  record.kind = shortcut.kind.name;
  record.law = kDoseLaws[static_cast<size_t>(shortcut.law)];
  record.lambda = shortcut.lambda;
  record.test_lambda = shortcut.test_lambda;
  record.values = planted.values;
  record.suggests = planted.suggests;
  record.dropped = planted.dropped;
  const size_t values = planted.values.size();
  for (auto* counts : {&record.train, &record.test, &record.anti_test})
    counts->documents.assign(classes.names.size() * values, 0);
  count(planted.value, planted.fold.train, classes, values, record.train.documents);
  count(planted.value, planted.fold.validation, classes, values, record.train.documents);
  count(planted.value, planted.fold.test, classes, values, record.test.documents);
  count(planted.anti_value, planted.fold.test, classes, values, record.anti_test.documents);
  record.train.target = planted.train_target;
  record.test.target = planted.target;
  record.anti_test.target = planted.anti_target;
  return record;
}

namespace {

Result<PlantedFold> plant_one(const Corpus& corpus, const Fold& fold, const Column& classes,
                              const ConditionSpec& condition, const StudyCatalogs& catalogs,
                              const std::string& study_folder, uint64_t seed, int threads, Sink& sink) {
  const std::string owner =
      fmt::format("condition {}: shortcut {}", condition.name, condition.shortcut->kind.name);
  auto shortcut = shortcut_of(condition, catalogs, study_folder);
  if (!shortcut) return with_context(owner, shortcut.error());
  auto planted =
      plant_fold(corpus, fold, classes, **shortcut, plant_request(*condition.shortcut, seed, threads, sink));
  if (!planted) return with_context(owner, planted.error());
  return planted;
}

}  // namespace

Result<PlantedRecord> planted_draw(const Corpus& corpus, const Split& split, const Column& classes,
                                   const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                   const std::string& study_folder, uint64_t seed, int threads, Sink& sink) {
  PlantedRecord all;
  for (size_t i = 0; i < split.folds.size(); ++i) {
    SF_ASSIGN(const PlantedFold planted, plant_one(corpus, split.folds[i], classes, condition, catalogs,
                                                   study_folder, seed, threads, sink));
    PlantedRecord record = record_of(planted, classes, *condition.shortcut);
    if (i == 0) {
      all = std::move(record);
      continue;
    }
    for (size_t k = 0; k < all.dropped.test.size(); ++k) {
      all.dropped.train[k] += record.dropped.train[k];
      all.dropped.test[k] += record.dropped.test[k];
    }
    for (const auto part : {&PlantedRecord::train, &PlantedRecord::test, &PlantedRecord::anti_test})
      for (size_t k = 0; k < (all.*part).documents.size(); ++k)
        (all.*part).documents[k] += (record.*part).documents[k];
  }
  return all;
}

Result<PlantedSides> plant_sides(const Corpus& corpus, const Fold& fold, const Column& classes,
                                 const ConditionSpec& condition, const StudyCatalogs& catalogs,
                                 const std::string& study_folder, uint64_t seed, int threads, Sink& sink) {
  SF_ASSIGN(PlantedFold planted,
            plant_one(corpus, fold, classes, condition, catalogs, study_folder, seed, threads, sink));
  PlantedRecord record = record_of(planted, classes, *condition.shortcut);
  auto sides = together(corpus, std::move(planted));
  if (!sides) return with_context("condition " + condition.name, sides.error());
  sides->record = std::move(record);
  return std::move(*sides);
}

}  // namespace standfast
