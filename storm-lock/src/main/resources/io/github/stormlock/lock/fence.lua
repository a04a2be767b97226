-- fence: a number that rises with every lease of a lock that asks for one.
-- KEYS[1] lock, KEYS[2] fence; ARGV[1] token; [2] ms for which the last fence is kept
-- Reply the fence as text, or nothing if the token does not stand
-- Invariant: rises as long as the server's clock is not behind by more than the keeping time.
if redis.pcall('GET', KEYS[1]) ~= ARGV[1] then
  return false
end
local time = redis.call('TIME')
local fence = math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1, time[1] * 1000000 + time[2])
local text = string.format('%.0f', fence)
redis.call('SET', KEYS[2], text, 'PX', ARGV[2])
return text
