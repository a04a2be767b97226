-- renew: sets the end of a lease of locks, mostly of one, for the holder of the token only.
-- KEYS for each lock the lock and who waits for it, then the kind's own; ARGV[1] token; [2] ms from now until the lease ends
-- Reply 1 renewed; 0 the token does not stand at each of them, and none is renewed
-- Invariant: the lock of another is never prolonged.
local locks = math.floor(#KEYS / 2)
for i = 1, locks do
  turn_to(i)
  if not stands(ARGV[1]) then
    return 0
  end
end
local renewed
for i = 1, locks do
  turn_to(i)
  renewed = prolong(ARGV[1], ARGV[2])
end
return renewed
