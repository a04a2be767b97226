-- attempt: writes what an update changed and remembers its events, if no lock is held and all that the update saw still
-- stands. What the update did not see, it changes by what stands.
--
-- KEYS[1] lock, KEYS[2] entry, KEYS[3...] one key of marks for each event
-- ARGV[1] numbers, as struct.pack('>dddHHhHB'):
--     the latest time by the server's clock in microseconds, or 0 for no deadline;
--     the entry's new time to live in ms, or 0 to leave it;
--     the most elements to answer, or 0 for no limit, or -1 for none but that they are counted and answered, too;
--     the number of events; of expectations; of blind changes, -1 for one of a string; of arguments of the command that
--     reads the entry;
--     1 to count and drop marks, else 0
-- ARGV[2] the command that counts elements; [3] the command that reads the entry; [4...] its arguments after the key.
-- After these, in this order:
--     for each event five arguments, as a commit takes them;
--     for each expectation: a command, the number of its arguments, its arguments after the key, the number of parts,
--     '' or a digit for each part, '0' if that part is absent; the parts, absent ones as '';
--     for blind changes: one string with a letter for each, '+' to add, '>' to raise, '<' to lower; the operands; the
--     fields of a hash;
--     for each command: its name, the number of its arguments, its arguments after the key
--
-- Reply one of these; time is the server's in microseconds if there is a deadline, else 0:
--     time                                 written; what is remembered was not counted
--     {0, time, ms left, holder}           busy
--     {1, time, remembered}                written
--     {2, time, exists, answer, seen...}   these events were applied before; the entry as it stands
--     {3, time, exists, answer}            something else stands than was seen; the entry as it stands
--     {4, time, error, seen...}            refused
--     {5, time, error}                     refused in the middle, so that nobody knows what stands
--     {6, time}                            too late
--     {7, time, elements, seen...}         as 2 or 3, where the entry is too large to be answered
-- Nothing is written but for time, 1 and 5; a replay renews the life of its marks.
--
-- Invariant: deadline, marks, lock, expectations and blind fields are checked in this order, all before the first
-- write. Then the marks are written, then the entry. A late copy does nothing. A copy that comes after the lock was
-- taken, or after its events were applied, writes nothing. A refusal before the entry's first command leaves nothing
-- behind.
--
-- Each step has its place for a reason:
-- 1. The deadline is checked first. A copy may lie on its way for long. It must do nothing after its caller was told
--    that it was not written.
-- 2. The marks are read before the lock. A second copy asks what became of a first one, whose answer was lost. It must
--    be told that the first one was written, also while somebody holds the lock by now.
-- 3. The lock is looked at before the entry. While somebody holds it, nobody else writes. An attempt takes no lock and
--    leaves no note.
-- 4. What the update saw is compared in the script that writes. So no other writer can come in between.
-- 5. Blind fields are read, and changed here by what stands. Lua counts in doubles. So a value that is no whole number
--    of at most 15 characters is a miss, and every result is exact.
-- 6. The marks are written before the entry. Redis may refuse a command in the middle of a script, such as when a
--    permission was taken away. If the entry were written first and the marks were refused, a replay would be applied a
--    second time.
-- 7. The entry is written. If its first command is refused, the marks are taken back and nothing is written. If a later
--    one is refused, the marks stay: a replay finds them, and writes nothing on top of a half-written entry.
-- 8. Old marks are counted and dropped last. What is refused here changes no answer.
local EVENT_SIZE, DROP_MOST, KEPT_UNTIL = 5, 1000, 4e15
local KEYS, ARGV, run, type, tonumber, unpack = KEYS, ARGV, redis.pcall, type, tonumber, unpack
local LOCK, ENTRY = KEYS[1], KEYS[2]

local deadline, life_of_entry, most, events, expectations, blind, reads, counts = struct.unpack('>dddHHhHB', ARGV[1])

local time = 0
if deadline > 0 then
  local clock = run('TIME')
  if clock.err then
    return {4, 0, clock.err}
  end
  time = clock[1] * 1000000 + clock[2]
  if time > deadline then
    return {6, time}
  end
