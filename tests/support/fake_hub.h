// A model hub with one model, as a function of requests, answered in memory or behind a test server. Like the
// real hub, it redirects large files to another address and identifies small ones by their git hash.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/http/message.h"

namespace standfast::testing {

class FakeHub {
 public:
  struct Request {
    std::string method, origin, target, token, range;
  };
  struct Reply {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers = {};
    std::string body = {};
    std::optional<size_t> cut = {};  // the connection breaks after so many bytes
  };

  std::string model = "org/small", commit = std::string(40, 'c');
  // The query of a signed address, as the hub writes it.
  static constexpr const char* kSigned =
      "?X-Amz-Credential=cas%2F20250101%2Fs3&response-content-disposition=inline%3B+filename*%3DUTF-8%27%27m.bin%3B+"
      "filename%3D%22m.bin%22%3B&x-id=GetObject&Signature=a~b-c_";
  std::string origin = "https://hub.test", elsewhere = "https://cdn.test";
  std::map<std::string, std::string> files;
  std::set<std::string> large;                             // names of files
  std::function<void(const Request&, Reply&)> spoil = {};  // changes a reply, to make it fail

  // Makes a sentence encoder with a dense layer, and files that no client should read.
  FakeHub() {
    files = {{"README.md", "card"},
             {"onnx/model.onnx", "not read"},
             {"config.json", "{\"model_type\": \"bert\"}"},
             {"tokenizer.json", "{}"},
             {"vocab.txt", "[PAD]\n"},
             {"modules.json",
              R"([{"path": "", "type": "Transformer"}, {"path": "1_Pooling"}, {"path": "2_Dense"}])"},
             {"1_Pooling/config.json", "{}"},
             {"2_Dense/config.json", "{ }"},
             {"2_Dense/model.safetensors", "dense"},
             {"3_Other/config.json", "no module"},
             {"pytorch_model.bin", "the same as a pickle"}};
    std::string weights;
    for (int i = 0; i < 20'000; ++i) weights += std::to_string(i * 7919 % 10007);
    files["model.safetensors"] = weights;
    large = {"model.safetensors", "pytorch_model.bin"};
  }

  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  void forget() { requests_.clear(); }
  // Returns the requests for the bytes of files.
  std::vector<Request> gets() const {
    std::vector<Request> found;
    for (const auto& request : requests())
      if (request.method == "GET" && request.target.find("/api/") == std::string::npos)
        found.push_back(request);
    return found;
  }

  static std::string git_sha1(const std::string& content) {
    std::string all = fmt::format("blob {}", content.size()) + '\0' + content;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    EVP_Digest(all.data(), all.size(), digest, &n, EVP_sha1(), nullptr);
    std::string hex;
    for (unsigned i = 0; i < n; ++i) hex += fmt::format("{:02x}", digest[i]);
    return hex;
  }
  std::string etag(const std::string& file) const {
    return large.contains(file) ? sha256_hex(files.at(file)) : git_sha1(files.at(file));
  }

  Reply answer(const Request& request) {
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    Reply reply = honest(request);
    if (spoil) spoil(request, reply);
    return reply;
  }

  // Returns a transport without a network.
  HttpTransport transport() {
    return [this](const HttpRequest& asked, const HttpTaker& taker) -> tl::expected<HttpHead, HttpTrouble> {
      Request request{asked.method, asked.address.origin, asked.address.target, "", ""};
      for (const auto& [name, value] : asked.headers) {
        if (name == "Authorization") request.token = value;
        if (name == "Range") request.range = value;
      }
      const Reply reply = answer(request);
      HttpHead head{reply.status, reply.headers};
      if (asked.method == "HEAD") return head;
      using Kind = HttpTrouble::Kind;
      if (taker.head && !taker.head(head)) return tl::unexpected(HttpTrouble{Kind::unwanted});
      const std::string body = reply.body.substr(0, reply.cut.value_or(reply.body.size()));
      constexpr size_t kPiece = 1000;
      for (size_t at = 0; at < body.size(); at += kPiece)
        if (taker.bytes && !taker.bytes(std::string_view(body).substr(at, kPiece)))
          return tl::unexpected(HttpTrouble{Kind::unwanted});
      if (reply.cut) return tl::unexpected(HttpTrouble{Kind::broken});
      return head;
    };
  }

 private:
  Reply honest(const Request& request) const {
    if (request.target.starts_with("/api/models/" + model + "/revision/")) return listing();
    if (const std::string begin = fmt::format("/{}/resolve/{}/", model, commit);
        request.target.starts_with(begin))
      return file(request, request.target.substr(begin.size()));
    if (request.origin == elsewhere && request.target.starts_with("/large/"))
      return bytes(request, request.target.substr(7, request.target.find('?') - 7));
    return {404, {{"X-Error-Code", "RepoNotFound"}}, "{}"};
  }
  Reply listing() const {
    auto siblings = nlohmann::ordered_json::array();
    for (const auto& [name, content] : files) {
      nlohmann::ordered_json file = {
          {"rfilename", name}, {"size", content.size()}, {"blobId", git_sha1(content)}};
      if (large.contains(name))
        file["lfs"] = {{"sha256", sha256_hex(content)}, {"size", content.size()}, {"pointerSize", 130}};
      siblings.push_back(file);
    }
    return {200,
            {{"Content-Type", "application/json"}},
            nlohmann::ordered_json{{"id", model}, {"sha", commit}, {"siblings", siblings}}.dump()};
  }
  Reply file(const Request& request, const std::string& name) const {
    if (!files.contains(name)) return {404, {{"X-Error-Code", "EntryNotFound"}}, "{}"};
    const std::string size = std::to_string(files.at(name).size());
    if (!large.contains(name)) {
      Reply reply = bytes(request, name);
      reply.headers.insert(reply.headers.end(),
                           {{"ETag", '"' + etag(name) + '"'}, {"X-Repo-Commit", commit}});
      return reply;
    }
    return {302,
            {{"Location", fmt::format("{}/large/{}{}", elsewhere, name, kSigned)},
             {"X-Linked-Etag", '"' + etag(name) + '"'},
             {"X-Linked-Size", size},
             {"X-Repo-Commit", commit}},
            "Found. Redirecting"};
  }
  Reply bytes(const Request& request, const std::string& name) const {
    const std::string& content = files.at(name);
    if (request.range.empty()) return {200, {{"Content-Length", std::to_string(content.size())}}, content};
    const size_t from = std::stoul(request.range.substr(6));
    return {206,
            {{"Content-Range", fmt::format("bytes {}-{}/{}", from, content.size() - 1, content.size())}},
            content.substr(from)};
  }

  mutable std::mutex mutex_;
  std::vector<Request> requests_;
};

}  // namespace standfast::testing
