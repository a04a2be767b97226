-- fields: writes fields of a hash and leaves each field's own time to live, as HINCRBY does. HSET clears it. Part of the
-- scripts that write.
-- Invariant: a command that is refused has changed nothing.
--
-- A whole number that becomes another is added to, which every server can do. Lua counts in doubles, so both have at most
-- 15 characters. For other values the time to live is read, and set again behind HSET. A server that has none for fields,
-- or a user who may not use it, refuses that, and HSET has written all the same.
local function whole(value)
  return value and #value <= 15 and (value == '0' or string.find(value, '^%-?[1-9]%d*$')) and tonumber(value)
end

local function keeping_hset(entry, field, value)
  local standing = redis.pcall('HMGET', entry, field)
  if standing.err then
    return standing
  end
  local old, new = whole(standing[1]), whole(value)
  if old and new then
    return redis.pcall('HINCRBY', entry, field, new - old)
  end
  local ends = standing[1] and redis.pcall('HPEXPIRETIME', entry, 'FIELDS', 1, field)
  local written = redis.pcall('HSET', entry, field, value)
  if ends and ends[1] and ends[1] > 0 and type(written) == 'number' then
    redis.pcall('HPEXPIREAT', entry, ends[1], 'FIELDS', 1, field)
  end
  return written
end

-- Runs a command of a draft.
local function write(name, ...)
  if name == 'HSETKEEP' then
    return keeping_hset(...)
  end
  return redis.pcall(name, ...)
end

-- Adds what a command of a draft needs to those that are tried before the first write.
local function add_call(calls, name, ...)
  calls[name == 'HSETKEEP' and 'HSET' or name] = {...}
  if name == 'HSETKEEP' then
    calls.HINCRBY = {(...), 1}
  end
end
