#include "standfast/checkpoint/sentence_folder.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModules = "modules.json";
constexpr int64_t kMostWidth = int64_t{1} << 20;

// A reader of a folder, which notes the files that it reads.
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

// Pooling modes: the key of older versions and the word of newer ones, in the order of concatenation.
struct PoolingName {
  const char *key, *word;
  Pooling pooling;
};
constexpr std::array<PoolingName, 6> kPoolings = {
    {{"pooling_mode_cls_token", "cls", Pooling::first},
     {"pooling_mode_max_tokens", "max", Pooling::max},
     {"pooling_mode_mean_tokens", "mean", Pooling::mean},
     {"pooling_mode_mean_sqrt_len_tokens", "mean_sqrt_len_tokens", Pooling::mean_sqrt},
     {"pooling_mode_weightedmean_tokens", "weightedmean", Pooling::weighted_mean},
     {"pooling_mode_lasttoken", "lasttoken", Pooling::last}}};

Status add_pooling(const JsonField& field, std::vector<Pooling>& to) {
  SF_ASSIGN(const std::string word, field.text());
  for (const PoolingName& one : kPoolings)
    if (word == one.word) return to.push_back(one.pooling), Status();
  return field.wrong(fmt::format(
      "\"{}\" is not supported; cls, max, mean, mean_sqrt_len_tokens, weightedmean and lasttoken are", word));
}

Status read_pooling(Reader& reader, const std::string& module, SentenceFolder& out) {
  const std::string name = module + "/config.json";
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SF_TRY(check_settings(setting_files::kPooling, root, out.notes));
  SF_ASSIGN(out.pools_prompt, root.boolean_or("include_prompt", true));
  if (root.has("pooling_mode")) {  // a word, or a list of them
    SF_ASSIGN(const auto field, root.at("pooling_mode"));
    if (!field.json().is_array()) return add_pooling(field, out.pooling);
    for (size_t i = 0; i < field.json().size(); ++i) SF_TRY(add_pooling(field.element(i), out.pooling));
  } else {
    for (const PoolingName& one : kPoolings) {
      SF_ASSIGN(const bool wanted, root.boolean_or(one.key, false));
      if (wanted) out.pooling.push_back(one.pooling);
    }
  }
  if (out.pooling.empty()) return root.wrong("no pooling is switched on");
  return {};
}

// Reads a normalisation, whose config.json is optional.
Status read_normalize(Reader& reader, const std::string& module, SentenceFolder& out) {
  out.normalize = true;
  const std::string name = (fs::path(module) / "config.json").string();
  // In the root folder, config.json belongs to the encoder.
  if (module.empty() || module == "." || !reader.has(name)) return {};
  SF_ASSIGN(const auto json, reader.read(name));
  return check_settings(setting_files::kNormalize, JsonField(json, reader.path(name)), out.notes);
}

Status read_dense(Reader& reader, const std::string& module, SentenceFolder& out) {
  const std::string name = module + "/config.json";
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SF_TRY(check_settings(setting_files::kDense, root, out.notes));
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
        fmt::format("activation_function: \"{}\" is not supported; Tanh and Identity are", activation));
  out.dense.push_back(std::move(dense));
  return {};
}

// Returns whether a name leaves the folder.
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
    SF_TRY(check_settings(setting_files::kModule, module, out.notes));
    SF_ASSIGN(const auto type_field, module.at("type"));
    SF_ASSIGN(const std::string whole_type, type_field.text());
    SF_ASSIGN(const std::string path, module.text_or("path", ""));
    if (leaves_the_folder(path)) return module.wrong(fmt::format("path: \"{}\" is not in this folder", path));
    const std::string type = whole_type.substr(whole_type.rfind('.') + 1);
    if (first != (type == "Transformer"))
      return module.wrong(first ? "the first module must be a Transformer"
                                : "a second Transformer is not supported");
    first = false;
    if (type == "Transformer")
      out.transformer = path;
    else if (type == "Pooling" && out.pooling.empty())
      SF_TRY(read_pooling(reader, path, out));
    else if (type == "Dense" && !out.pooling.empty() && !out.normalize)
      SF_TRY(read_dense(reader, path, out));
    else if (type == "Normalize" && !out.pooling.empty())
      SF_TRY(read_normalize(reader, path, out));
    else
      return module.wrong(
          fmt::format("the module \"{}\" is not supported in this place; Transformer, Pooling, Dense and "
                      "Normalize are, in this order",
                      type));
  }
  if (out.pooling.empty()) return root.wrong("there is no Pooling module");
  return {};
}

