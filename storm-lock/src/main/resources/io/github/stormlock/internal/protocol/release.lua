-- release: gives locks back, mostly one, for the holder of the token only.
-- KEYS for each lock the lock and who waits for it, then the kind's own; ARGV[1] token; [2] ms for which the JVM had it, or absent; [3] '1' if
-- others of the same JVM want the lock; then, if one of them is to have it next: [4] its token; [5] its note, or ''; [6]
-- its lease in ms
-- Reply {1, handover} given back, with the highest of the answers; {0} the token did not stand at each of them. Those at
-- which it did are given back all the same
-- Invariant: the lock of another is never taken away.
local highest, missing
if ARGV[4] then
  successor = {token = ARGV[4], note = ARGV[5], ms = ARGV[6]}
end
for i = 1, math.floor(#KEYS / 2) do
  turn_to(i)
  local handover = give_back(ARGV[1], ARGV[2], ARGV[3] == '1')
  if handover then
    highest = math.max(highest or 0, handover)
  else
    missing = true
  end
end
return missing and {0} or {1, highest}
