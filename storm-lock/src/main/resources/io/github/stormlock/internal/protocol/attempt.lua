-- attempt: writes what updates changed in some entries, mostly one, and remembers their events, if no lock is held and
-- all that the updates saw still stands. What they did not see, it changes by what stands. It writes all or nothing.
-- The holder of a lock attempts under its token: then each lock must stand under that, in place of being free. A commit
-- is such an attempt that gives the locks back once it has written. Its script has the parts that do so before this one.
--
-- KEYS for each entry its lock and the entry; then each key of marks once; for a commit, who waits for each lock; then, if
-- there are several entries, a key that nobody uses
-- ARGV[1] numbers, as struct.pack('>dHHIB'):
--     the latest time by the server's clock in microseconds, or 0 for no deadline;
--     the number of entries; of events; of arguments that tell how to read the entries;
--     1 to count and drop marks, else 0; 2 more if the last argument is the token of the holder; 4 more for a commit;
--   and behind them for each entry, as struct.pack('>ddHhHI'):
--     its new time to live in ms, or 0 to leave it;
--     the most elements to answer, or 0 for no limit, or -1 for none but that they are counted and answered, too;
--     the number of expectations; of blind changes, -1 for one of a string; of arguments of the command that reads the
--     entry; of commands that change it;
--   and behind them, if there are several events, the number of keys of marks as '>H'; for each of these, its scope, as
--   struct.pack('>HdddB'): the number of its events; the lowest of their offsets; the highest of their lows; the
--   longest of their times to keep in ms; 1 for positions, else 0; then the number of each event as '>H', scope by scope
-- After these, in this order:
--     for one event five arguments: id, 'p', offset, low, ms to keep; or id, 'o', 0, 0, ms to keep; for several, scope by scope, a pair for each: its offset,
--         or the ms to keep it if it is opaque; and its id;
--     for each entry: the command that counts its elements; the command that reads it; its arguments after the key;
--     for each entry what was seen: for each expectation a command, the number of its arguments, its arguments after
--         the key, the number of parts, '' or a digit for each part, '0' if that part is absent; the parts, absent ones
--         as '', a list in a list as its size and what is in it; then for blind changes: one string with a letter for
--         each, '+' to add, '>' to raise, '<' to lower; the operands; the fields of a hash;
--     for each entry its commands: a name, the number of its arguments, its arguments after the key;
--     the token of the holder, if there is one
--
-- Reply one of these. Time is the server's in microseconds if there is a deadline, else 0. An entry is named by its
-- number, from 1; 0 is none of them.
--     time                                    written; what is remembered was not counted
--     {0, time, entry, ms left, holder}       busy; for a holder: its token does not stand
--     {1, time, remembered}                   written; remembered is -1 if that was not counted
--     {1, time, remembered, handover}         the same for a commit; handover is the highest of the numbers with which the
--                                             locks were given back, or -1 if one could not be
--     {2, time, exists, answer, ..., seen...} these events were applied before; each entry as it stands
--     {3, time, exists, answer, ...}          something else stands than was seen; each entry as it stands
--     {4, time, entry, error, seen...}        refused
--     {5, time, entry, error}                 refused in the middle, so that nobody knows what stands
--     {6, time}                               too late
--     {7, time, entry, elements, seen...}     as 2 or 3, where this entry is too large to be answered
-- Nothing is written but for time, 1 and 5; a replay renews the life of its marks.
--
-- Invariant: deadline, marks, locks, expectations and blind fields are checked in this order, for all entries, before
-- the first write. Then the marks are written, then the entries. A late copy does nothing. A copy that comes after a
-- lock was taken, or after its events were applied, writes nothing. A refusal before the first command of all leaves
-- nothing behind.
--
-- Each step has its place for a reason:
-- 1. The deadline is checked first. A copy may lie on its way for long. It must do nothing after its caller was told
--    that it was not written.
-- 2. The marks are read before the locks. A second copy asks what became of a first one, whose answer was lost. It must
--    be told that the first one was written, also while somebody holds a lock by now.
-- 3. The locks are looked at before the entries. While somebody holds one, nobody else writes its entry. An attempt
--    takes no lock and leaves no note.
-- 4. What the updates saw is compared in the script that writes. So no other writer can come in between.
-- 5. Blind fields are read, and added to here by what stands. Lua counts in doubles. So a value that is no whole number
--    of at most 15 characters is a miss, and every result is exact. What stays as it is is not written.
-- 6. The marks are written before the entries. Redis may refuse a command in the middle of a script, such as when a
--    permission was taken away. If an entry were written first and the marks were refused, a replay would be applied a
--    second time.
-- 7. The entries are written. If the first command of all is refused, the marks are taken back and nothing is written.
--    If a later one is refused, the marks stay: a replay finds them, and writes nothing on top of what is half written.
-- 8. Old marks are counted and dropped then. What is refused here changes no answer.
-- 9. A commit gives the locks back last, since nobody else may come in before. If that is refused, the entries are
--    written all the same.
local EVENT_SIZE, DROP_MOST, SCOPES, SCOPE_SIZE = 5, 1000, '>HdddB', 27
local NUMBERS, NUMBERS_FROM, NUMBERS_SIZE = '>ddHhHI', 18, 26
local KEYS, ARGV, run, type, tonumber, unpack = KEYS, ARGV, redis.pcall, type, tonumber, unpack
local numbers_of = struct.unpack

