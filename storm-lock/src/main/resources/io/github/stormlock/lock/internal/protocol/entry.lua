-- entry: reads an entry, in one step with what the script does besides.
-- Invariant: it changes nothing.
local function entry_exists(key, answer)
  if type(answer) ~= 'table' then
    return answer and 1 or 0
  end
  for _, part in ipairs(answer) do
    if part then
      return 1
    end
  end
  return #answer > 0 and redis.pcall('EXISTS', key) or 0
end

-- Reads the entry at a key. ARGV has, from `at` on: most elements, 0 for no limit; the command that counts them; the
-- command that reads; its arguments after the key.
-- Returns {1, exists, answer}; {-1, error} refused by the server; {-2, elements} too large.
local function read_entry(key, at)
  local limit = tonumber(ARGV[at])
  if limit > 0 then
    local size = redis.pcall(ARGV[at + 1], key)
    if type(size) == 'table' then
      return {-1, size.err}
    elseif size > limit then
      return {-2, size}
    end
  end
  local answer = redis.pcall(ARGV[at + 2], key, unpack(ARGV, at + 3))
  if type(answer) == 'table' and answer.err then
    return {-1, answer.err}
  end
  local present = entry_exists(key, answer)
  if type(present) == 'table' then
    return {-1, present.err}
  end
  return {1, present, answer}
end

