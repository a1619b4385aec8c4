// Responses of a model hub, and the modules of a model: any bytes are read or give one line of refusal, and
// no name leaves its folder.
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/http/address.h"
#include "standfast/hub/listing.h"
#include "standfast/hub/model_files.h"

namespace {

void require_inside(std::string_view name) {
  using standfast::fuzz::require;
  require(!name.empty() && name.front() != '/');
  require(name.find('\\') == std::string_view::npos && name.find('\0') == std::string_view::npos);
  require(("/" + std::string(name) + "/").find("/../") == std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto listing = read_listing(bytes);
  fuzz::require_line(listing);
  const auto modules = module_folders(bytes);
  fuzz::require_line(modules);
  if (modules)
    for (const auto& folder : *modules)
      if (!folder.empty()) require_inside(folder);
  if (listing) {
    fuzz::require(listing->commit.size() == 40);
    for (const auto& file : listing->files) {
      require_inside(file.name);
      fuzz::require(listing->find(file.name) == &file);
    }
    const auto names = listing->names();
    const auto wanted = wanted_files(names, {"", "1_Pooling"});
    fuzz::require_line(wanted);
    fuzz::require(wanted.has_value() == is_whole_model(names, {"", "1_Pooling"}));
  }
  const HttpAddress asked{.origin = "https://hub", .target = "/a/b", .secret = true};
  if (const auto next = led_to(asked, bytes))
    for (const char c : next->origin + next->target) fuzz::require(c != '\r' && c != '\n' && c != ' ');
  return 0;
}
