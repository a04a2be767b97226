-- of-type: what is told of an entry of another type.
-- Invariant: it asks for the type after an error alone, and does without where that is not permitted.
local function of_type(err, key)
  local standing = string.find(err, 'WRONGTYPE', 1, true) and redis.pcall('TYPE', key)
  return standing and standing.ok and 'WRONGTYPE ' .. standing.ok or err
end
