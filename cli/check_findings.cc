#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/check.h"
#include "standfast/base/json.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

constexpr size_t kNamesShown = 5;  // names of a finding, on the terminal; --json has all

std::string first_names(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < std::min(kNamesShown, names.size()); ++i)
    out += (i == 0 ? "" : ", ") + printable_line(names[i]);
  return names.size() > kNamesShown ? out + " ..." : out;
}

bool contains(const std::vector<std::string>& codes, const std::string& code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

void FindingArgs::declare(Args& args) {
  args.repeated(
          "--group", groups,
          "Column whose values may not be on both sides (author, topic, thread ...); repeat for several")
      .column();
  args.repeated("--ignore", ignored,
                "Skip the check with this code (standfast ls checks); repeat for several");
  args.repeated("--fail-on", fail_on, "Exit with 1 also if this check finds something, such as SF301");
  args.flag("--strict", strict, "Exit with 1 for every finding, notes too");
}

Status FindingArgs::resolve() {
  if (auto codes = known_data_codes(ignored))
    ignored = std::move(*codes);
  else
    return with_context("check --ignore", codes.error());
  if (auto codes = known_data_codes(fail_on))
    fail_on = std::move(*codes);
  else
    return with_context("check --fail-on", codes.error());
  for (const auto& code : fail_on)
    if (ignores(code))
      return usage_error(fmt::format("check: --fail-on {0} and --ignore {0} contradict each other", code));
  return {};
}

bool FindingArgs::ignores(const std::string& code) const {
  return contains(ignored, code);
}

Findings::Findings(const CheckedData& data, const FindingArgs& args)
    : data_(data), args_(args), checked_(check_data_of(data, args.ignored)) {}

bool Findings::counts(const DataCheck& check, const DataFinding& finding) const {
  return severity_of(check, finding) == DataSeverity::problem || args_.strict ||
         contains(args_.fail_on, check.code);
}

// Returns the id of a document. With two files, one id may name a document of each.
std::string Findings::id(uint32_t row) const {
  if (!data_.first_of_test) return std::string(data_.ids[row]);
  return fmt::format("{}:{}", row < *data_.first_of_test ? "train" : "test", data_.ids[row]);
}

std::string Findings::text() const {
  std::string out = "findings\n";
  size_t nothing = 0, not_asked = 0, ignored = 0;
  for (const auto& [check, is_ignored, outcome] : checked_) {
    ignored += is_ignored ? 1 : 0;
    not_asked += outcome.why_not.empty() ? 0 : 1;
    nothing += !is_ignored && outcome.why_not.empty() && outcome.findings.empty() ? 1 : 0;
    for (const auto& finding : outcome.findings) {
      out += fmt::format("  {:<7} {} {}\n", severity_name(severity_of(*check, finding)), check->code,
                         printable_line(finding.message));
      std::vector<std::string> ids;
      for (size_t i = 0; i < std::min(kNamesShown + 1, finding.rows.size()); ++i)
        ids.push_back(id(finding.rows[i]));
      for (const auto& names : {first_names(finding.values), first_names(ids)})
        if (!names.empty()) out += fmt::format("                {}\n", names);
    }
  }
  out += fmt::format("  {} checks found nothing, {} could not be run (--json says why)", nothing, not_asked);
  if (ignored > 0) out += fmt::format(", {} are ignored", ignored);
  return out + "; docs/checks.md explains the codes\n";
}

void Findings::add_to(nlohmann::ordered_json& document) const {
  using Json = nlohmann::ordered_json;
  Json findings = Json::array(), checks = Json::array();
  for (const auto& [check, is_ignored, outcome] : checked_) {
    checks.push_back({{"code", check->code},
                      {"name", check->name},
                      {"asked", !is_ignored && outcome.why_not.empty()},
                      {"why_not", is_ignored ? "ignored" : outcome.why_not},
                      {"findings", outcome.findings.size()}});
    for (const auto& finding : outcome.findings) {
      Json ids = Json::array();
      for (const uint32_t row : finding.rows) ids.push_back(id(row));
      findings.push_back({{"code", check->code},
                          {"name", check->name},
                          {"severity", severity_name(severity_of(*check, finding))},
                          {"fails", counts(*check, finding)},
                          {"message", finding.message},
                          {"counted", check->counted},
                          {"count", finding.count},
                          {"of", finding.of},
                          {"ids", std::move(ids)},
                          {"values", finding.values},
                          {"docs", check->anchor()}});
    }
  }
  document["findings"] = std::move(findings);
  document["checks_of_data"] = std::move(checks);
}

Status Findings::status(const std::string& what) const {
  std::vector<std::string> codes;
  std::string first;
  for (const auto& [check, is_ignored, outcome] : checked_)
    if (const auto bad = std::find_if(outcome.findings.begin(), outcome.findings.end(),
                                      [&](const auto& finding) { return counts(*check, finding); });
        bad != outcome.findings.end()) {
      codes.push_back(check->code);
      if (first.empty()) first = bad->message;
    }
  // A gate that cannot close would look like a gate that found nothing.
  if (codes.empty()) {
    for (const auto& [check, is_ignored, outcome] : checked_)
      if (!outcome.why_not.empty() && contains(args_.fail_on, check->code))
        return usage_error(
            fmt::format("check --fail-on {}: the check could not be run: {}", check->code, outcome.why_not));
    return {};
  }
  return fail(ErrorKind::check_failed,
              codes.size() == 1 ? fmt::format("{}: {} {}", what, codes.front(), first)
                                : fmt::format("{}: {}: the first: {}", what, fmt::join(codes, ", "), first));
}

}  // namespace standfast::cli
