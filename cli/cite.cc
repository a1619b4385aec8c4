// standfast cite: citations for this tool and for the methods used.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

struct CitedMethod {
  std::string family, name, citation;
};

// Escapes characters with a special meaning in TeX.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      out += fmt::format("\\{}{{}}", c);
    else
      out += c;
  }
  return out;
}

std::string key_of(const CitedMethod& method) {
  std::string key = method.family + "-" + method.name;
  std::ranges::replace_if(
      key, [](char c) { return c == ' ' || c == ',' || c == '@'; }, '-');
  return key;
}

// A cited work, as in "Fan, Chang 2008, LIBLINEAR: a library for large linear classification, JMLR 9".
struct Work {
  std::string said;  // the part of the citation
  std::vector<std::string> authors;
  std::string year, title;  // "": the citation names none
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  for (size_t at = 0;;) {
    const size_t end = text.find(between, at);
    parts.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    if (end == std::string_view::npos) return parts;
    at = end + between.size();
  }
}

// Parses a list of authors: "Koppel and Winter", "Evert et al.", "van Rijsbergen"; empty if the text is none.
std::vector<std::string> names_in(std::string_view text) {
  constexpr std::string_view kOthers = " et al.";
  const bool others = text.ends_with(kOthers);
  if (others) text.remove_suffix(kOthers.size());
  std::vector<std::string> names;
  for (const std::string_view some : parts_of(text, ", "))
    for (const std::string_view name : parts_of(some, " and ")) {
      for (const std::string_view word : parts_of(name, " ")) {
        const bool small = word == "van" || word == "von" || word == "de" || word == "der";
        if (word.empty() || (!small && word[0] >= 'a' && word[0] <= 'z')) return {};
        if (word.find_first_of("0123456789()\":") != std::string_view::npos) return {};
      }
      names.emplace_back(name);
    }
  if (others) names.emplace_back("others");
  return names;
}

// Returns the title between year and journal; "" for a journal with its volume, and for a few words at the
// end of a citation, which may be anything.
std::string title_in(std::string_view rest) {
  constexpr size_t kWordsOfATitle = 4;
  const auto parts = parts_of(rest, ", ");
  const std::string_view title = parts.front().substr(0, parts.front().find(" ("));
  const size_t last = title.rfind(' ');
  const std::string_view end = title.substr(last + 1);
  const bool volume =
      last == std::string_view::npos || (end.size() < 4 && std::ranges::all_of(end, is_digit));
  const auto words = static_cast<size_t>(std::ranges::count(title, ' ')) + 1;
  if (volume || title[0] < 'A' || title[0] > 'Z' || (parts.size() == 1 && words < kWordsOfATitle)) return "";
  return std::string(title);
}

std::optional<Work> work_in(std::string_view said) {
  constexpr std::string_view kAfter = "after ";
  std::string_view text = said.starts_with(kAfter) ? said.substr(kAfter.size()) : said;
  constexpr size_t kYear = 4;
  for (size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    const std::string_view year = text.substr(at + 1, kYear);
    if (year.size() < kYear || !std::ranges::all_of(year, is_digit)) continue;
    const std::string_view rest = text.substr(at + 1 + kYear);
    if (!rest.empty() && !rest.starts_with(", ") && !rest.starts_with(" (")) continue;
    Work work{std::string(said), names_in(text.substr(0, at)), std::string(year), ""};
    if (work.authors.empty()) return std::nullopt;
    if (rest.starts_with(", ")) work.title = title_in(rest.substr(2));
    return work;
  }
  return std::nullopt;
}

std::vector<Work> works_in(std::string_view citation) {
  std::vector<Work> works;
  for (const std::string_view part : parts_of(citation, "; "))
    if (auto work = work_in(part)) works.push_back(std::move(*work));
  return works;
}

// Returns one BibTeX entry for each cited work, under the first method that cites it:
// "@misc{splitter-closest-split, ...", with the whole citation as its note. Authors, year and title are
// parsed from the citation ("Authors 2008, Title, Place"). A citation that names only a section takes the
// title from another citation of the same authors and year in `all`; an entry without any known title has
// none. Further works of one citation get entries of their own ("splitter-closest-split-2").
std::string bibtex_of(const std::vector<CitedMethod>& methods, const std::vector<CitedMethod>& all) {
  // A citation of a section may leave out the title that another citation has.
  std::map<std::pair<std::vector<std::string>, std::string>, std::string> titles;
  for (const auto& method : all)
    for (const Work& work : works_in(method.citation))
      if (!work.title.empty()) titles.emplace(std::pair(work.authors, work.year), work.title);
  std::string out;
  const auto add = [&](const std::string& key, const Work* work, const std::string& note) {
    out += fmt::format("\n@misc{{{},\n", key);
    if (work != nullptr) {
      std::vector<std::string> names;
      for (const auto& name : work->authors)
        names.push_back(name == "others" ? name : fmt::format("{{{}}}", escaped(name)));
      const auto found = titles.find({work->authors, work->year});
      const std::string& title = work->title.empty() && found != titles.end() ? found->second : work->title;
      out += fmt::format("  author = {{{}}},\n", fmt::join(names, " and "));
      if (!title.empty()) out += fmt::format("  title = {{{{{}}}}},\n", escaped(title));
      out += fmt::format("  year = {{{}}},\n", work->year);
    } else {
      out += fmt::format("  key = {{{}}},\n", key);
    }
    out += fmt::format("  note = {{{}}},\n}}\n", escaped(note));
  };
  std::vector<std::string_view> said;
  for (const auto& method : methods) {
    if (std::ranges::find(said, method.citation) != said.end()) continue;
    said.push_back(method.citation);
    const std::string key = key_of(method);
    const std::vector<Work> works = works_in(method.citation);
    add(key, works.empty() ? nullptr : works.data(), method.citation);
    for (size_t i = 1; i < works.size(); ++i) add(fmt::format("{}-{}", key, i + 1), &works[i], works[i].said);
  }
  return out;
}

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
            "cite: no component with a source is named \"{}\"{}", name,
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
    print(
        fmt::format("@software{{standfast,\n"
                    "  author = {{{{The Standfast contributors}}}},\n"
                    "  title = {{Standfast: how much of a text "
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
            args.texts("NAME", given->names, "Methods that were used (default: all)").named(citable_names());
            args.flag("--json", given->json, "As JSON");
            args.flag("--bibtex", given->bibtex,
                      "Print BibTeX: author, title and year, and the whole citation as a note");
            args.example("standfast cite hits ppm", "Print the sources of two methods");
            args.example("standfast cite --bibtex hits", "Print the source of one method as BibTeX");
            return [given] { return run(given->names, given->json, given->bibtex); };
          }};
}

}  // namespace standfast::cli
