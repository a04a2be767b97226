package io.github.stormlock.lock.explored.state;

/** The note of a waiter, which is answered by a gift of the lock. */
public record Note(int workerQueue, int number) {}
