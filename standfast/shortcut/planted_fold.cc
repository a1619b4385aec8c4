#include "standfast/shortcut/planted_fold.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "standfast/corpus/corpus.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

// Documents of one side of the fold with their plantings.
struct PlantedRows {
  std::vector<uint32_t> rows;
  Planted planted;
};

// Checks that the names of the cue's values differ: results identify a value by its name alone.
Status values_differ(const std::vector<std::string>& values) {
  for (size_t v = 1; v < values.size(); ++v)
    if (std::find(values.begin(), values.begin() + static_cast<ptrdiff_t>(v), values[v]) !=
        values.begin() + static_cast<ptrdiff_t>(v))
      return data_error(fmt::format(
          "results would call two values of the cue \"{0}\": one is named after the class, the other is what "
          "Standfast calls "
          "\"{0}\" itself. Give the class \"{0}\" another name",
          printable_line(values[v])));
  return {};
}

class FoldPlanter {
 public:
  FoldPlanter(const Corpus& corpus, const Column& classes, const Shortcut& shortcut,
              const PlantRequest& request)
      : corpus_(corpus), classes_(classes), shortcut_(shortcut), request_(request) {}

  Result<PlantedRows> plant(std::vector<uint32_t> rows, PlantSide side) const {
    PlantedRows made{.rows = std::move(rows), .planted = {}};
    std::vector<uint32_t> of_rows;
    of_rows.reserve(made.rows.size());
    for (const uint32_t row : made.rows) {
      if (classes_.codes[row] == kMissing)
        return data_error(
            fmt::format("document \"{}\" has no class, so no cue can go with it", corpus_.id(row)));
      of_rows.push_back(classes_.codes[row]);
    }
    const PlantContext context{.side = side,
                               .lambda = side == PlantSide::train ? request_.lambda : request_.test_lambda,
                               .law = request_.law,
                               .seed = request_.seed,
                               .classes = of_rows,
                               .names = classes_.names,
                               .threads = request_.threads,
                               .sink = request_.sink};
    SF_ASSIGN(made.planted, shortcut_.plant({&corpus_, made.rows}, context));
    SF_TRY(values_differ(made.planted.values));
    assert(made.planted.documents.size() == made.rows.size());
    return made;
  }

 private:
  const Corpus& corpus_;
  const Column& classes_;
  const Shortcut& shortcut_;
  const PlantRequest& request_;
};

// Returns, by value, the class in which most documents have it, relative to the size of the class; kMissing
// if no document has it, or two classes have equally many.
std::vector<uint32_t> suggestions(const PlantedRows& train, const Column& classes, size_t values) {
  const size_t n = classes.names.size();
  std::vector<uint64_t> counts(n * values, 0), sizes(n, 0);
  for (size_t i = 0; i < train.rows.size(); ++i) {
    const uint8_t value = train.planted.documents[i].value;
    if (value == kDropped) continue;
    const uint32_t c = classes.codes[train.rows[i]];
    ++counts[c * values + value];
    ++sizes[c];
  }
  std::vector<uint32_t> suggested(values, kMissing);
  for (size_t v = 0; v < values; ++v) {
    double most = 0;
    for (uint32_t c = 0; c < n; ++c) {
      const double share =
          sizes[c] == 0 ? 0 : static_cast<double>(counts[c * values + v]) / static_cast<double>(sizes[c]);
      if (share > most)
        suggested[v] = c;
      else if (share == most)
        suggested[v] = kMissing;
      most = std::max(most, share);
    }
  }
  return suggested;
}

