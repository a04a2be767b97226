-- qtake: takes a lock at one server of a quorum, if that server may vote.
-- KEYS[1] lock; [2] since when this server has its data; [3] fence
-- ARGV[1] token, or '' to ask only whether the server votes; [2] lease in ms; [3] the longest lease of all clients in ms
-- Reply {1, run_id, fence} granted, with a number above the last fence; {0, run_id, ms left, holder} busy; {-3, run_id, ms}
-- the server may have lost its locks, and does not vote for so long; {-4, run_id, ms} clients gave that longest lease
-- Invariant: a server that may have lost a lock grants none before that lock's lease is over.
--
-- A server that came back empty, took over from another, or was emptied, has no key that tells since when it has its
-- data, or one with another server's run_id. Then its data is as old as this look at it. A time ahead of the server's
-- clock tells nothing, so it counts as this look too.
local KEPT_MS = 604800000

local info = redis.pcall('INFO', 'server')
if type(info) == 'table' then
  return redis.error_reply('INFO is needed to recognise a restart, and was refused: ' .. info.err)
end
local run = string.match(info, 'run_id:(%x+)')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local since, whose, longest = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) (%x+) (%d+)$')
if longest and longest ~= ARGV[3] then
  return {-4, run, tonumber(longest)}
end
since = tonumber(since)
if whose ~= run or since > now then
  since = now
  redis.call('SET', KEYS[2], string.format('%.0f %s %s', now, run, ARGV[3]), 'PX', KEPT_MS)
elseif redis.call('PTTL', KEYS[2]) < KEPT_MS / 2 then
  redis.call('PEXPIRE', KEYS[2], KEPT_MS)
end
local barred = since + ARGV[3] - now
if barred > 0 then
  return {-3, run, barred}
end
if ARGV[1] == '' then
  return {1, run, '0'}
end
local busy, refused = take(ARGV[1], ARGV[2])
if refused then
  return redis.error_reply(refused)
elseif busy then
  return {0, run, left(), busy}
end
local last = redis.pcall('GET', KEYS[3])
last = type(last) == 'string' and tonumber(last) or 0
return {1, run, string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))}
