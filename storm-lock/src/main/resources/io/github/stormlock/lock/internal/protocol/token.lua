-- token: reads who holds the lock. Part of every script that compares tokens.
-- KEYS[1] the lock
-- Invariant: a token that could not be read is not taken for one that is gone: the script ends with Redis's error.
local LOCK = KEYS[1]

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

