-- quick-return: gives one permit back that nobody waits for. It stands before release, which does all else: to make the
-- functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as release and permits have them
-- Invariant: the permits of another are never taken away, and no waiter is passed over.
local owner, want = string.match(ARGV[1], '^(storm%-lock:.*%.(%d+)%.%d+:)%d+$')
if #KEYS == 2 and want == '1' and redis.pcall('EXISTS', KEYS[2]) == 0 then
  local time = redis.call('TIME')
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] * 1000 + time[2] / 1000)
  if redis.call('ZREM', KEYS[1], owner .. 1) == 1 then
    return {1, 0}
  end
  return {0}
end

