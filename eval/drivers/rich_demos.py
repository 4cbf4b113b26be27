"""Runs the demos that stand in rich's own modules, `if __name__ == "__main__"`, one after the other."""

import contextlib
import io
import pkgutil
import runpy
import signal
import sys
import time
import warnings
from collections import Counter

import rich

LIMIT = 6  # seconds; the demo of progress bars has no end
HERE = rich.__file__
ARGUMENTS = {"rich.markdown": ["README.md"], "rich.syntax": [HERE]}


ended: Counter[str] = Counter()


def main() -> None:
    warnings.simplefilter("ignore")
    profile = sys.getprofile()
    sleep = time.sleep
    time.sleep = lambda seconds: sleep(min(float(seconds), 0.001))
    signal.signal(signal.SIGALRM, stop)
    for name in sorted(each.name for each in pkgutil.walk_packages(rich.__path__, "rich.")):
        if name != "rich.__main__":
            demo(name, ARGUMENTS.get(name, []))
            sys.setprofile(profile)  # Python drops it if the alarm rings inside of it
    demo("rich.__main__", [])
    print(f"{ended.total()} demos:", ", ".join(f"{count} {how}" for how, count in sorted(ended.items())))


def demo(name: str, arguments: list[str]) -> None:
    sys.argv = [name, *arguments]
    how = "ended"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            signal.alarm(LIMIT)
            runpy.run_module(name, run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:
        how = "stopped"
    except SystemExit as exit:
        how = "failed" if exit.code else "ended"
    except BaseException as error:
        how = "failed"
        print(f"{name}: {error!r}", file=sys.stderr)
    finally:
        signal.alarm(0)
    ended[how] += 1


def stop(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
