-- release: gives the lock back, for the holder of the token only.
-- KEYS[1] lock, KEYS[2] who waits; ARGV[1] token; [2] ms for which it was held, or absent; [3] '1' if others of
-- the same JVM want the lock
-- Reply {1, handover} given back; {0} the token does not stand
-- Invariant: the lock of another is never taken away.
if stands(ARGV[1]) then
  return {1, hand_over(ARGV[2], ARGV[3] == '1')}
end
return {0}
