#include "cli/shortcuts/planted_manifest.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file_digest.h"
#include "standfast/base/json.h"
#include "standfast/base/option_list.h"
#include "standfast/shortcut/dose.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

const Column& classes_of(const ShortcutSides& sides) {
  return *sides.corpus.column(sides.target);
}

Result<Json> options_json(const PlantedRun& run) {
  Json json = Json::object();
  for (const auto& spec : run.specs) {
    const OptionValue& value = run.options.values().find(spec.name)->second;
    std::visit([&](const auto& v) { json[spec.name] = v; }, value);
    const auto* path = std::get_if<std::string>(&value);
    if (spec.kind != OptionKind::path || path == nullptr || path->empty()) continue;
    SF_ASSIGN(const FileDigest digest, digest_file(*path));
    json[spec.name + "-sha256"] = digest.sha256;
  }
  return json;
}

Json share_json(const AchievedShare& share, const ShortcutSides& sides, const PlantedFold& fold) {
  Json json = {{"side", share.side},
               {"class", classes_of(sides).names[share.class_code]},
               {"cue", fold.values[share.value]},
               {"documents", share.documents},
               {"with_cue", share.count},
               {"target", share.target}};
  if (share.documents > 0) {
    json["share"] = static_cast<double>(share.count) / static_cast<double>(share.documents);
    json["interval"] = {share.interval.low, share.interval.high};
    json["p"] = share.p;
    json["p_holm"] = share.p_holm;
  }
  json["missed"] = share.missed;
  return json;
}

Json by_class(const std::vector<uint64_t>& counts, const ShortcutSides& sides) {
  Json json = Json::object();
  for (size_t k = 0; k < counts.size(); ++k) json[classes_of(sides).names[k]] = counts[k];
  return json;
}

std::string_view law_name(DoseLaw law) {
  return law == DoseLaw::mixture ? "mixture" : "product";
}

}  // namespace

std::vector<AchievedShare> achieved_of(const PlantedRun& run, const ShortcutSides& sides,
                                       const PlantedFold& fold, const std::vector<PlantedSide>& written) {
  std::vector<std::vector<uint32_t>> classes(written.size());
  std::vector<std::vector<uint8_t>> values(written.size());
  std::vector<AchievedSide> of_sides;
  for (size_t s = 0; s < written.size(); ++s) {
    const PlantedSide& side = written[s];
    if (side.values == nullptr) continue;
    for (const uint32_t row : side.rows) {
      classes[s].push_back(classes_of(sides).codes[row]);
      values[s].push_back((*side.values)[row]);
    }
    const auto& target = side.name == "test"   ? fold.target
                         : side.name == "anti" ? fold.anti_target
                                               : fold.train_target;
    of_sides.push_back({side.name, classes[s], values[s], target});
  }
  return achieved_shares(of_sides, classes_of(sides).names.size(), fold.values.size(), run.achieved_options);
}

Result<Json> planted_manifest(const PlantedRun& run, const ShortcutSides& sides, const PlantedFold& fold,
                              const std::vector<PlantedSide>& written,
                              const std::vector<AchievedShare>& shares, const std::string& folder) {
  SF_ASSIGN(const Json options, options_json(run));
  const std::vector<std::string>& names = classes_of(sides).names;
  SF_ASSIGN(const auto places, places_in_order({.order = list_of(run.options.text("order"))}, names));
  std::vector<std::string> class_order(names.size());
  for (size_t c = 0; c < names.size(); ++c) class_order[places[c]] = names[c];
  Json suggests = Json::object();
  for (size_t v = 0; v < fold.values.size(); ++v)
    suggests[fold.values[v]] =
        fold.suggests[v] == kMissing ? Json() : Json(classes_of(sides).names[fold.suggests[v]]);
  Json files = Json::object();
  for (const auto& side : written) {
    const std::string file = side.name + ".jsonl";
    SF_ASSIGN(const FileDigest digest, digest_file(folder + "/" + file));
    files[file] = {{"documents", side.rows.size()}, {"bytes", digest.bytes}, {"sha256", digest.sha256}};
  }
  Json achieved = Json::array();
  uint64_t missed = 0;
  for (const auto& share : shares) {
    achieved.push_back(share_json(share, sides, fold));
    missed += share.tested && share.missed;
  }
  return Json{
      {"schema", "standfast shortcut 1"},
      {"version", kVersion},
      {"corpus",
       {{"name", sides.corpus.name()},
        {"documents", sides.corpus.size()},
        {"data_hash", sides.corpus.data_hash()}}},
      {"target", role_name(sides.target)},
      {"classes", classes_of(sides).names},
      {"class_order", class_order},
      {"sides", sides.source},
      {"shortcut", {{"kind", run.kind}, {"options", options}}},
      {"law", law_name(run.request.law)},
      {"lambda", run.request.lambda},
      {"test_lambda", run.request.test_lambda},
      {"seed", run.request.seed},
      {"cues", fold.values},
      {"suggests", suggests},
      {"dropped", fold.dropped.all()},
      {"dropped_by_class",
       {{"train", by_class(fold.dropped.train, sides)}, {"test", by_class(fold.dropped.test, sides)}}},
      {"without_class", sides.without_class},
      {"files", files},
      {"level", run.achieved_options.level},
      {"alpha", run.achieved_options.alpha},
      {"missed", missed},
      {"achieved", achieved}};
}

PlantedCondition losses_of(const PlantedRun& run, const ShortcutSides& sides, const PlantedFold& fold) {
  std::vector<ClassLoss> none;
  for (const auto& name : classes_of(sides).names) none.push_back({name});
  const auto kind = shortcuts().find(run.kind);
  PlantedCondition losses{"", run.kind, none, none, !kind || (*kind)->traits.orders_classes};
  const auto count = [&](std::vector<ClassLoss>& to, std::initializer_list<const RowSet*> rows,
                         const std::vector<uint64_t>& dropped) {
    for (size_t k = 0; k < to.size(); ++k) to[k].lost = dropped[k];
    for (const RowSet* side : rows)
      for (const uint32_t row : *side) ++to[classes_of(sides).codes[row]].all;
  };
  count(losses.train, {&sides.fold.train, &sides.fold.validation}, fold.dropped.train);
  count(losses.test, {&sides.fold.test}, fold.dropped.test);
  return losses;
}

std::string shares_in_words(const ShortcutSides& sides, const PlantedFold& fold,
                            const std::vector<AchievedShare>& shares) {
  size_t width = 5, cue_width = 3;
  std::vector<std::string> classes;
  for (const auto& name : classes_of(sides).names) classes.push_back(printable_line(name));
  for (const auto& name : classes) width = std::max(width, name.size());
  for (const auto& name : fold.values) cue_width = std::max(cue_width, name.size());
  std::string text = fmt::format("{:<6} {:<{}} {:<{}} {:>9} {:>7} {:>7}  {}\n", "side", "class", width, "cue",
                                 cue_width, "documents", "target", "share", "95 % interval");
  for (const auto& share : shares) {
    if (fold.values.size() == 2 && share.value == 0) continue;
    text += fmt::format("{:<6} {:<{}} {:<{}} {:>9} {:>7.3f} ", share.side, classes[share.class_code], width,
                        fold.values[share.value], cue_width, share.documents, share.target);
    text += share.documents == 0
                ? "      -\n"
                : fmt::format("{:>7.3f}  {:.3f} to {:.3f}{}\n",
                              static_cast<double>(share.count) / static_cast<double>(share.documents),
                              share.interval.low, share.interval.high, share.missed ? "  missed" : "");
  }
  return text;
}

}  // namespace standfast::cli
