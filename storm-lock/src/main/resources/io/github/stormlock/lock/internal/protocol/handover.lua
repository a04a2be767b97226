-- handover: decides who has the lock next. Part of every script that takes a lock or may leave it free.
--
-- KEYS for each lock the lock, and who waits for it: a sorted set of two kinds of members:
--     Positive scores are notes, by their places: 10 s after the waiter came, in milliseconds of the server's clock. A
--     place stays as it is. To older workers it is the end of the note.
--     Negative scores are times, which older workers pass over: 'since', from when on the lock has gone from hand to
--     hand; 'seen:<factory>', when a factory whose waiters are noted last tried; 'stranger', when a holder that is not
--     ours was last met; 'opened' and 'until', the last window in which the lock is left free for clients that poll.
--
-- Invariant: a waiter is given the lock by the token that it noted, once, for a moment; it must take it over by a token
-- of its own. Where nobody can have heard of the gift, the lock is free again when the script ends.
--
-- A lock that is given back goes one of three ways:
-- 1. Nobody waits: it is free.
-- 2. Somebody waits: the lock is set to the note that comes first, for 50 ms, and a message tells its waiter. So no
--    client that is nearer to Redis can take it before. A gift that nobody takes ends by itself. If the message reached
--    nobody, the gift is undone at once, and the next waiter is tried, 16 at most.
-- 3. A window opens, in which the lock is left free for clients that poll: otherwise they would never find it free.
--    This comes after 50 ms in which the lock went from hand to hand. It also comes after one JVM has had the lock for
--    50 ms, if others of that JVM want it or a stranger was met. Every script that takes the lock keeps to the window.
--    The waiter that comes first is told, so that it tries again when the window is over.
-- A dead waiter must not hold the lock up. Each try of a waiter tells that its factory lives. A note that comes first
-- is dropped if its factory was not seen for a second.
local WAITING = KEYS[2]
local GIFT_MS, USE_MS, ALIVE_MS, STRANGER_MS, TRIES, DROPS = 50, 50, 1000, 60000, 16, 1000
-- If strangers come, a window of so many milliseconds opens in 50 times as many; else one of a millisecond in 50.
local WINDOWS = {100, 50, 20, 10, 5, 2}
local LEFT_FREE = 'storm-lock:left-free'

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
  local heard = redis.pcall('PUBLISH', 'storm-lock:wake:' .. factory, message)
  return type(heard) == 'number' and (heard > 0 or mode == 'c')
end

-- Returns the times that stand beside the notes; nil if the key holds what is not ours.
local function times()
  local names = {'since', 'stranger', 'opened', 'until'}
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
  return left <= 2 * WINDOWS[1] and left or 0
end

-- Removes what stands beside the notes when nobody waits, unless the next hand-over has to know it.
local function tidy(strangers_too)
  if redis.pcall('ZCOUNT', WAITING, '(0', '+inf') ~= 0 then
    return
  end
  local known = times()
  if not known.since and (strangers_too or not known.stranger) and window_left() <= 0 then
    redis.pcall('DEL', WAITING)
  end
end

-- Returns true if a waiter lives. Older workers give no sign of life: their notes end at their scores.
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

-- Opens a window. It is as long as the longest that has become due since the last one, and a little longer: a client
-- that polls does not sleep to the microsecond.
local function open_window(now, known)
  local length = 1
  if known.stranger and now - known.stranger < STRANGER_MS then
    for _, window in ipairs(WINDOWS) do
      local period = USE_MS * window
      if known.opened and math.floor(now / period) > math.floor(known.opened / period) then
        length = window * 1.05
        break
      end
    end
  end
  redis.call('ZREM', WAITING, 'since')
  remember('opened', now)
  remember('until', now + length)
  outlive(length, 'opened', 'until')
end

-- Gives the lock to the first waiter that can be told; leaves it free if there is none.
local function give(waiter, since, now)
  local untold = 0
  for _ = 1, TRIES do
    if not waiter then
      redis.call('ZREM', WAITING, 'since')
      tidy(true)
      return untold
    end
    redis.call('ZREM', WAITING, waiter)
    put(waiter, GIFT_MS)
    if told(waiter, waiter) then
      if not since then
        remember('since', now)
        outlive(1000, 'since')
      end
      return 1
    end
    free()
    untold = 3
    waiter = first(now)
  end
  return untold
end

-- Gives the lock back. Answers 0: free, nobody waits; 1: given to a waiter; 2: left free for a while, so that clients
-- that poll get in too; 3: free, although somebody waits who could not be told.
-- used: for how many milliseconds the JVM that gives the lock back had it; wanted: true if others of that JVM want it.
local function hand_over(used, wanted)
  free()
  local long = tonumber(used or 0) >= USE_MS
  if not (long and wanted) and redis.call('EXISTS', WAITING) == 0 then
    return 0
  end
  local known = times()
  if not known then
    return 3
  end
  local now = exact_ms()
  local waiter = first(now)
  local since = known.since
  if (long and (wanted or known.stranger)) or (waiter and since and now - since >= USE_MS) then
    open_window(now, known)
  elseif not waiter or window_left() <= 0 then
    return give(waiter, since, now)
  end
  if waiter then
    told(waiter, '-' .. waiter)
  end
  return 2
end
