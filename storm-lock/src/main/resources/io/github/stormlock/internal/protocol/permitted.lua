-- permitted: tells, before the first write, which command of a write of several entries Redis does not permit. Part of the
-- scripts that write.
-- KEYS the last one is a key that nobody uses, if there are several entries
-- Invariant: it leaves nothing behind.
--
-- Redis checks the rights of a user at each command. If one is taken away while the library runs, a script could write the
-- first entry and be refused at another. So each name of a command is tried on the key that nobody uses. A write with one
-- name needs no try: it is refused at its first command of all, which leaves nothing behind.
--
-- calls: by the name of a command, the arguments after the key of one call
local function not_permitted(calls)
  local names, scratch, refusal = 0, KEYS[#KEYS], nil
  for _ in pairs(calls) do
    names = names + 1
  end
  if names < 2 then
    return nil
  end
  for name, arguments in pairs(calls) do
    local answer = redis.pcall(name, scratch, unpack(arguments))
    local said = type(answer) == 'table' and answer.err
    -- Each line of releases has its own words.
    if said and (string.find(said, 'NOPERM', 1, true) or string.find(said, 'user executing', 1, true)
      or string.find(said, 'ACL failure', 1, true)) then
      refusal = said
    end
  end
  local removed = redis.pcall('DEL', scratch)
  return refusal or type(removed) == 'table' and removed.err or nil
end

