package io.github.stormlock.torture.client.path;

import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** One way to make updates. Used by one thread. */
public abstract class UpdatePath implements AutoCloseable {
    protected final ClientConfig config;
    protected final AttemptRecorder recorder;
    protected final HistoryWriter history;
    private final String name;
    private final int width;
    private final Function<Random, String> entries;

    /**
     * Creates a path that has not begun.
     *
     * @param name the name of this way in histories
     * @param width how many updates it takes at a time
     * @param entries picks a random entry of the kind that it updates
     */
    protected UpdatePath(
            String name, int width, Function<Random, String> entries, ClientConfig config, AttemptRecorder recorder) {
        this.name = name;
        this.width = width;
        this.entries = entries;
        this.config = config;
        this.recorder = recorder;
        this.history = recorder.history();
    }

    public final String name() {
        return name;
    }

    public final int width() {
        return width;
    }

    public final String entry(Random random) {
        return entries.apply(random);
    }

    /**
     * Tries each of these updates once, and records it in the history: one after another, unless the way knows another.
     *
     * @param low the lowest offset that is not settled
     * @return the updates that are settled
     */
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream().filter(todo -> isSettled(todo, low)).toList();
    }

    /** Tries one update, and returns true if it is settled. */
    protected boolean isSettled(Todo todo, long low) {
        throw new UnsupportedOperationException(name + " takes several updates at a time");
    }

    /** Returns true if settled updates are given to it again. */
    public boolean repeats() {
        return false;
    }

    /**
     * Sends a settled update again, as a spout does that did not hear of the ack: now, or with its next attempt.
     *
     * @param low the lowest offset that is not settled
     */
    public void repeat(Todo settled, long low) {}

    @Override
    public void close() {}
}
