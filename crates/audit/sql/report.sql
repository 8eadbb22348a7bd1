-- The report of an audit, over its Parquet parts: plain SQL that DuckDB and Spark both take.
-- Tables: games and findings, as docs/audit.md describes them. Each query ends with a semicolon; its name stands before it.

-- name: totals
SELECT count(*) AS games, coalesce(sum(plies), 0) AS plies FROM games;

-- name: starts
SELECT start, count(*) AS games FROM games GROUP BY start ORDER BY start;

-- name: findings
SELECT coalesce(code, '-') AS code, concat_ws(' ', kind, detail) AS finding, count(*) AS number
FROM findings
GROUP BY coalesce(code, '-'), concat_ws(' ', kind, detail)
ORDER BY 1, 2;

-- name: duplicates
SELECT coalesce(sum(number - 1), 0) AS duplicates
FROM (SELECT hash, count(*) AS number FROM games WHERE plies > 0 GROUP BY hash HAVING count(*) > 1) AS again;

-- name: years
SELECT g.year, count(*) AS games, sum(CASE WHEN f.file IS NULL AND d.file IS NULL THEN 0 ELSE 1 END) AS irregular
FROM games g
LEFT JOIN (SELECT DISTINCT file, byte FROM findings) f ON f.file = g.file AND f.byte = g.byte
LEFT JOIN (
  SELECT file, byte
  FROM (SELECT file, byte, row_number() OVER (PARTITION BY hash ORDER BY file, byte) AS place FROM games WHERE plies > 0) AS placed
  WHERE place > 1
) d ON d.file = g.file AND d.byte = g.byte
WHERE g.year IS NOT NULL
GROUP BY g.year
ORDER BY g.year;
