-- entry: reads an entry, in one step with what the script does besides.
-- Invariant: it changes nothing.
local function entry_exists(key, answer, whole)
  if type(answer) ~= 'table' then
    return answer and 1 or 0
  end
  for _, part in ipairs(answer) do
    -- SMISMEMBER answers 0 for a member that is not there.
    if part and part ~= 0 then
      return 1
    end
  end
  return whole and 0 or redis.pcall('EXISTS', key)
end

-- Reads the entry at a key. ARGV has, from `at` on: most elements, 0 for no limit, -1 for none but that they are
-- counted; the command that counts them; the command that reads; the number of its arguments; its arguments after the
-- key.
-- Returns {1, exists, answer}; {-1, error} refused by the server; {-2, elements} too large. If the elements are
-- counted, the answer is a list of their number and of what was read.
local function read_entry(key, at)
  local limit, size = tonumber(ARGV[at]), nil
  if limit ~= 0 then
    size = redis.pcall(ARGV[at + 1], key)
    if type(size) == 'table' then
      return {-1, of_type(size.err, key)}
    elseif limit > 0 and size > limit then
      return {-2, size}
    end
  end
  local answer = redis.pcall(ARGV[at + 2], key, unpack(ARGV, at + 4, at + 3 + ARGV[at + 3]))
  if type(answer) == 'table' and answer.err then
    return {-1, of_type(answer.err, key)}
  end
  local present = entry_exists(key, answer, limit > 0)
  if type(present) == 'table' then
    return {-1, present.err}
  end
  if limit < 0 then
    answer = {size, answer}
  end
  return {1, present, answer}
end

