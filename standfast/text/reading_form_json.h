// The form in which texts are read, as model.json and splits.json keep it: {"form": "nfc", "fold-letters": ["tatweel"]}.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/text/reading_form.h"

namespace standfast {

// As options name them: reading_form(form_name(f), fold_letters(f)) is f.
const std::string& form_name(const ReadingForm& form);
std::vector<std::string> fold_letters(const ReadingForm& form);

nlohmann::ordered_json reading_form_json(const ReadingForm& form);
// A data error where it is not what reading_form_json() gives.
Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json);

}  // namespace standfast
