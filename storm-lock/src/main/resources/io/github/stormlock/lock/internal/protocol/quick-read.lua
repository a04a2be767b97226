-- quick-read: lets the first reader in if nobody waits. It stands before acquire, which does all else: to make the functions
-- of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as acquire and read have them
-- Invariant: that of read. What it cannot do leaves no marker behind.
if #KEYS == 3 and redis.pcall('EXISTS', KEYS[1], KEYS[2], KEYS[3]) == 0 then
  local time, reader = redis.call('TIME'), string.match(ARGV[1], '^(.*:)%d+$')
  local ends = string.format('%.3f', time[1] * 1000 + time[2] / 1000 + ARGV[2])
  local joined = redis.pcall('ZADD', KEYS[3], ends, reader)
  if joined == 1 then
    redis.call('SET', KEYS[1], 'storm-lock:readers', 'PX', ARGV[2])
    redis.call('PEXPIRE', KEYS[3], ARGV[2])
    return {1}
  end
end

