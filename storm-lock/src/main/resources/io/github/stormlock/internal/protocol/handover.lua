-- handover: decides who has the lock next. Part of every script that may leave a lock of one holder free.
--
-- Invariant: a waiter is given the lock by the token that it noted, once, for a moment; it must take it over by a token
-- of its own. Where nobody can have heard of the gift, the lock is free again when the script ends.
--
-- A lock that is given back goes one of five ways:
-- 1. Nobody waits: it is free.
-- 2. Somebody waits: the lock is set to the note that comes first, for 50 ms, and a message tells its waiter. So no
--    client that is nearer to Redis can take it before. A gift that nobody takes ends by itself. If the message reached
--    nobody, the gift is undone at once, and the next waiter is tried, 16 at most.
-- 3. Readers wait, and the holder was no reader: the door opens for 50 ms. The readers that came before are called and
--    come in together. After readers, the first waiter has its turn. So writers and doors alternate. This comes before
--    the next: a window lets nobody past the writers that wait, so where one is due each time, no reader would come in.
-- 4. A window opens, in which the lock is left free for clients that poll: otherwise they would never find it free.
--    This comes after 50 ms in which the lock went from hand to hand. It also comes after one JVM has had the lock for
--    50 ms, if others of that JVM want it or a stranger was met. Every script that takes the lock keeps to the window.
--    The waiter that comes first is told, so that it tries again when the window is over.
-- 5. The JVM that gives it back has named its next waiter. That waiter has it at once, as a lease, without a message or a
--    try of its own. After 50 ms in one JVM, a waiter elsewhere comes first. Where the order of arrival counts, the lock is
--    passed so only to the waiter whose note comes first.
-- A dead waiter must not hold the lock up. Each try of a waiter tells that its factory lives. A note that comes first
-- is dropped if its factory was not seen for a second.
local USE_MS = 50
-- If strangers come, a window of so many milliseconds opens in 50 times as many; else one of a millisecond in 50.
local WINDOWS = {LONGEST_WINDOW_MS, 50, 20, 10, 5, 2}
-- Kinds of locks set these for their own.
local opens_windows, readers_next = true, true
-- The next waiter of the JVM that gives the lock back: its token, its note or '', and ms for its lease. A release sets it.
local successor

-- Opens a window. It is as long as the longest that has become due since the last one, and a little longer: a client
-- that polls does not sleep to the microsecond.
local function open_window(now, known)
  local length = 1
  if known.stranger and now - known.stranger < STRANGER_MS then
    for _, window in ipairs(WINDOWS) do
      local period = USE_MS * window
      if known.opened and math.floor(now / period) > math.floor(known.opened / period) then
        length = window * 1.05
        break
      end
    end
  end
  redis.call('ZREM', WAITING, 'since')
  remember('opened', now)
  remember('until', now + length)
  outlive(length, 'opened', 'until')
end

-- Lets the next waiter of the same JVM hold the lock.
local function pass_within()
  if successor.note ~= '' then
    redis.call('ZREM', WAITING, successor.note)
  end
  if redis.pcall('ZCOUNT', WAITING, '(0', '+inf') == 0 then
    redis.call('ZREM', WAITING, 'since')
    tidy(false)
  end
  put(successor.token, successor.ms)
  return 6
end

-- Gives the lock to the first waiter that can be told; leaves it free if there is none.
local function give(waiter, since, now)
  local untold = 0
  for _ = 1, TRIES do
    if not waiter then
      redis.call('ZREM', WAITING, 'since')
      tidy(true)
      return untold
    elseif successor and waiter == successor.note then
      return pass_within()
    end
    redis.call('ZREM', WAITING, waiter)
    put(waiter, GIFT_MS)
    if told(waiter, waiter) then
      if not since then
        remember('since', now)
        outlive(1000, 'since')
      end
      return 1
    end
    free()
    untold = 3
    waiter = first(now)
  end
  return untold
end

-- Lets the readers in that came before now. Returns false if none could be told: then the lock is free.
local function open_door(now)
  put(DOOR, GIFT_MS)
  remember('door', now)
  outlive(ALIVE_MS, 'door')
  if call_shared() then
    return true
  end
  free()
  redis.call('ZREM', WAITING, 'door')
  return false
end

-- Gives the lock back. Answers 0: free, nobody waits; 1: given to a waiter; 2: left free for a while, so that clients
-- that poll get in too; 3: free, although somebody waits who could not be told; 6: passed to the next waiter of the JVM.
-- used: for how many milliseconds the JVM that gives the lock back had it; wanted: true if others of that JVM want it.
local function hand_over(used, wanted)
  free()
  local long = tonumber(used or 0) >= USE_MS
  if not (long and wanted) and redis.call('EXISTS', WAITING) == 0 then
    if successor then
      put(successor.token, successor.ms)
      return 6
    end
    return 0
  end
  local known = times()
  if not known then
    return 3
  end
  local now = exact_ms()
  local waiter = first(now)
  local since = known.since
  local readers = shared_wait(known, now)
  local passed_long = waiter and since and now - since >= USE_MS
  -- A JVM that has had the lock for long gives way to a waiter elsewhere that is known. Only others need a window.
  local gives_way = successor and waiter and waiter ~= successor.note
  local used_long = passed_long or (long and (known.stranger or (wanted and not gives_way)))
  if readers and (readers_next or not waiter) and open_door(now) then
    return 1
  elseif successor and opens_windows and not long and window_left() <= 0 then
    return pass_within()
  elseif opens_windows and used_long then
    open_window(now, known)
    if readers then
      call_shared()
    end
  elseif not waiter or window_left() <= 0 then
    return give(waiter, since, now)
  end
  if waiter then
    told(waiter, '-' .. waiter)
  end
  return 2
end

-- Gives back what a token holds. Answers as hand_over does; nil if the token does not stand.
local function give_back(token, used, wanted)
  if stands(token) then
    return hand_over(used, wanted)
  end
end

-- Passes on what a waiter that gives up was granted or given without knowing it. Answers as hand_over does; nil if
-- another holds the lock. A writer that gives up lets in the readers that waited behind it.
local function quit(token)
  local standing = holder()
  if not standing or earlier_step(standing, token) then
    return hand_over()
  end
  if standing == MARKER and redis.call('EXISTS', WAITING) == 1 and not first(exact_ms()) then
    call_shared()
  end
end

-- Passes a free lock on to the waiter that is entitled to it.
local function pass_on()
  hand_over()
end

