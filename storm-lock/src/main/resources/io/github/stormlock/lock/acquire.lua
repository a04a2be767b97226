-- acquire: takes the lock and, in the same step, reads the entry that it guards.
-- KEYS[1] lock, KEYS[2] who waits, KEYS[3] entry (only with a read)
-- ARGV[1] token, of its own for every try; [2] lease in ms; [3] the note to leave if busy, or ''; [4] ms for which the
-- note stands; [5] the note left before, or ''; with a read: [6] most elements, 0 for no limit; [7] the command that
-- counts them; [8] the command that reads; [9...] its arguments after the key
-- Reply {1, exists, answer} granted; {0, ms left, holder} busy; {-1, error} refused by the server; {-2, elements} too large
-- Invariant: an answer other than 1 leaves no lock behind.
local function read_entry()
  local limit = tonumber(ARGV[6])
  if limit > 0 then
    local size = redis.pcall(ARGV[7], KEYS[3])
    if type(size) == 'table' then
      return size
    elseif size > limit then
      return nil, size
    end
  end
  return redis.pcall(ARGV[8], KEYS[3], unpack(ARGV, 9))
end

local function exists(answer)
  if type(answer) ~= 'table' then
    return answer and 1 or 0
  end
  for _, part in ipairs(answer) do
    if part then
      return 1
    end
  end
  return #answer > 0 and redis.call('EXISTS', KEYS[3]) or 0
end

if ARGV[5] ~= '' then
  redis.pcall('ZREM', WAITING, ARGV[5])
end
local busy, refused = take(ARGV[1], ARGV[2])
if refused then
  return {-1, refused}
elseif busy then
  if ARGV[3] ~= '' then
    redis.pcall('ZADD', WAITING, now_ms() + ARGV[4], ARGV[3])
    if redis.call('PTTL', WAITING) < tonumber(ARGV[4]) then
      redis.call('PEXPIRE', WAITING, ARGV[4] + 100)
    end
  end
  return {0, redis.call('PTTL', LOCK), busy}
elseif not KEYS[3] then
  return {1, 0, false}
end
local answer, size = read_entry()
if size then
  hand_over()
  return {-2, size}
elseif type(answer) == 'table' and answer.err then
  hand_over()
  return {-1, answer.err}
end
return {1, exists(answer), answer}