Status read_length(const std::string& folder, SentenceFolder& out) {
  SF_ASSIGN(SentenceLength length, read_sentence_length((fs::path(folder) / out.transformer).string()));
  out.most_tokens = length.most_tokens;
  out.lower_case = length.lower_case;
  if (!length.file.empty()) out.files.push_back((fs::path(out.transformer) / length.file).string());
  out.notes.insert(out.notes.end(), length.notes.begin(), length.notes.end());
  return {};
}

// Returns whether a version ("5.4.0") is at least major.minor.
bool is_at_least(const std::string& version, int major, int minor) {
  int first = 0, second = 0;
  const char* const end = version.data() + version.size();
  const auto read = std::from_chars(version.data(), end, first);
  if (read.ec != std::errc()) return false;
  if (read.ptr != end && *read.ptr == '.') std::from_chars(read.ptr + 1, end, second);
  return first > major || (first == major && second >= minor);
}

Status read_version(const JsonField& root, SentenceFolder& out) {
  if (!root.has("__version__")) return {};
  SF_ASSIGN(const auto versions, root.at("__version__"));
  SF_TRY(versions.must_be_object());
  SF_ASSIGN(out.version, versions.text_or("sentence_transformers", ""));
  return {};
}

Status read_prompt(Reader& reader, SentenceFolder& out) {
  out.strips = true;  // a folder without a version is older than versions
  const char* name = "config_sentence_transformers.json";
  if (!reader.has(name)) return {};
  SF_ASSIGN(const auto json, reader.read(name));
  const JsonField root(json, reader.path(name));
  SF_TRY(check_settings(setting_files::kSentences, root, out.notes));
  SF_TRY(read_version(root, out));
  out.strips = !is_at_least(out.version, 5, 4);
  out.first_of_text = is_at_least(out.version, 5, 6);
  SF_ASSIGN(const std::string chosen, root.text_or("default_prompt_name", ""));
  if (chosen.empty()) return {};
  SF_ASSIGN(const auto prompts, root.at("prompts"));
  SF_ASSIGN(const auto prompt, prompts.at(chosen.c_str()));
  SF_ASSIGN(out.prompt, prompt.text());
  return {};
}

}  // namespace

Result<SentenceLength> read_sentence_length(const std::string& folder) {
  SentenceLength out;
  // Older folders name the file after the type of their model.
  for (const char* file :
       {"sentence_bert_config.json", "sentence_roberta_config.json", "sentence_distilbert_config.json"}) {
    const std::string path = (fs::path(folder) / file).string();
    std::error_code ignored;
    if (!fs::exists(path, ignored)) continue;
    SF_ASSIGN(const std::string content, read_file(path));
    SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, path));
    const JsonField root(json, path);
    SF_TRY(check_settings(setting_files::kSentenceBert, root, out.notes));
    if (root.has("max_seq_length")) {
      SF_ASSIGN(const auto field, root.at("max_seq_length"));
      SF_ASSIGN(const int64_t most, field.whole(3, kMostWidth));
      out.most_tokens = static_cast<size_t>(most);
    }
    SF_ASSIGN(out.lower_case, root.boolean_or("do_lower_case", false));
    out.file = file;
    return out;
  }
  return out;
}

Result<SentenceFolder> read_sentence_folder(const std::string& folder) {
  SentenceFolder out;
  Reader reader(folder, out);
  if (!reader.has(kModules)) {
    out.pooling = {Pooling::mean};
    out.notes.emplace_back(
        "there is no modules.json: a text's vector is the mean of its tokens' vectors, and its length is "
        "not normalised");
    SF_TRY(read_length(folder, out));
    return out;
  }
  SF_TRY(read_modules(reader, out));
  SF_TRY(read_length(folder, out));
  SF_TRY(read_prompt(reader, out));
  return out;
}

}  // namespace standfast
