"""Checks that the downloads of `standfast pull` and of huggingface_hub are equal, both ways, against a hub on
this machine.

    python3 hub_cache_check.py STANDFAST FOLDER_OF_A_MODEL

Needs huggingface_hub (checked with 0.36.2) and hub_server.py beside it. Ends with 1 where anything differs.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import hub_server

MODEL = "sentence-transformers/trial"
PYTHON = """
import json, sys
import huggingface_hub as hub
model, commit, download = sys.argv[1], sys.argv[2], sys.argv[3] == "download"
patterns = ["*.json", "*.txt", "model.safetensors", "*/config.json"]
folder = hub.snapshot_download(model, local_files_only=not download, allow_patterns=patterns)
info = hub.scan_cache_dir()
print(json.dumps({
    "folder": folder,
    "config": str(hub.try_to_load_from_cache(model, "config.json")),
    "pooling": str(hub.try_to_load_from_cache(model, "1_Pooling/config.json", revision=commit)),
    "weights": hub.hf_hub_download(model, "model.safetensors"),
    "warnings": [str(w) for w in info.warnings],
    "repos": [[r.repo_id, sorted(r.refs), r.size_on_disk] for r in info.repos]}))
"""


def run(words, environment):
    done = subprocess.run(words, env=os.environ | environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{words[:3]} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def need(holds, what):
    print("ok  " if holds else "NOT ", what)
    need.failed = need.failed or not holds


need.failed = False


def tree(root):
    """Returns the files and links of a cache, without its locks."""
    return {str(p.relative_to(root)): os.readlink(p) if p.is_symlink() else p.read_bytes()
            for p in sorted(root.rglob("*")) if (p.is_symlink() or p.is_file()) and ".locks" not in p.parts}


def python_reads_ours(standfast, source, hub, home, common):
    pulled = run([standfast, "pull", MODEL, "--json"], common | {"HF_HOME": home})
    need(pulled["commit"] == hub.commit, "the commit is the server's")
    offline = run([sys.executable, "-c", PYTHON, MODEL, hub.commit, "offline"],
                  common | {"HF_HOME": home, "HF_HUB_OFFLINE": "1"})
    folder = pulled["folder"]
    need(offline["folder"] == folder, "snapshot_download(local_files_only=True) finds our folder")
    need(offline["config"] == folder + "/config.json", "try_to_load_from_cache finds config.json by main")
    need(offline["pooling"] == folder + "/1_Pooling/config.json", "... and a nested file by commit")
    need(offline["weights"] == folder + "/model.safetensors", "hf_hub_download needs no network")
    need(offline["warnings"] == [], "scan_cache_dir has no warnings")
    need(offline["repos"] == [[MODEL, ["main"], pulled["bytes"]]], "scan_cache_dir counts the same bytes")
    for file in pulled["files"]:
        same = pathlib.Path(folder, file["name"]).read_bytes() == pathlib.Path(source, file["name"]).read_bytes()
        need(same, f"{file['name']} has the bytes of the source")


def we_read_pythons(standfast, hub, home, common):
    python = run([sys.executable, "-c", PYTHON, MODEL, hub.commit, "download"], common | {"HF_HOME": home})
    seen = run([standfast, "doctor", "--json"], {"HF_HOME": home})["models"]["cached"]
    need([[m["model"], m["commit"], m["refs"], m["whole"]] for m in seen] == [[MODEL, hub.commit, ["main"], True]],
         "doctor finds what Python downloaded")
    again = run([standfast, "pull", MODEL, "--json"], common | {"HF_HOME": home})
    need(again["downloaded"] == 0 and again["folder"] == python["folder"], "pull finds it and downloads nothing")


def main(standfast, source):
    hub, url = hub_server.serve(source, MODEL, cut=1 << 20)
    common = {"HF_ENDPOINT": url, "HF_TOKEN": "hf_trial", "HF_HUB_DISABLE_XET": "1"}
    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
        python_reads_ours(standfast, source, hub, ours, common)
        we_read_pythons(standfast, hub, theirs, common)
        here, there = tree(pathlib.Path(ours, "hub")), tree(pathlib.Path(theirs, "hub"))
        need(all(there.get(name) == content for name, content in here.items()),
             "each of our files and links is Python's too")
        print("     Python's patterns took besides:", sorted(set(there) - set(here)))
    sys.exit(1 if need.failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:3])
