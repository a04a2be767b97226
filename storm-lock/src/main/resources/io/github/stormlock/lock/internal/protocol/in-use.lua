-- in-use: tells how many permits are in use.
-- KEYS[1] permits, [2] who waits for them; no ARGV
-- Reply the number
-- Invariant: permits whose lease is over are not counted.
purge(exact_ms())
return redis.call('ZCARD', LOCK)
