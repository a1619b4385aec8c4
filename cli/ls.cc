// standfast ls: what can be named in a study or on a command line, printed from the catalogs.
#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/metric/profile.h"
#include "standfast/model/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast::cli {
namespace {

template <class C>
void list(const C& catalog, bool details) {
  print(fmt::format("{}s\n", catalog.family()));
  for (const auto& entry : catalog.entries()) {
    print(fmt::format("  {:<18} {}\n", entry.name, entry.summary));
    if (!details) continue;
    for (const auto& option : entry.options)
      print(fmt::format("      {} = {}  {}\n", option.name, to_string(option.default_value), option.meaning));
    if (!entry.citation.empty()) print(fmt::format("      source: {}\n", entry.citation));
  }
}

void list_profiles(bool details) {
  print("metric profiles\n");
  for (const auto& profile : metric_profiles()) {
    print(fmt::format("  {:<18} {}\n", profile.name, profile.summary));
    if (details) print(fmt::format("      source: {}\n", profile.citation));
  }
}

}  // namespace

Command ls_command() {
  return {"ls", "List samplers, splitters, models, metrics with their options", [](Args& args) {
            auto details = std::make_shared<bool>(false);
            args.flag("-l,--long", *details, "Options with defaults, and sources");
            return [details]() -> Status {
              list(samplers(), *details);
              list(splitters(), *details);
              list(verifiers(), *details);
              list(verification_metrics(), *details);
              list_profiles(*details);
              return {};
            };
          }};
}

}  // namespace standfast::cli
