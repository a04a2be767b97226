package io.github.stormlock.quorum;

import io.github.stormlock.internal.acquire.AcquireResult;

/**
 * A lock that a majority has granted, for long enough.
 *
 * @param fence a number above the fences of all earlier leases
 */
record QuorumGrant(AcquireResult.Grant grant, long fence) {}
