-- announce: notes which worker tells of itself, and until when, by the server's clock. Answers 1 if somebody watches.
-- KEYS[1] the set of workers  KEYS[2] the key that stands while somebody watches
-- ARGV[1] the worker  ARGV[2] how many milliseconds what it tells lives; 0 if it leaves
-- Invariant: the set is gone when the last of them is.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lives = tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if lives == 0 then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return 0
end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + lives), ARGV[1])
if redis.call('PTTL', KEYS[1]) < lives then
  redis.call('PEXPIRE', KEYS[1], lives)
end
return redis.call('EXISTS', KEYS[2])
