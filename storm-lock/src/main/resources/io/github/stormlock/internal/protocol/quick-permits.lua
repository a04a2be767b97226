-- quick-permits: takes permits if nobody waits, takes over those that were given to the caller, and refuses a try without a
-- note if there are too few. It stands before acquire, which does all else: to make the functions of a script costs the server
-- more than to run this.
-- KEYS, ARGV and the reply as acquire and permits have them
-- Invariant: that of permits.
-- Permits whose leases are over count here. If they leave no room, acquire removes them. So no more than size ever stand, and
-- nobody else has had what still stands under the caller's name.
local standing = #KEYS == 2 and redis.pcall('EXISTS', KEYS[1], KEYS[2])
local used = standing == 0 and 0 or standing and redis.pcall('ZCARD', KEYS[1])
if type(used) == 'number' then
  local owner, want, size = string.match(ARGV[1], '^(storm%-lock:.*%.(%d+)%.(%d+):)%d+$')
  local room, noted = want + used <= tonumber(size), ARGV[3] ~= '' or ARGV[5] ~= ''
  local own = used > 0 and (noted or not room) and redis.call('ZSCORE', KEYS[1], owner .. 1)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  if own or (room and (standing == 0 or redis.pcall('EXISTS', KEYS[2]) == 0)) then
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
  elseif used > 0 and not room and not noted then
    local next_end = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now
    if next_end > 0 then
      return {0, 1, math.ceil(next_end), 'storm-lock:in-use:' .. used}
    end
  end
end

