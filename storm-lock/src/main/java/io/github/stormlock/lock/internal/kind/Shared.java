package io.github.stormlock.lock.internal.kind;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.acquire.Users;

/**
 * The parts of a factory, or of a view of it, that all its locks share.
 *
 * @param users those of the connection; an acquisition under way is one
 * @param holds the locks that each thread owns
 * @param events the listener of the locks
 */
public record Shared(LockRuntime locks, Users users, Holds holds, LockSettings settings, SafeLockEvents events) {}
