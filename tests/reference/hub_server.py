"""A hub of models on this machine, with one model from a folder, for trials of `standfast pull` and of huggingface_hub.

    python3 hub_server.py FOLDER ORG/NAME [--cut BYTES]

Prints its address. It answers as the hub does: the listing of a commit, HEAD and GET of files with ETag and
X-Repo-Commit, small files named by git, large ones (from 1 MiB) sent on to a second port that refuses every
Authorization. --cut: the first download of each large file breaks after so many bytes.
"""
import argparse
import hashlib
import json
import pathlib
import re
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGE = 1 << 20


class File:
    def __init__(self, path):
        self.bytes = path.read_bytes()
        self.large = len(self.bytes) >= LARGE
        self.git = hashlib.sha1(b"blob %d\0" % len(self.bytes) + self.bytes).hexdigest()
        self.sha256 = hashlib.sha256(self.bytes).hexdigest()
        self.etag = self.sha256 if self.large else self.git


class Hub:
    def __init__(self, folder, model, cut):
        self.model, self.cut, self.were_cut = model, cut, set()
        root = pathlib.Path(folder)
        self.files = {str(p.relative_to(root)): File(p) for p in sorted(root.rglob("*")) if p.is_file()}
        self.commit = hashlib.sha1("".join(f.git for f in self.files.values()).encode()).hexdigest()

    def listing(self):
        siblings = []
        for name, file in self.files.items():
            one = {"rfilename": name, "size": len(file.bytes), "blobId": file.git}
            if file.large:
                one["lfs"] = {"sha256": file.sha256, "size": len(file.bytes), "pointerSize": 134}
            siblings.append(one)
        return {"_id": "1", "id": self.model, "modelId": self.model, "sha": self.commit, "private": False,
                "tags": [], "downloads": 0, "likes": 0, "siblings": siblings}


def handler(hub, elsewhere):
    """Makes a request handler. elsewhere: the address of the second port; None: this is the second port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def send(self, status, headers, body=b"", cut=None):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "HEAD":
                return
            self.wfile.write(body if cut is None else body[:cut])
            if cut is not None:
                self.close_connection = True

        def send_file(self, name, headers):
            body, asked = hub.files[name].bytes, re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")
            if asked:
                begin = int(asked[1])
                headers["Content-Range"] = f"bytes {begin}-{len(body) - 1}/{len(body)}"
                print(f"continues {name} at {begin}", flush=True)
                return self.send(206, headers, body[begin:])
            cut = None
            if self.command == "GET" and hub.cut and hub.files[name].large and name not in hub.were_cut:
                hub.were_cut.add(name)
                cut = hub.cut
            self.send(200, headers, body, cut)

        def do_GET(self):
            path = urllib.parse.unquote(urllib.parse.urlparse(self.path).path)
            if elsewhere is None:
                if self.headers.get("Authorization"):
                    print("A TOKEN CAME TO THE OTHER SERVER", flush=True)
                    return self.send(400, {})
                return self.send_file(path[1:], {})
            if re.fullmatch(rf"/api/models/{hub.model}(/revision/(main|{hub.commit}))?", path):
                return self.send(200, {"Content-Type": "application/json"}, json.dumps(hub.listing()).encode())
            found = re.fullmatch(rf"/{hub.model}/resolve/(main|{hub.commit})/(.+)", path)
            if not found or found[2] not in hub.files:
                code = "EntryNotFound" if found else "RepoNotFound"
                return self.send(404, {"X-Error-Code": code, "X-Repo-Commit": hub.commit})
            name, file = found[2], hub.files[found[2]]
            headers = {"X-Repo-Commit": hub.commit}
            if not file.large:
                return self.send_file(name, headers | {"ETag": f'"{file.etag}"'})
            there = f"{elsewhere}/{urllib.parse.quote(name)}?name=%22{file.etag}%22%3B"
            self.send(302, headers | {"Location": there, "X-Linked-Etag": f'"{file.etag}"',
                                      "X-Linked-Size": str(len(file.bytes))})

        do_HEAD = do_GET

    return Handler


def serve(folder, model, cut=0):
    hub = Hub(folder, model, cut)
    other = ThreadingHTTPServer(("127.0.0.1", 0), handler(hub, None))
    own = ThreadingHTTPServer(("127.0.0.1", 0), handler(hub, f"http://127.0.0.1:{other.server_port}"))
    for server in (other, own):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    return hub, f"http://127.0.0.1:{own.server_port}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("model")
    parser.add_argument("--cut", type=int, default=0)
    given = parser.parse_args()
    print(serve(given.folder, given.model, given.cut)[1], flush=True)
    threading.Event().wait()
