// A classifier whose fit is a file: its weights lie in a folder of their own, like the weights of a network.
// It answers the share of each class among its training documents, and represents a document by the length of
// its text.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/file.h"
#include "standfast/base/input_stream.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"

namespace standfast::testing {

class WeightsClassifier final : public Classifier {
 public:
  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    weights_ = std::make_shared<std::string>();
    for (size_t c = 0; c < train.names.size(); ++c) weights_->push_back('\0');
    for (const uint32_t c : train.classes) ++(*weights_)[c];
    dev_.clear();
    for (const uint32_t row : train.dev.rows) dev_.emplace_back(train.dev.corpus->id(row));
    return {};
  }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    if (!weights_) return usage_error("weights: asked before it was fitted");
    double sum = 0;
    for (const char c : *weights_) sum += c;
    out = DenseMatrix(documents.size(), weights_->size());
    for (size_t i = 0; i < out.rows; ++i)
      for (size_t c = 0; c < out.columns; ++c) out.row(i)[c] = (*weights_)[c] / sum;
    return {};
  }
  Result<FloatMatrix> represent(const DocumentView& documents, const ClassifierContext&) const override {
    FloatMatrix out(documents.size(), 2);
    for (size_t i = 0; i < out.rows; ++i) {
      out.row(i)[0] = static_cast<float>(documents.text(i).size());
      out.row(i)[1] = static_cast<float>(weights_->front());
    }
    return out;
  }
  // Returns the ids of the validation documents, in their order.
  nlohmann::ordered_json facts() const override { return {{"dev", dev_}}; }
  Result<ModelState> save() const override {
    if (!weights_) return usage_error("weights: nothing to save");
    ModelState state;
    state.fields = {{"dev", dev_}};
    state.files.write = [weights = weights_](const std::string& folder) -> Status {
      SF_TRY(write_file(folder + "/config.json", "{}"));
      SF_TRY(make_directories(folder + "/1_Pooling"));
      SF_TRY(write_file(folder + "/1_Pooling/config.json", "{ }"));
      return write_file(folder + "/model.safetensors", *weights);
    };
    return state;
  }
  Status restore(const ModelState& state) override {
    state.fields.at("dev").get_to(dev_);
    if (state.files.folder.empty()) return data_error("weights: the saved model has no files");
    SF_ASSIGN(std::string bytes, read_plain_file(state.files.folder + "/model.safetensors"));
    weights_ = std::make_shared<std::string>(std::move(bytes));
    return {};
  }

 private:
  std::shared_ptr<std::string> weights_;  // by class: the number of training documents, less than 128
  std::vector<std::string> dev_;
};

// Returns a catalog with three classifiers: `weights`; `eager`, the same with the trait that it ignores
// validation documents; and one that guesses.
inline const ClassifierCatalog& weights_catalog() {
  static const ClassifierCatalog catalog(
      "classifier",
      {{.name = "weights",
        .summary = "",
        .citation = "",
        .traits = {.represents = true,
                   .uses_validation = true,
                   .needs_validation = [](const Options& options) { return options.flag("stop"); }},
        .options =
            {{"stop", false, "needs validation documents"},
             {"bytes", int64_t{0}, "of memory, and two for each document"},
             {.name = "from", .default_value = std::string(), .meaning = "", .kind = OptionKind::path}},
        .make = [](const Options&) { return std::make_unique<WeightsClassifier>(); },
        .memory =
            [](const Options& options, const WorkSize& size) {
              std::error_code code;
              const uint64_t file = std::filesystem::file_size(options.text("from"), code);
              return static_cast<uint64_t>(options.integer("bytes")) + 2 * size.documents + (code ? 0 : file);
            }},
       {.name = "eager",
        .summary = "",
        .citation = "",
        .traits = {.represents = true},
        .options = {},
        .make = [](const Options&) { return std::make_unique<WeightsClassifier>(); }},
       **classifiers().find("prior")});
  return catalog;
}

}  // namespace standfast::testing
