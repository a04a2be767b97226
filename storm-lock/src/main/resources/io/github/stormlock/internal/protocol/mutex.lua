-- mutex: a lock with one holder. The lock key holds the holder's token as a string, with an expiry. This is the pattern
-- of SET NX PX, compare and delete, which programs in any language follow.
--
-- This file is all that Redis knows of the kind: a kind of lock is a file with these seven functions.
--     holder()              the token that holds the lock now; false if none does; an error if that cannot be read
--     stands(token)         true if this token holds it
--     take(token, lease)    takes it; answers nil if the token holds it now, else the holder; or nil and an error
--     put(token, ms)        lets this token hold it for so long, in place of what stands
--     prolong(token, ms)    sets the end of the lease that stands; answers 1 if it is set
--     left()                milliseconds until the lease that stands ends by itself
--     free()                lets nobody hold it
--
-- Invariant: a token enters the lock key by SET NX, by a gift, or in place of an earlier step of the same acquisition.
-- A token that could not be read is not taken for one that is gone: the script ends with Redis's error.
local function holder()
  local value = redis.pcall('GET', LOCK)
  if type(value) ~= 'table' then
    return value
  end
  local type_now = redis.call('TYPE', LOCK).ok
  if type_now == 'string' or type_now == 'none' then
    return redis.call('GET', LOCK)
  end
  return '(not a token)'
end

local function stands(token)
  return holder() == token
end

local function put(token, ms)
  redis.call('SET', LOCK, token, 'PX', ms)
end

local function take(token, lease)
  local set = redis.pcall('SET', LOCK, token, 'NX', 'PX', lease)
  if set then
    return nil, set.err
  end
  local standing = holder()
  if standing and earlier_step(standing, token) then
    return put(token, lease)
  end
  return standing or '(gone)'
end

local function prolong(_, ms)
  return redis.call('PEXPIRE', LOCK, ms)
end

local function left()
  return redis.call('PTTL', LOCK)
end

local function free()
  redis.call('DEL', LOCK)
end

