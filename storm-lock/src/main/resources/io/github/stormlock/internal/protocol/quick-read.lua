-- quick-read: lets a reader in if nobody waits, the first one or one beside others. It stands before acquire, which does all
-- else: to make the functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as acquire and read have them
-- Invariant: that of read. What it cannot do leaves no marker behind.
local standing = #KEYS == 3 and redis.pcall('GET', KEYS[1])
local joins = standing == 'storm-lock:readers' and redis.pcall('EXISTS', KEYS[2]) == 0
if joins or (#KEYS == 3 and not standing and redis.pcall('EXISTS', KEYS[2], KEYS[3]) == 0) then
  local time, reader = redis.call('TIME'), string.match(ARGV[1], '^(.*:)%d+$')
  local now = time[1] * 1000 + time[2] / 1000
  local joined = redis.pcall('ZADD', KEYS[3], string.format('%.3f', now + ARGV[2]), reader)
  if type(joined) == 'number' then
    if not joins then
      redis.call('SET', KEYS[1], 'storm-lock:readers', 'PX', ARGV[2])
      redis.call('PEXPIRE', KEYS[3], ARGV[2])
    else
      -- Where readers always overlap, nothing else removes those that died.
      redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
      -- Another reader's lease may be longer. The marker lives as long as the longest.
      if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
        redis.call('PEXPIRE', KEYS[1], ARGV[2])
        redis.call('PEXPIRE', KEYS[3], ARGV[2])
      end
    end
    return {1}
  end
end

