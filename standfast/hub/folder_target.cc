#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/hub/content_check.h"
#include "standfast/hub/target.h"

namespace standfast {
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
    std::string objection = "it is no file";
    if (kind == PathKind::file) {
      SF_ASSIGN(objection, objection_to(path, file.facts));
    }
    if (objection.empty()) return true;
    return data_error(fmt::format(
        "{}: this is there already and is not the model's ({}); give another folder", path, objection));
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

}  // namespace standfast
