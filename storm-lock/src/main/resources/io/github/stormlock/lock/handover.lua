-- handover: who has the lock next. Part of every script that may leave a lock free.
-- KEYS[1] the lock; KEYS[2] who waits for it: a sorted set of noted tokens, scored by the end of their wait in
-- milliseconds of the server's clock, and of 'since' (negative score): from when on the lock has gone from hand to hand.
-- Invariant: a waiter is given the lock by the token that it noted, once, for a moment; it must take it over by a
-- token of its own. Where nobody can have heard of the gift, the lock is free again when the script ends.
local LOCK, WAITING = KEYS[1], KEYS[2]
local GIFT_MS, BREATH_AFTER_MS, TRIES = 50, 50, 16

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
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

-- Answers 0: free, nobody waits; 1: given to a waiter; 2: left free for a breath, so that clients who poll get in too;
-- 3: free, although somebody waits who could not be told.
local function hand_over()
  redis.call('DEL', LOCK)
  if redis.call('EXISTS', WAITING) == 0 then
    return 0
  end
  local now = now_ms()
  -- The work is done and the lock is free: a foreign value under this key may cost a wake-up, but no answer.
  if type(redis.pcall('ZREMRANGEBYSCORE', WAITING, 0, now)) == 'table' then
    return 3
  end
  local since = tonumber(redis.call('ZSCORE', WAITING, 'since') or nil)
  local untold = 0
  for _ = 1, TRIES do
    local waiter = redis.call('ZRANGEBYSCORE', WAITING, '(0', '+inf', 'LIMIT', 0, 1)[1]
    if not waiter then
      redis.call('DEL', WAITING)
      return untold
    end
    if since and now + since >= BREATH_AFTER_MS then
      redis.call('ZREM', WAITING, 'since')
      told(waiter, '-' .. waiter)
      return 2
    end
    redis.call('ZREM', WAITING, waiter)
    redis.call('SET', LOCK, waiter, 'PX', GIFT_MS)
    if told(waiter, waiter) then
      if not since then
        redis.call('ZADD', WAITING, -now, 'since')
        redis.call('PEXPIRE', WAITING, math.max(redis.call('PTTL', WAITING), 1000))
      end
      return 1
    end
    redis.call('DEL', LOCK)
    untold = 3
  end
  return untold
end

