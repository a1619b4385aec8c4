#!/usr/bin/env python3
"""Tests the library as others use it: library.py SOURCE BUILD installed|subproject

installed   a prefix that `cmake --install BUILD` makes, moved elsewhere: the example finds it, and tells as many authors
            apart as the program does
headers     all installed headers compile, with what the package says and nothing else
subproject  the example with the source tree as its folder: compiles the library, and must leave the example's own flags
            as they are
"""
import json
import os
import re
import subprocess
import sys
import tempfile

source, build, what = sys.argv[1:]
program = os.path.join(build, "standfast")
temporary = tempfile.TemporaryDirectory(prefix="standfast-library-")
work = temporary.name
# The subproject takes minutes to compile, so its build folder is kept.
built = f"{build}/subproject" if what == "subproject" else f"{work}/example"


def run(*words, **more):
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stdout[-4000:]}\nfailed with {done.returncode}")
    return done.stdout


def expect(truth, message):
    if not truth:
        sys.exit(f"{what}: {message}")


def installed_prefix():
    run("cmake", "--install", build, "--prefix", f"{work}/first", "--component", "dev")
    os.rename(f"{work}/first", f"{work}/prefix")  # a prefix may move
    for folder, _, files in os.walk(f"{work}/prefix"):
        for name in files:
            if name.endswith(".cmake"):
                text = open(os.path.join(folder, name)).read()
                for path in (source, build, f"{work}/first"):
                    expect(path not in text, f"{name} names {path}")
    return f"{work}/prefix"


def example(*how):
    run("cmake", "-G", "Ninja", "-S", f"{source}/examples/cpp", "-B", built, "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *how)
    run("cmake", "--build", built)


def rows_of(ranges):
    for item in ranges:
        first, _, last = str(item).partition("-")
        yield from range(int(first), int(last or first) + 1)


def right_answers_of_program(corpus, model):
    """Counts the right answers as the example does, with the commands split, train and predict."""
    documents = open(corpus).read().splitlines()
    run(program, "split", corpus, "--method", "topic-k-fold", "--set", "folds=5", "--seed", "1", "--out",
        f"{work}/splits.json")
    right = 0
    for fold in json.load(open(f"{work}/splits.json"))["folds"]:
        for side in ("train", "test"):
            with open(f"{work}/{side}.jsonl", "w") as out:
                out.writelines(documents[row] + "\n" for row in rows_of(fold[side]))
        run(program, "train", f"{work}/train.jsonl", "--model", model, "--target", "author", "--seed", "1", "--out",
            f"{work}/model")
        run(program, "predict", f"{work}/model", f"{work}/test.jsonl", "--out", f"{work}/answers.jsonl")
        truth = {d["id"]: d["author"] for d in map(json.loads, open(f"{work}/test.jsonl"))}
        right += sum(truth[a["id"]] == a["predicted"] for a in map(json.loads, open(f"{work}/answers.jsonl")))
    return right


def check_example():
    corpus = f"{work}/corpus.jsonl"
    run(program, "synth", "--documents", "900", "--authors", "12", "--seed", "3", "--out", corpus)
    out = run(f"{built}/novel_topics", corpus, "naive-bayes")
    found = dict(re.findall(r"^(\S+) +accuracy .* \((\d+) of 900\)$", out, re.MULTILINE))
    expect(set(found) == {"k-fold", "topic-k-fold"}, f"the example says\n{out}")
    expect(int(found["topic-k-fold"]) == right_answers_of_program(corpus, "naive-bayes") > 0,
           f"the program does not count the right answers that the example counts:\n{out}")
    wrong = subprocess.run([f"{built}/novel_topics", corpus, "naive-bays"], text=True, capture_output=True)
    expect(wrong.returncode == 2 and 'did you mean "naive-bayes"' in wrong.stderr, wrong.stderr)


def check_headers(prefix):
    headers = [os.path.relpath(os.path.join(folder, name), f"{prefix}/include")
               for folder, _, files in os.walk(f"{prefix}/include") for name in files]
    expect("standfast/version.h" in headers and len(headers) > 300, f"{len(headers)} headers")
    open(f"{work}/all.cc", "w").writelines(f"#include <{header}>\n" for header in sorted(headers))
    command = json.load(open(f"{built}/compile_commands.json"))[0]["command"].split()
    flags = [word for word in command if re.match("-[ID]|-isystem|-std|/", word)]
    run(*[word for word in flags if not word.endswith("main.cc")], "-E", "-o", "/dev/null", f"{work}/all.cc")


if what == "installed":
    expect(not re.search(r"\bhypot", run("nm", "-D", "--undefined-only", program)),
           "the program asks for hypot, and so for glibc 2.35 (num/kernel/portable_math.h)")
    prefix = installed_prefix()
    example(f"-DCMAKE_PREFIX_PATH={prefix}")
    check_headers(prefix)
    check_example()
elif what == "subproject":
    example(f"-DSTANDFAST_SOURCE={source}")
    commands = {c["file"]: c["command"] for c in json.load(open(f"{built}/compile_commands.json"))}
    own = commands[f"{source}/examples/cpp/main.cc"]
    for flag in ("-march", "-ffp-contract", "-fstack", "-Werror", "ccache"):
        expect(flag not in own, f"the example is compiled with {flag}: {own}")
    expect(not any("/cli/" in file or "/tests/" in file for file in commands), "it compiles more than the library")
    check_example()
else:
    sys.exit(__doc__)
