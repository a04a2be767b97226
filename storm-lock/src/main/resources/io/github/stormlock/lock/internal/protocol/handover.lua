-- handover: who has the lock next. Part of every script that takes a lock or may leave it free.
-- KEYS[1] the lock; KEYS[2] who waits for it: a sorted set. Positive scores are notes, by their places: 10 s after the
-- waiter came, in milliseconds of the server's clock. A place stays; to older workers it is the end of the note. Negative
-- scores are times, which older workers pass over: 'since', from when on the lock has gone from hand to hand;
-- 'seen:<factory>', when a factory whose waiters are noted last tried; 'stranger', when a holder that is not ours was last
-- met; 'opened' and 'until', the last window in which the lock is left to strangers who poll.
-- Invariant: a waiter is given the lock by the token that it noted, once, for a moment; it must take it over by a
-- token of its own. Where nobody can have heard of the gift, the lock is free again when the script ends.
local WAITING = KEYS[2]
local GIFT_MS, USE_MS, ALIVE_MS, STRANGER_MS, TRIES, DROPS = 50, 50, 1000, 60000, 16, 1000
-- Where strangers come, a window of so many milliseconds in 50 times as many; else one of a millisecond in 50.
local WINDOWS = {100, 50, 20, 10, 5, 2}
local LEFT_FREE = 'storm-lock:left-free'

local function exact_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

local function now_ms()
  return math.floor(exact_ms())
end

-- A cluster counts the receivers on one node only, so there the count says nothing.
local function told(waiter, message)
  local mode, factory = string.match(waiter, '^storm%-lock:(%a):([^:]+):')
  if not factory then
    return false
  end
  local heard = redis.pcall('PUBLISH', 'storm-lock:wake:' .. factory, message)
  return type(heard) == 'number' and (heard > 0 or mode == 'c')
end

-- The times that stand beside the notes; nil where the key holds what is not ours.
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

-- What was added stays for so long, or not at all: nothing is left without an expiry where that is refused.
local function outlive(ms, ...)
  local left = redis.pcall('PTTL', WAITING)
  if type(left) == 'number' and left < ms then
    left = redis.pcall('PEXPIRE', WAITING, math.ceil(ms))
  end
  if type(left) == 'table' then
    redis.pcall('ZREM', WAITING, ...)
  end
end

-- For how long the lock is still left to strangers. A clock that was set back must not make it long.
local function window_left()
  local standing = redis.pcall('ZSCORE', WAITING, 'until')
  local left = type(standing) == 'string' and -standing - exact_ms() or 0
  return left <= 2 * WINDOWS[1] and left or 0
end

-- Nobody waits: what stands beside the notes goes too, unless the next hand-over has to know it.
local function tidy(strangers_too)
  if redis.pcall('ZCOUNT', WAITING, '(0', '+inf') ~= 0 then
    return
  end
  local known = times()
  if not known.since and (strangers_too or not known.stranger) and window_left() <= 0 then
    redis.pcall('DEL', WAITING)
  end
end

-- Older workers give no sign of life: their notes end at their scores.
local function lives(waiter, score, now)
  local factory = string.match(waiter, '^storm%-lock:%a:([^:]+):')
  local seen = factory and redis.call('ZSCORE', WAITING, 'seen:' .. factory)
  if seen then
    return now + seen < ALIVE_MS
  end
  return tonumber(score) > now
end

-- The note that comes first; those of the dead are dropped.
local function first(now)
  for _ = 1, DROPS do
    local note = redis.call('ZRANGEBYSCORE', WAITING, '(0', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if not note[1] or lives(note[1], note[2], now) then
      return note[1]
    end
    redis.call('ZREM', WAITING, note[1])
  end
end

-- A window is as long as the longest that has become due since the last one, and a little longer: a poller does not sleep
-- to the microsecond.
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

local function give(waiter, since, now)
  local untold = 0
  for _ = 1, TRIES do
    if not waiter then
      redis.call('ZREM', WAITING, 'since')
      tidy(true)
      return untold
    end
    redis.call('ZREM', WAITING, waiter)
    redis.call('SET', LOCK, waiter, 'PX', GIFT_MS)
    if told(waiter, waiter) then
      if not since then
        remember('since', now)
        outlive(1000, 'since')
      end
      return 1
    end
    redis.call('DEL', LOCK)
    untold = 3
    waiter = first(now)
  end
  return untold
end

-- Answers 0: free, nobody waits; 1: given to a waiter; 2: left free for a while, so that clients who poll get in too;
-- 3: free, although somebody waits who could not be told.
-- used: for how many milliseconds the JVM that gives the lock back had it; wanted: whether others of that JVM want it.
local function hand_over(used, wanted)
  redis.call('DEL', LOCK)
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
