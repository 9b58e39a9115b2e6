"""What is installed beside Headjudge, as a CycloneDX 1.5 list on standard output: `make sbom`.

Each package with its version, licence and address, as its own metadata tell them, in the order of their names.
"""

import json
import re
import sys
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from typing import Any


def component(package: Distribution) -> dict[str, Any]:
    """One package."""
    told = package.metadata
    name = re.sub(r"[-_.]+", "-", told["Name"]).lower()
    licence = (
        told.get("License-Expression") or (told.get("License") or "").strip().splitlines()[:1] or _classified(package)
    )
    found = {"type": "library", "name": name, "version": package.version, "purl": f"pkg:pypi/{name}@{package.version}"}
    shown = licence if isinstance(licence, str) else ", ".join(licence)
    return found | ({"licenses": [{"license": {"name": shown[:200]}}]} if shown else {})


def _classified(package: Distribution) -> list[str]:
    """The licence by its classifiers."""
    return [each.rpartition(" :: ")[2] for each in package.metadata.get_all("Classifier") or () if "License" in each]


def bill(packages: list[Distribution]) -> dict[str, Any]:
    """The whole list, each package once."""
    parts = {each["purl"]: each for each in map(component, packages)}
    own = next(
        (each for each in parts.values() if each["name"] == "headjudge"), {"type": "application", "name": "headjudge"}
    )
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": {**own, "type": "application"},
        },
        "components": [parts[each] for each in sorted(parts) if parts[each]["name"] != "headjudge"],
    }


if __name__ == "__main__":
    json.dump(bill(list(distributions())), sys.stdout, indent=2, ensure_ascii=False)
    print()
