-- hashed: a lock with one holder, which the lock key names in a hash. It shows all that a further kind needs.
-- Invariant: a token enters the lock key where there is none, by a gift, or in place of an earlier step.
local function holder()
  local kind = redis.call('TYPE', LOCK).ok
  if kind == 'hash' then
    return redis.call('HGET', LOCK, 'holder')
  end
  return kind ~= 'none' and '(not a token)'
end

local function stands(token)
  return holder() == token
end

local function free()
  redis.call('DEL', LOCK)
end

local function prolong(_, ms)
  return redis.call('PEXPIRE', LOCK, ms)
end

local function put(token, ms)
  free()
  redis.call('HSET', LOCK, 'holder', token)
  prolong(token, ms)
end

local function take(token, lease)
  local standing = holder()
  if standing and not earlier_step(standing, token) then
    return standing
  end
  return put(token, lease)
end

local function left()
  return redis.call('PTTL', LOCK)
end

