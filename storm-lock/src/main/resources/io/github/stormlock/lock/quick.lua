-- quick: the commit that nearly all are: the token stands, no event is named, nobody waits, one command writes the entry
-- and leaves its time to live. First part of the commit script, whose keys and arguments it shares: answering here spares
-- the server the making of the functions that follow, which is half the work of a small commit.
-- Invariant: what it does not answer it leaves to the rest, with nothing written; what it answers is what the rest would.
if ARGV[5] == '0' and ARGV[3] == '0' and ARGV[9] and #ARGV == 9 + ARGV[9]
  and redis.pcall('GET', KEYS[1]) == ARGV[1]
  and (ARGV[2] == '' or redis.call('TYPE', KEYS[3]).ok == ARGV[2])
  and redis.call('EXISTS', KEYS[2]) == 0 then
  local written = redis.pcall(ARGV[8], KEYS[3], unpack(ARGV, 10))
  if type(written) == 'table' and written.err then
    return {4, written.err}
  elseif ARGV[6] == '' then
    redis.call('DEL', KEYS[1])
    return {1, 0, 0}
  end
  redis.call('SET', KEYS[1], ARGV[6], 'PX', ARGV[7])
  return {1, -1, 0}
end

