// Requests to a model hub. One request each, or several where the hub is busy.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "standfast/base/sink.h"
#include "standfast/http/message.h"
#include "standfast/hub/failure.h"
#include "standfast/hub/listing.h"
#include "standfast/hub/settings.h"

namespace standfast {

// The facts about a file that a server sends before its bytes.
struct RemoteContent {
  std::string etag;  // a safe name of a file: the blob's in the cache
  ContentFacts facts;
};

class Hub {
 public:
  Hub(const HubSettings& settings, HttpTransport transport, Wait wait, Sink& sink);

  // Returns the listing at this branch, tag or commit.
  Result<Listing> listing(const std::string& model, const std::string& revision);
  // Returns the content of a file at a commit, together with the facts of the listing; a data error where
  // they disagree.
  Result<RemoteContent> content(const std::string& model, const std::string& commit, const ListedFile& file);

  // A consumer of the bytes of a file. begin: the first byte that comes; it is `from` or, where the server
  // cannot begin there, 0.
  struct Taker {
    std::function<Status(uint64_t begin)> begin;
    std::function<Status(std::string_view bytes)> bytes;
  };
  // Requests the bytes of a file from there on. One try.
  FromHub<void> take(const std::string& model, const std::string& commit, const std::string& file,
                     uint64_t from, const Taker& taker);

  Patience patience() const { return {wait_, sink_}; }

 private:
  AskedOfHub asked(const std::string& model, const std::string& revision, const std::string& file = "") const;
  HttpRequest request(const std::string& method, const std::string& target) const;
  std::string file_target(const std::string& model, const std::string& commit, const std::string& file) const;

  HubSettings settings_;
  HttpTransport transport_;
  Wait wait_;
  Sink& sink_;
};

}  // namespace standfast
