-- quick-leave: lets a reader out if nobody waits. It stands before release, which does all else: to make the functions of a
-- script costs the server more than to run this.
-- KEYS, ARGV and the reply as release and read have them
-- Invariant: the lock of another is never taken away, and no waiter is passed over. The marker lives as long as the longest
-- lease of those that stay.
if #KEYS == 3 and redis.pcall('GET', KEYS[1]) == 'storm-lock:readers' and redis.pcall('EXISTS', KEYS[2]) == 0 then
  local reader, time = string.match(ARGV[1], '^(.*:)%d+$'), redis.call('TIME')
  local now, ends = time[1] * 1000 + time[2] / 1000, redis.pcall('ZSCORE', KEYS[3], reader)
  if type(ends) == 'string' and tonumber(ends) > now then
    local _, before_ends, last = unpack(redis.call('ZRANGE', KEYS[3], -2, -1, 'WITHSCORES'))
    if not last then
      redis.call('DEL', KEYS[1], KEYS[3])
      return {1, 0}
    elseif last ~= reader then
      redis.call('ZREM', KEYS[3], reader)
      return {1, 5}
    elseif tonumber(before_ends) > now then
      redis.call('ZREM', KEYS[3], reader)
      redis.call('PEXPIRE', KEYS[1], math.ceil(before_ends - now))
      redis.call('PEXPIRE', KEYS[3], math.ceil(before_ends - now))
      return {1, 5}
    end
  end
end

