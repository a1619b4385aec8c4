#include <string_view>

#include "standfast/split/keep_whole.h"
#include "standfast/split/purge.h"
#include "standfast/split/repeats.h"
#include "standfast/split/splitter.h"
#include "standfast/split/splitters.h"
#include "standfast/split/topic_confusion.h"

namespace standfast {

// A new splitter needs its file, a line here and a test.
const SplitterCatalog& splitters() {
  static const SplitterCatalog catalog("splitter", [] {
    std::vector<SplitterCatalog::Entry> entries = {k_fold_splitter(),
                                                   stratified_k_fold_splitter(),
                                                   multilabel_k_fold_splitter(),
                                                   author_k_fold_splitter(),
                                                   topic_k_fold_splitter(),
                                                   stratified_group_k_fold_splitter(),
                                                   leave_one_topic_out_splitter(),
                                                   leave_groups_out_splitter(),
                                                   author_topic_grid_splitter(),
                                                   cluster_k_fold_splitter(),
                                                   closest_split_splitter(),
                                                   subset_sum_split_splitter(),
                                                   ngram_cluster_split_splitter(),
                                                   minority_split_splitter(),
                                                   least_similar_split_splitter(),
                                                   score_split_splitter(),
                                                   topic_confusion_splitter(),
                                                   temporal_splitter(),
                                                   hold_out_splitter(),
                                                   given_splitter()};
    // Wraps every splitter with the common options.
    for (auto& entry : entries) entry = with_purge(with_keep_whole(with_repeats(std::move(entry))));
    return entries;
  }());
  return catalog;
}

std::string column_kept_whole(const SplitterTraits& traits, const Options& options) {
  // The options may come from a file, so this one may be absent or of another type.
  const auto found = options.values().find(traits.keeps_whole);
  if (traits.keeps_whole.empty() || found == options.values().end()) return "";
  const auto* column = std::get_if<std::string>(&found->second);
  return column == nullptr || *column == kNoColumn ? "" : *column;
}

bool keeps_apart(const SplitterTraits& traits, const Options& options, Role role) {
  if (purged_by(options) == role_name(role) || kept_whole_by(options) == role_name(role)) return true;
  if ((role == Role::topic && traits.novel_topics) || (role == Role::author && traits.novel_authors))
    return true;
  return column_kept_whole(traits, options) == role_name(role);
}

Failure needs_vectors(const std::string& splitter) {
  return usage_error(splitter +
                     " needs vectors of the documents, and none are given (in a study: space of the "
                     "condition; on the command line: --vectors or --space)");
}

std::vector<TraitLine> describe(const SplitterTraits& t) {
  return trait_lines<SplitterTraits>(
      TraitLine{"needs_topics", "the corpus must have topics", t.needs_topics},
      TraitLine{"needs_authors", "the corpus must have authors", t.needs_authors},
      TraitLine{"needs_labels", "the corpus must have labels", t.needs_labels},
      TraitLine{"needs_dates", "the corpus must have dates", t.needs_dates},
      TraitLine{"reads_vectors", "needs vectors of the documents, from a space", t.reads_vectors},
      TraitLine{"reads_classes", "uses the classes of the documents, if there are any", t.reads_classes},
      TraitLine{"needs_classes", "the documents must have classes", t.needs_classes},
      TraitLine{"deterministic", "the seed has no effect", t.deterministic},
      TraitLine{"novel_topics", "no topic is on both sides", t.novel_topics},
      TraitLine{"novel_authors", "no author is on both sides", t.novel_authors},
      TraitLine{"outcomes", "a wrong answer names an author of the same half or of the other half",
                t.outcomes},
      TraitLine{"tests_all", "every document is tested, except those left out", t.tests_all},
      TraitLine{"keeps_whole", "the option that names a column whose groups stay whole", t.keeps_whole},
      TraitLine{"counts_draws", "the option that sets the number of draws", t.counts_draws},
      TraitLine{"as_given", "the sides come from the user", t.as_given});
}

namespace {

// Returns the value of the option; null if there is no such option, or one of another type.
template <class T>
const T* value_of(const Options& options, std::string_view name) {
  const auto found = options.values().find(name);
  return found == options.values().end() ? nullptr : std::get_if<T>(&found->second);
}

}  // namespace

bool draws_validation_by_unit(const Options& options) {
  const auto* const share = value_of<double>(options, kValidationOption);
  return share != nullptr && *share > 0 && value_of<std::string>(options, kValidationUnitOption) != nullptr;
}

std::optional<Role> unit_of_validation(const Options& options) {
  return draws_validation_by_unit(options)
             ? role_from_name(*value_of<std::string>(options, kValidationUnitOption))
             : std::nullopt;
}

bool is_author_disjoint(const Options& options) {
  const auto* const flag = value_of<bool>(options, kAuthorDisjointOption);
  return flag != nullptr && *flag;
}

std::vector<NeededRole> needed_roles(const SplitterTraits& traits, const Options& options) {
  std::vector<NeededRole> needed;
  if (traits.needs_topics) needed.push_back({Role::topic, ""});
  // If an option names the groups that stay whole, authors are only its default.
  if (traits.needs_authors && traits.keeps_whole.empty()) needed.push_back({Role::author, ""});
  if (traits.needs_dates) needed.push_back({Role::date, ""});
  if (traits.needs_labels)
    if (const auto* const by = value_of<std::string>(options, "by"))
      if (const auto role = role_from_name(*by)) needed.push_back({*role, "by"});
  if (is_author_disjoint(options)) needed.push_back({Role::author, kAuthorDisjointOption});
  if (const auto unit = unit_of_validation(options)) needed.push_back({*unit, kValidationOption});
  return needed;
}

}  // namespace standfast
