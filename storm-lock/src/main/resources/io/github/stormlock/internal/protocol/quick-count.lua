-- quick-count: counts one id down that does not open the latch. It stands before count-down, which does all else: to make the
-- functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as count-down has them
-- Invariant: as that of the latch.
if ARGV[3] ~= '' then
  local stored = redis.pcall('HMGET', KEYS[1], 'count', 'open')
  if stored[1] == ARGV[1] and not stored[2] then
    local remaining = stored[1] + 1 - redis.call('HLEN', KEYS[1])
    if remaining > 1 then
      local counted = redis.call('HSET', KEYS[1], 'n:' .. ARGV[3], '')
      if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
        redis.call('PEXPIRE', KEYS[1], ARGV[2] + math.floor(ARGV[2] / 16))
      end
      return {remaining - counted, counted}
    end
  end
end

