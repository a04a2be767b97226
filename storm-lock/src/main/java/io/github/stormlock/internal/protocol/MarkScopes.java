package io.github.stormlock.internal.protocol;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.EventId.Position;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of an attempt by the keys of their marks, laid out so that the script need not look at each. A key has one
 * scope: in a second one the script would find what the first one has just written. Used by one thread.
 */
final class MarkScopes {
    private static final int SCOPE_BYTES = Short.BYTES + 3 * Double.BYTES + 1;

    private final Map<ByteBuffer, Scope> scopes = new LinkedHashMap<>();
    private final int count;

    private static final class Scope {
        private final byte[] key;
        private final boolean ofPositions;
        private final List<Integer> numbers = new ArrayList<>();
        private final List<byte[]> pairs = new ArrayList<>();
        private long least = Long.MAX_VALUE;
        private long low;
        private long keepMillis;

        private Scope(byte[] key, boolean ofPositions) {
            this.key = key;
            this.ofPositions = ofPositions;
        }

        private void add(int number, MarkedEvent event) {
            EventId id = event.id();
            long keep = event.marks().keepMillis(id);
            keepMillis = Math.max(keepMillis, keep);
            numbers.add(number);
            if (id instanceof Position position) {
                least = Math.min(least, position.offset());
                low = Math.max(low, position.low());
                pairs.add(Bytes.of(position.offset()));
            } else {
                pairs.add(Bytes.of(keep));
            }
            pairs.add(event.marks().member(event.others(), id));
        }
    }

    MarkScopes(List<MarkedEvent> events) {
        count = events.size();
        MarkedEvent before = null;
        Scope scope = null;
        for (int i = 0; i < count; i++) {
            MarkedEvent event = events.get(i);
            // The events of a group come from one task, mostly. A key is long to make.
            if (scope == null || before == null || !event.isBeside(before)) {
                byte[] key = event.marks().key(event.home(), event.id());
                scope = scopes.computeIfAbsent(
                        ByteBuffer.wrap(key), none -> new Scope(key, event.id() instanceof Position));
            }
            scope.add(i + 1, event);
            before = event;
        }
    }

    /** Adds the keys of the marks, and a pair of arguments for each event. */
    void add(List<byte[]> scriptKeys, List<byte[]> args) {
        for (Scope scope : scopes.values()) {
            scriptKeys.add(scope.key);
            args.addAll(scope.pairs);
        }
    }

    /** Returns how many bytes {@link #put} puts. */
    int bytes() {
        return Short.BYTES + SCOPE_BYTES * scopes.size() + Short.BYTES * count;
    }

    void put(ByteBuffer numbers) {
        numbers.putShort((short) scopes.size());
        for (Scope scope : scopes.values()) {
            numbers.putShort((short) scope.numbers.size())
                    .putDouble((double) scope.least)
                    .putDouble((double) scope.low)
                    .putDouble((double) scope.keepMillis)
                    .put((byte) (scope.ofPositions ? 1 : 0));
        }
        for (Scope scope : scopes.values()) {
            scope.numbers.forEach(number -> numbers.putShort(number.shortValue()));
        }
    }
}
