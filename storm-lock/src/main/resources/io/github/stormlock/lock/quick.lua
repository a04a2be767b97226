-- quick: the commit that nearly all are: the token stands, nobody waits, no event is named or one by its position that was
-- not seen, one command writes the entry and leaves its time to live. First part of the commit script, whose keys and
-- arguments it shares: answering here spares the server the making of the functions that follow, which is half the work
-- of a small commit.
-- Invariant: what it does not answer it leaves to the rest, with nothing written; what it answers is what the rest would.
local first = ARGV[5] == '0' and 8 or ARGV[5] == '1' and ARGV[9] == 'p' and 13
if first and ARGV[3] == '0' and ARGV[first + 1] and #ARGV == first + 1 + ARGV[first + 1]
  and redis.pcall('GET', KEYS[1]) == ARGV[1]
  and (ARGV[2] == '' or redis.call('TYPE', KEYS[3]).ok == ARGV[2])
  and redis.call('EXISTS', KEYS[2]) == 0 then
  local mark, seen, remembered
  if first ~= 8 then
    local scores = redis.pcall('ZMSCORE', KEYS[4], ARGV[8], 'low')
    mark = tonumber(scores[2] or nil)
    seen = scores.err or scores[1] or (mark and tonumber(ARGV[10]) < mark)
  end
  if not seen then
    local written = redis.pcall(ARGV[first], KEYS[3], unpack(ARGV, first + 2))
    if type(written) == 'table' and written.err then
      return {4, written.err}
    end
    if first ~= 8 then
      local low, keep = tonumber(ARGV[11]), tonumber(ARGV[12])
      if not mark or low > mark then
        mark = low
        redis.call('ZADD', KEYS[4], ARGV[10], ARGV[8], ARGV[11], 'low')
      else
        redis.call('ZADD', KEYS[4], ARGV[10], ARGV[8])
      end
      local below = redis.call('ZCOUNT', KEYS[4], '-inf', '(' .. string.format('%.0f', mark))
      if below > 0 then
        redis.call('ZREMRANGEBYRANK', KEYS[4], 0, math.min(below, 1000) - 1)
      end
      if redis.call('PTTL', KEYS[4]) < keep then
        redis.call('PEXPIRE', KEYS[4], keep + math.floor(keep / 16))
      end
      remembered = redis.call('ZCARD', KEYS[4]) - 1
    end
    if ARGV[6] == '' then
      redis.call('DEL', KEYS[1])
      return {1, 0, remembered or 0}
    end
    redis.call('SET', KEYS[1], ARGV[6], 'PX', ARGV[7])
    return {1, -1, remembered or 0}
  end
end

