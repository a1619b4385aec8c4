#include <algorithm>

#include "standfast/analysis/check/checks.h"
#include "standfast/base/code_catalog.h"

namespace standfast {

// A new check needs its function, a line here, a section in docs/checks.md and a test.
const std::vector<DataCheck>& data_checks() {
  using enum DataSeverity;
  static const std::vector<DataCheck> checks = {
      {"SF301", "copies", "Texts repeat word for word", "documents", note, false, check_copies},
      {"SF302", "near-copies", "Texts are nearly the same", "documents", note, false, check_near_copies},
      {"SF303", "copies-with-two-labels", "Copies of a text have different labels", "documents", note, false,
       check_copies_with_two_labels},
      {"SF304", "empty-texts", "Texts are empty", "documents", note, false, check_empty_texts},
      {"SF305", "short-texts", "Texts have fewer than three words", "documents", note, false,
       check_short_texts},
      {"SF311", "missing-labels", "Documents have no label", "documents", note, false, check_missing_labels},
      {"SF312", "rare-labels", "A label has one document", "labels", note, false, check_rare_labels},
      {"SF313", "few-groups", "There are fewer than six topics, authors or groups", "groups", note, false,
       check_few_groups},
      {"SF314", "alike-values", "Several values of a column look like one", "values", note, false,
       check_alike_values},
      {"SF315", "values-for-none", "A value looks like a missing value", "documents", note, false,
       check_values_for_none},
      {"SF321", "word-tells-label", "A single word gives the label away", "words", note, false,
       check_word_tells_label},
      {"SF322", "column-tells-label", "A column gives the label away", "columns", note, false,
       check_column_tells_label},
      {"SF323", "length-tells-label", "The length of a text gives the label away", "documents", note, false,
       check_length_tells_label},
      {"SF324", "form-tells-value",
       "The form of texts (encoding, typing) gives away an author, label, "
       "topic or source",
       "values", note, false, check_form_tells_value},
      {"SF331", "copies-across-sides", "Test documents are copies of training documents", "test documents",
       problem, true, check_copies_across_sides},
      {"SF332", "near-copies-across-sides", "Test documents are nearly the same as training documents",
       "test documents", problem, true, check_near_copies_across_sides},
      {"SF333", "near-vectors-across-sides",
       "Vectors of test documents are too near to vectors of training documents", "test documents", problem,
       true, check_near_vectors},
      {"SF334", "group-across-sides", "A group that should be kept apart is on both sides", "test documents",
       problem, true, check_group_across_sides},
      {"SF335", "author-across-sides", "Authors are on both sides", "test documents", note, true,
       check_author_across_sides},
      {"SF336", "topic-across-sides", "Topics are on both sides", "test documents", note, true,
       check_topic_across_sides},
      {"SF337", "alike-topics", "Topics of the two sides are more alike than by chance", "test topics", note,
       true, check_alike_topics},
      {"SF338", "shared-ids", "An id is in both files", "test documents", note, true, check_shared_ids},
      {"SF339", "copies-of-other-sides", "Documents of other sides are copies or near copies", "documents",
       note, true, check_copies_of_other_sides},
      {"SF340", "near-vectors-of-other-sides",
       "Vectors of documents of other sides are too near to each other", "documents", note, true,
       check_near_vectors_of_other_sides},
      {"SF341", "label-not-trained", "A label is tested but not trained on", "test documents", problem, true,
       check_label_not_trained},
      {"SF342", "label-little-trained", "A label has fewer than ten training documents", "labels", note, true,
       check_label_little_trained},
      {"SF343", "label-not-tested", "A label is trained on but not tested", "labels", note, true,
       check_label_not_tested},
      {"SF344", "label-mix", "The mix of labels differs between the sides", "folds", note, true,
       check_label_mix},
      {"SF351", "length-tells-cue", "The length of a text gives away the planted value or the label",
       "test documents", problem, true, check_length_tells_cue},
      {"SF352", "first-word-tells-cue", "The first word gives away the planted value or the label",
       "test documents", problem, true, check_first_word_tells_cue},
      {"SF353", "white-space-tells-cue",
       "White space around a text gives away the planted value or the label", "test documents", problem, true,
       check_white_space_tells_cue},
      {"SF354", "quotes-tell-cue", "Quotes around a text give away the planted value or the label",
       "test documents", problem, true, check_quotes_tell_cue},
      {"SF355", "line-breaks-tell-cue", "Line breaks give away the planted value or the label",
       "test documents", problem, true, check_line_breaks_tell_cue},
      {"SF356", "characters-tell-cue",
       "Characters beyond ASCII, or a broken encoding, give away the planted value or the label",
       "test documents", problem, true, check_characters_tell_cue},
      {"SF357", "end-tells-cue", "The end of a text gives away the planted value or the label",
       "test documents", problem, true, check_end_tells_cue},
      {"SF358", "column-tells-cue", "Another column gives away the planted value or the label",
       "test documents", problem, true, check_column_tells_cue},
      {"SF359", "row-order-tells-cue", "The order of rows gives away the planted value or the label",
       "documents", problem, true, check_row_order_tells_cue},
  };
  return checks;
}

std::string_view severity_name(DataSeverity severity) {
  return severity == DataSeverity::problem ? "problem" : "note";
}

std::string DataCheck::anchor() const {
  return place_of_code("docs/checks.md", code);
}

Result<const DataCheck*> find_data_check(std::string_view code) {
  return find_by_code(data_checks(), code, "check");
}

Result<std::vector<std::string>> known_data_codes(const std::vector<std::string>& codes) {
  return known_codes_of(data_checks(), codes, "check");
}

std::vector<CheckedOne> check_data_of(const CheckedData& data, const std::vector<std::string>& ignored) {
  std::vector<CheckedOne> all;
  for (const auto& check : data_checks()) {
    CheckedOne one{&check, std::find(ignored.begin(), ignored.end(), check.code) != ignored.end(), {}};
    if (!one.ignored)
      one.outcome = check.of_sides && !data.has_sides()
                        ? not_asked("there are no sides: add --splits FILE or a test file")
                        : check.look(data);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace standfast
