-- downgrade: makes a reader of a writer in one step. No writer can come in between. The readers that wait come along.
-- KEYS[1] lock, [2] who waits for it, [3] the readers; ARGV[1] the writer's token; [2] the reader's token; [3] lease in ms
-- Reply 1 the reader holds it; 0 the writer's token does not stand
-- Invariant: a second copy changes nothing.
if holder() ~= ARGV[1] then
  return stands(ARGV[2]) and 1 or 0
end
local now = exact_ms()
redis.call('DEL', READERS)
redis.call('ZADD', READERS, string.format('%.3f', now + ARGV[3]), acquisition_of(ARGV[2]))
mark(now)
if redis.call('EXISTS', WAITING) == 1 then
  local known = times()
  if known and shared_wait(known, now) then
    remember('door', now)
    outlive(ALIVE_MS, 'door')
    call_shared()
  end
end
return 1
