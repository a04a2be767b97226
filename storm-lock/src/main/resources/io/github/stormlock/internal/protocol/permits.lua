-- permits: a number of permits, each with an owner and an end. The lock key holds a sorted set: for each permit the part
-- that all tokens of its owner have in common, and a number from 1, scored by the end of its lease in milliseconds of the
-- server's clock. A token tells how many permits its owner wants, and of how many: storm-lock:<mode>:<factory>:
-- <caller>.p<acquisition>.<want>.<size>:<step>. So nothing has to be set up, and nothing can be lost.
--
-- Invariant: when a script ends, no more than size permits run, by the size of the client that took the last ones.
--
-- First come, first served: a client that wants many is not overtaken by those that want few. A permit that comes free
-- is given to the first waiter for 50 ms, under its own name, and a message tells it.

local function wanted(token)
  local owner, want, size = string.match(token, '^(storm%-lock:.*%.(%d+)%.(%d+):)%d+$')
  return owner, tonumber(want), tonumber(size)
end

-- Removes the permits whose leases are over. Returns the error if the server refuses, or if another program has put
-- something else there.
local function purge(now)
  local purged = redis.pcall('ZREMRANGEBYSCORE', LOCK, '-inf', now)
  if type(purged) == 'table' then
    local found = redis.call('TYPE', LOCK).ok
    return (found == 'zset' or found == 'none') and purged.err or 'FOREIGN ' .. found .. ' ' .. LOCK
  end
end

-- Sets the end of so many permits of an owner. The set lives as long as the longest of them.
local function set(owner, want, now, ms)
  local ends, members = string.format('%.3f', now + ms), {}
  for i = 1, want do
    members[2 * i - 1], members[2 * i] = ends, owner .. i
  end
  redis.call('ZADD', LOCK, unpack(members))
  if redis.call('PTTL', LOCK) < tonumber(ms) then
    redis.call('PEXPIRE', LOCK, math.ceil(ms))
  end
end

local function remove(owner, want)
  local members = {}
  for i = 1, want do
    members[i] = owner .. i
  end
  return redis.call('ZREM', LOCK, unpack(members))
end

-- Gives what is free to those who wait, in their order, and stops at the first that wants more. Answers 0: nobody was
-- given any; 1: somebody was; 3: somebody waits who could not be told.
local function hand_on(now)
  local answer = 0
  -- If another program has put something there, nobody can be noted, and waiters find out by trying.
  if redis.call('TYPE', WAITING).ok ~= 'zset' then
    return answer
  end
  for _ = 1, TRIES do
    local note = first(now)
    if not note then
      tidy(true)
      return answer
    end
    local owner, want, size = wanted(note)
    -- A waiter that has just taken its permits by itself is still noted. A gift would cut its lease to that of a gift.
    local served = owner and redis.call('ZSCORE', LOCK, owner .. 1)
    if owner and not served and want > size - redis.call('ZCARD', LOCK) then
      return answer
    end
    redis.call('ZREM', WAITING, note)
    if owner and not served then
      set(owner, want, now, GIFT_MS)
      if told(note, note) then
        answer = 1
      else
        remove(owner, want)
        answer = math.max(answer, 3)
      end
    end
  end
  return answer
end

local function pass_on()
  hand_on(exact_ms())
end

local function holder()
  return 'storm-lock:in-use:' .. redis.call('ZCARD', LOCK)
end

local function take(token, lease)
  local owner, want, size = wanted(token)
  local now = exact_ms()
  local refused = purge(now)
  if refused then
    return nil, refused
  end
  -- If permits stand under this name, they are a gift, or a copy of an earlier try was granted them.
  local own = redis.call('ZSCORE', LOCK, owner .. 1)
  if not own and (want > size - redis.call('ZCARD', LOCK) or not goes_first(now)) then
    return holder(), nil, true
  end
  local added = {pcall(set, owner, want, now, lease)}
  if not added[1] then
    return nil, added[2]
  end
  hand_on(now)
end

local function stands(token)
  local ends = redis.call('ZSCORE', LOCK, wanted(token) .. 1)
  return ends and tonumber(ends) > exact_ms()
end

local function prolong(token, ms)
  local owner, want = wanted(token)
  set(owner, want, exact_ms(), ms)
  return 1
end

-- Returns milliseconds until the next permit ends by itself.
local function left()
  local next_end = redis.call('ZRANGE', LOCK, 0, 0, 'WITHSCORES')
  return next_end[2] and math.max(0, math.ceil(next_end[2] - exact_ms())) or -2
end

-- Gives permits back, or what a waiter that gives up was granted or given without knowing it. Answers as hand_on does;
-- nil if there were none.
local function give_back(token)
  local owner, want = wanted(token)
  local now = exact_ms()
  if purge(now) then
    return nil
  end
  local removed = remove(owner, want)
  local handover = hand_on(now)
  return removed > 0 and handover or nil
end

local quit = give_back

