-- acquire: takes locks, mostly one, and in the same step reads the entries that they guard. It takes all or none.
-- KEYS for each lock the lock and who waits for it; then the entries, if they are read
-- ARGV[1] token, of its own for every try; [2] lease in ms; [3] the note to leave at the first busy lock, or ''; [4] ms
-- from now to the place of the note; [5] the note left before, or ''; [6] the number of locks; [7] ms for
-- which to keep those locks that come before the busy one, or '' to keep none; then, if entries are read, for each of
-- them: most elements, 0 for no limit, -1 for none but that they are counted; the command that counts them; the command
-- that reads; the number of its arguments; its arguments after the key
-- Reply {1, exists, answer, ...} granted; {0, lock, ms left, holder} busy; {-1, lock, error} refused by the server;
-- {-2, lock, elements} too large. A lock is named by its number, from 1.
-- Invariant: an answer other than 1 leaves no lock behind, but those that were to be kept.
-- The same script finds a lock busy and leaves the note. So no release can come in between: one before it leaves the
-- lock free, or to a waiter that came first, and one after it finds the note.
--
-- A waiter for several locks waits at one of them, the first that is busy, and holds none meanwhile. What it has got by
-- then goes on to those who wait for it. Two such waiters that always meet could hand their turns on for ever. So a
-- waiter that has lost some turns keeps, for a moment, the locks that come before the busy one. All name their locks in
-- one order, and each waits for one that comes behind all that it keeps. So they cannot wait for each other.
local locks = tonumber(ARGV[6])

-- Leaves the note. It keeps its place for as long as it stands, and each try tells that its waiter lives.
local function note_down(holder)
  if calls_waiters then
    return leave_call(ARGV[3])
  elseif not times() then
    return
  end
  -- This comes before the first write, so that a refusal leaves nothing behind.
  local now = exact_ms()
  redis.pcall('ZADD', WAITING, 'NX', string.format('%.3f', now + ARGV[4]), ARGV[3])
  local factory = string.match(ARGV[3], '^storm%-lock:%a:([^:]+):')
  if factory then
    remember('seen:' .. factory, now)
  end
  -- The place of one that waits for long lies in the past, and its note must end by itself all the same.
  outlive(math.max(ARGV[4], ALIVE_MS) + 100, ARGV[3], 'seen:' .. (factory or ''))
  if not string.find(holder, '^storm%-lock:') and holder ~= '(gone)' then
    remember('stranger', now)
    outlive(STRANGER_MS, 'stranger')
  end
end

-- Gives up a lock that is not to be held. If handing it over fails, it is deleted, although nobody is woken then.
local function undo()
  if not pcall(hand_over) then
    pcall(free)
  end
end

local function unnote()
  if ARGV[5] ~= '' and redis.pcall('ZREM', WAITING, ARGV[5]) == 1 then
    tidy(false)
  end
end

-- Returns true if the lock stands under this token, or an earlier one of the same acquisition.
local function is_own()
  local standing = holder()
  return standing and (standing == ARGV[1] or earlier_step(standing, ARGV[1]))
end

-- Leaves all locks but the one that is busy or could not be taken.
local function leave_others(taken)
  for i = 1, locks do
    if i ~= taken then
      turn_to(i)
      local kept = i < taken and ARGV[7] ~= '' and pcall(prolong, ARGV[1], ARGV[7])
      if not kept and is_own() then
        undo()
      end
      unnote()
    end
  end
end

local busy, refused, passed_on, number
for i = 1, locks do
  number = i
  turn_to(i)
  if window_left() > 0 and not holder() then
    busy = LEFT_FREE
  else
    busy, refused, passed_on = take(ARGV[1], ARGV[2])
  end
  if busy or refused then
    break
  end
end
if busy and ARGV[3] ~= '' then
  note_down(busy)
end
if passed_on then
  pass_on()
end
if busy or refused then
  local ms_left = busy and (busy == LEFT_FREE and math.ceil(window_left()) or left())
  if refused or ARGV[5] ~= ARGV[3] then
    unnote()
  end
  if locks > 1 then
    leave_others(number)
  end
  return refused and {-1, number, refused} or {0, number, ms_left, busy}
end
local reply, at = {1}, 8
for i = 1, locks do
  if locks > 1 then
    turn_to(i)
  end
  unnote()
  if ARGV[at] then
    local found = read_entry(KEYS[2 * locks + i], at)
    if found[1] ~= 1 then
      for j = 1, locks do
        turn_to(j)
        unnote()
        undo()
      end
      return {found[1], i, found[2]}
    end
    reply[2 * i], reply[2 * i + 1] = found[2], found[3]
    at = at + 4 + ARGV[at + 3]
  end
end
return reply
