#include "standfast/study/spec/spec.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "standfast/base/child_program.h"
#include "standfast/base/digest.h"
#include "standfast/base/option_codec.h"
#include "standfast/base/paths.h"
#include "standfast/base/sink.h"
#include "standfast/base/split_command.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/neural/sentence/model_files.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/task/task.h"
#include "standfast/text/encodings.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

// Replaces flags of the command line in messages of readers of corpora by keys of a study: "--encoding
// koi8-r" becomes "encoding = \"koi8-r\"", and so do the other flags of reading that are keys of [[corpus]]
// with one word behind them (--bad-rows, --form, --quotes).
std::string in_keys_of_study(std::string_view message);

// Passes on log lines with keys in place of flags.
class StudyMessages final : public Sink {
 public:
  explicit StudyMessages(Sink& to) : to_(to) {}
  void log(Level level, std::string_view line) override { to_.log(level, in_keys_of_study(line)); }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    to_.progress(what, done, total);
  }

 private:
  Sink& to_;
};

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::string in_keys_of_study(std::string_view message) {
  std::string text;
  for (size_t at = 0; at < message.size();) {
    const std::string_view rest = message.substr(at);
    const bool begins = at == 0 || !is_of_word(message[at - 1]);
    std::string_view flag;
    for (const std::string_view one : {"--encoding ", "--bad-rows ", "--form ", "--quotes "})
      if (begins && rest.starts_with(one)) flag = one;
    const std::string_view behind = rest.substr(flag.size());
    const std::string_view word = behind.substr(
        0, static_cast<size_t>(std::find_if_not(behind.begin(), behind.end(), is_of_word) - behind.begin()));
    if (flag.empty() || word.empty()) {
      text += message[at++];
      continue;
    }
    text += fmt::format("{} = \"{}\"", flag.substr(2, flag.size() - 3), word);
    at += flag.size() + word.size();
  }
  return text;
}

template <class T>
const T& named(const std::vector<T>& items, std::string_view name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
  assert(found != items.end());
  return *found;
}

}  // namespace

const Task& StudySpec::the_task() const {
  const Task* known = find_task(task);
  assert(known != nullptr);
  return *known;
}
bool StudySpec::is_target(Role role) const {
  return the_task().traits().has_target && role == target;
}

const CorpusSpec& StudySpec::corpus(std::string_view name) const {
  return named(corpora, name);
}
const ConditionSpec& StudySpec::condition(std::string_view name) const {
  return named(conditions, name);
}
const ModelSpec& StudySpec::model(std::string_view name) const {
  return named(models, name);
}
const AnalysisSpec& StudySpec::analysis(std::string_view name) const {
  return named(analyses, name);
}

const StudyCatalogs& study_catalogs() {
  static const StudyCatalogs catalogs = [] {
    StudyCatalogs c;
    c.samplers = &samplers();
    c.splitters = &splitters();
    c.verifiers = &verifiers();
    c.pair_options = pair_option_specs();
    for (const auto& profile : metric_profiles()) c.profiles.push_back(profile.name);
    c.class_profiles.clear();
    for (const auto& profile : classification_profiles()) c.class_profiles.push_back(profile.name);
    return c;
  }();
  return catalogs;
}

bool sampler_reads_space(const ConditionSpec& condition, const StudyCatalogs& catalogs) {
  const auto sampler = catalogs.samplers->find(condition.sampler.name);
  return condition.space && !condition.encoder && sampler && (*sampler)->traits.needs_vectors;
}

