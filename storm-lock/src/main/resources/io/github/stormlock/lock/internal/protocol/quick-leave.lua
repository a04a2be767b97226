-- quick-leave: lets the last reader out if nobody waits. It stands before release, which does all else: to make the functions
-- of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as release and read have them
-- Invariant: the lock of another is never taken away, and no waiter is passed over.
if #KEYS == 3 and redis.pcall('GET', KEYS[1]) == 'storm-lock:readers' and redis.pcall('ZCARD', KEYS[3]) == 1 then
  local ends = redis.call('ZSCORE', KEYS[3], string.match(ARGV[1], '^(.*:)%d+$'))
  local time = redis.call('TIME')
  if ends and tonumber(ends) > time[1] * 1000 + time[2] / 1000 and redis.call('EXISTS', KEYS[2]) == 0 then
    redis.call('DEL', KEYS[1], KEYS[3])
    return {1, 0}
  end
end

