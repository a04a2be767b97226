-- count-down: counts one id down at a latch, or tells how many are left.
-- KEYS[1] latch, [2] who waits for it; ARGV[1] count; [2] ms for which it is kept from now on; [3] the id, or '' to count none
-- Reply {left, counted}: how many ids have still to come; 1 if this one counted now, else 0; {-1, count} another count stands
-- Invariant: as that of the latch. All that fails leaves the count as it was.
local keep = ARGV[2]
local stored, remaining, open = state(tonumber(ARGV[1]))
if stored and stored ~= tonumber(ARGV[1]) then
  return {-1, stored}
end
if ARGV[3] == '' or open then
  redis.call('PEXPIRE', LOCK, keep)
  return {remaining, 0}
end
if not stored then
  redis.call('HSET', LOCK, 'count', ARGV[1])
end
local counted = redis.call('HSET', LOCK, 'n:' .. ARGV[3], '')
remaining = remaining - counted
if remaining == 0 then
  redis.call('DEL', LOCK)
  redis.call('HSET', LOCK, 'count', ARGV[1], 'open', '')
end
redis.call('PEXPIRE', LOCK, keep)
if remaining == 0 and redis.call('EXISTS', WAITING) == 1 then
  call_shared()
end
return {remaining, counted}
