-- commit: writes what updates changed in some entries, mostly one, remembers their events and gives the locks back, if
-- and only if the token stands at each lock. It writes all or nothing.
--
-- KEYS for each entry its lock and who waits for that; then the entries; then one key of marks for each event; then, if
-- there are several entries, a key that nobody uses
-- ARGV[1] token
--     [2] the number of entries
--     [3] the number of updates
--     [4] the number of events
--     [5] the token that replaces the first one, or '' to give the locks back; only for one entry
--     [6] the lease in ms
--     then for each event five: id, 'p', offset, low, ms to keep; or: id, 'o', 0, 0, ms to keep
--     then for each entry: its type as read, or '' if there was none; its new time to live in ms, or 0 to leave it; the
--     number of its commands; for each command its name, the number of its arguments, its arguments after the key
--
-- Reply one of these; an entry is named by its number, from 1, and 0 is none of them:
--     {0, seen...}                the token does not stand at each lock: nothing is written; the numbers of those
--                                 events that are remembered
--     {1, handover, remembered}   written. handover -1: kept, under the next token and for a full lease, since nobody
--                                 else waits; 4: a lock is held still, since it could not be given back; else they were
--                                 given back: the highest of the numbers with which that was answered
--     {2, seen...}                nothing is written, these events were applied before; given back if these are all of
--                                 the updates and the lock was not to be kept
--     {3, entry, type}            nothing is written, this entry is gone or of another type
--     {4, entry, error}           refused, nothing is written
--     {5, entry, error}           refused in the middle, so that nobody knows what stands; given back
--
-- Invariant: everything is checked before the first write. Then come marks, entries and locks, and the wake-ups last. A
-- refusal before the first command of all leaves nothing behind. A refusal after it is never told as if nothing were
-- written. What is written replaces or removes the token, so a second copy never writes again. Where the server
-- refuses to let a lock go, the token stands, and only the marks of its events stop a second copy.
--
-- Each step has its place for a reason:
-- 1. The next token is looked for first. If it stands, the first copy of this commit was written and kept the lease,
--    and the second copy is told so.
-- 2. The marks are read before the token is judged. A copy that finds its token gone cannot tell by that whether the
--    first copy was written or refused. The marks can tell, so its answer names the remembered events.
-- 3. The token is checked. A holder that was paused past its lease is refused here, although it believes in its lease.
-- 4. The types are checked. If an entry vanished, by its expiry or by a writer that ignores the lock, the update was
--    computed on something that is gone, and runs again.
-- 5. The marks are written before the entries. Redis may refuse a command in the middle of a script, such as when a
--    permission was taken away. If an entry were written first and the marks were refused, a replay would be applied a
--    second time.
-- 6. The entries are written. If the first command of all is refused, the marks are taken back and nothing is written.
--    If a later one is refused, the marks stay: a replay finds them, and writes nothing on top of what is half written.
-- 7. The locks are kept or given back after the entries. If that is refused, the entries are written all the same, and
--    the locks are free when their leases end. The other way round, a refused entry would leave its lock with another
--    holder.
-- 8. The wake-ups go out last, once each lock stands under the waiter's token.
local EVENT_FIRST, EVENT_SIZE, DROP_MOST = 7, 5, 1000
local NEXT = ARGV[5]
local entries, events = tonumber(ARGV[2]), tonumber(ARGV[4])
-- The keys of the entries come behind those of their locks, and those of the marks behind them.
local ENTRIES, MARKS = 2 * entries, 3 * entries

local function refusal(reply)
  return type(reply) == 'table' and reply.err or nil
end

local function keep_or_hand_over()
  if NEXT == '' or (redis.call('EXISTS', WAITING) == 1
    and (not times() or first(exact_ms()) ~= nil)) then
    return hand_over()
  end
  put(NEXT, ARGV[6])
  return -1
end

local function hand_over_all()
  for i = 1, entries do
    turn_to(i)
    hand_over()
  end
end

