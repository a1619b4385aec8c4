// The data checks. The comment above a group of functions names the file that defines them; catalog.cc lists
// them.
#pragma once

#include "standfast/analysis/check/data_checks.h"

namespace standfast {

// copies_check.cc
DataOutcome check_copies(const CheckedData& data);
DataOutcome check_near_copies(const CheckedData& data);
DataOutcome check_copies_with_two_labels(const CheckedData& data);
DataOutcome check_copies_across_sides(const CheckedData& data);
DataOutcome check_near_copies_across_sides(const CheckedData& data);
DataOutcome check_copies_of_other_sides(const CheckedData& data);
DataOutcome check_near_vectors(const CheckedData& data);
DataOutcome check_near_vectors_of_other_sides(const CheckedData& data);
// texts_check.cc
DataOutcome check_empty_texts(const CheckedData& data);
DataOutcome check_short_texts(const CheckedData& data);
// labels_check.cc
DataOutcome check_missing_labels(const CheckedData& data);
DataOutcome check_rare_labels(const CheckedData& data);
DataOutcome check_label_not_trained(const CheckedData& data);
DataOutcome check_label_little_trained(const CheckedData& data);
DataOutcome check_label_not_tested(const CheckedData& data);
DataOutcome check_label_mix(const CheckedData& data);
// columns_check.cc
DataOutcome check_few_groups(const CheckedData& data);
DataOutcome check_alike_values(const CheckedData& data);
DataOutcome check_values_for_none(const CheckedData& data);
// telling_checks.cc
DataOutcome check_word_tells_label(const CheckedData& data);
DataOutcome check_column_tells_label(const CheckedData& data);
DataOutcome check_length_tells_label(const CheckedData& data);
// forms_check.cc
DataOutcome check_form_tells_value(const CheckedData& data);
// shared_values_check.cc
DataOutcome check_group_across_sides(const CheckedData& data);
DataOutcome check_author_across_sides(const CheckedData& data);
DataOutcome check_topic_across_sides(const CheckedData& data);
DataOutcome check_shared_ids(const CheckedData& data);
// alike_topics_check.cc
DataOutcome check_alike_topics(const CheckedData& data);
// cue/cue_checks.cc
DataOutcome check_length_tells_cue(const CheckedData& data);
DataOutcome check_first_word_tells_cue(const CheckedData& data);
DataOutcome check_white_space_tells_cue(const CheckedData& data);
DataOutcome check_quotes_tell_cue(const CheckedData& data);
DataOutcome check_line_breaks_tell_cue(const CheckedData& data);
DataOutcome check_characters_tell_cue(const CheckedData& data);
DataOutcome check_end_tells_cue(const CheckedData& data);
DataOutcome check_column_tells_cue(const CheckedData& data);
DataOutcome check_row_order_tells_cue(const CheckedData& data);

}  // namespace standfast
