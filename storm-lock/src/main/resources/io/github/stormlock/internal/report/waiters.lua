-- waiters: counts those who wait for a lock, as far as the first thousand tell.
-- KEYS[1] the key of the waiters
local count = 0
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, 999)) do
  -- The others tell when the JVMs of waiters were seen, and the like.
  if string.find(member, '^storm%-lock:%a:') then
    count = count + 1
  end
end
return count
