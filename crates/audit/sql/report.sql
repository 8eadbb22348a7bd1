-- The report of an audit, over its Parquet parts: plain SQL that DuckDB and Spark both take.
-- Tables: games and findings, as docs/audit.md describes them; a game is known by its source and first byte, in this order it was read.
-- Each query ends with a semicolon; its name stands before it.

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

-- A game is irregular when something was found in it, or when it stood before.
-- name: irregular
SELECT count(*) AS irregular
FROM games g
LEFT JOIN (SELECT DISTINCT source, byte FROM findings) f ON f.source = g.source AND f.byte = g.byte
LEFT JOIN (
  SELECT source, byte
  FROM (SELECT source, byte, row_number() OVER (PARTITION BY hash ORDER BY source, byte) AS place FROM games WHERE plies > 0) AS placed
  WHERE place > 1
) d ON d.source = g.source AND d.byte = g.byte
WHERE f.source IS NOT NULL OR d.source IS NOT NULL;

-- name: damaged
SELECT count(*) AS damaged FROM (SELECT DISTINCT source, byte FROM findings WHERE kind = 'damaged') AS places;

-- Games of which the codes do not all say the same: something was found under some of the codes and not under others.
-- name: differ
SELECT count(*) AS games
FROM (
  SELECT DISTINCT source, byte
  FROM (
    SELECT g.source, g.byte, f.ply, f.kind, f.detail
    FROM findings f
    JOIN games g ON g.source = f.source AND g.byte = f.byte
    WHERE f.code IS NOT NULL
    GROUP BY g.source, g.byte, g.codes, f.ply, f.kind, f.detail
    HAVING count(DISTINCT f.code) < length(g.codes) - length(replace(g.codes, ' ', '')) - 1
  ) AS not_by_all
) AS differing;

-- The same, for each two codes.
-- name: between
WITH named AS (
  SELECT 'xxv' AS code, 1 AS place UNION ALL SELECT 'bca-1862', 2 UNION ALL SELECT 'bcc-1896', 3
  UNION ALL SELECT 'bcc-1899', 4 UNION ALL SELECT 'fide-1931', 5 UNION ALL SELECT 'fide-2023', 6
),
asked AS (
  SELECT DISTINCT n.code, n.place FROM named n JOIN (SELECT DISTINCT codes FROM games) g ON g.codes LIKE concat('% ', n.code, ' %')
),
pairs AS (
  SELECT a.code AS one, b.code AS other, a.place AS one_place, b.place AS other_place
  FROM asked a JOIN asked b ON a.place < b.place
),
under_one_only AS (
  SELECT p.one, p.other, f.source, f.byte
  FROM pairs p
  JOIN findings f ON f.code = p.one OR f.code = p.other
  JOIN games g ON g.source = f.source AND g.byte = f.byte
  GROUP BY p.one, p.other, f.source, f.byte, f.ply, f.kind, f.detail
  HAVING count(DISTINCT f.code) = 1
)
SELECT p.one, p.other, count(u.byte) AS games
FROM pairs p
LEFT JOIN (SELECT DISTINCT one, other, source, byte FROM under_one_only) u ON u.one = p.one AND u.other = p.other
GROUP BY p.one, p.other, p.one_place, p.other_place
ORDER BY p.one_place, p.other_place;

-- name: years
SELECT g.year, count(*) AS games, sum(CASE WHEN f.source IS NULL AND d.source IS NULL THEN 0 ELSE 1 END) AS irregular
FROM games g
LEFT JOIN (SELECT DISTINCT source, byte FROM findings) f ON f.source = g.source AND f.byte = g.byte
LEFT JOIN (
  SELECT source, byte
  FROM (SELECT source, byte, row_number() OVER (PARTITION BY hash ORDER BY source, byte) AS place FROM games WHERE plies > 0) AS placed
  WHERE place > 1
) d ON d.source = g.source AND d.byte = g.byte
WHERE g.year IS NOT NULL
GROUP BY g.year
ORDER BY g.year;

-- Ten thousand events are counted apart, in the order in which they were met; further ones are counted together.
-- name: events
WITH firsts AS (
  SELECT event, source, byte, row_number() OVER (PARTITION BY event ORDER BY source, byte) AS turn FROM games
),
placed AS (
  SELECT event, row_number() OVER (ORDER BY source, byte) AS place FROM firsts WHERE turn = 1
),
named AS (
  SELECT event, CASE WHEN place <= 10000 THEN event ELSE '(further events)' END AS name FROM placed
)
SELECT n.name, count(*) AS games, sum(CASE WHEN f.source IS NULL AND d.source IS NULL THEN 0 ELSE 1 END) AS irregular
FROM games g
JOIN named n ON n.event = g.event
LEFT JOIN (SELECT DISTINCT source, byte FROM findings) f ON f.source = g.source AND f.byte = g.byte
LEFT JOIN (
  SELECT source, byte
  FROM (SELECT source, byte, row_number() OVER (PARTITION BY hash ORDER BY source, byte) AS place FROM games WHERE plies > 0) AS placed
  WHERE place > 1
) d ON d.source = g.source AND d.byte = g.byte
GROUP BY n.name
ORDER BY n.name;
