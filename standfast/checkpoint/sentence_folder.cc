#include "standfast/checkpoint/sentence_folder.h"

#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModules = "modules.json";
constexpr int64_t kMostWidth = int64_t{1} << 20;

// A folder whose files are noted as they are read.
class Reader {
 public:
  Reader(std::string folder, SentenceFolder& out) : folder_(std::move(folder)), out_(out) {}

  std::string path(const std::string& name) const { return (fs::path(folder_) / name).string(); }
  bool has(const std::string& name) const {
    std::error_code ignored;
    return fs::exists(path(name), ignored);
  }
  Result<nlohmann::json> read(const std::string& name) {
    SF_ASSIGN(const std::string content, read_file(path(name)));
    SF_ASSIGN(auto json, parse_json<nlohmann::json>(content, path(name)));
    out_.files.push_back(name);
    return json;
  }

 private:
  std::string folder_;
  SentenceFolder& out_;
};

// The order in which several stand one behind the other.
constexpr std::array<std::pair<const char*, Pooling>, 6> kPoolings = {
    {{"pooling_mode_cls_token", Pooling::first},
     {"pooling_mode_max_tokens", Pooling::max},
     {"pooling_mode_mean_tokens", Pooling::mean},
     {"pooling_mode_mean_sqrt_len_tokens", Pooling::mean_sqrt},
     {"pooling_mode_weightedmean_tokens", Pooling::weighted_mean},
     {"pooling_mode_lasttoken", Pooling::last}}};

Status read_pooling(Reader& reader, const std::string& module, SentenceFolder& out) {
  const std::string name = module + "/config.json";
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SF_TRY(root.must_be_object());
  for (const auto& [key, pooling] : kPoolings) {
    SF_ASSIGN(const bool wanted, root.boolean_or(key, false));
    if (wanted) out.pooling.push_back(pooling);
  }
  if (out.pooling.empty()) return root.wrong("no pooling is switched on");
  return {};
}

Status read_dense(Reader& reader, const std::string& module, SentenceFolder& out) {
  const std::string name = module + "/config.json";
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SentenceFolder::Dense dense;
  dense.folder = module;
  SF_ASSIGN(const auto inputs, root.at("in_features"));
  SF_ASSIGN(const int64_t in, inputs.whole(1, kMostWidth));
  SF_ASSIGN(const auto outputs, root.at("out_features"));
  SF_ASSIGN(const int64_t on, outputs.whole(1, kMostWidth));
  dense.inputs = static_cast<size_t>(in);
  dense.outputs = static_cast<size_t>(on);
  SF_ASSIGN(dense.bias, root.boolean_or("bias", true));
  SF_ASSIGN(const std::string activation,
            root.text_or("activation_function", "torch.nn.modules.activation.Tanh"));
  if (activation.ends_with(".Identity"))
    dense.tanh = false;
  else if (!activation.ends_with(".Tanh"))
    return root.wrong(
        fmt::format("activation_function: \"{}\" is not known here; Tanh and Identity are", activation));
  out.dense.push_back(std::move(dense));
  return {};
}

// A name in the folder, not one that leaves it.
bool leaves_the_folder(const std::string& path) {
  if (path.find_first_of(std::string("\\\0", 2)) != std::string::npos || fs::path(path).is_absolute())
    return true;
  for (const auto& part : fs::path(path))
    if (part == "..") return true;
  return false;
}

Status read_modules(Reader& reader, SentenceFolder& out) {
  SF_ASSIGN(const auto json, reader.read(kModules));
  const JsonField root(json, reader.path(kModules));
  SF_TRY(root.must_be_list());
  bool first = true;
  for (size_t i = 0; i < json.size(); ++i) {
    const JsonField module = root.element(i);
    SF_ASSIGN(const auto type_field, module.at("type"));
    SF_ASSIGN(const std::string whole_type, type_field.text());
    SF_ASSIGN(const std::string path, module.text_or("path", ""));
    if (leaves_the_folder(path)) return module.wrong(fmt::format("path: \"{}\" is not in this folder", path));
    const std::string type = whole_type.substr(whole_type.rfind('.') + 1);
    if (first != (type == "Transformer"))
      return module.wrong(first ? "the first module must be a Transformer"
                                : "a second Transformer is not known here");
    first = false;
    if (type == "Transformer")
      out.transformer = path;
    else if (type == "Pooling" && out.pooling.empty())
      SF_TRY(read_pooling(reader, path, out));
    else if (type == "Dense" && !out.pooling.empty() && !out.normalize)
      SF_TRY(read_dense(reader, path, out));
    else if (type == "Normalize" && !out.pooling.empty())
      out.normalize = true;
    else
      return module.wrong(
          fmt::format("the module \"{}\" is not known in this place; Transformer, Pooling, Dense and "
                      "Normalize are, in this order",
                      type));
  }
  if (out.pooling.empty()) return root.wrong("no module is a Pooling");
  return {};
}

Status read_length(Reader& reader, SentenceFolder& out) {
  // Old folders name it after their model.
  for (const char* file :
       {"sentence_bert_config.json", "sentence_roberta_config.json", "sentence_distilbert_config.json"}) {
    const std::string name = (fs::path(out.transformer) / file).string();
    if (!reader.has(name)) continue;
    SF_ASSIGN(const auto json, reader.read(name));
    const JsonField root(json, reader.path(name));
    if (root.has("max_seq_length")) {
      SF_ASSIGN(const auto field, root.at("max_seq_length"));
      SF_ASSIGN(const int64_t most, field.whole(3, kMostWidth));
      out.most_tokens = static_cast<size_t>(most);
    }
    SF_ASSIGN(out.lower_case, root.boolean_or("do_lower_case", false));
    return {};
  }
  return {};
}

Status read_prompt(Reader& reader, SentenceFolder& out) {
  const char* name = "config_sentence_transformers.json";
  if (!reader.has(name)) return {};
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SF_ASSIGN(const std::string chosen, root.text_or("default_prompt_name", ""));
  if (chosen.empty()) return {};
  SF_ASSIGN(const auto prompts, root.at("prompts"));
  SF_ASSIGN(const auto prompt, prompts.at(chosen.c_str()));
  SF_ASSIGN(out.prompt, prompt.text());
  return {};
}

}  // namespace

Result<SentenceFolder> read_sentence_folder(const std::string& folder) {
  SentenceFolder out;
  Reader reader(folder, out);
  if (!reader.has(kModules)) {
    out.pooling = {Pooling::mean};
    out.notes.emplace_back(
        "no modules.json is there: a text's vector is the mean of its tokens' vectors, and its length is left as it is");
    return out;
  }
  SF_TRY(read_modules(reader, out));
  SF_TRY(read_length(reader, out));
  SF_TRY(read_prompt(reader, out));
  return out;
}

}  // namespace standfast
