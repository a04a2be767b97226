-- quick: the commit that nearly all are: the token stands, nobody waits, one event at most is named and was not seen, one
-- command writes the entry and leaves its time to live. First part of the commit script, whose keys, arguments and scores
-- it shares: answering here spares the server the making of the functions that follow, which is half the work of a small
-- commit.
-- Invariant: what it does not answer it leaves to the rest, with nothing written; what it answers is what the rest would.
local first = ARGV[5] == '0' and 8 or ARGV[5] == '1' and 13
if first and ARGV[3] == '0' and ARGV[first + 1] and #ARGV == first + 1 + ARGV[first + 1]
  and redis.pcall('GET', KEYS[1]) == ARGV[1]
  and (ARGV[2] == '' or redis.call('TYPE', KEYS[3]).ok == ARGV[2])
  and redis.call('EXISTS', KEYS[2]) == 0 then
  local mark, low, seen, life, kept_from, raised, reply
  if first ~= 8 then
    local scores = redis.pcall('ZMSCORE', KEYS[4], ARGV[8], 'low')
    seen = scores.err or scores[1]
    if ARGV[9] == 'p' then
      mark, low = tonumber(scores[2] or nil), tonumber(ARGV[11])
      raised = not mark or low > mark
      seen = seen or (mark and tonumber(ARGV[10]) < mark)
    elseif not seen then
      -- Ids of the first form are left to the rest.
      seen = redis.call('ZCOUNT', KEYS[4], '-inf', '(4e15') > 0
      local time = redis.call('TIME')
      kept_from = 4e15 + time[1] * 1000 + math.floor(time[2] / 1000)
    end
    life = seen or redis.call('PTTL', KEYS[4])
  end
  if not seen then
    if first ~= 8 then
      local keep = tonumber(ARGV[12])
      if raised then
        reply = redis.pcall('ZADD', KEYS[4], ARGV[10], ARGV[8], ARGV[11], 'low')
      else
        reply = redis.pcall('ZADD', KEYS[4], kept_from and kept_from + keep or ARGV[10], ARGV[8])
      end
      if type(reply) == 'table' then
        return {4, reply.err}
      end
      if life < keep then
        reply = redis.pcall('PEXPIRE', KEYS[4], keep + math.floor(keep / 16))
      end
    end
    if type(reply) ~= 'table' then
      reply = redis.pcall(ARGV[first], KEYS[3], unpack(ARGV, first + 2))
    end
    if type(reply) == 'table' and reply.err then
      -- Nothing is written: so nothing is remembered.
      local back = first ~= 8 and redis.pcall('ZREM', KEYS[4], ARGV[8])
      if raised and type(back) ~= 'table' then
        back = mark and redis.pcall('ZADD', KEYS[4], mark, 'low') or redis.pcall('ZREM', KEYS[4], 'low')
      end
      if type(back) == 'table' then
        redis.pcall('DEL', KEYS[1])
        return {5, reply.err}
      end
      return {4, reply.err}
    end
    -- It is written, and stays so whatever is refused from here on.
    local remembered = 0
    if first ~= 8 then
      local limit = string.format('(%.0f', kept_from or (raised and low or mark))
      local below = redis.pcall('ZCOUNT', KEYS[4], '-inf', limit)
      if type(below) == 'number' and below > 0 then
        redis.pcall('ZREMRANGEBYRANK', KEYS[4], 0, math.min(below, 1000) - 1)
      end
      remembered = redis.pcall('ZCARD', KEYS[4])
      remembered = type(remembered) == 'number' and remembered - (kept_from and 0 or 1) or -1
    end
    if ARGV[6] ~= '' and not redis.pcall('SET', KEYS[1], ARGV[6], 'PX', ARGV[7]).err then
      return {1, -1, remembered}
    end
    local gone = redis.pcall('DEL', KEYS[1])
    return {1, type(gone) == 'table' and 4 or 0, remembered}
  end
end

