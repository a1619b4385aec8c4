#include "standfast/study/record/provenance.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns the entry with this name in a list of named objects, or null.
const Json* entry(const Json& list, const Json& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Json& item) { return item.at("name") == name; });
  return found == list.end() ? nullptr : &*found;
}

// Returns the first difference, "topics was 40, is 30", or "" if the objects are equal except for the members
// `ignored`.
std::string difference(const Json& old, const Json& now, const std::set<std::string>& ignored = {}) {
  for (const auto& [key, value] : old.items()) {
    if (ignored.contains(key)) continue;
    const auto found = now.find(key);
    if (found != now.end() && *found == value) continue;
    if (found != now.end() && value.is_object() && found->is_object()) {
      if (auto inner = difference(value, *found); !inner.empty()) return inner;
      continue;
    }
    return fmt::format("{} was {}, is {}", key, value.dump(), found == now.end() ? "absent" : found->dump());
  }
  for (const auto& [key, value] : now.items())
    if (!ignored.contains(key) && !old.contains(key)) return fmt::format("{} is new: {}", key, value.dump());
  return "";
}

}  // namespace

const FieldTable<CorpusFacts>& corpus_fields() {
  static const auto table = [] {
    FieldTable<OddValues> odd;
    odd.add("column", &OddValues::column);
    odd.add("message", &OddValues::message);

    FieldTable<SideFacts> side;
    side.add("name", &SideFacts::name);
    side.add("documents", &SideFacts::documents);
    side.add("sha256", &SideFacts::sha256);
    side.add("shared_texts", &SideFacts::shared_texts);

    using C = CorpusFacts;
    FieldTable<C> fields;
    fields.add("name", &C::name);
    fields.add("sha256", &C::sha256);
    fields.add("documents", &C::documents);
    fields.add("authors", &C::authors);
    fields.add("topics", &C::topics);
    fields.add("bytes", &C::text_bytes);
    fields.add("columns", &C::attributes).only_if([](const C& facts) { return !facts.attributes.empty(); });
    fields.add("unspaced", &C::unspaced).unless_default();
    fields.add("odd_values", &C::odd_values, odd).unless_default();
    fields.add("sides", &C::sides, side).unless_default();
    return fields;
  }();
  return table;
}

std::string provenance_text(const Provenance& provenance) {
  Json json;
  json["schema"] = kProvenanceSchema;
  json["version"] = provenance.version;
  json["study"] = study_to_json(provenance.study);
  json["corpora"] = Json::array();
  for (const auto& corpus : provenance.corpora) json["corpora"].push_back(corpus_fields().write(corpus));
  return sealed_text(json);
}

Result<Provenance> read_provenance(const RunFolder& folder, const StudyCatalogs& catalogs) {
  const std::string path = folder.file("provenance.json");
  SF_ASSIGN(const Json json, read_sealed(path, kProvenanceSchema));
  try {
    Provenance provenance;
    provenance.version = json.at("version").get<std::string>();
    auto study = study_from_json(json.at("study"), catalogs);
    // A study file may have an error of the user. This file was written by a run, so the error comes from an
    // edit: it is bad data, not bad usage.
    if (!study && study.error().kind == ErrorKind::usage) return unreadable_part(path, study.error().message);
    if (!study) return with_context(path, study.error());
    provenance.study = std::move(*study);
    for (const auto& corpus : json.at("corpora"))
      corpus_fields().take(corpus, provenance.corpora.emplace_back());
    return provenance;
  } catch (const nlohmann::json::exception& error) {
    return unreadable_part(path, error.what());
  }
}

Status check_continues(const Provenance& old, const Provenance& now, const std::string& folder) {
  const auto refuse = [&](const std::string& what) {
    return usage_error(fmt::format(
        "{} holds another run: {}; give another --out (only additions continue a run)", folder, what));
  };
  if (old.version != now.version)
    return refuse(fmt::format("it was made by version {}, this is {}", old.version, now.version));
  for (const auto& corpus : old.corpora) {
    const auto found = std::find_if(now.corpora.begin(), now.corpora.end(),
                                    [&](const auto& c) { return c.name == corpus.name; });
    if (found == now.corpora.end()) return refuse(fmt::format("corpus \"{}\" is gone", corpus.name));
    if (found->sha256 != corpus.sha256)
      return refuse(fmt::format("corpus \"{}\" has changed ({} documents then, {} now)", corpus.name,
                                corpus.documents, found->documents));
    if (found->sides != corpus.sides)
      return refuse(fmt::format("the sides of corpus \"{}\" have changed", corpus.name));
    for (const auto& [name, sha256] : corpus.attributes) {
      const auto values = found->attributes.find(name);
      if (values != found->attributes.end() && values->second != sha256)
        return refuse(fmt::format("column \"{}\" of corpus \"{}\" has changed", name, corpus.name));
    }
  }
  for (const auto& condition : old.study.conditions)
    for (const auto& after : now.study.conditions)
      for (const auto& corpus : old.study.corpora)
        if (after.name == condition.name && condition.asks(corpus.name) && !after.asks(corpus.name))
          return refuse(fmt::format("condition \"{}\" is no longer asked of corpus \"{}\"", condition.name,
                                    corpus.name));
  Json was = study_to_json(old.study), is = study_to_json(now.study);
  for (Json* study : {&was, &is})  // compared above: a condition may be asked of more corpora
    for (Json& condition : study->at("conditions")) condition.erase("corpora");
  for (const char* key : {"task", "profile", "limit", "group"})
    if (was[key] != is[key])
      return refuse(fmt::format("{} was {}, is {}", key, was[key].dump(), is[key].dump()));
  for (const auto& seed : old.study.seeds)
    if (std::find(now.study.seeds.begin(), now.study.seeds.end(), seed) == now.study.seeds.end())
      return refuse(fmt::format("seed {} is gone", seed));
  for (const auto& [key, one] : {std::pair{"conditions", "condition"}, {"models", "model"}})
    for (const auto& item : was[key]) {
      const Json* found = entry(is[key], item.at("name"));
      if (found == nullptr) return refuse(fmt::format("{} {} is gone", one, item.at("name").dump()));
      // A change of the reference, more fits, or other devices change no existing cell.
      const auto ignored = std::string_view(key) == "models"
                               ? std::set<std::string>{"fits", "devices"}
                               : std::set<std::string>{"reference", "reference_by_default"};
      if (const auto what = difference(item, *found, ignored); !what.empty())
        return refuse(fmt::format("{} {}: {}", one, item.at("name").dump(), what));
    }
  if (now.study.nested_repeats < old.study.nested_repeats)
    return refuse(fmt::format("blocks of nested cells were drawn {} times, now {}", old.study.nested_repeats,
                              now.study.nested_repeats));
  for (const auto& model : old.study.models) {
    const uint32_t before = old.study.fits_asked(model),
                   fits = now.study.fits_asked(now.study.model(model.name));
    if (fits < before)
      return refuse(fmt::format("model \"{}\" was fitted {} times, now {}", model.name, before, fits));
  }
  return {};
}

}  // namespace standfast
