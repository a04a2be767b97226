-- quick-permits: takes permits if nobody waits. It stands before acquire, which does all else: to make the functions of a
-- script costs the server more than to run this.
-- KEYS, ARGV and the reply as acquire and permits have them
-- Invariant: that of permits.
-- Permits whose leases are over count here. If they leave no room, acquire removes them. So no more than size ever stand.
local standing = #KEYS == 2 and redis.pcall('EXISTS', KEYS[1], KEYS[2])
if standing == 0 or (standing == 1 and redis.pcall('EXISTS', KEYS[2]) == 0) then
  local owner, want, size = string.match(ARGV[1], '^(storm%-lock:.*%.(%d+)%.(%d+):)%d+$')
  local used = standing == 1 and redis.pcall('ZCARD', KEYS[1]) or 0
  if type(used) == 'number' and want + used <= tonumber(size) then
    local time, members = redis.call('TIME'), {}
    local ends = string.format('%.3f', time[1] * 1000 + time[2] / 1000 + ARGV[2])
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

