if redis.call('SADD', KEYS[3], ARGV[2]) == 0 then
  return 0
end
