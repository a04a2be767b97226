-- fence: answers a number that rises with every lease of a lock that asks for one.
-- KEYS[1] lock, KEYS[2] fence; ARGV[1] token; [2] ms for which the last fence is kept
-- Reply the fence as text, or nothing if the token does not stand; an error FOREIGN, type and key, if what is kept
-- there is no fence
-- Invariant: the number rises as long as the server's clock does not fall behind by more than the keeping time.
if not stands(ARGV[1]) then
  return false
end
local last = redis.pcall('GET', KEYS[2]) or '0'
local type_now = redis.call('TYPE', KEYS[2]).ok
if type(last) == 'table' and type_now == 'string' then
  return last
end
-- Doubles are exact up to 2^53.
local number = type(last) == 'string' and tonumber(last)
if not number or number ~= number or number >= 2 ^ 53 then
  return redis.error_reply('FOREIGN ' .. type_now .. ' ' .. KEYS[2])
end
local time = redis.call('TIME')
local fence = math.max(number + 1, time[1] * 1000000 + time[2])
local text = string.format('%.0f', fence)
redis.call('SET', KEYS[2], text, 'PX', ARGV[2])
return text
