package io.github.stormlock.quorum;

import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;

/**
 * A lock that a majority has granted, for long enough.
 *
 * @param sentNanos the time of the ticker before the first request was sent
 * @param fence a number above the fences of all earlier leases
 */
record QuorumGrant(Acquisition acquisition, String token, long sentNanos, long fence) {}
