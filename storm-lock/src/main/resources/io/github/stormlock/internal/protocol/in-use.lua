-- in-use: tells how many permits are in use.
-- KEYS[1] permits, [2] who waits for them; no ARGV
-- Reply the number; an error FOREIGN, type and key, if there is something else than permits
-- Invariant: permits whose lease is over are not counted.
local refused = purge(exact_ms())
if refused then
  return redis.error_reply(refused)
end
return redis.call('ZCARD', LOCK)
