-- acquire: takes the lock and, in the same step, reads the entry that it guards.
-- KEYS[1] lock, KEYS[2] who waits, KEYS[3] entry (only with a read)
-- ARGV[1] token, of its own for every try; [2] lease in ms; [3] the note to leave if busy, or ''; [4] ms for which the
-- note stands beside older workers; [5] the note left before, or ''; with a read: [6] most elements, 0 for no limit, -1
-- for none but that they are counted; [7] the command that counts them; [8] the command that reads; [9] the number of its
-- arguments; [10...] its arguments after the key
-- Reply {1, exists, answer} granted; {0, ms left, holder} busy; {-1, error} refused by the server;
-- {-2, elements} too large
-- Invariant: an answer other than 1 leaves no lock behind.
-- The same script finds the lock busy and leaves the note. So no release can come in between: one before it leaves the
-- lock free, or to a waiter that came first, and one after it finds the note.
-- Leaves the note. It keeps its place for as long as it stands, and each try tells that its waiter lives.
local function note_down(holder)
  if not times() then
    return
  end
  -- This comes before the first write, so that a refusal leaves nothing behind.
  local now = exact_ms()
  redis.pcall('ZADD', WAITING, 'NX', math.floor(now) + ARGV[4], ARGV[3])
  local factory = string.match(ARGV[3], '^storm%-lock:%a:([^:]+):')
  if factory then
    remember('seen:' .. factory, now)
  end
  outlive(ARGV[4] + 100, ARGV[3], 'seen:' .. (factory or ''))
  if not string.find(holder, '^storm%-lock:') and holder ~= '(gone)' then
    remember('stranger', now)
    outlive(STRANGER_MS, 'stranger')
  end
end

-- Gives back a lock that was taken for an entry that cannot be read. If handing it over fails, it is deleted, although
-- nobody is woken then.
local function give_back()
  if not pcall(hand_over) then
    pcall(free)
  end
end

local function unnote()
  if ARGV[5] ~= '' and redis.pcall('ZREM', WAITING, ARGV[5]) == 1 then
    tidy(false)
  end
end

local busy, refused
if window_left() > 0 and not holder() then
  busy = LEFT_FREE
else
  busy, refused = take(ARGV[1], ARGV[2])
end
if busy and ARGV[3] ~= '' then
  note_down(busy)
end
if not busy or ARGV[5] ~= ARGV[3] then
  unnote()
end
if refused then
  return {-1, refused}
elseif busy then
  return {0, busy == LEFT_FREE and math.ceil(window_left()) or left(), busy}
elseif not KEYS[3] then
  return {1, 0, false}
end
local reply = read_entry(KEYS[3], 6)
if reply[1] ~= 1 then
  give_back()
end
return reply
