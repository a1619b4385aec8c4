#include "standfast/model/saved/saved_models.h"

#include <fmt/format.h>

#include "standfast/corpus/source_rows.h"
#include "standfast/text/reading_form.h"

namespace standfast {
namespace {

constexpr const char* kReading = "reading";

Result<std::optional<ReadingForm>> reading_of(const nlohmann::ordered_json& model) {
  const auto origin = model.find("origin");
  if (origin == model.end() || !origin->is_object() || !origin->contains(kReading)) return std::nullopt;
  SF_ASSIGN(const ReadingForm form, reading_form_from((*origin)[kReading]));
  return form;
}

}  // namespace

nlohmann::ordered_json origin_of(const Corpus& corpus) {
  auto origin = nlohmann::ordered_json::object();
  if (const auto form = form_of(corpus)) origin[kReading] = reading_form_json(*form);
  return origin;
}

Status save_verifier(const std::string& folder, const std::string& name, const Options& options,
                     const Verifier& verifier, const nlohmann::ordered_json& origin, Replace replace) {
  SF_ASSIGN(const ModelState state, verifier.save());
  return write_model_folder(folder, {kVerifierKind, name, origin, verifier.facts(), {}}, options, state,
                            replace);
}

Result<SavedVerifier> load_verifier(const std::string& folder) {
  SavedVerifier saved;
  SF_TRY(read_model_folder(folder, kVerifierKind, [&](ModelFolder& read) -> Status {
    saved.name = read.name;
    saved.version = read.version;
    SF_ASSIGN(saved.reading, reading_of(read.json));
    return restore_model(verifiers(), read, saved.options, saved.verifier);
  }));
  return saved;
}

Status save_classifier(const std::string& folder, const std::string& name, const Options& options,
                       const Classifier& classifier, const ClassifierLabels& labels,
                       const nlohmann::ordered_json& origin, Replace replace) {
  SF_ASSIGN(const ModelState state, classifier.save());
  return write_model_folder(folder,
                            {kClassifierKind,
                             name,
                             origin,
                             classifier.facts(),
                             {{"target", labels.target}, {"classes", labels.names}}},
                            options, state, replace);
}

Result<SavedClassifier> load_classifier(const std::string& folder, const ClassifierCatalog& catalog) {
  SavedClassifier saved;
  const auto take = [&](ModelFolder& read) -> Status {
    saved.name = read.name;
    saved.version = read.version;
    SF_ASSIGN(saved.reading, reading_of(read.json));
    read.json.at("target").get_to(saved.labels.target);
    read.json.at("classes").get_to(saved.labels.names);
    SF_TRY(restore_model(catalog, read, saved.options, saved.classifier));
    DenseMatrix none;
    const Corpus empty;
    SF_TRY(saved.classifier->predict({&empty, {}}, {}, none));
    if (none.columns != saved.labels.names.size())
      return data_error(
          fmt::format("it names {} classes and answers {}", saved.labels.names.size(), none.columns));
    return {};
  };
  SF_TRY(read_model_folder(folder, kClassifierKind, take));
  return saved;
}

}  // namespace standfast
