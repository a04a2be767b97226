-- token: tells the steps of an acquisition apart. Part of every script that knows a lock.
-- KEYS[1] the lock, or the first of several
-- Invariant: a step is never taken for an earlier one of another acquisition.
local LOCK = KEYS[1]

-- Returns true if one token stands for an earlier step of the same acquisition as the other.
local function earlier_step(standing, token)
  local before, step = string.match(standing, '^(storm%-lock:.*:)(%d+)$')
  local mine, last = string.match(token, '^(storm%-lock:.*:)(%d+)$')
  return before ~= nil and before == mine and tonumber(step) < tonumber(last)
end

-- Returns the part that all tokens of an acquisition have in common.
local function acquisition_of(token)
  return string.match(token, '^(.*:)%d+$')
end

