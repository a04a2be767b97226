-- renew: sets the end of a lease, for the holder of the token only.
-- KEYS[1] lock; ARGV[1] token; [2] ms from now until the lease ends
-- Reply 1 renewed; 0 the token does not stand
-- Invariant: the lock of another is never prolonged.
if stands(ARGV[1]) then
  return prolong(ARGV[1], ARGV[2])
end
return 0
