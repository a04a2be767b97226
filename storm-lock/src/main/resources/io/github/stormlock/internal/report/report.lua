-- report: keeps what a worker tells of itself.
-- KEYS[1] the key of the worker
-- ARGV[1] the document; empty if the worker leaves  ARGV[2] how many milliseconds it lives
if ARGV[1] == '' then
  return redis.call('DEL', KEYS[1])
end
return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
