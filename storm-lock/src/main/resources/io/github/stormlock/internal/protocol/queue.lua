-- queue: who waits for a lock. Part of every script that knows a lock.
--
-- KEYS for each lock the lock, and who waits for it: a sorted set of two kinds of members:
--     Positive scores are notes, by their places: 10 s after the waiter came, in milliseconds of the server's clock. A
--     place stays as it is.
--     Negative scores are times: 'since', from when on the lock has gone from hand to hand; 'seen:<factory>', when a factory whose waiters are noted last tried; 'stranger', when a holder that is not
--     ours was last met; 'opened' and 'until', the last window in which the lock is left free for clients that poll;
--     'shared' and 'shared:<mode>:<factory>', when waiters who can be let in together last tried, and those of one
--     factory; 'door', when readers were last let in together.
--
-- Waiters who can be let in together, such as readers, leave no notes: a message calls all those of one factory. So the
-- next one that waits for the lock alone always comes first among the notes, however many readers wait.
--
-- Invariant: a waiter whose factory was not seen for a second has no place; a note that stands keeps its place.
local WAITING = KEYS[2]
local GIFT_MS, ALIVE_MS, STRANGER_MS, TRIES, DROPS = 50, 1000, 60000, 16, 1000
local LONGEST_WINDOW_MS = 100
-- These stand in the lock key, or in its place in answers: no client holds it; readers hold it together; readers that
-- wait are coming in; it is passed on to a waiter that came before.
local LEFT_FREE, MARKER = 'storm-lock:left-free', 'storm-lock:readers'
local DOOR, PASSED_ON = 'storm-lock:door', 'storm-lock:passed-on'
-- A kind of lock whose waiters can be let in together sets this.
local calls_waiters = false

-- Turns to another lock of those that the script works on. All functions work on the lock that was turned to last.
local function turn_to(i)
  LOCK, WAITING = KEYS[2 * i - 1], KEYS[2 * i]
end

local function exact_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

local function now_ms()
  return math.floor(exact_ms())
end

-- Sends a message; returns true if somebody may have heard it. A cluster counts the receivers on one node only, so
-- there the count says nothing.
local function told(waiter, message)
  local mode, factory = string.match(waiter, '^storm%-lock:(%a):([^:]+):')
  if not factory then
    return false
  end
  -- A prefix of all keys and channels has neither 'lock:' nor 'lock-' in it.
  local prefix = string.match(KEYS[1], '^(.-)lock[:-]') or ''
  local heard = redis.pcall('PUBLISH', prefix .. 'storm-lock:wake:' .. factory, message)
  return type(heard) == 'number' and (heard > 0 or mode == 'c')
end

-- Returns the times that stand beside the notes; nil if the key holds what is not ours.
local function times()
  local names = {'since', 'stranger', 'opened', 'until', 'shared', 'door'}
  local scores = redis.pcall('ZMSCORE', WAITING, unpack(names))
  if scores.err then
    return nil
  end
  local found = {}
  for i, name in ipairs(names) do
    found[name] = scores[i] and -scores[i]
  end
  return found
end

local function remember(name, time)
  redis.pcall('ZADD', WAITING, string.format('%.3f', -time), name)
end

-- Lets what was added live for so long, or removes it: nothing is left without an expiry if that is refused.
local function outlive(ms, ...)
  local left = redis.pcall('PTTL', WAITING)
  if type(left) == 'number' and left < ms then
    left = redis.pcall('PEXPIRE', WAITING, math.ceil(ms))
  end
  if type(left) == 'table' then
    redis.pcall('ZREM', WAITING, ...)
  end
end

-- Returns for how many milliseconds the lock is still left free for clients that poll. A clock that was set back must
-- not make that long.
local function window_left()
  local standing = redis.pcall('ZSCORE', WAITING, 'until')
  local left = type(standing) == 'string' and -standing - exact_ms() or 0
  return left <= 2 * LONGEST_WINDOW_MS and left or 0
end

-- Removes what stands beside the notes when nobody waits, unless the next hand-over has to know it.
local function tidy(strangers_too)
  if redis.pcall('ZCOUNT', WAITING, '(0', '+inf') ~= 0 then
    return
  end
  local known = times()
  local kept = known.since or known.shared or known.door or (known.stranger and not strangers_too)
  if not kept then
    -- A window that is open ends by itself, and with it all that stands here. No time left deletes the key.
    redis.pcall('PEXPIRE', WAITING, math.max(0, math.ceil(window_left())))
  end
end

-- Returns true if a waiter lives. A note without a sign of life ends at its place.
local function lives(waiter, score, now)
  local factory = string.match(waiter, '^storm%-lock:%a:([^:]+):')
  local seen = factory and redis.call('ZSCORE', WAITING, 'seen:' .. factory)
  if seen then
    return now + seen < ALIVE_MS
  end
  return tonumber(score) > now
end

-- Returns the note that comes first; drops those of the dead.
local function first(now)
  for _ = 1, DROPS do
    local note = redis.call('ZRANGEBYSCORE', WAITING, '(0', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if not note[1] or lives(note[1], note[2], now) then
      return note[1]
    end
    redis.call('ZREM', WAITING, note[1])
  end
end

-- Returns true if a factory has just told that its waiters can be let in together.
local function shared_wait(known, now)
  return known.shared and now - known.shared < ALIVE_MS
end

-- Returns the factory of a token, with the mode before it.
local function factory_of(token)
  return string.match(token, '^storm%-lock:(%a:[^:]+):')
end

-- Notes that the factory of a token has waiters who can be let in together.
local function leave_call(token)
  local factory = factory_of(token)
  local now = exact_ms()
  if factory and times() then
    remember('shared', now)
    remember('shared:' .. factory, now)
    outlive(ALIVE_MS, 'shared', 'shared:' .. factory)
  end
end

-- Calls all waiters who can be let in together, with one message to each factory. Returns true if somebody may have
-- heard it.
local function call_shared()
  local heard = false
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', WAITING, '-inf', '(0')) do
    local factory = string.match(member, '^shared:(.*)$')
    if factory then
      redis.call('ZREM', WAITING, member)
      heard = told('storm-lock:' .. factory .. ':', '+' .. LOCK) or heard
    end
  end
  redis.call('ZREM', WAITING, 'shared')
  return heard
end

