package io.github.stormlock.insight.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.stormlock.lock.insight.LockToken;
import java.util.Optional;

/**
 * One that waits for a lock with a place in Redis. Immutable.
 *
 * @param note its note, which is a token
 * @param token the parts of the note; empty if it is none
 * @param since for how many milliseconds it has waited
 * @param words who it is, in words
 * @param sign what shows that its factory lives
 * @param dead true if its factory has not tried for a second: the next release passes it over
 * @param row what its worker tells of the wait, if it does
 */
public record WaiterView(
        String note,
        @JsonIgnore Optional<LockToken> token,
        @JsonProperty("waitedMillis") long since,
        String words,
        @JsonProperty("life") LifeSign sign,
        boolean dead,
        @JsonIgnore Optional<WaitRow> row) {}