-- Drops marks of which no replay can come any more. Answers how many are left of the last event's purpose and source.
local function forget(scopes, now)
  local left, scope = DROP_MOST, nil
  for i = 1, #scopes do
    scope = scopes[i]
    local limit = scope.position and math.max(scope.low, scope.mark or 0) or now
    local count = redis.call('ZCOUNT', scope.key, '-inf', '(' .. string.format('%.0f', limit))
    count = math.min(count, left)
    if count > 0 then
      redis.call('ZREMRANGEBYRANK', scope.key, 0, count - 1)
      left = left - count
    end
  end
  scope = scopes.of[KEYS[MARKS + events]]
  return redis.call('ZCARD', scope.key) - (scope.position and 1 or 0)
end

local stands_at_all = true
for i = 1, entries do
  turn_to(i)
  local standing = holder()
  if NEXT ~= '' and standing == NEXT then
    return {1, -1, -1}
  end
  stands_at_all = stands_at_all and standing == ARGV[1]
end

-- One scope for each key of marks, in the order of their first events: what these events have in common.
local scopes = {of = {}}
for number = 1, events do
  local at, key = EVENT_FIRST + (number - 1) * EVENT_SIZE, KEYS[MARKS + number]
  local scope = scopes.of[key]
  if not scope then
    -- All its fields at once: a table that grows is slow.
    scope = {key = key, position = ARGV[at + 1] == 'p', numbers = {}, ids = {}, low = 0, keep = 0, mark = false,
      life = 0, raised = false}
    scopes.of[key] = scope
    scopes[#scopes + 1] = scope
  end
  local count = #scope.ids + 1
  scope.numbers[count], scope.ids[count] = number, ARGV[at]
  scope.low = math.max(scope.low, tonumber(ARGV[at + 3]))
  scope.keep = math.max(scope.keep, tonumber(ARGV[at + 4]))
end

-- Finds the events that are remembered, or the reason why that cannot be told.
local found, unreadable = {}, nil
for _, scope in ipairs(scopes) do
  local scores = redis.pcall('ZMSCORE', scope.key, 'low', unpack(scope.ids))
  if scores.err then
    local type_now = redis.call('TYPE', scope.key).ok
    unreadable = type_now == 'zset' and scores.err or 'FOREIGN ' .. type_now .. ' ' .. scope.key
    break
  end
  local mark = scope.position and tonumber(scores[1] or nil)
  scope.mark = mark
  for i, number in ipairs(scope.numbers) do
    if scores[i + 1] or (mark and tonumber(ARGV[EVENT_FIRST + (number - 1) * EVENT_SIZE + 2]) < mark) then
      found[#found + 1] = number
    end
  end
  scope.life = redis.call('PTTL', scope.key)
end
if scopes[2] then
  table.sort(found)
end

if not stands_at_all then
  -- A second copy asks what became of the first one. An error of the marks must not be taken for an answer to that.
  return unreadable and redis.error_reply(unreadable) or {0, unpack(found)}
elseif unreadable then
  return {4, 0, unreadable}
elseif found[1] then
  -- Using marks keeps them alive: a replay renews their life, and never shortens it.
  for _, scope in ipairs(scopes) do
    if scope.life < scope.keep then
      redis.call('PEXPIRE', scope.key, scope.keep + math.floor(scope.keep / 16))
    end
  end
  if NEXT == '' and #found == tonumber(ARGV[3]) then
    hand_over_all()
  end
  return {2, unpack(found)}
end
local changes_at = EVENT_FIRST + events * EVENT_SIZE
local at = changes_at
for i = 1, entries do
  if ARGV[at] ~= '' then
    local type_now = redis.call('TYPE', KEYS[ENTRIES + i]).ok
    if type_now ~= ARGV[at] then
      return {3, i, type_now}
    end
  end
  local commands = i < entries and tonumber(ARGV[at + 2]) or 0
  at = at + 3
  for _ = 1, commands do
    at = at + 2 + ARGV[at + 1]
  end
end
if entries > 1 then
  -- Nothing may be refused once the first entry is written.
  local calls, next_at = {}, changes_at
  for _ = 1, entries do
    local life, commands = ARGV[next_at + 1], tonumber(ARGV[next_at + 2])
    if life ~= '0' then
      calls.PEXPIRE = {life}
    end
    next_at = next_at + 3
    for _ = 1, commands do
      local count = ARGV[next_at + 1]
      add_call(calls, ARGV[next_at], unpack(ARGV, next_at + 2, next_at + 1 + count))
      next_at = next_at + 2 + count
    end
  end
  local refusal = not_permitted(calls)
  if refusal then
    return {4, 0, refusal}
  end
end
local now = events > 0 and now_ms()

-- The marks come first: if they were refused after the entry was written, a replay would be applied again.
local refused, marked = nil, 0
for i, scope in ipairs(scopes) do
  local members = {}
  for n, number in ipairs(scope.numbers) do
    local at = EVENT_FIRST + (number - 1) * EVENT_SIZE
    members[2 * n - 1] = scope.position and ARGV[at + 2] or now + tonumber(ARGV[at + 4])
    members[2 * n] = scope.ids[n]
  end
  -- Another event may carry an older low. It must not lower one that was raised.
  scope.raised = scope.position and (not scope.mark or scope.low > scope.mark)
  if scope.raised then
    members[#members + 1] = scope.low
    members[#members + 1] = 'low'
  end
  refused = refusal(redis.pcall('ZADD', scope.key, unpack(members)))
  if not refused then
    marked = i
    if scope.life < scope.keep then
      refused = refusal(redis.pcall('PEXPIRE', scope.key, scope.keep + math.floor(scope.keep / 16)))
    end
  end
  if refused then
    break
  end
end

local written, number = false, 0
at = changes_at
while not refused and number < entries do
  number = number + 1
  local entry, changed = KEYS[ENTRIES + number], false
  local life, commands = ARGV[at + 1], tonumber(ARGV[at + 2])
  at = at + 3
  while not refused and commands > 0 do
    local last = at + 1 + ARGV[at + 1]
    refused = refusal(write(ARGV[at], entry, unpack(ARGV, at + 2, last)))
    changed = changed or not refused
    at, commands = last + 1, commands - 1
  end
  if changed and not refused and life ~= '0' then
    refused = refusal(redis.pcall('PEXPIRE', entry, life))
  end
  written = written or changed
end

if refused then
  -- If nothing is written, nothing may be remembered. If a part is written, it must not be written again: the marks
  -- stay.
  local clean = not written
  for i = 1, written and 0 or marked do
    local scope = scopes[i]
    clean = not refusal(redis.pcall('ZREM', scope.key, unpack(scope.ids))) and clean
    if scope.raised then
      clean = clean and not refusal(scope.mark and redis.pcall('ZADD', scope.key, scope.mark, 'low')
        or redis.pcall('ZREM', scope.key, 'low'))
    end
  end
  if clean then
    return {4, number, refused}
  end
  for i = 1, entries do
    turn_to(i)
    pcall(hand_over)
  end
  return {5, number, refused}
end

-- It is written. What is refused from here on does not change that.
local remembered = 0
if events > 0 then
  local counted
  counted, remembered = pcall(forget, scopes, now)
  remembered = counted and remembered or -1
end
-- If a lock could not be kept or handed over, it is handed over here, if the token still stands. If that is refused
-- too, the sender withdraws it, or it is free when its lease ends.
local highest = -1
for i = 1, entries do
  turn_to(i)
  local settled, handover = pcall(keep_or_hand_over)
  if not settled then
    local readable, standing_still = pcall(stands, ARGV[1])
    if readable and standing_still then
      settled, handover = pcall(hand_over)
    end
    if not settled then
      handover = readable and not standing_still and 3 or 4
    end
  end
  highest = math.max(highest, handover)
end
return {1, highest, remembered}
