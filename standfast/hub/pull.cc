#include "standfast/hub/pull.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/memory.h"
#include "standfast/hub/download.h"
#include "standfast/hub/model_files.h"
#include "standfast/hub/names.h"
#include "standfast/hub/target.h"

namespace standfast {
namespace {

constexpr uint64_t kUnit = uint64_t{1} << 20;  // the unit of progress: MiB

struct Pulling {
  const PullOptions& options;
  const Listing& listing;
  Hub& hub;
  PullTarget& target;
  Sink& sink;
  std::map<std::string, bool> there = {};  // by the name of a file: true if it was there
  uint64_t done = 0, total = 0;            // bytes of the files that were not

  std::string path_of(const std::string& name) const { return target.folder() + "/" + name; }

  Status look_for(const std::string& name) {
    if (there.contains(name)) return {};
    SF_ASSIGN(there[name], target.has(*listing.find(name)));
    return {};
  }

  Result<PulledFile> file(const std::string& name) {
    SF_TRY(look_for(name));
    const bool downloaded = !there[name];
    uint64_t came = 0;
    const ContentFacts& listed = listing.find(name)->facts;
    bool checked = has_digest(listed);
    if (downloaded) {
      SF_ASSIGN(came, get(*listing.find(name), checked));
    }
    std::error_code problem;
    const uint64_t bytes = std::filesystem::file_size(path_of(name), problem);
    if (problem) return data_error(fmt::format("{}: {}", path_of(name), problem.message()));
    if (downloaded) done += bytes;
    return PulledFile{name, bytes, downloaded, came, checked};
  }

  static bool has_digest(const ContentFacts& facts) {
    return !facts.sha256.empty() || !facts.git_sha1.empty();
  }

  // Returns the number of bytes received.
  Result<uint64_t> get(const ListedFile& file, bool& checked) {
    uint64_t came = 0;
    SF_ASSIGN(const RemoteContent content, hub.content(options.model, listing.commit, file));
    SF_ASSIGN(const HubLock lock, target.prepare(file.name, content.etag));
    checked = has_digest(content.facts);
    SF_ASSIGN(const bool is_here, target.has_content(content));
    if (!is_here) {
      if (!checked)
        sink.warn(
            fmt::format("the server gives no digest of \"{}\", so only its size is checked", file.name));
      const Download wanted{.model = options.model,
                            .commit = listing.commit,
                            .file = file.name,
                            .facts = content.facts,
                            .part = target.part(content.etag),
                            .path = target.path(file.name, content.etag)};
      SF_ASSIGN(came, download(hub, wanted, [&](uint64_t there_now) { show(done + there_now); }));
    }
    SF_TRY(target.show(file.name, content.etag));
    return came;
  }

  void show(uint64_t come) const {
    if (total > 0)
      sink.progress(fmt::format("{}, MiB", options.model), std::min(come, total) / kUnit,
                    std::max<uint64_t>(total / kUnit, 1));
  }

  // Returns the number of bytes of a file that an earlier try has gathered.
  uint64_t gathered(const ContentFacts& facts) const {
    const std::string& etag = facts.sha256.empty() ? facts.git_sha1 : facts.sha256;
    std::error_code problem;
    const uint64_t bytes = etag.empty() ? 0 : std::filesystem::file_size(target.part(etag), problem);
    return problem ? 0 : bytes;
  }

  // Computes how much is to come, and checks that the disk has room for it.
  Status plan(const std::vector<std::string>& names) {
    uint64_t here = 0;
    for (const auto& name : names) {
      const bool known = there.contains(name);  // and downloaded by now, if it was not there
      SF_TRY(look_for(name));
      if (known || there[name]) continue;
      const ContentFacts& facts = listing.find(name)->facts;
      total += facts.size.value_or(0);
      here += gathered(facts);
    }
    done = 0;
    if (total <= here) return {};
    SF_TRY(make_directories(target.folder()));
    std::error_code problem;
    const auto space = std::filesystem::space(target.folder(), problem);
    if (!problem && space.available < total - here)
      return data_error(fmt::format("{}: \"{}\" needs {} more, and the disk has {}", target.folder(),
                                    options.model, shown_bytes(total - here), shown_bytes(space.available)));
    return {};
  }
};

}  // namespace

namespace {

// Masks the token in a text, and its beginning too, because a message may show a shortened form.
std::string without_token(std::string_view text, const std::string& token) {
  constexpr size_t kTelling = 8;
  const std::string begin = token.substr(0, kTelling);
  std::string out;
  while (!text.empty()) {
    if (begin.empty() || !text.starts_with(begin)) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    const auto end = std::ranges::mismatch(text, token).in1;
    text.remove_prefix(static_cast<size_t>(end - text.begin()));
    out += "***";
  }
  return out;
}

class TokenlessSink final : public Sink {
 public:
  TokenlessSink(Sink& next, const std::string& token) : next_(next), token_(token) {}
  void log(Level level, std::string_view line) override { next_.log(level, without_token(line, token_)); }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    next_.progress(what, done, total);
  }

 private:
  Sink& next_;
  const std::string& token_;
};

Result<Pulled> pull_saying_all(const PullOptions& options, const HubSettings& settings,
                               const PullWays& ways) {
  SF_TRY(check_model_name(options.model));
  SF_TRY(check_revision(options.revision));
  if (settings.offline)
    return missing_error(
        "HF_HUB_OFFLINE (or TRANSFORMERS_OFFLINE) is set, so nothing is downloaded; unset it to pull");
  Hub hub(settings, ways.transport, ways.wait, ways.sink);
  SF_ASSIGN(const Listing listing, hub.listing(options.model, options.revision));
  const auto target = options.folder.empty()
                          ? cache_target(settings.cache, options.model, listing.commit, ways.wait, ways.sink)
                          : folder_target(options.folder, ways.wait, ways.sink);
  Pulling pulling{options, listing, hub, *target, ways.sink};
  const auto all = listing.names();
  // This file names the other folders of the model.
  std::vector<std::string> modules;
  std::optional<PulledFile> first;
  if (const std::string name(kModules); listing.find(name) != nullptr) {
    SF_ASSIGN(first, pulling.file(name));
    const std::string path = pulling.path_of(name);
    SF_ASSIGN(const std::string text, read_plain_file(path));
    auto folders = module_folders(text);
    if (!folders) return with_context(path, folders.error());
    modules = *std::move(folders);
  }
  auto wanted = wanted_files(all, modules);
  if (!wanted)
    return with_context(fmt::format("\"{}\" at {}", options.model, listing.commit), wanted.error());
  SF_TRY(pulling.plan(*wanted));
  Pulled pulled{.commit = listing.commit, .folder = target->folder(), .files = {}};
  for (const auto& name : *wanted) {
    if (name == kModules) {
      pulled.files.push_back(*first);
      continue;
    }
    SF_ASSIGN(PulledFile file, pulling.file(name));
    pulled.files.push_back(std::move(file));
  }
  SF_TRY(target->finish(options.revision));
  return pulled;
}

}  // namespace

Result<Pulled> pull(const PullOptions& options, const HubSettings& settings, const PullWays& ways) {
  TokenlessSink sink(ways.sink, settings.token);
  auto pulled = pull_saying_all(options, settings, {ways.transport, ways.wait, sink});
  if (!pulled) return fail(pulled.error().kind, without_token(pulled.error().message, settings.token));
  return pulled;
}

}  // namespace standfast