local deadline, entries, events, reading, flags = numbers_of('>dHHIB', ARGV[1])
local counts, token, gives_back = flags % 2, flags >= 2 and ARGV[#ARGV], flags >= 4
-- The keys of marks come behind those of the entries.
local marks = 2 * entries

local time = 0
if deadline > 0 then
  local clock = run('TIME')
  if clock.err then
    return {4, 0, 0, clock.err}
  end
  time = clock[1] * 1000000 + clock[2]
  if time > deadline then
    return {6, time}
  end
end

-- Returns an answer without lists in it: each is its size, followed by what is in it.
local function flat(answer, parts)
  for n = 1, #answer do
    local part = answer[n]
    if type(part) == 'table' then
      parts[#parts + 1] = #part
      flat(part, parts)
    else
      parts[#parts + 1] = part
    end
  end
  return parts
end

-- Looks which events are remembered. Nearly all attempts have one event; that needs no tables.
local first = 2
local scopes, seen, refused, opaque = nil, {}, nil, false
local mark, life, keep, raised
if events == 1 then
  local key = KEYS[marks + 1]
  local scores = run('ZMSCORE', key, 'low', ARGV[first])
  life = scores.err and 0 or run('PTTL', key)
  if scores.err or type(life) == 'table' then
    local standing = run('TYPE', key)
    local readable = standing.err or standing.ok == 'zset'
    return {4, time, 0, readable and (scores.err or life.err) or 'FOREIGN ' .. standing.ok .. ' ' .. key}
  end
  opaque, keep = ARGV[first + 1] == 'o', tonumber(ARGV[first + 4])
  mark = not opaque and scores[1] and tonumber(scores[1])
  raised = not opaque and (not mark or tonumber(ARGV[first + 3]) > mark)
  if scores[2] or (mark and tonumber(ARGV[first + 2]) < mark) then
    seen[1], scopes = 1, {{key = key, life = life, keep = keep}}
  end
elseif events > 1 then
  -- The arguments are laid out so that ZMSCORE and ZADD take them as they are: a table for each event is slow. A score
  -- that ZMSCORE takes for a member is looked over.
  local scoped, from = numbers_of('>H', ARGV[1], NUMBERS_FROM + entries * NUMBERS_SIZE)
  local place, numbers_at = 0, from + scoped * SCOPE_SIZE
  local function number(nth)
    return (numbers_of('>H', ARGV[1], numbers_at + 2 * nth - 2))
  end
  scopes = {}
  for i = 1, scoped do
    local count, least, low, kept, position = numbers_of(SCOPES, ARGV[1], from + (i - 1) * SCOPE_SIZE)
    local key, last = KEYS[marks + i], first + 2 * count - 1
    local scores = run('ZMSCORE', key, 'low', unpack(ARGV, first, last))
    local left = scores.err and 0 or run('PTTL', key)
    if scores.err or type(left) == 'table' then
      local standing = run('TYPE', key)
      local readable = standing.err or standing.ok == 'zset'
      return {4, time, 0, readable and (scores.err or left.err) or 'FOREIGN ' .. standing.ok .. ' ' .. key}
    end
    local mark = position == 1 and scores[1] and tonumber(scores[1])
    opaque = opaque or position == 0
    -- Another event may carry an older low. It must not lower one that was raised.
    scopes[i] = {key = key, position = position == 1, first = first, last = last, low = low, keep = kept, mark = mark,
      life = left, raised = position == 1 and (not mark or low > mark), has_last = number(place + count) == events}
    for n = 1, count do
      if scores[2 * n + 1] or (mark and least < mark and tonumber(ARGV[first + 2 * n - 2]) < mark) then
        seen[#seen + 1] = number(place + n)
      end
    end
    first, place = last + 1, place + count
  end
  table.sort(seen)
end
local missed = seen[1] ~= nil
if missed then
  -- Using marks keeps them alive: a replay renews their life, and never shortens it.
  for i = 1, #scopes do
    local scope = scopes[i]
    if scope.life < scope.keep then
      local renewed = run('PEXPIRE', scope.key, scope.keep + math.floor(scope.keep / 16))
      if type(renewed) == 'table' then
        return {4, time, 0, renewed.err, unpack(seen)}
      end
    end
  end
end

-- The locks come after the marks: a second copy is told that the first one was written, even if a lock is held by now.
for i = 1, missed and 0 or entries do
  local lock = KEYS[2 * i - 1]
  local holder = token and run('GET', lock)
  local held = token and (holder == token and 0 or 1) or run('EXISTS', lock)
  if held ~= 0 then
    if held ~= 1 then
      return {4, time, i, held.err}
    end
    -- An attempt does not wait for the lock, so it leaves no note.
    local left = run('PTTL', lock)
    holder = holder or run('GET', lock)
    if type(left) == 'table' then
      return {4, time, i, left.err}
    elseif type(holder) == 'table' then
      local standing = run('TYPE', lock)
      if standing.err or standing.ok == 'string' then
        return {4, time, i, standing.err or holder.err}
      end
      holder = '(not a token)'
    end
    return {0, time, i, left, holder or '(gone)'}
  end
end

local reads_at = first + (events == 1 and EVENT_SIZE or 0)
local at = reads_at + reading

-- Compares all that the updates saw with what stands, and computes the new values of blind fields from what stands.
local changes, sizes_at = nil, reads_at
for i = 1, missed and 0 or entries do
  local entry, typed = KEYS[2 * i], false
  local _, _, expectations, blind, reads = numbers_of(NUMBERS, ARGV[1], NUMBERS_FROM + (i - 1) * NUMBERS_SIZE)
  for _ = 1, expectations do
    local name, count = ARGV[at], ARGV[at + 1]
    local answer = run(name, entry, unpack(ARGV, at + 2, at + 1 + count))
    at = at + 2 + count
    local parts, absent = tonumber(ARGV[at]), ARGV[at + 1]
    at = at + 1
    if type(answer) ~= 'table' then
      answer = {type(answer) == 'number' and tostring(answer) or answer}
    elseif answer.err then
      return {4, time, i, of_type(answer.err, entry)}
    end
    if #answer ~= parts then
      answer = flat(answer, {})
    end
    missed = missed or #answer ~= parts
    -- Scores are compared as numbers, since releases of Redis print them differently: all parts of the one command,
    -- every second part of the other.
    local scores = name == 'ZMSCORE' and 1 or name == 'ZRANGE' and 2 or 0
    for n = 1, parts do
      local part, expected = answer[n], ARGV[at + n]
      if absent ~= '' and string.byte(absent, n) == 48 then
        expected = false
      end
      if part ~= expected
        and not (part and expected and (type(part) == 'number' and tostring(part) == expected
          or scores > 0 and n % scores == 0 and tonumber(part) == tonumber(expected))) then
        missed = true
      end
    end
    at = at + parts + 1
    -- EXISTS alone answers for an entry of any type; every other command has checked the type.
    typed = typed or name ~= 'EXISTS'
  end
  if blind ~= 0 and not missed then
    local kinds, values = ARGV[at], nil
    local count = blind
    if blind < 0 then
      values, count = run('GET', entry), 1
      values = type(values) == 'table' and values or {values}
    else
      values = run('HMGET', entry, unpack(ARGV, at + 1 + blind, at + 2 * blind))
    end
    if values.err then
      return {4, time, i, of_type(values.err, entry)}
    end
    local changed = {}
    for n = 1, count do
      local value, delta, kind = values[n], tonumber(ARGV[at + n]), string.byte(kinds, n)
      local old = whole(value)
      if value and not old then
        missed = true
      elseif old and kind ~= 43 then
        delta = (kind == 62) == (old > delta) and 0 or delta - old
      end
      -- What stays as it is is not written.
      if not value or delta ~= 0 then
        changed[#changed + 1] = ARGV[at + blind + n]
        changed[#changed + 1] = blind < 0 and delta + (old or 0) or delta
      end
    end
    at = at + 1 + (blind < 0 and 1 or 2 * blind)
    changes = changes or {}
    changes[i] = changed
    typed = true
  end
  if missed then
    break
  end
  if not typed then
    -- SET and DEL would replace an entry of another type. So its type is checked by a command that refuses such an
    -- entry.
    local size = run(ARGV[sizes_at], entry)
    if type(size) == 'table' then
      return {4, time, i, of_type(size.err, entry)}
    end
  end
  sizes_at = sizes_at + 2 + reads
end

if missed then
  local reply = {seen[1] and 2 or 3, time}
  at = reads_at
  for i = 1, entries do
    local entry, size = KEYS[2 * i], nil
    local _, most, _, _, reads = numbers_of(NUMBERS, ARGV[1], NUMBERS_FROM + (i - 1) * NUMBERS_SIZE)
    if most ~= 0 then
      size = run(ARGV[at], entry)
      if type(size) == 'table' then
        return {4, time, i, of_type(size.err, entry), unpack(seen)}
      elseif most > 0 and size > most then
        return {7, time, i, size, unpack(seen)}
      end
    end
    local answer = run(ARGV[at + 1], entry, unpack(ARGV, at + 2, at + 1 + reads))
    local exists = answer and 1 or 0
    if type(answer) == 'table' then
      if answer.err then
        return {4, time, i, of_type(answer.err, entry), unpack(seen)}
      end
      exists = 0
      for n = 1, #answer do
        -- SMISMEMBER answers 0 for a member that is not there.
        if answer[n] and answer[n] ~= 0 then
          exists = 1
          break
        end
      end
      if exists == 0 and most <= 0 then
        exists = run('EXISTS', entry)
        if type(exists) == 'table' then
          return {4, time, i, exists.err, unpack(seen)}
        end
      end
    end
    if most < 0 then
      answer = {size, answer}
    end
    reply[2 * i + 1], reply[2 * i + 2] = exists, answer
    at = at + 2 + reads
  end
  for n = 1, #seen do
    reply[2 + 2 * entries + n] = seen[n]
  end
  return reply
end

if entries > 1 then
  -- Nothing may be refused once the first entry is written.
  local calls, next_at = {}, at
  for i = 1, entries do
    local life_of_entry, _, _, blind, _, commands = numbers_of(NUMBERS, ARGV[1], NUMBERS_FROM + (i - 1) * NUMBERS_SIZE)
    if blind ~= 0 then
      calls[blind < 0 and 'SET' or 'HINCRBY'] = blind < 0 and {'0'} or {'a', 1}
    end
    for _ = 1, commands do
      local count = ARGV[next_at + 1]
      add_call(calls, ARGV[next_at], unpack(ARGV, next_at + 2, next_at + 1 + count))
      next_at = next_at + 2 + count
    end
    if life_of_entry > 0 then
      calls.PEXPIRE = {life_of_entry}
    end
  end
  local refusal = not_permitted(calls)
  if refusal then
    return {4, time, 0, refusal}
  end
end

-- The marks come first: if they were refused after an entry was written, a replay would be applied again.
local marked, now = 0, nil
if opaque then
  local clock = run('TIME')
  if clock.err then
    return {4, time, 0, clock.err}
  end
  now = clock[1] * 1000 + math.floor(clock[2] / 1000)
end
if events == 1 then
  local score = opaque and now + keep or ARGV[first + 2]
  local added
  if raised then
    added = run('ZADD', KEYS[marks + 1], score, ARGV[first], ARGV[first + 3], 'low')
  else
    added = run('ZADD', KEYS[marks + 1], score, ARGV[first])
  end
  refused = type(added) == 'table' and added.err
  if not refused then
    marked = 1
    if life < keep then
      added = run('PEXPIRE', KEYS[marks + 1], keep + math.floor(keep / 16))
      refused = type(added) == 'table' and added.err
    end
  end
end
for i = 1, events > 1 and #scopes or 0 do
  local scope, added = scopes[i], nil
  if not scope.position then
    local members = {}
    for n = scope.first, scope.last, 2 do
      members[n - scope.first + 1], members[n - scope.first + 2] = now + tonumber(ARGV[n]), ARGV[n + 1]
    end
    added = run('ZADD', scope.key, unpack(members))
  elseif scope.raised then
    added = run('ZADD', scope.key, scope.low, 'low', unpack(ARGV, scope.first, scope.last))
  else
    added = run('ZADD', scope.key, unpack(ARGV, scope.first, scope.last))
  end
  refused = type(added) == 'table' and added.err
  if not refused then
    marked = i
    if scope.life < scope.keep then
      added = run('PEXPIRE', scope.key, scope.keep + math.floor(scope.keep / 16))
      refused = type(added) == 'table' and added.err
    end
  end
  if refused then
    break
  end
end

-- Blind fields come first. So an entry that loses its other fields is never empty in between, and keeps its time to
-- live.
local written, number = false, 0
while number < entries and not refused do
  number = number + 1
  local entry, before, reply = KEYS[2 * number], written, nil
  local numbers_at = NUMBERS_FROM + (number - 1) * NUMBERS_SIZE
  local life_of_entry, _, _, blind, _, commands = numbers_of(NUMBERS, ARGV[1], numbers_at)
  local changed = false
  local blindly = blind ~= 0 and changes[number] or {}
  for n = 1, #blindly, 2 do
    if blind < 0 then
      reply = run('SET', entry, blindly[2], 'KEEPTTL')
    else
      reply = run('HINCRBY', entry, blindly[n], blindly[n + 1])
    end
    refused = type(reply) == 'table' and reply.err
    if refused then
      break
    end
    changed = true
  end
  while commands > 0 and not refused do
    local count = ARGV[at + 1]
    reply = write(ARGV[at], entry, unpack(ARGV, at + 2, at + 1 + count))
    refused = type(reply) == 'table' and reply.err
    changed = changed or not refused
    at, commands = at + 2 + count, commands - 1
  end
  if changed and not refused and life_of_entry > 0 then
    reply = run('PEXPIRE', entry, life_of_entry)
    refused = type(reply) == 'table' and reply.err
  end
  written = before or changed
end
if events == 1 and (refused or counts == 1) then
  -- Its id is the first of its arguments.
  scopes = {{key = KEYS[marks + 1], position = not opaque, first = first - 1, last = first,
    low = tonumber(ARGV[first + 3]), mark = mark, raised = raised, has_last = true}}
end
if refused then
  -- If nothing is written, nothing may be remembered. If a part is written, it must not be written again: the marks
  -- stay.
  local clean = not written
  for i = 1, written and 0 or marked do
    local scope, ids = scopes[i], {}
    for n = scope.first + 1, scope.last, 2 do
      ids[#ids + 1] = ARGV[n]
    end
    local back = run('ZREM', scope.key, unpack(ids))
    clean = clean and type(back) ~= 'table'
    if scope.raised then
      back = scope.mark and run('ZADD', scope.key, scope.mark, 'low') or run('ZREM', scope.key, 'low')
      clean = clean and type(back) ~= 'table'
    end
  end
  return {clean and 4 or 5, time, number, refused}
end

-- It is written. What is refused from here on does not change that.
local remembered = -1
if events > 0 and counts == 1 then
  local counted, found = pcall(function()
    local call, left = redis.call, DROP_MOST
    for i = 1, #scopes do
      local scope = scopes[i]
      local limit = scope.position and math.max(scope.low, scope.mark or 0) or now
      local count = call('ZCOUNT', scope.key, '-inf', string.format('(%.0f', limit))
      count = math.min(count, left)
      if count > 0 then
        call('ZREMRANGEBYRANK', scope.key, 0, count - 1)
        left = left - count
      end
    end
    for i = 1, #scopes do
      if scopes[i].has_last then
        return call('ZCARD', scopes[i].key) - (scopes[i].position and 1 or 0)
      end
    end
  end)
  remembered = counted and found or -1
end
if gives_back then
  local highest, before = 0, #KEYS - entries - (entries > 1 and 1 or 0)
  for i = 1, entries do
    LOCK, WAITING = KEYS[2 * i - 1], KEYS[before + i]
    local given, handover = pcall(hand_over)
    highest = given and highest >= 0 and math.max(highest, handover) or -1
  end
  return {1, time, remembered, highest}
elseif remembered >= 0 then
  return {1, time, remembered}
end
-- A server of version 6 sends each list by a system call of its own, which costs it more than all the rest. So the
-- reply is a number.
return time
