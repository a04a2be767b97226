local now = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if now ~= ARGV[2] then
  return now
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return false
