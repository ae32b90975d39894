"""Jobs, those who do them, and how they are timed.

A contender's run happens in a process of its own, forked from this one, so that a
peer that takes too long can be ended. The time is taken inside that process, around
the job alone: a peer's interpreter has started and its imports are done. Beside the
time on the clock stands that of the processor, over all threads and child processes,
which says more on a machine that is busy.
"""

import multiprocessing
import resource
import statistics
import time
from dataclasses import dataclass, field
from typing import Any, Callable

OURS = "peskun"


@dataclass
class Contender:
    """One side: a package by its name, and how it does the job."""

    package: str
    way: str
    run: Callable[[], Any]
    # What is done once and is not timed: compiling, mostly.
    prepare: Callable[[], Any] = lambda: None
    # A contender that times itself returns (seconds, answer).
    timed: bool = False


@dataclass
class Job:
    """The same question for everybody. `same(ours, theirs)` compares the answers and
    says how they agree, or nothing if they do not."""

    name: str
    ours: Contender
    peers: list[Contender]
    same: Callable[[Any, Any], str | None]


@dataclass
class Result:
    """What a contender needed, and how its answer compares."""

    job: str
    package: str
    way: str
    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    agreement: str | None = None
    problem: str | None = None

    @property
    def median(self) -> float | None:
        return statistics.median(self.seconds) if self.seconds else None

    @property
    def median_processor(self) -> float | None:
        return statistics.median(self.processor) if self.processor else None


def _processor() -> float:
    """Seconds of processor time so far, of this process and its ended children."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    usages = [resource.getrusage(who) for who in whose]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _child(contender: Contender, pipe) -> None:
    try:
        contender.prepare()
        before, start = _processor(), time.perf_counter()
        answer = contender.run()
        seconds, processor = time.perf_counter() - start, _processor() - before
        if contender.timed:
            (seconds, answer), processor = answer, None
        pipe.send((seconds, processor, answer, None))
    except BaseException as error:  # Whatever happens is told in the table.
        pipe.send((None, None, None, f"{type(error).__name__}: {error}"[:200]))


def once(contender: Contender, limit: float):
    """Seconds on the clock and of the processor, answer and problem of one run."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(contender, theirs))
    process.start()
    theirs.close()
    try:
        if not ours.poll(limit):
            return None, None, None, f"not done in {limit:.0f} s"
        return ours.recv()
    except EOFError:
        return None, None, None, "ended without an answer"
    finally:
        process.terminate()
        process.join()


def compete(job: Job, rounds: int, limit: float, say=print) -> list[Result]:
    """All sides in turn, round by round. Who needs more than a tenth of the limit is
    not asked again."""
    sides = [job.ours, *job.peers]
    results = [Result(job.name, side.package, side.way) for side in sides]
    first = None
    for number in range(rounds):
        for side, result in zip(sides, results):
            slow = result.seconds and result.seconds[0] > limit / 10
            if result.problem or slow:
                continue
            seconds, processor, answer, result.problem = once(side, limit)
            if result.problem:
                say(f"  {side.package}: {result.problem}")
                continue
            result.seconds.append(seconds)
            result.processor += [] if processor is None else [processor]
            if number:
                continue
            if side is job.ours:
                first = answer
                result.agreement = ""
            elif first is not None:
                result.agreement = job.same(first, answer)
                if result.agreement is None:
                    result.problem = "ANOTHER ANSWER"
            shown = result.agreement or result.problem or ""
            say(f"  {side.package} ({side.way}): {seconds:.4f} s {shown}")
    return results


def equal(ours, theirs) -> str | None:
    """Fractions, written in lowest terms."""
    return "equal fractions" if ours == theirs else None