Result<PlantedFold> planted_fold(const Corpus& corpus, const Fold& fold, const Column& classes,
                                 const Shortcut& shortcut, const PlantRequest& request) {
  const FoldPlanter planter(corpus, classes, shortcut, request);
  std::vector<uint32_t> learned = fold.train.list();
  for (const uint32_t row : fold.validation) learned.push_back(row);
  std::sort(learned.begin(), learned.end());
  SF_ASSIGN(PlantedRows train, planter.plant(std::move(learned), PlantSide::train));
  SF_ASSIGN(PlantedRows test, planter.plant(fold.test.list(), PlantSide::test));
  SF_ASSIGN(PlantedRows anti, planter.plant(fold.test.list(), PlantSide::anti_test));
  assert(train.planted.values == test.planted.values && test.planted.values == anti.planted.values);

  PlantedFold made;
  made.values = train.planted.values;
  made.train_target = train.planted.target;
  made.target = test.planted.target;
  made.anti_target = anti.planted.target;
  made.suggests = suggestions(train, classes, made.values.size());
  made.value.assign(corpus.size(), kDropped);
  made.anti_value = made.value;
  made.spans.resize(corpus.size());
  made.anti_spans.resize(corpus.size());

  std::vector<bool> gone(corpus.size(), false);
  for (const auto* side : {&train, &test, &anti})
    for (size_t i = 0; i < side->rows.size(); ++i)
      if (side->planted.documents[i].value == kDropped) gone[side->rows[i]] = true;
  std::vector<const std::string*> texts(corpus.size(), nullptr), anti_texts(corpus.size(), nullptr);
  for (const JoinedColumn& column : train.planted.joined)
    made.joined.push_back({column.name, std::vector<std::string>(corpus.size())});
  const auto take = [&](PlantedRows& side, std::vector<const std::string*>& to, std::vector<uint8_t>& value,
                        std::vector<std::vector<PlantedSpan>>& spans, std::vector<JoinedColumn>& joined) {
    assert(side.planted.joined.size() == joined.size());
    for (size_t i = 0; i < side.rows.size(); ++i) {
      const uint32_t row = side.rows[i];
      if (gone[row]) continue;
      PlantedDocument& document = side.planted.documents[i];
      to[row] = &document.text;
      value[row] = document.value;
      spans[row] = std::move(document.spans);
      for (size_t k = 0; k < joined.size(); ++k)
        joined[k].values[row] = std::move(side.planted.joined[k].values[i]);
    }
  };
  take(train, texts, made.value, made.spans, made.joined);
  made.anti_value = made.value;
  made.anti_spans = made.spans;
  made.anti_joined = made.joined;
  take(test, texts, made.value, made.spans, made.joined);
  take(anti, anti_texts, made.anti_value, made.anti_spans, made.anti_joined);

  made.fold = fold;
  const auto is_gone = [&](uint32_t row) { return gone[row]; };
  for (const auto& [rows, dropped] :
       {std::pair{&train.rows, &made.dropped.train}, {&test.rows, &made.dropped.test}}) {
    dropped->assign(classes.names.size(), 0);
    for (const uint32_t row : *rows) (*dropped)[classes.codes[row]] += gone[row];
  }
  for (RowSet* side : {&made.fold.train, &made.fold.validation, &made.fold.test}) side->erase_if(is_gone);
  if (made.dropped.all() > 0) {
    std::vector<uint32_t> aside = made.fold.aside.list();
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (gone[row]) aside.push_back(row);
    made.fold.aside = sorted_rows(std::move(aside));
  }
  if ((made.fold.train.empty() && !fold.train.empty()) || (made.fold.test.empty() && !fold.test.empty()))
    return data_error(
        fmt::format("no document of the {} side can be planted: each lacks a rewrite (do the ids agree?)",
                    made.fold.train.empty() ? "train" : "test"));
  made.planted = with_texts(corpus, texts);
  made.anti_test = with_texts(made.planted, anti_texts);
  return made;
}

}  // namespace

Result<PlantedFold> plant_fold(const Corpus& corpus, const Fold& fold, const Column& classes,
                               const Shortcut& shortcut, const PlantRequest& request) {
  assert(request.lambda >= 0 && request.lambda <= 1 && request.test_lambda >= 0 && request.test_lambda <= 1);
  auto made = planted_fold(corpus, fold, classes, shortcut, request);
  if (!made) return with_context(corpus.name(), made.error());
  return made;
}

}  // namespace standfast
