"""Runs the report's SQL over the Parquet parts of an audit and compares every number with the audit's own summary.

usage: report.py FOLDER [--spark]      (needs the Python package duckdb, or pyspark and a Java runtime)
"""
import json
import pathlib
import re
import sys

QUERY = re.compile(r"-- name: (\w+)\n(.*?);", re.S)


def queries():
    text = (pathlib.Path(__file__).parent.parent / "sql" / "report.sql").read_text(encoding="utf-8")
    return dict(QUERY.findall(text))


def with_duckdb(folder):
    import duckdb

    base = duckdb.connect()
    for table in ("games", "findings"):
        base.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{folder}/{table}/*.parquet')")
    return lambda sql: base.execute(sql).fetchall()


def with_spark(folder):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    for table in ("games", "findings"):
        spark.read.parquet(f"{folder}/{table}").createOrReplaceTempView(table)
    return lambda sql: [tuple(row) for row in spark.sql(sql).collect()]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--spark"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    folder = arguments[0]
    ask = with_spark(folder) if "--spark" in sys.argv else with_duckdb(folder)
    answers = {name: ask(sql) for name, sql in queries().items()}
    summary = json.loads((pathlib.Path(folder) / "summary.json").read_text(encoding="utf-8"))
    found = {
        (code, kind): number
        for code, kinds in summary["codes"].items()
        for kind, number in kinds.items()
        if kind != "duplicate"
    }
    compared = {
        "totals": [(summary["games"], summary["plies"])],
        "starts": sorted(summary["starts"].items()),
        "findings": sorted((code, kind, number) for (code, kind), number in found.items()),
        "duplicates": [(summary["duplicates"],)],
        "irregular": [(summary["irregular"],)],
        "damaged": [(summary["damaged"],)],
        "differ": [(summary["differ"],)],
        "between": sorted((one, other, games) for one, others in summary["between"].items() for other, games in others.items()),
        "years": sorted((int(year), of["games"], of["irregular"]) for year, of in summary["years"].items()),
        "events": sorted((event, of["games"], of["irregular"]) for event, of in summary["events"].items()),
    }
    if set(compared) != set(answers):
        sys.exit(f"not compared: {set(compared) ^ set(answers)}")
    # Engines order text each in their own way.
    answers = {name: sorted(tuple(map(plain, row)) for row in rows) for name, rows in answers.items()}
    wrong = [name for name, rows in compared.items() if answers[name] != rows]
    for name in wrong:
        print(f"{name}: the SQL says {answers[name]}, the summary {compared[name]}")
    print(f"{len(compared) - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


def plain(value):
    """A number as Python's own, whatever the engine calls it."""
    return value if isinstance(value, str) else int(value)


if __name__ == "__main__":
    main()
