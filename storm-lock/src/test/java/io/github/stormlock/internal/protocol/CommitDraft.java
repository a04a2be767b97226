package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.Script;
import java.util.ArrayList;
import java.util.List;

/** One commit as a test writes it down. */
public final class CommitDraft {
    public static final long KEEP = 600_000;
    public static final long LEASE = 5_000;

    private final ScriptBench bench;
    private final String token;
    private final List<String> keys =
            new ArrayList<>(List.of(ScriptBench.LOCK, ScriptBench.WAITING, ScriptBench.ENTRY));
    private final List<Object> events = new ArrayList<>();
    private final List<Object> commands = new ArrayList<>();
    private int count;
    private String readType = "";
    private long timeToLive;
    private int updates = 1;
    private String next = "";

    public CommitDraft(ScriptBench bench, String token) {
        this.bench = bench;
        this.token = token;
    }

    public static String marks(String scope) {
        return "lock-seen:" + scope + ":{e}";
    }

    public CommitDraft read(String type) {
        readType = type;
        return this;
    }

    public CommitDraft timeToLive(long millis) {
        timeToLive = millis;
        return this;
    }

    /** Has the commit keep the lease, under this token. */
    public CommitDraft keepAs(String another) {
        next = another;
        return this;
    }

    public CommitDraft updates(int count) {
        updates = count;
        return this;
    }

    public CommitDraft position(String scope, long offset, long low) {
        return event(scope, Long.toString(offset), "p", offset, low, KEEP);
    }

    public CommitDraft opaque(String scope, String id) {
        return event(scope, id, "o", 0, KEEP, KEEP);
    }

    public CommitDraft event(String scope, String id, String kind, long offset, long low, long keep) {
        keys.add(marks(scope));
        events.addAll(List.of(id, kind, offset, low, keep));
        return this;
    }

    public CommitDraft command(String name, String... arguments) {
        count++;
        commands.add(name);
        commands.add(arguments.length);
        commands.addAll(List.of(arguments));
        return this;
    }

    /** Runs the script and returns its answer. */
    public Object run() {
        return run(CommitCall.SCRIPT);
    }

    public Object run(Script script) {
        List<Object> args = new ArrayList<>(List.of(token, 1, updates, events.size() / 5, next, LEASE));
        args.addAll(events);
        args.addAll(List.of(readType, timeToLive, count));
        args.addAll(commands);
        return bench.run(script, keys, args.toArray());
    }
}
