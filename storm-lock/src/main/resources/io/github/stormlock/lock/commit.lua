-- commit: writes what an update changed, remembers its events and gives the lock back, if and only if the token stands.
-- KEYS[1] lock, KEYS[2] who waits, KEYS[3] entry, KEYS[4...] one key of marks for each event
-- ARGV[1] token; [2] the type of the entry as read, or '' if there was none; [3] the entry's new time to live in ms, or
-- 0 to leave it; [4] number of updates; [5] number of events; [6] the token that replaces the first one, or '' to give the
-- lock back; [7] lease in ms; for each event: id, 'o' or 'p', offset, low, ms to keep; then commands: name, number of
-- arguments, the arguments after the key
-- Reply {1, handover, remembered} written; handover -1: kept, under the next token and for a full lease, since nobody else
-- waits; else given back; {0, seen...} the token does not stand: nothing written, with the numbers of those events that are
-- remembered; {2, seen...} nothing written, these events were applied before (given back if that is all of the updates and
-- the lock was not to be kept); {3, type} nothing written, the entry is gone or of another type; {4, error} refused,
-- nothing written; {5, error} refused in the middle
-- Invariant: everything is checked before the first write; then entry, marks, lock, and the wake-up last. What is written
-- replaces or removes the token, so a second copy never writes again.
local EVENT_FIRST, EVENT_SIZE, DROP_MOST = 8, 5, 1000
local NEXT = ARGV[6]
local events = tonumber(ARGV[5])
local marks = {}

local function event(number)
  local at = EVENT_FIRST + (number - 1) * EVENT_SIZE
  return KEYS[3 + number], ARGV[at], ARGV[at + 1] == 'p', tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]),
    tonumber(ARGV[at + 4])
end

-- Whoever uses marks keeps them alive, and never shortens another's keeping.
local function prolong(key, keep)
  if redis.call('PTTL', key) < keep then
    redis.call('PEXPIRE', key, keep + math.floor(keep / 16))
  end
end

local function seen()
  local found = {}
  for number = 1, events do
    local key, id, position, offset = event(number)
    local scores = redis.pcall('ZMSCORE', key, id, 'low')
    if scores.err then
      local type_now = redis.call('TYPE', key).ok
      return nil, type_now == 'zset' and scores.err or 'FOREIGN ' .. type_now .. ' ' .. key
    end
    local score, low = unpack(scores)
    marks[key] = tonumber(low or nil)
    if score or (position and low and offset < tonumber(low)) then
      found[#found + 1] = number
    end
  end
  return found
end

local function drop_below(key, limit)
  local below = redis.call('ZCOUNT', key, '-inf', '(' .. string.format('%.0f', limit))
  if below > 0 then
    redis.call('ZREMRANGEBYRANK', key, 0, math.min(below, DROP_MOST) - 1)
  end
end

local function remember(number)
  local key, id, position, offset, low, keep = event(number)
  if not position then
    local now = now_ms()
    redis.call('ZADD', key, now, id)
    drop_below(key, now - keep)
  else
    -- Kept up to date: an older low of a later event must not lower what an earlier one has raised.
    local mark = marks[key]
    if not mark or low > mark then
      marks[key] = low
      redis.call('ZADD', key, ARGV[EVENT_FIRST + (number - 1) * EVENT_SIZE + 2], id,
        ARGV[EVENT_FIRST + (number - 1) * EVENT_SIZE + 3], 'low')
    else
      redis.call('ZADD', key, ARGV[EVENT_FIRST + (number - 1) * EVENT_SIZE + 2], id)
    end
    drop_below(key, math.max(low, mark or 0))
  end
  prolong(key, keep)
  return redis.call('ZCARD', key) - (position and 1 or 0)
end

local function write_entry()
  local at = EVENT_FIRST + events * EVENT_SIZE
  local written = false
  while at <= #ARGV do
    local arguments = tonumber(ARGV[at + 1])
    local reply = redis.pcall(ARGV[at], KEYS[3], unpack(ARGV, at + 2, at + 1 + arguments))
    if type(reply) == 'table' and reply.err then
      return reply.err, written
    end
    written = true
    at = at + 2 + arguments
  end
  if written and ARGV[3] ~= '0' then
    redis.call('PEXPIRE', KEYS[3], ARGV[3])
  end
end

local function somebody_waits()
  return redis.call('EXISTS', WAITING) == 1 and (not times() or first(exact_ms()) ~= nil)
end

local function keep_or_hand_over()
  if NEXT == '' or somebody_waits() then
    return hand_over()
  end
  redis.call('SET', LOCK, NEXT, 'PX', ARGV[7])
  return -1
end

local standing = holder()
if standing ~= ARGV[1] then
  if NEXT ~= '' and standing == NEXT then
    return {1, -1, -1}
  end
  local found, refused = seen()
  -- Whoever asks what became of a first copy must not take this for an answer.
  return refused and redis.error_reply(refused) or {0, unpack(found)}
end
local found, unreadable = seen()
if unreadable then
  return {4, unreadable}
elseif #found > 0 then
  for _, number in ipairs(found) do
    local key, _, _, _, _, keep = event(number)
    prolong(key, keep)
  end
  if NEXT == '' and #found == tonumber(ARGV[4]) then
    hand_over()
  end
  return {2, unpack(found)}
end
if ARGV[2] ~= '' then
  local type_now = redis.call('TYPE', KEYS[3]).ok
  if type_now ~= ARGV[2] then
    return {3, type_now}
  end
end
local refused, written = write_entry()
if refused then
  return {written and 5 or 4, refused}
end
local remembered = 0
for number = 1, events do
  remembered = remember(number)
end
return {1, keep_or_hand_over(), remembered}
