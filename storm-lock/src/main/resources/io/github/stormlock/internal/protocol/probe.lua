-- probe: tries every command that the other scripts use, on scratch keys, and tells which are not permitted.
-- KEYS[1] scratch string, KEYS[2] scratch sorted set, KEYS[3] scratch hash, KEYS[4] scratch set, KEYS[5] scratch list;
-- KEYS[6] the number of the form in which data is stored
-- ARGV[1] the channel of the wake-ups
-- Reply {maxmemory-policy or '', that number or '', refused command, error, refused command, error, ...}
-- Invariant: no scratch key outlives the script.
local refusals = {'', ''}
local function try(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    refusals[#refusals + 1] = (...)
    refusals[#refusals + 1] = reply.err
  end
  return reply
end
local form = try('GET', KEYS[6])
refusals[2] = type(form) == 'string' and form or ''
try('SET', KEYS[1], '1', 'NX', 'PX', 1000)
try('GET', KEYS[1])
try('STRLEN', KEYS[1])
try('SET', KEYS[1], '2', 'KEEPTTL')
try('PTTL', KEYS[1])
try('PEXPIRE', KEYS[1], 1000)
try('EXISTS', KEYS[1])
try('TYPE', KEYS[1])
try('TIME')
try('ZADD', KEYS[2], 1, 'a', 2, 'b')
try('PEXPIRE', KEYS[2], 1000)
try('ZCARD', KEYS[2])
try('ZMSCORE', KEYS[2], 'a', 'b')
try('ZSCORE', KEYS[2], 'a')
try('ZCOUNT', KEYS[2], '-inf', '(1')
try('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
try('ZRANGEBYSCORE', KEYS[2], '(0', '+inf', 'LIMIT', 0, 1)
try('ZREMRANGEBYSCORE', KEYS[2], 0, 0)
try('ZREMRANGEBYRANK', KEYS[2], 5, 6)
try('ZREM', KEYS[2], 'a')
try('HSET', KEYS[3], 'a', '1')
try('HINCRBY', KEYS[3], 'a', 1)
try('PEXPIRE', KEYS[3], 1000)
try('HLEN', KEYS[3])
try('HGETALL', KEYS[3])
try('HMGET', KEYS[3], 'a')
try('HDEL', KEYS[3], 'a')
try('SADD', KEYS[4], 'a')
try('PEXPIRE', KEYS[4], 1000)
try('SCARD', KEYS[4])
try('SMEMBERS', KEYS[4])
try('SMISMEMBER', KEYS[4], 'a')
try('SREM', KEYS[4], 'a')
try('RPUSH', KEYS[5], 'a', 'b')
try('LPUSH', KEYS[5], 'c')
try('PEXPIRE', KEYS[5], 1000)
try('LLEN', KEYS[5])
try('LRANGE', KEYS[5], 0, -1)
try('LTRIM', KEYS[5], 1, 0)
try('PUBLISH', ARGV[1], 'probe')
try('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
local info = redis.pcall('INFO', 'memory')
if type(info) == 'string' then
  refusals[1] = string.match(info, 'maxmemory_policy:([%w%-]+)') or ''
end
return refusals
