// The form in which texts are read, as model.json and splits.json keep it: {"form": "nfc", "fold-letters": ["tatweel"]}.
#pragma once

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/text/reading_form.h"

namespace standfast {

nlohmann::ordered_json reading_form_json(const ReadingForm& form);
// A data error where it is not what reading_form_json() gives.
Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json);

}  // namespace standfast
