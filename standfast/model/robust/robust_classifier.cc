#include "standfast/model/robust/robust_classifier.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/feature/document/feature_memo.h"
#include "standfast/model/classify/feature_rows.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/softmax/probabilities.h"

namespace standfast {

namespace {

constexpr const char *kLayerFeaturesBlob = "layer-features.json", *kLayerBlob = "layer.npy";
constexpr double kLeastProbability = 1e-300;

std::string member_prefix(size_t member) {
  return fmt::format("member-{}-", member);
}

// Returns the folder of a member's own files, below the files of the whole.
std::string member_folder(const std::string& folder, size_t member) {
  return fmt::format("{}/member-{}", folder, member);
}

ModelFiles files_of_members(std::map<size_t, ModelFiles> members) {
  if (members.empty()) return {};
  return {.write = [members = std::move(members)](const std::string& folder) -> Status {
    for (const auto& [m, files] : members) {
      SF_TRY(make_directories(member_folder(folder, m)));
      SF_TRY(files.write(member_folder(folder, m)));
    }
    return {};
  }};
}

}  // namespace

std::vector<double> log_probabilities(const DenseMatrix& answers, std::span<const uint32_t> present) {
  std::vector<double> logs;
  logs.reserve(answers.rows * present.size());
  for (size_t i = 0; i < answers.rows; ++i)
    for (const uint32_t c : present) logs.push_back(std::log(std::max(answers.row(i)[c], kLeastProbability)));
  return logs;
}

CsrMatrix rows_of_units(const FloatMatrix& units) {
  CsrMatrix rows;
  rows.columns_count = units.columns;
  for (size_t i = 0; i < units.rows; ++i) {
    for (uint32_t u = 0; u < units.columns; ++u) {
      if (units.row(i)[u] == 0) continue;
      rows.columns.push_back(u);
      rows.values.push_back(double{units.row(i)[u]});
    }
    rows.begin.push_back(rows.columns.size());
  }
  return rows;
}

Status RobustModel::predict(const DocumentView& documents, const ClassifierContext& context,
                            DenseMatrix& out) const {
  out = DenseMatrix(documents.size(), classes);
  ClassifierContext inner = context;
  inner.start = nullptr;
  FeatureMemo memo;
  inner.memo = &memo;
  CsrMatrix units;
  if (layer && layer->reads == LastLayer::units) {
    SF_ASSIGN(const FloatMatrix given, members.front()->predict_with_units(documents, inner, out));
    units = rows_of_units(given);
  } else if (members.size() == 1) {
    SF_TRY(members.front()->predict(documents, inner, out));
  }
  if (members.size() > 1) {
    DenseMatrix sums(out.rows, classes), seen(out.rows, classes), one;
    for (const auto& member : members) {
      SF_TRY(member->predict(documents, inner, one));
      for (size_t k = 0; k < one.data.size(); ++k) {
        sums.data[k] += std::log(std::max(one.data[k], kLeastProbability));
        seen.data[k] += one.data[k];
      }
    }
    std::vector<double> scores;
    for (size_t i = 0; i < out.rows; ++i) {
      scores.clear();
      for (size_t c = 0; c < classes; ++c)
        if (seen.row(i)[c] > 0) scores.push_back(sums.row(i)[c] / static_cast<double>(members.size()));
      softmax::to_probabilities(scores);
      size_t k = 0;
      for (size_t c = 0; c < classes; ++c) out.row(i)[c] = seen.row(i)[c] > 0 ? scores[k++] : 0;
    }
  }
  if (!layer) return {};
  FeatureRows rows;
  if (layer->reads == LastLayer::features) rows = feature_rows(layer->features, documents, inner);
  const CsrMatrix& x = rows ? *rows : units;
  const size_t width = layer->present.size();
  std::vector<double> offsets(out.rows * width, 0);
  if (!members.empty() && !layer->is_new) offsets = log_probabilities(out, layer->present);
  std::fill(out.data.begin(), out.data.end(), 0);
  std::vector<double> scores(width);
  for (size_t i = 0; i < out.rows; ++i) {
    for (size_t c = 0; c < width; ++c) scores[c] = offsets[i * width + c] + layer->shift.bias[c];
    const auto columns = x.row_columns(i);
    const auto values = x.row_values(i);
    for (size_t k = 0; k < columns.size(); ++k)
      for (size_t c = 0; c < width; ++c) scores[c] += values[k] * layer->shift.weights.row(columns[k])[c];
    softmax::to_probabilities(scores);
    for (size_t c = 0; c < width; ++c) out.row(i)[layer->present[c]] = scores[c];
  }
  return {};
}

Result<ModelState> RobustModel::save() const {
  ModelState state;
  state.fields = {{"classes", classes}, {"facts", facts}, {"members", nlohmann::ordered_json::array()}};
  std::map<size_t, ModelFiles> files;
  for (size_t m = 0; m < members.size(); ++m) {
    SF_ASSIGN(ModelState member, members[m]->save());
    state.fields["members"].push_back(std::move(member.fields));
    for (auto& [name, blob] : member.blobs) state.blobs[member_prefix(m) + name] = std::move(blob);
    if (member.files.write) files[m] = std::move(member.files);
  }
  state.files = files_of_members(std::move(files));
  if (layer) {
    state.fields["layer"] = {{"present", layer->present}};
    if (layer->reads == LastLayer::features) state.blobs[kLayerFeaturesBlob] = layer->features.save();
    if (layer->is_new) state.fields["layer"]["new"] = true;
    if (layer->reads == LastLayer::units) state.fields["layer"]["reads"] = "units";
    DenseMatrix all(layer->shift.weights.rows + 1, layer->present.size());
    std::copy(layer->shift.weights.data.begin(), layer->shift.weights.data.end(), all.data.begin());
    std::copy(layer->shift.bias.begin(), layer->shift.bias.end(), all.row(all.rows - 1).begin());
    state.blobs[kLayerBlob] = matrix_blob(all);
  }
  return state;
}

Status RobustModel::restore(const ModelState& state, const BaseModel& base) {
  *this = {};
  RobustModel read;
  state.fields.at("classes").get_to(read.classes);
  read.facts = state.fields.at("facts");
  const auto& saved = state.fields.at("members");
  if (!read.facts.is_object() || !saved.is_array() || read.classes == 0)
    return data_error("the saved model has invalid parts");
  DenseMatrix none;
  const Corpus empty;
  for (size_t m = 0; m < saved.size(); ++m) {
    ModelState member{saved[m]};
    if (!state.files.folder.empty()) member.files.folder = member_folder(state.files.folder, m);
    const std::string prefix = member_prefix(m);
    for (const auto& [name, blob] : state.blobs)
      if (name.starts_with(prefix)) member.blobs[name.substr(prefix.size())] = blob;
    read.members.push_back(base.make());
    SF_TRY(read.members.back()->restore(member));
    SF_TRY(read.members.back()->predict({&empty, {}}, {}, none));
    if (none.columns != read.classes)
      return data_error(
          fmt::format("base model {} answers {} classes, not {}", m, none.columns, read.classes));
  }
  if (const auto again = state.fields.find("layer"); again != state.fields.end()) {
    Relayered& to = read.layer.emplace();
    again->at("present").get_to(to.present);
    to.is_new = again->value("new", false);
    if (again->value("reads", "features") == std::string("units")) to.reads = LastLayer::units;
    const bool units = to.reads == LastLayer::units;
    if (to.present.empty() || to.present.back() >= read.classes ||
        std::adjacent_find(to.present.begin(), to.present.end(), std::greater_equal<>()) !=
            to.present.end() ||
        (units ? last_layer_of(*base.entry) != LastLayer::units || read.members.size() != 1
               : !has_document_features(*base.entry)))
      return data_error("the saved last layer has invalid classes");
    size_t columns = 0;
    if (units) {
      SF_ASSIGN(const FloatMatrix no_units, read.members.front()->predict_with_units({&empty, {}}, {}, none));
      columns = no_units.columns;
    } else {
      SF_ASSIGN(const std::string* features, find_blob(state, kLayerFeaturesBlob));
      SF_ASSIGN(const auto options, document_feature_table().read(base.options));
      to.features = DocumentFeatures(options);
      SF_TRY(to.features.restore(*features));
      columns = to.features.columns();
    }
    SF_ASSIGN(const DenseMatrix all, matrix_from(state, kLayerBlob, columns + 1, to.present.size()));
    to.shift.weights = DenseMatrix(all.rows - 1, all.columns);
    std::copy_n(all.data.begin(), to.shift.weights.data.size(), to.shift.weights.data.begin());
    to.shift.bias.assign(all.row(all.rows - 1).begin(), all.row(all.rows - 1).end());
    for (const double weight : all.data)
      if (!(std::abs(weight) < 1e100)) return data_error("the saved last layer has an invalid weight");
  } else if (read.members.empty()) {
    return data_error("the saved model has no base model");
  }
  *this = std::move(read);
  return {};
}

RobustClassifier::RobustClassifier(std::string name, BaseOptions base)
    : name_(std::move(name)), base_(std::move(base)) {}

BaseModel RobustClassifier::base() const {
  auto model = resolve_base(base_);
  assert(model && "options were checked");
  return std::move(*model);
}

Status RobustClassifier::fit(const TrainingSet& train, const ClassifierContext& context) {
  model_ = {};
  SF_TRY(check_training(name_, train));
  ClassifierContext inner = context;
  inner.start = nullptr;
  FeatureMemo memo;  // all inner fits read the same documents
  inner.memo = &memo;
  auto model = learn(train, inner);
  if (!model)
    return model.error().message.starts_with(name_) ? Failure(model.error())
                                                    : with_context(name_, model.error());
  model_ = std::move(*model);
  model_.classes = train.names.size();
  return {};
}

Status RobustClassifier::predict(const DocumentView& documents, const ClassifierContext& context,
                                 DenseMatrix& out) const {
  if (model_.classes == 0) return usage_error(name_ + ": asked for answers before it was fitted");
  return model_.predict(documents, context, out);
}

nlohmann::ordered_json RobustClassifier::facts() const {
  return model_.classes == 0 ? nlohmann::ordered_json::object() : model_.facts;
}

Result<ModelState> RobustClassifier::save() const {
  if (model_.classes == 0) return usage_error(name_ + ": nothing to save before it was fitted");
  return model_.save();
}

Status RobustClassifier::restore(const ModelState& state) {
  model_ = {};
  if (auto status = model_.restore(state, base()); !status) return with_context(name_, status.error());
  return {};
}

const LinearModel* RobustClassifier::answering() const {
  return model_.members.size() == 1 && !model_.layer ? linear_model(*model_.members.front()) : nullptr;
}

Result<LinearView> RobustClassifier::linear() const {
  const LinearModel* const model = answering();
  if (model == nullptr) return usage_error(name_ + ": has not fitted one linear model");
  return model->linear();
}

Result<std::shared_ptr<Classifier>> fitted_base(const BaseModel& base, const TrainingSet& train,
                                                const ClassifierContext& context) {
  std::shared_ptr<Classifier> model = base.make();
  SF_TRY(model->fit(train, context));
  return model;
}

void tell_base(RobustModel& model) {
  if (model.members.size() != 1) return;
  auto own = model.members.front()->facts();
  const auto telling = own.find("telling");
  if (telling != own.end()) {
    model.facts["telling"] = *telling;
    own.erase(telling);
  }
  model.facts["model"] = std::move(own);
}

nlohmann::ordered_json range_of_weights(std::span<const double> weights) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const double weight : weights) {
    if (weight > 0) least = std::min(least, weight);
    most = std::max(most, weight);
  }
  return {{"least", most > 0 ? least : 0}, {"most", most}};
}

}  // namespace standfast
