-- withdraw: gives up a wait, and passes on what the waiter was granted or given without knowing it.
-- KEYS for each lock the lock and who waits for it, then the kind's own; ARGV[1] the next step of the waiter's tokens; [2] its note, or ''
-- Reply {1, handover} a lock was free or the waiter's own and went on; {0} others hold them
-- Invariant: no waiter that gave up keeps a grant, and none that still waits misses one.
local highest
for i = 1, math.floor(#KEYS / 2) do
  turn_to(i)
  if ARGV[2] ~= '' then
    redis.pcall('ZREM', WAITING, ARGV[2])
    tidy(true)
  end
  local handover = quit(ARGV[1])
  if handover then
    highest = math.max(highest or 0, handover)
  end
end
return highest and {1, highest} or {0}
