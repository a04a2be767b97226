local balance = redis.call('HGET', KEYS[1], ARGV[1]) or 0
redis.call('HSET', KEYS[1], ARGV[1], balance - 1)
return redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
