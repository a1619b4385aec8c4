// The JSON of a reading form in model.json and splits.json: {"form": "nfc", "fold-letters": ["tatweel"]}.
#pragma once

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/text/reading_form.h"

namespace standfast {

nlohmann::ordered_json reading_form_json(const ReadingForm& form);
// Parses the output of reading_form_json(); a data error for anything else.
Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json);

}  // namespace standfast
