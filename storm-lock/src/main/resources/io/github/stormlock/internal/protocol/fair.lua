-- fair: a lock with one holder, which is served in the order of arrival. It differs from the mutex in one thing: a free
-- lock is refused while a living waiter is ahead, and is passed on to that one. No window is opened for clients that poll.
--
-- Invariant: of fair waiters whose factories live, none is granted before one that came earlier.
opens_windows = false

local function take(token, lease)
  local standing = holder()
  if standing and not earlier_step(standing, token) then
    return standing
  end
  if not standing and not goes_first(exact_ms()) then
    return PASSED_ON, nil, true
  end
  put(token, lease)
end

