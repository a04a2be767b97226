-- qfence: raises the fence of a lock at one server of a quorum.
-- KEYS[1] lock; [2] fence
-- ARGV[1] token; [2] the number to raise it to; [3] ms for which it is kept
-- Reply the number that is kept now, as text; nothing if the token does not stand; an error FOREIGN, type and key, if
-- what is kept there is no fence
-- Invariant: the number that is kept never falls.
if not stands(ARGV[1]) then
  return false
end
local last = redis.pcall('GET', KEYS[2]) or '0'
local number = type(last) == 'string' and tonumber(last)
-- Doubles are exact up to 2^53.
if not number or number ~= number or number >= 2 ^ 53 then
  return redis.error_reply('FOREIGN ' .. redis.call('TYPE', KEYS[2]).ok .. ' ' .. KEYS[2])
end
local text = string.format('%.0f', math.max(number, tonumber(ARGV[2])))
redis.call('SET', KEYS[2], text, 'PX', ARGV[3])
return text
