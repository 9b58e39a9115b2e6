"""requirements.lock from what pip would install: `make lock`. Each package by its version and the sha256 of its file.

pip's report is read from standard input. It names the files that fit this platform and come from the registry that pip
asks here, so the lock is made where the image is made, and not shipped: other files of a version have other sums.
"""

import json
import re
import sys
from typing import Any

HEAD = "# Made by `make lock` for {platform}; deploy/Containerfile installs these files and no others."


def locked(report: dict[str, Any]) -> list[str]:
    """A line for each package of a pip report but the project itself, in the order of their names; ValueError naming
    those whose file has no sum."""
    found, without = {}, []
    for each in report["install"]:
        told, source = each["metadata"], each["download_info"]
        if "dir_info" in source:
            continue
        name = re.sub(r"[-_.]+", "-", told["name"]).lower()
        sum_ = source.get("archive_info", {}).get("hashes", {}).get("sha256")
        if sum_ is None:
            without.append(name)
            continue
        found[name] = f"{name}=={told['version'].partition('+')[0]} --hash=sha256:{sum_}"
    if without:
        raise ValueError(f"no sha256 is known of {', '.join(sorted(without))}")
    return [found[name] for name in sorted(found)]


if __name__ == "__main__":
    told = json.load(sys.stdin)
    where = told["environment"]
    platform = f"Python {where['python_version']} on {where['sys_platform']} {where['platform_machine']}"
    print("\n".join([HEAD.format(platform=platform), *locked(told)]))
