#include "standfast/text/reading_form_json.h"

namespace standfast {

nlohmann::ordered_json reading_form_json(const ReadingForm& form) {
  return {{"form", form_name(form)}, {"fold-letters", fold_letters(form)}};
}

Result<ReadingForm> reading_form_from(const nlohmann::ordered_json& json) {
  const auto refuse = [](const std::string& why) { return data_error("form of the texts: " + why); };
  if (!json.is_object() || !json.contains("form") || !json.contains("fold-letters") ||
      !json["form"].is_string() || !json["fold-letters"].is_array())
    return refuse("needs \"form\" and \"fold-letters\"");
  std::vector<std::string> folded;
  for (const auto& name : json["fold-letters"]) {
    if (!name.is_string()) return refuse("\"fold-letters\" is not a list of names");
    folded.push_back(name.get<std::string>());
  }
  const auto form = reading_form(json["form"].get<std::string>(), folded);
  if (!form) return refuse(form.error().message);
  return *form;
}

}  // namespace standfast
