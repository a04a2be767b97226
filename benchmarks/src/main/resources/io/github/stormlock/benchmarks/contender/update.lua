local old = redis.call('HGET', KEYS[1], ARGV[1])
return redis.call('HSET', KEYS[1], ARGV[1], (old or 0) + 1)
