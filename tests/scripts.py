"""Runs the scripts of the pages by Node, as a page would: the module's functions on JSON."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.product import ROOT

NODE = Path(sys.executable).with_name("node")
STATIC = ROOT / "games" / "static" / "games"


def answer(module: str, body: str, *given: Any) -> Any:
    """What the body of a function of (module, ...given) returns."""
    script = f"""
        const module = await import({json.dumps((STATIC / module).as_uri())});
        const given = JSON.parse(await new Response(process.stdin).text());
        const answer = await (async (module, given) => {{ {body} }})(module, given);
        process.stdout.write(JSON.stringify(answer));
    """
    command = [str(NODE), "--input-type=module", "--eval", script]
    run = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
