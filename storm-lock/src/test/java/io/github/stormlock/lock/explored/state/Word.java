package io.github.stormlock.lock.explored.state;

/** A message to a waiter whose note had this number. */
public record Word(int workerQueue, int number) {}
