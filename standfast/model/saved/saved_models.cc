#include "standfast/model/saved/saved_models.h"

#include <fmt/format.h>

namespace standfast {

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
