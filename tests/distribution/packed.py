#!/usr/bin/env python3
"""Tests what the targets dist, container and package make: packed.py SOURCE BUILD PART

tables     what the program without shared libraries asks ICU for is the same with the small package of ICU's data
root       in a root folder with nothing but /proc it runs a study, in several processes, with the bytes of the usual program
network    there, names are resolved by hosts and resolv.conf, and a server is asked by https whose certificate is known
container  what an image holds, started as TIRA starts it
packages   the Debian packages: apt would install them here, and what they hold works in another place

Roots and networks of its own need Linux namespaces; where a user may have none, it skips (77).
"""
import hashlib
import http.server
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

source, build, what = sys.argv[1:4]
program = os.path.join(build, "standfast")
temporary = tempfile.TemporaryDirectory(prefix="standfast-packed-")
work = temporary.name


def run(*words, code=0, **more):
    try:
        done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    except subprocess.TimeoutExpired as late:
        sys.exit(f"{' '.join(words)}\n{late}")
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}\n{done.stdout[-4000:]}\nexit code {done.returncode}, expected {code}")
    return done.stdout


def expect(truth, message):
    if not truth:
        sys.exit(f"{what}: {message}")


def make(*targets):
    run("cmake", "--build", build, "--target", *targets)


# Starts a process whose root folder, mounts and network are its own. A user who is not root becomes root of a namespace.
APART = ["unshare", "--mount", "--net"] + ([] if os.geteuid() == 0 else ["--user", "--map-root-user"])


def need_namespaces():
    if subprocess.run(APART + ["true"], capture_output=True).returncode != 0:
        print("skipped: no namespaces for this user")
        sys.exit(77)


def in_root(root, *words, code=0, environment=None):
    os.makedirs(f"{root}/proc", exist_ok=True)
    os.makedirs(f"{root}/tmp", exist_ok=True)
    script = 'mount -t proc proc "$1/proc" 2>/dev/null || mount --rbind /proc "$1/proc"; root=$1; shift; exec chroot "$root" "$@"'
    return run(*APART, "sh", "-c", script, "sh", root, *words, code=code, env=environment or {"PATH": os.environ["PATH"]})


def unpacked():
    """Returns an empty root with the program of the tarball in it."""
    make("dist")
    tarball, = [name for name in os.listdir(f"{build}/dist") if name.endswith(".tar.xz")]
    size = os.path.getsize(f"{build}/dist/{tarball}")
    run("tar", "-xJf", f"{build}/dist/{tarball}", "-C", work)
    folder = f"{work}/{tarball.removesuffix('.tar.xz')}"
    one = f"{folder}/bin/standfast"
    print(f"{tarball}: {size / 1e6:.1f} MB, the program {os.path.getsize(one) / 1e6:.1f} MB")
    expect(os.path.getsize(one) <= 35e6, "the program has more than 35 MB")
    expect("INTERP" not in run("readelf", "-lW", one) and "NEEDED" not in run("readelf", "-dW", one), "it is not static")
    for name in ("glibc", "icu", "openssl", "fmt", "simdjson", "cpp-httplib", "boost", "function-words", "standfast"):
        expect(os.path.getsize(f"{folder}/share/doc/standfast/licences/{name}") > 500, f"no licence of {name}")
    root = f"{work}/root"
    os.makedirs(f"{root}/trial")
    shutil.copy(one, f"{root}/standfast")
    return root


