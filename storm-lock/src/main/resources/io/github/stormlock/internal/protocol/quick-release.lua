-- quick-release: gives locks with one holder back, where no note stands, or passes them within the JVM. It stands before
-- release, which does all else: to make the functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as release has them
-- Invariant: the lock of another is never taken away, and no waiter is passed over.
local alone, pair = ARGV[3] ~= '1' or tonumber(ARGV[2]) < 50, 1
while alone and pair < #KEYS do
  alone = redis.pcall('GET', KEYS[pair]) == ARGV[1] and redis.pcall('EXISTS', KEYS[pair + 1]) == 0
  pair = pair + 2
end
if alone then
  local passed = ARGV[4] ~= nil
  for i = 1, #KEYS, 2 do
    passed = passed and not redis.pcall('SET', KEYS[i], ARGV[4], 'PX', ARGV[6]).err
  end
  if passed then
    return {1, 6}
  end
  for i = 1, #KEYS, 2 do
    redis.call('DEL', KEYS[i])
  end
  return {1, 0}
end

