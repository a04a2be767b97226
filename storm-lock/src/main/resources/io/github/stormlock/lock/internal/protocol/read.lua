-- read: reads an entry without its lock, and changes nothing.
-- KEYS[1] entry
-- ARGV[1] most elements, 0 for no limit, -1 for none but that they are counted; [2] the command that counts them; [3] the
-- command that reads; [4...] its arguments after the key
-- Reply {1, exists, answer}; {-1, error} refused by the server; {-2, elements} too large
-- Invariant: it asks for no lock and waits for none.
return read_entry(KEYS[1], 1)
