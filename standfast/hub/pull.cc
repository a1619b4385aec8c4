#include "standfast/hub/pull.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/memory.h"
#include "standfast/base/open_file.h"
#include "standfast/hub/hub.h"
#include "standfast/hub/listing.h"
#include "standfast/hub/model_files.h"
#include "standfast/hub/names.h"
#include "standfast/hub/target.h"

namespace standfast {
namespace {

// The download of one file from the hub to the disk: continued where an earlier try ended, checked, and only
// then under its name.

struct Download {
  std::string model, commit, file;
  ContentFacts facts;
  std::string part;  // file in which the bytes gather; it is continued if it is there
  std::string path;  // path of the checked file
};

// A file of the bytes that have come so far.
class PartFile {
 public:
  static Result<PartFile> open(const std::string& path) {
    // Following a link in its place would write to a foreign file.
    SF_ASSIGN(const int fd, open_own_file(path, O_RDWR | O_CREAT | O_NOFOLLOW));
    PartFile part(path, fd);
    struct stat is {};
    if (::fstat(fd, &is) != 0) return part.failure("open");
    part.size_ = static_cast<uint64_t>(is.st_size);
    return part;
  }
  PartFile(PartFile&& other) noexcept
      : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  uint64_t size() const { return size_; }

  Status cut_to(uint64_t size) {
    if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) return failure("shorten");
    size_ = size;
    return {};
  }
  Status append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failure("write");
      size_ += static_cast<uint64_t>(n);
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
  }
  Status flush() { return ::fsync(fd_) == 0 || errno == EINVAL ? Status{} : failure("flush"); }
  Status move_to(const std::string& path) {
    SF_TRY(flush());
    if (::rename(path_.c_str(), path.c_str()) != 0) return failure("rename into place");
    return {};
  }
  void remove() { ::unlink(path_.c_str()); }

 private:
  PartFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Failure failure(std::string_view verb) const {
    return data_error(fmt::format(
        "{}: cannot {} ({}){}", path_, verb, std::strerror(errno),
        errno == ENOSPC || errno == EDQUOT ? "; with more room, the same command continues" : ""));
  }
  std::string path_;
  int fd_;
  uint64_t size_ = 0;
};

// Requests bytes until all are there, or no more try is of use. Adds the bytes received to `came`.
Status gather(Hub& hub, const Download& wanted, PartFile& part, const std::function<void(uint64_t)>& come,
              uint64_t& came) {
  const auto size = wanted.facts.size;
  if (!size || part.size() > *size) SF_TRY(part.cut_to(0));
  come(part.size());
  // Only bytes beyond all earlier attempts are progress; a file of unknown size begins anew each time.
  uint64_t furthest = part.size();
  for (Patience patience = hub.patience(); !size || part.size() < *size;) {
    const uint64_t before = part.size();
    const auto taken =
        hub.take(wanted.model, wanted.commit, wanted.file, before,
                 {.begin = [&](uint64_t begin) { return begin == 0 ? part.cut_to(0) : Status{}; },
                  .bytes = [&](std::string_view bytes) -> Status {
                    if (size && part.size() + bytes.size() > *size)
                      return data_error(fmt::format(
                          "the file \"{}\" of \"{}\" is longer than the {} bytes that the server said",
                          wanted.file, wanted.model, *size));
                    SF_TRY(part.append(bytes));
                    came += bytes.size();
                    come(part.size());
                    return {};
                  }});
    if (taken && (!size || part.size() == *size)) return {};
    SF_TRY(patience.after(
        taken ? unanswered_by_hub({.kind = HttpTrouble::Kind::broken},
                                  {.server = "the server", .model = wanted.model, .revision = ""})
                    .value()
              : taken.error(),
        size && part.size() > furthest));
    furthest = std::max(furthest, part.size());
    if (!size) SF_TRY(part.cut_to(0));
  }
  return {};
}

// Downloads the file and returns the number of bytes received; for a continued file they are fewer than its
// size. come: told how many bytes of the file are there, often. A failure leaves nothing at the path, and at
// `part` the bytes that are worth continuing.
Result<uint64_t> download(Hub& hub, const Download& wanted, const std::function<void(uint64_t there)>& come) {
  for (uint64_t came = 0;;) {
    SF_ASSIGN(PartFile part, PartFile::open(wanted.part));
    const bool continued = part.size() > 0;
    if (auto gathered = gather(hub, wanted, part, come, came); !gathered) {
      if (part.size() == 0) part.remove();
      return Failure(gathered.error());
    }
    SF_ASSIGN(const std::string objection, objection_to(wanted.part, wanted.facts));
    if (objection.empty()) {
      SF_TRY(part.move_to(wanted.path));
      return came;
    }
    part.remove();
    // A power cut may have damaged the earlier bytes. A download from the beginning is the server's.
    if (continued) continue;
    return data_error(
        fmt::format("the file \"{}\" of \"{}\" differs from the file of the hub: {}; nothing of it is kept",
                    wanted.file, wanted.model, objection));
  }
}

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