std::vector<std::string> columns_named(const Options& options, const std::vector<OptionSpec>& specs) {
  std::vector<std::string> names;
  for (const auto& option : specs) {
    if (option.kind != OptionKind::column) continue;
    const std::string& text = options.text(option.name);
    for (auto& name : option.list ? list_of(text) : std::vector<std::string>{text})
      if (name != kNoColumn && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> categories_named(const Options& options, std::vector<OptionSpec> specs) {
  std::erase_if(specs, [](const OptionSpec& option) { return option.list || option.numbers; });
  return attributes_named(options, specs);
}

std::vector<std::string> attributes_named(const Options& options, const std::vector<OptionSpec>& specs) {
  std::vector<std::string> names = columns_named(options, specs);
  std::erase_if(names, [](const std::string& name) { return role_from_name(name).has_value(); });
  return names;
}

void add_columns(ConditionSpec& condition, const std::vector<std::string>& names) {
  for (const auto& name : names)
    if (std::find(condition.columns.begin(), condition.columns.end(), name) == condition.columns.end())
      condition.columns.push_back(name);
}

Result<ReadOptions> read_options(const CorpusSpec& corpus, uint64_t limit) {
  const auto format = format_from_name(corpus.format);
  const auto policy = std::find(kBadRowRules.begin(), kBadRowRules.end(), corpus.bad_rows);
  if (!format || policy == kBadRowRules.end())
    return usage_error(fmt::format("corpus {}: no such format or policy", corpus.name));
  ReadOptions options;
  options.format = *format;
  // kBadRowRules has the order of the enum.
  options.bad_rows = static_cast<BadRowPolicy>(policy - kBadRowRules.begin());
  options.text_column = corpus.text_column;
  options.id_column = corpus.id_column;
  options.role_columns = corpus.role_columns;
  options.only = corpus.only;
  options.only_attributes = corpus.only_attributes;
  options.attributes = corpus.attributes;
  options.join_values = corpus.join_values;
  options.quotes = corpus.quotes == "none" ? Quotes::none : Quotes::around;
  options.encoding = corpus.encoding == kUtf8 ? "" : corpus.encoding;
  SF_ASSIGN(options.form, reading_form(corpus.form, corpus.fold_letters));
  options.frequent = corpus.frequent;
  options.limit = limit;
  return options;
}

namespace {

// Returns a path of a study, ready to be opened. owner: the owner of the path, for messages.
Result<std::string> path_of_study(const std::string& owner, const std::string& given,
                                  const std::string& study_folder) {
  std::string expanded;
  for (size_t at = 0; at < given.size();) {
    const size_t open = given.find("${", at);
    expanded.append(given, at, open - at);
    if (open == std::string::npos) break;
    const size_t close = given.find('}', open);
    if (close == std::string::npos)
      return usage_error(fmt::format("{}: \"{}\" has ${{ without }}", owner, given));
    const std::string name = given.substr(open + 2, close - open - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
      return usage_error(fmt::format(
          "{}: its path \"{}\" needs the environment variable {}, which is not set", owner, given, name));
    expanded += value;
    at = close + 1;
  }
  const std::filesystem::path path(expanded);
  return path.is_absolute() ? expanded
                            : (std::filesystem::path(study_folder) / path).lexically_normal().string();
}

}  // namespace

Result<std::string> corpus_path(const CorpusSpec& corpus, const std::string& study_folder) {
  return path_of_study("corpus " + corpus.name, corpus.path, study_folder);
}

namespace {

Result<Corpus> read_files_of(const CorpusSpec& corpus, const ReadOptions& options,
                             const std::string& study_folder, ReadReport* report) {
  if (corpus.parts.empty()) {
    SF_ASSIGN(const std::string path, corpus_path(corpus, study_folder));
    return read_corpus(path, options, report);
  }
  std::vector<CorpusPart> parts = corpus.parts;
  for (auto& part : parts) {
    SF_ASSIGN(part.path, path_of_study("corpus " + corpus.name, part.path, study_folder));
  }
  return read_parts(corpus.name, parts, options, report);
}

}  // namespace

Result<Corpus> read_corpus_of(const CorpusSpec& corpus, const ReadOptions& options,
                              const std::string& study_folder, ReadReport* report) {
  StudyMessages messages(*options.sink);
  ReadOptions with_messages = options;
  with_messages.sink = &messages;
  auto read = read_files_of(corpus, with_messages, study_folder, report);
  if (read) return read;
  Error error = read.error();
  error.message = in_keys_of_study(error.message);
  return Failure(std::move(error));
}

namespace {
std::vector<std::string> paths_of(const OptionSpec& option, const Options& options) {
  const std::string& text = options.text(option.name);
  return option.list ? list_of(text) : std::vector<std::string>{text};
}
}  // namespace

std::vector<std::string> option_files(const StudySpec& study, const std::string& study_folder) {
  std::vector<std::string> paths;
  // Adds a path, or the name of a model in the cache.
  const auto add_named = [&](const std::string& given) {
    const auto path = path_of_study("an option", given, study_folder);
    if (given.empty() || !path) return;
    if (is_there(*path))
      paths.push_back(*path);
    else if (auto folder = model_folder(given))
      paths.push_back(std::move(*folder));
  };
  const auto add = [&](const std::map<std::string, std::string>& files) {
    for (const auto& [given, digest] : files) add_named(given);
  };
  // Encoders that read files have the digest of the files among their options.
  const auto add_encoder = [&](const EncoderChoice& choice) {
    const auto entry = study_catalogs().encoders->info(choice.name);
    if (!entry) return;
    for (const auto& option : *entry->options)
      if (option.kind == OptionKind::path || option.kind == OptionKind::model)
        for (const auto& given : paths_of(option, choice.options)) add_named(given);
  };
  for (const auto& model : study.models) add(model.files);
  for (const auto& condition : study.conditions) {
    add(condition.files);
    if (condition.shortcut) add(condition.shortcut->files);
    if (condition.encoder) add_encoder(*condition.encoder);
    if (!condition.space) continue;
    add(condition.space->files);
    if (!condition.space->of_model) add_encoder(condition.space->maker);
  }
  for (const auto& analysis : study.analyses) {
    add(analysis.files);
    if (analysis.encoder) add_encoder(*analysis.encoder);
  }
  return paths;
}

Result<std::string> auxiliary_path(const AuxiliarySpec& auxiliary, const std::string& study_folder) {
  return path_of_study("auxiliary " + auxiliary.name, auxiliary.path, study_folder);
}

Result<std::string> predictions_path(const PredictionsSpec& predictions, const std::string& study_folder) {
  SF_ASSIGN(std::string folder,
            path_of_study("predictions " + predictions.name, predictions.path, study_folder));
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();  // messages put a slash between names
  return folder;
}

Result<EncoderChoice> located(const EncoderChoice& choice, const std::string& study_folder,
                              const StudyCatalogs& catalogs) {
  SF_ASSIGN(const ComponentInfo entry, catalogs.encoders->info(choice.name));
  EncoderChoice found = choice;
  SF_ASSIGN(found.options, located("encoder " + choice.name, choice.options, *entry.options, study_folder));
  return found;
}

Result<Options> located(const ModelSpec& model, const ComponentList& catalog,
                        const std::string& study_folder) {
  SF_ASSIGN(const ComponentInfo entry, catalog.info(model.model.name));
  return located("model " + model.name, model.model.options, *entry.options, study_folder);
}

Result<Options> located(const std::string& owner, const Options& options,
                        const std::vector<OptionSpec>& specs, const std::string& study_folder) {
  Options found = options;
  for (const auto& option : specs) {
    const bool named = option.kind == OptionKind::path || option.kind == OptionKind::model;
    if (!named || options.text(option.name).empty()) continue;
    if (option.kind == OptionKind::model) {
      // The path is a folder beside the study, or else a name that the cache may know.
      SF_ASSIGN(std::string path, path_of_study(owner, options.text(option.name), study_folder));
      if (is_folder(path)) found = found.with(option.name, std::move(path));
      continue;
    }
    std::vector<std::string> paths;
    for (const auto& given : paths_of(option, options)) {
      if (is_built_in_list(option.holds, given)) {
        paths.push_back(given);
        continue;
      }
      SF_ASSIGN(std::string path, path_of_study(owner, given, study_folder));
      paths.push_back(std::move(path));
    }
    found = found.with(option.name, option.list ? list_text(paths) : paths.front());
  }
  return found;
}

namespace {

// Returns whether a program belongs to the system. Such programs are taken as unchanging. Otherwise no run
// could be continued after an update, or on another host of a cluster.
bool of_the_system(const std::string& path) {
  for (const char* folder : {"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"})
    if (path.starts_with(folder)) return true;
  return false;
}

Status add_digest(const std::string& owner, const std::string& given, const std::string& path,
                  std::map<std::string, std::string>& files, bool may_be_folder = false) {
  auto digest = may_be_folder && is_folder(path) ? digest_folder(path) : digest_file(path);
  if (!digest) return with_context(owner, digest.error());
  files[given] = std::move(digest->sha256);
  return {};
}

// Adds the digest of the files that determine a model's answers: the model may lie in another folder, and
// other files in its own.
Status add_model_digest(const std::string& owner, const std::string& given, const std::string& study_folder,
                        std::map<std::string, std::string>& files) {
  SF_ASSIGN(const std::string beside, path_of_study(owner, given, study_folder));
  auto folder = model_folder(is_folder(beside) ? beside : given);
  if (!folder) return with_context(owner, folder.error());
  auto digest = digest_model(*folder);
  if (!digest) return with_context(owner, digest.error());
  files[given] = std::move(*digest);
  return {};
}

// Adds digests of the files that the options of a component name, by the path as given: the place of a study
// is not part of its keys. A command that cannot be parsed, or a missing program, is left for the component
// to refuse. Commands start in the folder in which standfast is started. folders: a path may be a folder of
// plain files.
Status digest_files(const std::string& owner, const ComponentList& catalog, const ComponentSpec& component,
                    const std::string& study_folder, std::map<std::string, std::string>& files,
                    bool folders = false) {
  SF_ASSIGN(const ComponentInfo entry, catalog.info(component.name));
  const Options& options = component.options;
  for (const auto& option : *entry.options) {
    if (option.kind == OptionKind::path && !options.text(option.name).empty())
      for (const auto& given : paths_of(option, options)) {
        if (is_built_in_list(option.holds, given)) continue;
        SF_ASSIGN(const std::string path, path_of_study(owner, given, study_folder));
        SF_TRY(add_digest(owner, given, path, files, folders));
      }
    if (option.kind == OptionKind::model && !options.text(option.name).empty())
      SF_TRY(add_model_digest(owner, options.text(option.name), study_folder, files));
    if (option.kind != OptionKind::command) continue;
    const auto words = split_command(options.text(option.name));
    if (!words) continue;
    for (size_t i = 0; i < words->size(); ++i) {
      const std::string path = i == 0 ? program_path((*words)[0]) : (*words)[i];
      if (is_file(path) && !of_the_system(path)) SF_TRY(add_digest(owner, path, path, files));
    }
  }
  return {};
}

// Returns whether an encoder has an option for the digest of its files, which says more than their paths.
bool has_digest_option(const EncoderChoice& choice) {
  return choice.options.values().contains(kDigestOption);
}

Status digest_encoder(const std::string& owner, EncoderChoice& choice, const std::string& study_folder,
                      const StudyCatalogs& catalogs, std::map<std::string, std::string>& files) {
  if (!has_digest_option(choice))
    return digest_files(owner, *catalogs.encoders, {choice.name, choice.options}, study_folder, files);
  SF_ASSIGN(const EncoderChoice found, located(choice, study_folder, catalogs));
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(choice.name));
  SF_ASSIGN(const auto encoder, entry->make(found.options));
  auto digest = encoder->digest();
  if (!digest) return with_context(owner, digest.error());
  const std::string& wanted = choice.options.text(kDigestOption);
  if (!wanted.empty() && wanted != *digest)
    return data_error(fmt::format("{}: the files of the encoder {} have the sha256 {}, the study asks for {}",
                                  owner, choice.name, *digest, wanted));
  choice.options = choice.options.with(kDigestOption, std::move(*digest));
  return {};
}

// Gives the present digest to a model that compares its files with one: another model may take its place
// during the run.
Status pin_model(const std::string& owner, const ComponentList& catalog, ModelSpec& model) {
  if (!model.model.options.values().contains(kDigestOption)) return {};
  SF_ASSIGN(const ComponentInfo entry, catalog.info(model.model.name));
  for (const auto& option : *entry.options) {
    if (option.kind != OptionKind::model || model.model.options.text(option.name).empty()) continue;
    const std::string& digest = model.files.at(model.model.options.text(option.name));
    const std::string& wanted = model.model.options.text(kDigestOption);
    if (!wanted.empty() && wanted != digest)
      return data_error(fmt::format("{}: the files of {} have the sha256 {}, the study asks for {}", owner,
                                    model.model.options.text(option.name), digest, wanted));
    model.model.options = model.model.options.with(kDigestOption, digest);
  }
  return {};
}

}  // namespace

Status fill_file_digests(StudySpec& study, const std::string& study_folder, const StudyCatalogs& catalogs) {
  for (auto& auxiliary : study.auxiliaries) {
    const std::string owner = "auxiliary " + auxiliary.name;
    SF_ASSIGN(const std::string path, auxiliary_path(auxiliary, study_folder));
    auto digest = digest_file(path);
    if (!digest) return with_context(owner, digest.error());
    auxiliary.sha256 = std::move(digest->sha256);
  }
  for (auto& condition : study.conditions) {
    const std::string owner = "condition " + condition.name;
    SF_TRY(digest_files(owner, *catalogs.samplers, condition.sampler, study_folder, condition.files));
    // A split that a user made may lie in a folder of lists.
    SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
    SF_TRY(digest_files(owner, *catalogs.splitters, condition.splitter, study_folder, condition.files,
                        splitter->traits.as_given));
    if (condition.encoder)
      SF_TRY(digest_encoder(owner, *condition.encoder, study_folder, catalogs, condition.files));
    if (condition.shortcut)
      SF_TRY(digest_files(owner, *catalogs.shortcuts, condition.shortcut->kind, study_folder,
                          condition.shortcut->files));
    if (!condition.space) continue;
    SpaceSpec& space = *condition.space;
    if (space.of_model)
      SF_TRY(digest_files(owner, *catalogs.classifiers, {space.maker.name, space.maker.options}, study_folder,
                          space.files));
    else
      SF_TRY(digest_encoder(owner, space.maker, study_folder, catalogs, space.files));
  }
  for (auto& model : study.models) {
    const std::string owner = "model " + model.name;
    const ComponentList& known = study.the_task().models(catalogs);
    SF_TRY(digest_files(owner, known, model.model, study_folder, model.files));
    SF_TRY(pin_model(owner, known, model));
  }
  for (auto& analysis : study.analyses) {
    const std::string owner = "analysis " + analysis.name;
    SF_TRY(digest_files(owner, *catalogs.split_analyses, analysis.analysis, study_folder, analysis.files));
    if (analysis.encoder)
      SF_TRY(digest_encoder(owner, *analysis.encoder, study_folder, catalogs, analysis.files));
  }
  for (auto& predictions : study.predictions) {
    SF_ASSIGN(const std::string folder, predictions_path(predictions, study_folder));
    auto found = answer_files(folder);
    if (!found) return with_context("predictions " + predictions.name, found.error());
    predictions.sha256 = std::move(found->sha256);
  }
  return {};
}

}  // namespace standfast
