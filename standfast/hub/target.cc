#include "standfast/hub/target.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/open_file.h"
#include "standfast/base/paths.h"
#include "standfast/base/unique_name.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/listing.h"

namespace standfast {
namespace {

class CacheTarget final : public PullTarget {
 public:
  CacheTarget(const std::string& cache, const std::string& model, const std::string& commit, Wait wait,
              Sink& sink)
      : paths_(cache, model),
        snapshot_(paths_.snapshot(commit)),
        commit_(commit),
        wait_(std::move(wait)),
        sink_(sink) {}

  const std::string& folder() const override { return snapshot_; }
  // Checks cached files again, since disks and other programs may have changed them.
  Result<bool> has(const ListedFile& file) const override {
    return is_whole(snapshot_ + "/" + file.name, file.name, file.facts);
  }
  Result<HubLock> prepare(const std::string& file, const std::string& etag) override {
    for (const auto& path : {paths_.lock(etag), paths_.blob(etag), snapshot_ + "/" + file})
      SF_TRY(make_directories(std::filesystem::path(path).parent_path().string()));
    return HubLock::take(paths_.lock(etag), wait_, sink_);
  }
  Result<bool> has_content(const RemoteContent& content) const override {
    const std::string blob = paths_.blob(content.etag);
    if (!is_file(blob)) return false;
    SF_ASSIGN(const std::string objection, objection_to(blob, content.facts));
    return objection.empty();
  }
  std::string path(const std::string&, const std::string& etag) const override { return paths_.blob(etag); }
  std::string part(const std::string& etag) const override { return paths_.blob(etag) + ".incomplete"; }

  // Makes the link appear whole: it is made beside and renamed over what may be there.
  Status show(const std::string& file, const std::string& etag) override {
    const std::string link = snapshot_ + "/" + file, made = temporary_beside(link);
    std::string up = "../../";  // out of snapshots/COMMIT
    for (auto n = std::ranges::count(file, '/'); n > 0; --n) up += "../";
    const std::string to = up + "blobs/" + etag;
    remove_stale_beside(link);
    if (::symlink(to.c_str(), made.c_str()) != 0)
      return data_error(fmt::format("{}: cannot make a link ({})", link, std::strerror(errno)));
    if (::rename(made.c_str(), link.c_str()) != 0) {
      const int problem = errno;
      ::unlink(made.c_str());
      return data_error(fmt::format("{}: cannot rename into place ({})", link, std::strerror(problem)));
    }
    return {};
  }
  // Writes the branch last, so that it never leads to half of a model.
  Status finish(const std::string& revision) override {
    if (revision == commit_) return {};
    const std::string ref = paths_.ref(revision);
    SF_TRY(make_directories(std::filesystem::path(ref).parent_path().string()));
    return write_file(ref, commit_);
  }

 private:
  Result<bool> is_whole(const std::string& path, const std::string& file, const ContentFacts& facts) const {
    if (!is_file(path)) return false;
    SF_ASSIGN(const std::string objection, objection_to(path, facts));
    if (objection.empty()) return true;
    sink_.warn(
        fmt::format("the file \"{}\" in the cache is damaged ({}); it is downloaded again", file, objection));
    return false;
  }

  CachePaths paths_;
  std::string snapshot_, commit_;
  Wait wait_;
  Sink& sink_;
};

}  // namespace

std::unique_ptr<PullTarget> cache_target(const std::string& cache, const std::string& model,
                                         const std::string& commit, const Wait& wait, Sink& sink) {
  return std::make_unique<CacheTarget>(cache, model, commit, wait, sink);
}

namespace {

class FolderTarget final : public PullTarget {
 public:
  FolderTarget(std::string folder, Wait wait, Sink& sink)
      : folder_(std::move(folder)), parts_(folder_ + "/.incomplete"), wait_(std::move(wait)), sink_(sink) {}

  const std::string& folder() const override { return folder_; }
  // Checks the files themselves: no other program maintains this folder.
  Result<bool> has(const ListedFile& file) const override {
    const std::string path = folder_ + "/" + file.name;
    SF_ASSIGN(const PathKind kind, path_kind(path));
    if (kind == PathKind::nothing) return false;
    std::string objection = "it is not a file";
    if (kind == PathKind::file) {
      SF_ASSIGN(objection, objection_to(path, file.facts));
    }
    if (objection.empty()) return true;
    return data_error(
        fmt::format("{}: this exists already and does not belong to the model ({}); give another folder",
                    path, objection));
  }
  Result<HubLock> prepare(const std::string& file, const std::string& etag) override {
    SF_TRY(make_directories(folder_));  // first: a message is to name the folder that the user gave
    SF_TRY(make_directories(parts_));
    SF_TRY(make_directories(std::filesystem::path(path(file, etag)).parent_path().string()));
    return HubLock::take(parts_ + "/lock", wait_, sink_);
  }
  Result<bool> has_content(const RemoteContent&) const override { return false; }
  std::string path(const std::string& file, const std::string&) const override {
    return folder_ + "/" + file;
  }
  std::string part(const std::string& etag) const override { return parts_ + "/" + etag; }
  Status show(const std::string&, const std::string&) override { return {}; }
  Status finish(const std::string&) override {
    std::error_code problem;
    std::filesystem::remove_all(parts_, problem);
    return {};
  }

 private:
  std::string folder_, parts_;
  Wait wait_;
  Sink& sink_;
};

}  // namespace

std::unique_ptr<PullTarget> folder_target(const std::string& folder, const Wait& wait, Sink& sink) {
  return std::make_unique<FolderTarget>(folder, wait, sink);
}

Result<HubLock> HubLock::take(const std::string& path, const Wait& wait, Sink& sink) {
  SF_ASSIGN(const int file, open_own_file(path, O_RDWR | O_CREAT));
  HubLock lock(file);
  constexpr double kPause = 0.1;  // seconds
  for (bool said = false; ::flock(file, LOCK_EX | LOCK_NB) != 0;) {
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    if (!std::exchange(said, true)) sink.info("another program downloads the same file; waiting for it");
    if (!wait(kPause)) return fail(ErrorKind::interrupted, "interrupted");
  }
  return lock;
}

HubLock::~HubLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace standfast