end

-- Looks which events are remembered. Nearly all attempts have one event; that needs no tables.
local first = 4 + reads
local scopes, seen, refused, opaque = nil, {}, nil, false
local mark, life, keep, raised
if events == 1 then
  local scores = run('ZMSCORE', KEYS[3], 'low', ARGV[first])
  life = scores.err and 0 or run('PTTL', KEYS[3])
  if scores.err or type(life) == 'table' then
    local standing = run('TYPE', KEYS[3])
    local readable = standing.err or standing.ok == 'zset'
    return {4, time, readable and (scores.err or life.err) or 'FOREIGN ' .. standing.ok .. ' ' .. KEYS[3]}
  end
  opaque, keep = ARGV[first + 1] == 'o', tonumber(ARGV[first + 4])
  mark = not opaque and scores[1] and tonumber(scores[1])
  raised = not opaque and (not mark or tonumber(ARGV[first + 3]) > mark)
  if scores[2] or (mark and tonumber(ARGV[first + 2]) < mark) then
    seen[1], scopes = 1, {{key = KEYS[3], life = life, keep = keep}}
  end
elseif events > 1 then
  -- One scope for each key of marks, in the order of their first events.
  local of = {}
  scopes = {}
  for number = 1, events do
    local at, key = first + (number - 1) * EVENT_SIZE, KEYS[2 + number]
    local scope = of[key]
    if not scope then
      -- All its fields at once: a table that grows is slow.
      scope = {key = key, position = ARGV[at + 1] == 'p', numbers = {}, ids = {}, low = 0, keep = 0, mark = false,
        life = 0, raised = false}
      of[key] = scope
      scopes[#scopes + 1] = scope
      opaque = opaque or not scope.position
    end
    local count, low, kept = #scope.ids + 1, tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
    scope.numbers[count], scope.ids[count] = number, ARGV[at]
    scope.low = low > scope.low and low or scope.low
    scope.keep = kept > scope.keep and kept or scope.keep
  end
  for i = 1, #scopes do
    local scope = scopes[i]
    local scores = run('ZMSCORE', scope.key, 'low', unpack(scope.ids))
    local left = scores.err and 0 or run('PTTL', scope.key)
    if scores.err or type(left) == 'table' then
      local standing = run('TYPE', scope.key)
      local readable = standing.err or standing.ok == 'zset'
      return {4, time, readable and (scores.err or left.err) or 'FOREIGN ' .. standing.ok .. ' ' .. scope.key}
    end
    scope.life = left
    scope.mark = scope.position and scores[1] and tonumber(scores[1])
    for n, number in ipairs(scope.numbers) do
      local offset = tonumber(ARGV[first + (number - 1) * EVENT_SIZE + 2])
      if scores[n + 1] or (scope.mark and offset < scope.mark) then
        seen[#seen + 1] = number
      end
    end
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
        return {4, time, renewed.err, unpack(seen)}
      end
    end
  end
end

-- The lock comes after the marks: a second copy is told that the first one was written, even if the lock is held by
-- now.
if not missed then
  local held = run('EXISTS', LOCK)
  if held ~= 0 then
    if held ~= 1 then
      return {4, time, held.err}
    end
    -- An attempt does not wait for the lock, so it leaves no note.
    local left, holder = run('PTTL', LOCK), run('GET', LOCK)
    if type(left) == 'table' then
      return {4, time, left.err}
    elseif type(holder) == 'table' then
      local standing = run('TYPE', LOCK)
      if standing.err or standing.ok == 'string' then
        return {4, time, standing.err or holder.err}
      end
      holder = '(not a token)'
    end
    return {0, time, left, holder or '(gone)'}
  end
end

-- Compares all that the update saw with what stands.
local at = first + events * EVENT_SIZE
local typed = false
for _ = 1, missed and 0 or expectations do
  local name, count = ARGV[at], ARGV[at + 1]
  local answer = run(name, ENTRY, unpack(ARGV, at + 2, at + 1 + count))
  at = at + 2 + count
  local parts, absent = tonumber(ARGV[at]), ARGV[at + 1]
  at = at + 1
  if type(answer) ~= 'table' then
    answer = {type(answer) == 'number' and tostring(answer) or answer}
  elseif answer.err then
    return {4, time, answer.err}
  end
  missed = missed or #answer ~= parts
  -- Scores are compared as numbers, since releases of Redis print them differently: all parts of the one command, every
  -- second part of the other.
  local scores = name == 'ZMSCORE' and 1 or name == 'ZRANGE' and 2 or 0
  for i = 1, parts do
    local part, expected = answer[i], ARGV[at + i]
    if absent ~= '' and string.byte(absent, i) == 48 then
      expected = false
    end
    if part ~= expected
      and not (part and expected and (type(part) == 'number' and tostring(part) == expected
        or scores > 0 and i % scores == 0 and tonumber(part) == tonumber(expected))) then
      missed = true
    end
  end
  at = at + parts + 1
  -- EXISTS alone answers for an entry of any type; every other command has checked the type.
  typed = typed or name ~= 'EXISTS'
end

-- Computes the new values of blind fields from what stands.
local changes
if blind ~= 0 and not missed then
  local kinds, values = ARGV[at], nil
  local count = blind
  if blind < 0 then
    values, count = run('GET', ENTRY), 1
    values = type(values) == 'table' and values or {values}
  else
    values = run('HMGET', ENTRY, unpack(ARGV, at + 1 + blind, at + 2 * blind))
  end
  if values.err then
    return {4, time, values.err}
  end
  changes = {}
  for i = 1, count do
    local value, operand, kind = values[i], tonumber(ARGV[at + i]), string.byte(kinds, i)
    local whole = value and #value <= 15 and (value == '0' or string.find(value, '^%-?[1-9]%d*$')) and tonumber(value)
    if value and not whole then
      missed = true
    elseif kind == 43 then
      operand = operand + (whole or 0)
    elseif whole and (kind == 62) == (whole > operand) then
      operand = whole
    end
    changes[2 * i - 1], changes[2 * i] = ARGV[at + blind + i], operand
  end
  at = at + 1 + (blind < 0 and 1 or 2 * blind)
  typed = true
end

if missed then
  local size
  if most ~= 0 then
    size = run(ARGV[2], ENTRY)
    if type(size) == 'table' then
      return {4, time, size.err, unpack(seen)}
    elseif most > 0 and size > most then
      return {7, time, size, unpack(seen)}
    end
  end
  local answer = run(ARGV[3], ENTRY, unpack(ARGV, 4, first - 1))
  local exists = answer and 1 or 0
  if type(answer) == 'table' then
    if answer.err then
      return {4, time, answer.err, unpack(seen)}
    end
    exists = 0
    for i = 1, #answer do
      -- SMISMEMBER answers 0 for a member that is not there.
      if answer[i] and answer[i] ~= 0 then
        exists = 1
        break
      end
    end
    if exists == 0 and most <= 0 then
      exists = run('EXISTS', ENTRY)
      if type(exists) == 'table' then
        return {4, time, exists.err, unpack(seen)}
      end
    end
  end
  if most < 0 then
    answer = {size, answer}
  end
  return {seen[1] and 2 or 3, time, exists, answer, unpack(seen)}
end
if not typed then
  -- SET and DEL would replace an entry of another type. So its type is checked by a command that refuses such an entry.
  local size = run(ARGV[2], ENTRY)
  if type(size) == 'table' then
    return {4, time, size.err}
  end
end

-- The marks come first: if they were refused after the entry was written, a replay would be applied again.
local marked, now = 0, nil
if opaque then
  local clock = run('TIME')
  if clock.err then
    return {4, time, clock.err}
  end
  now = clock[1] * 1000 + math.floor(clock[2] / 1000)
end
if events == 1 then
  local score = opaque and KEPT_UNTIL + now + keep or ARGV[first + 2]
  local added
  if raised then
    added = run('ZADD', KEYS[3], score, ARGV[first], ARGV[first + 3], 'low')
  else
    added = run('ZADD', KEYS[3], score, ARGV[first])
  end
  refused = type(added) == 'table' and added.err
  if not refused then
    marked = 1
    if life < keep then
      added = run('PEXPIRE', KEYS[3], keep + math.floor(keep / 16))
      refused = type(added) == 'table' and added.err
    end
  end
end
for i = 1, events > 1 and #scopes or 0 do
  local scope, members = scopes[i], {}
  for n, number in ipairs(scope.numbers) do
    local given = first + (number - 1) * EVENT_SIZE
    members[2 * n - 1] = scope.position and ARGV[given + 2] or KEPT_UNTIL + now + tonumber(ARGV[given + 4])
    members[2 * n] = scope.ids[n]
  end
  -- Another event may carry an older low. It must not lower one that was raised.
  scope.raised = scope.position and (not scope.mark or scope.low > scope.mark)
  if scope.raised then
    members[#members + 1] = scope.low
    members[#members + 1] = 'low'
  end
  local added = run('ZADD', scope.key, unpack(members))
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
local written = false
if changes and not refused then
  local reply
  if blind < 0 then
    reply = run('SET', ENTRY, changes[2], 'KEEPTTL')
  else
    reply = run('HSET', ENTRY, unpack(changes))
  end
  refused = type(reply) == 'table' and reply.err
  written = not refused
end
local last = #ARGV
while at <= last and not refused do
  local count = ARGV[at + 1]
  local reply = run(ARGV[at], ENTRY, unpack(ARGV, at + 2, at + 1 + count))
  refused = type(reply) == 'table' and reply.err
  written = written or not refused
  at = at + 2 + count
end
if written and not refused and life_of_entry > 0 then
  local reply = run('PEXPIRE', ENTRY, life_of_entry)
  refused = type(reply) == 'table' and reply.err
end
if events == 1 and (refused or counts == 1) then
  scopes = {{key = KEYS[3], position = not opaque, ids = {ARGV[first]}, low = tonumber(ARGV[first + 3]), mark = mark,
    raised = raised}}
end
if refused then
  -- If nothing is written, nothing may be remembered. If a part is written, it must not be written again: the marks
  -- stay.
  local clean = not written
  for i = 1, written and 0 or marked do
    local scope = scopes[i]
    local back = run('ZREM', scope.key, unpack(scope.ids))
    clean = clean and type(back) ~= 'table'
    if scope.raised then
      back = scope.mark and run('ZADD', scope.key, scope.mark, 'low') or run('ZREM', scope.key, 'low')
      clean = clean and type(back) ~= 'table'
    end
  end
  return {clean and 4 or 5, time, refused}
end

-- It is written. What is refused from here on does not change that.
if events > 0 and counts == 1 then
  local counted, left = pcall(function()
    local call, left = redis.call, DROP_MOST
    for i = 1, #scopes do
      local scope, from = scopes[i], 0
      local limit = scope.position and math.max(scope.low, scope.mark or 0) or KEPT_UNTIL + now
      local count = call('ZCOUNT', scope.key, '-inf', string.format('(%.0f', limit))
      if count > 0 and not scope.position then
        -- Marks of the first form come first in the set, and are scored by another time.
        from = call('ZCOUNT', scope.key, '-inf', string.format('(%.0f', KEPT_UNTIL))
        count = count - from
        local past = from > 0 and call('ZCOUNT', scope.key, '-inf', string.format('(%.0f', now - scope.low)) or 0
        past = math.min(past, left)
        if past > 0 then
          call('ZREMRANGEBYRANK', scope.key, 0, past - 1)
          from, left = from - past, left - past
        end
      end
      count = math.min(count, left)
      if count > 0 then
        call('ZREMRANGEBYRANK', scope.key, from, from + count - 1)
        left = left - count
      end
    end
    for i = 1, #scopes do
      if scopes[i].key == KEYS[2 + events] then
        return call('ZCARD', scopes[i].key) - (scopes[i].position and 1 or 0)
      end
    end
  end)
  if counted then
    return {1, time, left}
  end
end
-- A server of version 6 sends each list by a system call of its own, which costs it more than all the rest. So the
-- reply is a number.
return time
