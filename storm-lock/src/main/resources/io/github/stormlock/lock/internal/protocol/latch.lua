-- latch: opens once a number of different ids have counted down, and never closes again. The lock key holds a hash: the
-- count; a field n:<id> for each id; once it is open, the count and the field open alone. A token tells the count and how
-- long the latch is kept: storm-lock:<mode>:<factory>:<caller>.l<acquisition>.<count>.<milliseconds>:<step>.
--
-- To wait for the latch is to try to take it. A client that finds it open has it, and nothing to give back.
--
-- Invariant: the number of ids only rises, and a copy of a count-down counts once. A latch that is absent is not open:
-- one that was lost lets nobody in.
calls_waiters = true

-- Returns the count that is stored, how many ids have still to come, and whether the latch is open.
local function state(count)
  local stored = redis.call('HMGET', LOCK, 'count', 'open')
  if stored[2] then
    return tonumber(stored[1]), 0, true
  end
  return tonumber(stored[1]), stored[1] and stored[1] + 1 - redis.call('HLEN', LOCK) or count, false
end

local function take(token)
  local count, keep = string.match(token, '%.(%d+)%.(%d+):%d+$')
  local stored = redis.pcall('TYPE', LOCK).ok
  if stored ~= 'hash' and stored ~= 'none' then
    return nil, 'FOREIGN ' .. stored .. ' ' .. LOCK
  end
  local _, left, open = state(tonumber(count))
  redis.call('PEXPIRE', LOCK, keep)
  if not open then
    return 'storm-lock:latch:' .. left
  end
end

local function holder()
  return false
end

local function left()
  return redis.call('PTTL', LOCK)
end

local function pass_on() end

local function quit() end

