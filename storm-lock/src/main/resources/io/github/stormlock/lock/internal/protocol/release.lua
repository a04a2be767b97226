-- release: gives locks back, mostly one, for the holder of the token only.
-- KEYS for each lock the lock and who waits for it; ARGV[1] token; [2] ms for which it was held, or absent; [3] '1' if
-- others of the same JVM want the lock
-- Reply {1, handover} given back, with the highest of the answers; {0} the token stands at none of them
-- Invariant: the lock of another is never taken away.
local highest
for i = 1, #KEYS / 2 do
  turn_to(i)
  if stands(ARGV[1]) then
    highest = math.max(highest or 0, hand_over(ARGV[2], ARGV[3] == '1'))
  end
end
return highest and {1, highest} or {0}
