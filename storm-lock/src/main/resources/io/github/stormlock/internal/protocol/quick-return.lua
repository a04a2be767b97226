-- quick-return: gives one permit back that nobody waits for. It stands before release, which does all else: to make the
-- functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as release and permits have them
-- Invariant: the permits of another are never taken away, and no waiter is passed over.
-- A permit whose lease is over, and that nobody has removed yet, counts as given back: nobody had it since.
local owner, want = string.match(ARGV[1], '^(storm%-lock:.*%.(%d+)%.%d+:)%d+$')
if #KEYS == 2 and want == '1' and redis.pcall('EXISTS', KEYS[2]) == 0 then
  return redis.call('ZREM', KEYS[1], owner .. 1) == 1 and {1, 0} or {0}
end

