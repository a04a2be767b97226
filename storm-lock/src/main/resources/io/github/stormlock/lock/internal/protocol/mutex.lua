-- mutex: a lock with one holder. The lock key holds the holder's token as a string, with an expiry. This is the pattern
-- of SET NX PX, compare and delete, which programs in any language follow.
-- Invariant: a token enters the lock key by SET NX, by a gift, or in place of an earlier step of the same acquisition.
local function earlier_step(standing, token)
  local before, step = string.match(standing, '^(storm%-lock:.*:)(%d+)$')
  local mine, last = string.match(token, '^(storm%-lock:.*:)(%d+)$')
  return before ~= nil and before == mine and tonumber(step) < tonumber(last)
end

-- Takes the lock. Answers nil if the token holds it now, else the holder; an error reply is passed on.
local function take(token, lease)
  if window_left() > 0 and redis.call('EXISTS', LOCK) == 0 then
    return LEFT_FREE
  end
  local set = redis.pcall('SET', LOCK, token, 'NX', 'PX', lease)
  if set then
    return nil, set.err
  end
  local standing = holder()
  if standing and earlier_step(standing, token) then
    redis.call('SET', LOCK, token, 'PX', lease)
    return nil
  end
  return standing or '(gone)'
end

