package io.github.stormlock.lock.explored;

/** A waiter's note: a claim, which is answered by a gift of the lock, or a wish, which is answered by a word. */
record Note(int desk, int number, boolean isClaim) {}
