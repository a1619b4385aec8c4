#include "standfast/analysis/scan/scan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/base/parallel.h"

namespace standfast {
namespace {

Result<std::vector<std::string>> cue_columns(const Corpus& corpus, const ScanOptions& options) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (name != options.target && name != options.group) names.push_back(name);
  };
  for (const Role role : kRoles)
    if (role != Role::date && corpus.column(role) != nullptr) add(std::string(role_name(role)));
  for (const auto& attribute : corpus.attributes()) {
    // An attribute that no document has is no column, and a text is no value.
    const bool there =
        attribute.kind == AttributeKind::category ? corpus.require_named(attribute.name).has_value()
        : attribute.kind == AttributeKind::number ? corpus.require_number(attribute.name).has_value()
        : attribute.kind == AttributeKind::list   ? corpus.require_list(attribute.name).has_value()
                                                  : false;
    if (there) add(attribute.name);
  }
  for (const auto& name : options.without_columns) {
    if (std::erase(names, name) > 0) continue;
    const std::string hint = nearest_name(name, names);
    return usage_error(fmt::format("--without-column {}: no column of this name is looked at{}", name,
                                   !hint.empty() ? fmt::format("; did you mean \"{}\"?", hint)
                                   : names.empty()
                                       ? " (there is none)"
                                       : fmt::format(" (there are: {})", fmt::join(names, ", "))));
  }
  return names;
}

}  // namespace

std::vector<uint32_t> Scan::examples(const CueFinding& finding, bool of_label, size_t most) const {
  std::vector<uint32_t> rows;
  for (const uint32_t i : cue(finding).documents) {
    if (rows.size() == most) break;
    if ((units.label[i] == finding.label) == of_label) rows.push_back(units.rows[i]);
  }
  return rows;
}

Result<Scan> scan_corpus(const Corpus& corpus, const ScanOptions& options) {
  Scan scan;
  SF_ASSIGN(scan.units, label_units(corpus, options.target, options.group, options.seed));
  SF_ASSIGN(scan.columns, cue_columns(corpus, options));
  SF_ASSIGN(scan.cues, Cues::of(corpus, scan.units.rows, scan.columns, options.cues));
  scan.tests = test_cues(scan.cues, scan.units, options.tests);
  const auto& findings = scan.tests.findings;
  scan.alone.resize(findings.size());
  const SingleCueRule alone(scan.units);
  parallel_for(
      findings.size(), options.tests.threads,
      [&](size_t k) { scan.alone[k] = alone.score(scan.cue(findings[k]).documents); }, 16);
  std::vector<bool> seen(scan.cues.all().size());
  for (uint32_t k = 0; k < findings.size(); ++k) {
    if (seen[findings[k].cue]) continue;
    seen[findings[k].cue] = true;
    scan.first_of_cue.push_back(k);
  }
  return scan;
}

}  // namespace standfast