def tables():
    make("character_tables", "character_tables_of_small_package")
    items = open(f"{source}/packaging/static/icu_data.txt").read()
    encodings = re.findall(r"^(\S+)[.]cnv$", items, re.MULTILINE) + [
        "ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "ISO-2022-JP"]
    usual = run(f"{build}/tests/distribution/character_tables", *encodings)
    small = run(f"{build}/tests/distribution/character_tables_of_small_package", *encodings)
    expect(usual == small and usual.count("\n") > 40 + len(encodings), f"other tables\n{usual}\n{small}")
    covered = set(re.findall(r"\w+", usual))
    archives = [f"{build}/{name}" for name in os.listdir(build) if re.fullmatch(r"libstandfast_\w+\.a", name)
                and name != "libstandfast_icu_data.a"]
    expect(len(archives) > 15, f"{len(archives)} archives")
    asked = set(re.findall(r" U (u\w+?)_\d\d+$", run("nm", "-u", *archives), re.MULTILINE))
    # Functions that break text or decode bytes are compared by their results; functions that guess encodings
    # (ucsdet) have no data.
    asked = {name for name in asked if not name.startswith(("ubrk_", "utext_", "ucnv_", "ucsdet_"))}
    expect(len(asked) > 5 and asked <= covered, f"the library also asks for {asked - covered}")
    for folder, _, files in os.walk(f"{source}/standfast"):
        for name in files:
            if name.endswith((".cc", ".h")):
                properties = set(re.findall(r"\bUCHAR_[A-Z_]+", open(os.path.join(folder, name)).read()))
                expect(properties <= covered, f"{name} also asks for {properties - covered}")


def in_empty_root():
    root = unpacked()
    run(program, "synth", "--out", f"{root}/trial/corpus.jsonl", "--seed", "1")
    shutil.copy(f"{source}/examples/demo.toml", f"{root}/trial/study.toml")
    run(program, "run", f"{root}/trial/study.toml", "--out", f"{work}/usual", "--jobs", "2")
    in_root(root, "/standfast", "run", "/trial/study.toml", "--out", "/trial/run", "--jobs", "2")
    usual, bare = (open(f"{run}/scores.csv", "rb").read() for run in (f"{work}/usual", f"{root}/trial/run"))
    expect(usual.count(b"\n") > 50 and usual == bare, "scores.csv differs")
    doctor = json.loads(in_root(root, "/standfast", "doctor", "--json"))
    expect("/etc/resolv.conf" in doctor["host names"]["says"], doctor["host names"])
    expect("no https (SSL_CERT_FILE" in doctor["certificates"]["says"], doctor["certificates"])
    usual = json.loads(run(program, "doctor", "--json"))
    expect(usual["host names"]["says"] == "as /etc/nsswitch.conf says", usual["host names"])


# A hub of models with one model, which answers as the hub's API does.
MODEL, COMMIT = "org/small", "c" * 40
FILES = {"config.json": b'{"model_type": "bert"}', "tokenizer.json": b"{}", "model.safetensors": b"numbers" * 5000}


def git_sha1(content):
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


class Hub(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        body, headers, begin = b"{}", {"X-Error-Code": "RepoNotFound"}, f"/{MODEL}/resolve/{COMMIT}/"
        if self.path.startswith(f"/api/models/{MODEL}/revision/"):
            files = [{"rfilename": n, "size": len(c), "blobId": git_sha1(c)} for n, c in FILES.items()]
            body, headers = json.dumps({"id": MODEL, "sha": COMMIT, "siblings": files}).encode(), {}
        elif self.path.startswith(begin):
            body = FILES[self.path[len(begin):].partition("?")[0]]
            headers = {"ETag": f'"{git_sha1(body)}"', "X-Repo-Commit": COMMIT}
        self.send_response(404 if "X-Error-Code" in headers else 200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)


def answer_names(server, asked):
    """Answers as a name server that knows hub.test alone, with the address 127.0.0.1."""
    while True:
        question, whom = server.recvfrom(512)
        end = question.index(b"\0", 12)
        name, (kind,) = question[12:end], struct.unpack(">H", question[end + 1:end + 3])
        known = name == b"\x03hub\x04test"
        asked.append(name)
        head = question[:2] + struct.pack(">HHHHH", 0x8580 | (0 if known else 3), 1, 1 if known and kind == 1 else 0, 0, 0)
        answer = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + bytes([127, 0, 0, 1]) if known and kind == 1 else b""
        server.sendto(head + question[12:end + 5] + answer, whom)


def network():
    if len(sys.argv) == 4:  # again, in a network of its own
        need_namespaces()
        sys.exit(subprocess.run(APART + [sys.executable] + sys.argv + ["apart"]).returncode)
    run("ip", "link", "set", "lo", "up")
    root = unpacked()
    for name in ("known", "strange"):
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hub.test", "-addext",
            "subjectAltName=DNS:hub.test,DNS:other.test", "-keyout", f"{work}/{name}.key", "-out", f"{work}/{name}.pem")
    hub = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{work}/known.pem", f"{work}/known.key")
    hub.socket = context.wrap_socket(hub.socket, server_side=True)
    threading.Thread(target=hub.serve_forever, daemon=True).start()
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(("127.0.0.1", 53))
    asked = []
    threading.Thread(target=answer_names, args=(names, asked), daemon=True).start()

    os.makedirs(f"{root}/etc/pki/tls/certs")
    open(f"{root}/etc/resolv.conf", "w").write("nameserver 127.0.0.1\n")
    # This line would make another program load a library of the system. A program that opens that library waits for ever.
    open(f"{root}/etc/nsswitch.conf", "w").write("hosts: resolve [!UNAVAIL=return] files myhostname dns\n")
    for folder in ("lib", "usr/lib", "lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu", "lib64", "usr/lib64"):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
        os.mkfifo(f"{root}/{folder}/libnss_resolve.so.2")
    shutil.copy(f"{work}/known.pem", f"{root}/etc/pki/tls/certs/ca-bundle.crt")  # where Fedora has them
    shutil.copy(f"{work}/strange.pem", f"{root}/strange.pem")

    def pull(host, code=0, **more):
        environment = {"PATH": os.environ["PATH"], "HF_ENDPOINT": f"https://{host}:{hub.server_port}", "HF_HOME": "/trial/hf", **more}
        # The program runs in this network, because the server is in it.
        script = 'mount -t proc proc "$1/proc"; root=$1; shift; exec chroot "$root" "$@"'
        os.makedirs(f"{root}/proc", exist_ok=True)
        return run("unshare", "--mount", "sh", "-c", script, "sh", root, "/standfast", "pull", MODEL, code=code, env=environment,
                   timeout=120)

    pull("hub.test")
    for name, content in FILES.items():
        expect(open(f"{root}/trial/hf/hub/models--org--small/snapshots/{COMMIT}/{name}", "rb").read() == content, name)
    expect(b"\x03hub\x04test" in asked, "the name server was not asked")
    expect("cannot be reached" in pull("nowhere.test", code=4), "a name that there is not")
    # The server has the same name, but its certificate is from another authority.
    expect("no encrypted connection" in pull("hub.test", code=4, SSL_CERT_FILE="/strange.pem"), "a strange certificate")
    # /etc/hosts comes before name servers.
    asked.clear()
    open(f"{root}/etc/hosts", "w").write("127.0.0.1 other.test\n")
    shutil.rmtree(f"{root}/trial/hf")
    pull("other.test")
    expect(not asked, f"the name server was asked {asked}")


def container():
    need_namespaces()
    make("container")
    image = f"{build}/dist/container"
    root = f"{work}/image"
    shutil.copytree(f"{image}/rootfs", root, symlinks=True)
    expect("COPY rootfs/ /" in open(f"{image}/Containerfile").read(), "the Containerfile")
    # A participant adds a model; TIRA adds two folders.
    data = f"{work}/data.jsonl"
    run(program, "synth", "--out", data, "--documents", "200", "--authors", "5", "--seed", "1")
    run(program, "train", data, "--model", "naive-bayes", "--target", "author", "--out", f"{root}/model")
    os.makedirs(f"{root}/tira-data/input")
    os.makedirs(f"{root}/tira-data/output")
    shutil.copy(data, f"{root}/tira-data/input/corpus.jsonl")
    command = "standfast predict /model $inputDataset/corpus.jsonl --out $outputDir/answers.jsonl; sleep .1"
    in_root(root, "sh", "-c", command, environment={
        "PATH": "/bin:/usr/bin:/usr/sbin:/sbin", "inputDataset": "/tira-data/input", "outputDir": "/tira-data/output"})
    run(program, "predict", f"{root}/model", data, "--out", f"{work}/answers.jsonl")
    expect(open(f"{work}/answers.jsonl").read() == open(f"{root}/tira-data/output/answers.jsonl").read(), "other answers")
    doctor = json.loads(in_root(root, "/bin/standfast", "doctor", "--json"))
    expect("ca-certificates.crt" in doctor["certificates"]["says"], doctor["certificates"])


def packages():
    make("standfast_cli")
    folder = f"{work}/packages"
    run("cpack", "-G", "DEB", "-B", folder, cwd=build)
    files = sorted(f"{folder}/{name}" for name in os.listdir(folder) if name.endswith(".deb"))
    expect(len(files) == 2, files)
    for file in files:
        print(f"{os.path.basename(file)}: {os.path.getsize(file) / 1e6:.1f} MB")
        run("dpkg", "-x", file, f"{work}/there")
    planned = run("apt-get", "install", "--simulate", *files)
    expect("Inst standfast " in planned and "Inst standfast-dev " in planned, planned)
    there = f"{work}/there/usr"
    expect("standfast" in run(f"{there}/bin/standfast", "--version"), "the version")
    expect(os.path.exists(f"{there}/share/doc/standfast/LICENSE"), "the licence")
    run("cmake", "-G", "Ninja", "-S", f"{source}/examples/cpp", "-B", f"{work}/example", f"-DCMAKE_PREFIX_PATH={there}")
    run("cmake", "--build", f"{work}/example")
    run(f"{there}/bin/standfast", "synth", "--out", f"{work}/corpus.jsonl", "--documents", "300", "--seed", "1")
    expect("topic-k-fold" in run(f"{work}/example/novel_topics", f"{work}/corpus.jsonl", "naive-bayes"), "the example")


parts = {"tables": tables, "root": in_empty_root, "network": network, "container": container, "packages": packages}
if what == "root":
    need_namespaces()
parts[what]()
