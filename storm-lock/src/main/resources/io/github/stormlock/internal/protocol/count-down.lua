-- count-down: counts one id down at a latch, or tells how many are left.
-- KEYS[1] latch, [2] who waits for it; ARGV[1] count; [2] ms for which it is kept from now on; [3] the id, or '' to count none
-- Reply {left, counted}: how many ids have still to come; 1 if this one counted now, else 0; an error COUNT and both
-- counts, if another count stands; an error FOREIGN, type and key, if there is something else than a latch
-- Invariant: as that of the latch. All that fails leaves the count as it was.
local keep = ARGV[2]
local stored, remaining, open, refused = state(tonumber(ARGV[1]))
if refused then
  return redis.error_reply(refused)
end
if stored and stored ~= tonumber(ARGV[1]) then
  return redis.error_reply(string.format('COUNT %.0f %s', stored, ARGV[1]))
end
if ARGV[3] == '' or open then
  keep_for(keep)
  return {remaining, 0}
end
if not stored then
  redis.call('HSET', LOCK, 'count', ARGV[1])
end
local counted = redis.call('HSET', LOCK, 'n:' .. ARGV[3], '')
remaining = remaining - counted
if remaining == 0 then
  -- The key stands at every moment: while its slot is moved, Redis refuses to make a key again that was removed.
  redis.call('HSET', LOCK, 'open', '')
  forget_ids(tonumber(ARGV[1]))
end
keep_for(keep)
if remaining == 0 and redis.call('EXISTS', WAITING) == 1 then
  -- If that fails, the waiters find out by themselves. The answer must not get lost.
  pcall(call_shared)
end
return {remaining, counted}
