#include "standfast/result/findings/control_chain.h"

#include <algorithm>
#include <tuple>

#include "standfast/base/in_words.h"

namespace standfast::result {
namespace {

// Returns the sort key of a control in its chain. A block with many columns is small. No columns means single
// documents, which are the smallest.
auto place_in_chain(const ConditionInfo& control) {
  return std::tuple(control.match.size(), !control.block.empty(), control.whole,
                    -static_cast<int64_t>(control.block.size()));
}

// Appends the names of blocks; the last block may be whole.
void add_blocks(std::vector<std::string>& names, const std::vector<std::string>& blocks, bool whole) {
  names.insert(names.end(), blocks.begin(), blocks.end());
  if (whole) names.back() = "whole " + names.back();
}

const std::vector<std::string> kDataAndClasses = {"data", "class mix"};

}  // namespace

std::vector<size_t> control_chain(const RunRecords& run, size_t condition,
                                  const std::function<bool(size_t)>& has) {
  const auto place = [&](size_t k) { return place_in_chain(run.conditions[k]); };
  std::vector<size_t> chain;
  for (size_t k = 0; k < run.conditions.size(); ++k) {
    if (run.conditions[k].control_of != run.conditions[condition].name || !has(k)) continue;
    // Matches begin alike and blocks are nested. So controls with equally many of both keep the same.
    if (std::none_of(chain.begin(), chain.end(), [&](size_t known) { return place(known) == place(k); }))
      chain.push_back(k);
  }
  std::stable_sort(chain.begin(), chain.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
  return chain;
}

std::vector<size_t> control_chain(const RunRecords& run, size_t condition) {
  return control_chain(run, condition, [](size_t) { return true; });
}

bool chain_matches(const RunRecords& run, const std::vector<size_t>& chain) {
  return std::any_of(chain.begin(), chain.end(), [&](size_t k) { return !run.conditions[k].match.empty(); });
}

std::string step_name(const RunRecords& run, const std::vector<size_t>& chain, size_t place) {
  const ConditionInfo& control = run.conditions[chain[place]];
  const ConditionInfo* before = place > 0 ? &run.conditions[chain[place - 1]] : nullptr;
  std::vector<std::string> names;
  if (before == nullptr) names = kDataAndClasses;
  const auto known = before == nullptr ? 0 : static_cast<std::ptrdiff_t>(before->match.size());
  names.insert(names.end(), control.match.begin() + known, control.match.end());
  if (before == nullptr)
    add_blocks(names, control.block, control.whole);
  else if (control.block != before->block || control.whole != before->whole)
    add_blocks(names, {control.block.back()}, control.whole);
  return join_words(std::move(names));
}

std::string lost_to_control(const RunRecords& run, size_t control) {
  const ConditionInfo& asked = run.conditions[control];
  std::vector<size_t> siblings;
  for (size_t k = 0; k < run.conditions.size(); ++k)
    if (run.conditions[k].control_of == asked.control_of) siblings.push_back(k);
  // Blocks are nested: the longest list of names contains all others.
  const auto* blocks = &asked.block;
  if (!asked.block.empty())
    for (const size_t k : siblings)
      if (run.conditions[k].block.size() > blocks->size()) blocks = &run.conditions[k].block;
  std::vector<std::string> names = kDataAndClasses;
  names.insert(names.end(), asked.match.begin(), asked.match.end());
  add_blocks(names, *blocks, asked.whole);
  return join_words(std::move(names));
}

}  // namespace standfast::result
