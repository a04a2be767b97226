-- told: reads what a worker tells of itself.
-- KEYS[1] the key of the worker
return redis.call('GET', KEYS[1])
