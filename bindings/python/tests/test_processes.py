"""The engine in processes that were forked, and after work that was interrupted."""

import json
import multiprocessing
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import peskun


def work(number):
    chain = peskun.Model.named("three-point-pair").chain("mabmc")
    size = 40
    ring = peskun.Chain.of(lambda s, r: (s + r.choice([-1, 0, 1])) % size, range(size), [1] * size)
    return chain.matrix, chain.lambda2, ring.stationary[number], bool(ring.reversible)


def printed(code):
    """What a process prints that has this file's names."""
    head = "import sys; sys.path.insert(0, sys.argv[1]); from test_processes import work\n"
    command = [sys.executable, "-W", "ignore", "-c", head + code, str(Path(__file__).parent)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    return run.stdout.strip()


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_forked_processes():
    code = """
import json
import multiprocessing
work(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(work, range(3)))
"""
    assert printed(code) == str([work(number) for number in range(3)])


def test_work_after_an_interrupt():
    """What was interrupted goes on in the background, and is in nobody's way."""
    code = """
import signal, threading, peskun
for _ in range(3):
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    try:
        peskun.ledger()
    except KeyboardInterrupt:
        print(work(0)[3])
"""
    assert printed(code).split() == ["True"] * 3


def test_the_live_page_answers_from_the_package():
    """A question is answered by a process of its own, which is the package again."""
    command = [sys.executable, "-m", "peskun", "explore", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            address = server.stdout.readline().split()[0]
            question = {"page": "1", "part": "rule", "model": "bernoulli-pair", "rule": "max-draws"}
            request = urllib.request.Request(
                f"{address}answer",
                data=json.dumps(question).encode(),
                headers={"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=60) as response:
                answer = json.load(response)
        finally:
            server.kill()
    assert answer["status"] == 1 and answer["answer"]["verdict"] == "invalid", answer
