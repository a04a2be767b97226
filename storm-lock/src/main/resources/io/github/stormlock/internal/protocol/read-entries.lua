-- read-entries: reads entries without their locks, as they stand at one moment, and changes nothing.
-- KEYS[1...] entries
-- ARGV for each entry: most elements, 0 for no limit, -1 for none but that they are counted; the command that counts
-- them; the command that reads; the number of its arguments; its arguments after the key
-- Reply for each entry {1, exists, answer}; {-1, error} refused by the server; {-2, elements} too large
-- Invariant: it asks for no lock and waits for none.
local replies, at = {}, 1
for i = 1, #KEYS do
  replies[i] = read_entry(KEYS[i], at)
  at = at + 4 + ARGV[at + 3]
end
return replies
