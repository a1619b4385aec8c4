# The peers of read_jsonl_bench: json and pandas read the same file, whose path is the argument.
# /usr/bin/python3 bench/peers/read_jsonl.py FILE.jsonl
import json
import os
import sys
import time

path = sys.argv[1]
size = os.path.getsize(path)


def report(name, read):
    start = time.process_time()
    documents = read()
    seconds = time.process_time() - start
    print(f"{name}: {documents} documents, {seconds:.2f} s, {size / seconds / 1e6:.0f} MB/s")


def by_json():
    with open(path, encoding="utf-8") as file:
        return len([json.loads(line) for line in file])


def by_pandas():
    import pandas
    return len(pandas.read_json(path, lines=True))


report("json.loads", by_json)
try:
    report("pandas", by_pandas)
except ImportError:
    print("pandas: not installed")
