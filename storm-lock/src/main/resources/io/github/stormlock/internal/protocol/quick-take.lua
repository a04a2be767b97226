-- quick-take: takes locks with one holder that nobody holds and nobody waits for, if no entry is read. It stands before
-- acquire, which does all else: to make the functions of a script costs the server more than to run this.
-- KEYS, ARGV and the reply as acquire has them
-- Invariant: it takes all or none, and answers as acquire would. What it cannot do leaves nothing behind.
if #ARGV == 7 and redis.pcall('EXISTS', unpack(KEYS)) == 0 then
  local taken = 0
  while KEYS[2 * taken + 1] and not redis.pcall('SET', KEYS[2 * taken + 1], ARGV[1], 'PX', ARGV[2]).err do
    taken = taken + 1
  end
  if 2 * taken == #KEYS then
    return {1}
  end
  for i = 1, taken do
    redis.pcall('DEL', KEYS[2 * i - 1])
  end
end

