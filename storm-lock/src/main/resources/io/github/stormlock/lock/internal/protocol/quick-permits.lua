-- quick-permits: takes permits if nobody waits. It stands before acquire, which does all else: to make the functions of a
-- script costs the server more than to run this.
-- KEYS, ARGV and the reply as acquire and permits have them
-- Invariant: that of permits.
if #KEYS == 2 and redis.pcall('EXISTS', KEYS[2]) == 0 then
  local owner, want, size = string.match(ARGV[1], '^(storm%-lock:.*%.(%d+)%.(%d+):)%d+$')
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local purged = redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  local used = type(purged) == 'number' and redis.call('ZCARD', KEYS[1])
  if used and want + used <= tonumber(size) then
    local ends, members = string.format('%.3f', now + ARGV[2]), {}
    for i = 1, want do
      members[2 * i - 1], members[2 * i] = ends, owner .. i
    end
    local added = redis.pcall('ZADD', KEYS[1], unpack(members))
    if type(added) == 'number' then
      if used == 0 or redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
        redis.call('PEXPIRE', KEYS[1], ARGV[2])
      end
      return {1}
    end
  end
end

