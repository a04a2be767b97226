package io.github.stormlock.lock.explored.state;

/** A waiter's note: a claim, which is answered by a gift of the lock, or a wish, which is answered by a word. */
public record Note(int workerQueue, int number, boolean isClaim) {}
