-- latch: opens once a number of different ids have counted down, and never closes again. The lock key holds a hash: the
-- count; a field n:<id> for each id; once it is open, the field open. The ids go then, unless there are more than a
-- thousand. A token tells the count and how long the latch is kept: storm-lock:<mode>:<factory>:<caller>.l<acquisition>.<count>.<milliseconds>:<step>.
--
-- To wait for the latch is to try to take it. A client that finds it open has it, and nothing to give back.
--
-- Invariant: the number of ids only rises, and a copy of a count-down counts once. A latch that is absent is not open:
-- one that was lost lets nobody in.
calls_waiters = true

-- Returns the count that is stored, how many ids have still to come, and whether the latch is open; or nil, and last the
-- error, if the server refuses or another program has put something there.
local function state(count)
  local stored = redis.pcall('HMGET', LOCK, 'count', 'open')
  local known = not stored.err and tonumber(stored[1])
  if not known then
    local found = redis.call('TYPE', LOCK).ok
    if found == 'none' and not stored.err then
      return nil, count, false
    end
    local refused = (found == 'hash' or found == 'none') and stored.err
    return nil, nil, nil, refused or 'FOREIGN ' .. found .. ' ' .. LOCK
  end
  return known, stored[2] and 0 or known + 1 - redis.call('HLEN', LOCK), stored[2] and true
end

-- Keeps the latch for so many milliseconds from now on at least: a sixteenth longer, so that most calls need not prolong
-- it. If another client keeps it longer, that stands.
local function keep_for(ms)
  if redis.call('PTTL', LOCK) < tonumber(ms) then
    redis.call('PEXPIRE', LOCK, ms + math.floor(ms / 16))
  end
end

-- Removes the ids of an open latch, which nobody needs. Those of a larger latch stay until it expires.
local function forget_ids(count)
  if count <= 1000 then
    local fields, ids = redis.call('HGETALL', LOCK), {}
    for i = 1, #fields, 2 do
      if string.sub(fields[i], 1, 2) == 'n:' then
        ids[#ids + 1] = fields[i]
      end
    end
    -- If that fails, the latch is open all the same.
    redis.pcall('HDEL', LOCK, unpack(ids))
  end
end

local function take(token)
  local count, keep = string.match(token, '%.(%d+)%.(%d+):%d+$')
  local stored, left, open, refused = state(tonumber(count))
  if refused then
    return nil, refused
  end
  if stored and stored ~= tonumber(count) then
    return nil, string.format('COUNT %.0f %s', stored, count)
  end
  keep_for(keep)
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

