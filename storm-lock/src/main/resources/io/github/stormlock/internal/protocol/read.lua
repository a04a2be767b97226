-- read: the read side of a read-write lock. The write side is the mutex, on the same lock key.
--
-- While readers hold the lock, its key holds a marker, so that clients that use SET NX PX are kept out. A sorted set
-- holds the readers, each by the part that its tokens have in common, scored by the end of its lease in milliseconds of
-- the server's clock. The marker lives as long as the longest of these leases.
-- KEYS[3] the readers
--
-- Invariant: a reader holds the lock if the marker stands and its own lease runs. No writer's token stands beside.
--
-- A reader does not pass a writer that waits: it is refused. When the writer ends, the door opens: the lock key holds
-- another value for a moment, and all readers that came before are called. The first of them that comes clears what is
-- left of earlier readers and sets the marker; the others join, past the writers that wait. If the door and the marker
-- were one value, a reader that had lost its lease meanwhile would be back with its next renewal.
local READERS = KEYS[3]
readers_next, calls_waiters = false, true

-- Returns for how many milliseconds the longest lease of a reader still runs; nil if none does.
local function longest_left(now)
  redis.call('ZREMRANGEBYSCORE', READERS, '-inf', now)
  local last = redis.call('ZRANGE', READERS, -1, -1, 'WITHSCORES')
  return last[2] and math.ceil(last[2] - now)
end

-- Lets the marker live as long as the longest lease.
local function mark(now)
  local left = longest_left(now)
  if left then
    put(MARKER, left)
    redis.call('PEXPIRE', READERS, left)
  end
  return left
end

local function stands(token)
  local ends = holder() == MARKER and redis.call('ZSCORE', READERS, acquisition_of(token))
  return ends and tonumber(ends) > exact_ms()
end

local function prolong(token, ms)
  local now = exact_ms()
  redis.call('ZADD', READERS, string.format('%.3f', now + ms), acquisition_of(token))
  mark(now)
  return 1
end

-- Returns true if the caller came before the door was opened last. A clock that was set back must not keep it open.
local function was_called(now)
  local opened = redis.call('ZSCORE', WAITING, 'door')
  return opened and -opened <= now and now - 10000 + ARGV[4] <= -opened
end

local function take(token, lease)
  local standing, now = holder(), exact_ms()
  local together = standing == MARKER or standing == DOOR
  if standing and not together then
    return standing
  end
  -- A copy of a try that was granted comes past the writers that wait, as the first one came.
  local own = standing == MARKER and redis.call('ZSCORE', READERS, acquisition_of(token))
  if not own and redis.call('EXISTS', WAITING) == 1 and first(now) and not (together and was_called(now)) then
    return standing or PASSED_ON, nil, not standing
  end
  if standing ~= MARKER then
    local cleared = redis.pcall('DEL', READERS)
    if type(cleared) == 'table' then
      return nil, cleared.err
    end
  end
  local joined = redis.pcall('ZADD', READERS, string.format('%.3f', now + lease), acquisition_of(token))
  if type(joined) == 'table' then
    return nil, joined.err
  end
  if not standing then
    put(MARKER, lease)
    redis.call('PEXPIRE', READERS, lease)
  else
    mark(now)
  end
end

-- Lets the next one in once no reader is left. The highest answer tells that others still read.
local function leave(now)
  if holder() == MARKER then
    return mark(now) and 5 or hand_over()
  end
end

local function give_back(token)
  local stood = stands(token)
  redis.call('ZREM', READERS, acquisition_of(token))
  local handover = leave(exact_ms())
  return stood and handover or nil
end

local quit_wait = quit
local function quit(token)
  if redis.call('ZREM', READERS, acquisition_of(token)) == 1 then
    return leave(exact_ms())
  end
  return quit_wait(token)
end

