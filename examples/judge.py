"""One incident before every code: `python examples/judge.py [RECORD]`, after `pip install ./bindings/python`."""

import pathlib
import sys

import jadoube

path = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "incident.jsonl"
for code, trial in jadoube.judge(pathlib.Path(path)).items():
    print(code)
    for ruling in trial.states[-1].rulings:
        print(f"  {ruling.text}  {ruling.clause}")
    for option in trial.states[-1].options:
        print(f"  {option.party} may: {option.text}  {option.clause}")
