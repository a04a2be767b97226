-- order: tells the waiter whose turn it is. Part of the scripts of kinds that serve in the order of arrival.
-- ARGV as acquire takes them
-- Invariant: of waiters whose factories live, none goes before one that came earlier.

-- Returns true if nobody who lives came before the caller. A caller that has lost its note, as by a gift that it did not
-- hear of, is judged by the time when it came. Nobody is noted where another program has put something else.
local function goes_first(now)
  if redis.call('TYPE', WAITING).ok ~= 'zset' then
    return true
  end
  local note = first(now)
  return not note or note == ARGV[5] or now + ARGV[4] < tonumber(redis.call('ZSCORE', WAITING, note))
end

