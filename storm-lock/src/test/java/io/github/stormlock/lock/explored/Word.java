package io.github.stormlock.lock.explored;

/** A message to a waiter whose note had this number. */
record Word(int desk, int number, boolean ofGift) {}
