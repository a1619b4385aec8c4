// standfast cite: what to cite for this tool and for the methods that were used.
#include <algorithm>

#include <fmt/format.h>

#include "cli/bibtex.h"
#include "cli/commands.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/metric/classes/classification.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/pairs/verification.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

using Source = CitedMethod;

template <class C>
void collect(const C& catalog, std::vector<Source>& out) {
  for (const auto& entry : catalog.entries())
    if (!entry.citation.empty()) out.push_back({catalog.family(), entry.name, entry.citation});
}

std::vector<Source> all_sources() {
  std::vector<Source> sources;
  collect(samplers(), sources);
  collect(splitters(), sources);
  collect(encoders(), sources);
  collect(reductions(), sources);
  collect(verifiers(), sources);
  collect(classifiers(), sources);
  collect(verification_metrics(), sources);
  collect(classification_metrics(), sources);
  collect(split_analyses(), sources);
  for (const auto& profile : metric_profiles())
    if (!profile.citation.empty()) sources.push_back({"profile", profile.name, profile.citation});
  return sources;
}

std::vector<std::string> citable_names() {
  std::vector<std::string> names;
  for (const auto& source : all_sources())
    if (std::ranges::find(names, source.name) == names.end()) names.push_back(source.name);
  return names;
}

Status run(const std::vector<std::string>& wanted, bool json, bool bibtex) {
  if (json && bibtex) return usage_error("cite: give one of --json and --bibtex");
  auto sources = all_sources();
  if (!wanted.empty()) {
    std::vector<std::string> names;
    for (const auto& source : sources) names.push_back(source.name);
    for (const auto& name : wanted)
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        const auto hint = nearest_name(name, names);
        return usage_error(fmt::format(
            "cite: nothing with a source is named \"{}\"{}", name,
            hint.empty() ? "; standfast ls --long lists all" : fmt::format("; did you mean \"{}\"?", hint)));
      }
    std::erase_if(sources, [&](const Source& source) {
      return std::find(wanted.begin(), wanted.end(), source.name) == wanted.end();
    });
  }
  const std::string self = fmt::format(
      "The Standfast contributors: Standfast {}, how much of a text model's score stands fast under shift.",
      kVersion);
  if (json) {
    nlohmann::ordered_json out;
    out["standfast"] = self;
    auto& list = out["sources"] = nlohmann::ordered_json::array();
    for (const auto& source : sources)
      list.push_back({{"family", source.family}, {"name", source.name}, {"citation", source.citation}});
    print(json_text(out, 2) + "\n");
    return {};
  }
  if (bibtex) {
    print(fmt::format(
        "@software{{standfast,\n  author = {{{{The Standfast contributors}}}},\n  title = {{Standfast: how much of a text "
        "model's score stands fast under shift}},\n  version = {{{}}},\n}}\n",
        kVersion));
    print(bibtex_of(sources, all_sources()));
    return {};
  }
  print(self + "\n");
  for (const auto& source : sources)
    print(fmt::format("{} {}: {}\n", source.family, source.name, source.citation));
  return {};
}

}  // namespace

Command cite_command() {
  return {"cite", "Print what to cite: the tool and the sources of its methods", [](Args& args) {
            struct Given {
              std::vector<std::string> names;
              bool json = false, bibtex = false;
            };
            auto given = std::make_shared<Given>();
            args.texts("NAME", given->names, "Methods used; without any, all").named(citable_names());
            args.flag("--json", given->json, "As JSON");
            args.flag("--bibtex", given->bibtex,
                      "As BibTeX: author, title and year, and the whole citation as a note");
            args.example("standfast cite hits ppm", "What to cite for two methods");
            args.example("standfast cite --bibtex hits", "The same for one, for a file of BibTeX");
            return [given] { return run(given->names, given->json, given->bibtex); };
          }};
}

}  // namespace standfast::cli
