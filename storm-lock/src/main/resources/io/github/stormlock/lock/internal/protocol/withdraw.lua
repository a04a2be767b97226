-- withdraw: gives up a wait, and passes on what the waiter was granted or given without knowing it.
-- KEYS[1] lock, KEYS[2] who waits; ARGV[1] the next step of the waiter's tokens; [2] its note, or ''
-- Reply {1, handover} the lock was free or the waiter's own and went on; {0} another holds it
-- Invariant: no waiter that gave up keeps a grant, and none that still waits misses one.
if ARGV[2] ~= '' then
  redis.pcall('ZREM', WAITING, ARGV[2])
  tidy(true)
end
local standing = holder()
if not standing or earlier_step(standing, ARGV[1]) then
  return {1, hand_over()}
end
return {0}
