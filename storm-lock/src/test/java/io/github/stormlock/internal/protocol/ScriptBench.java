package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.Jedis;

/** Runs the scripts straight against Redis, and shows their answers as text and numbers. */
public final class ScriptBench implements AutoCloseable {
    public static final String LOCK = "lock:{e}";
    public static final String WAITING = "lock-wait:{e}";
    public static final String ENTRY = "e";
    public static final String FENCE_KEY = "lock-fence:{e}";
    public static final String STEM = "storm-lock:s:factory:7:";
    public static final String TOKEN = STEM + "3";

    private static final LockKind KIND = LockKind.MUTEX;
    private static final Script PROBE = Script.of(LockKind.class, "probe");

    private final RedisPort port;
    private final Jedis redis;

    public ScriptBench(RedisServer server) {
        this(server, RedisConfig.fromUri(server.uri().toString()));
    }

    public ScriptBench(RedisServer server, RedisConfig config) {
        this.port = RedisPort.open(config);
        this.redis = new Jedis(server.uri());
    }

    public Jedis redis() {
        return redis;
    }

    public RedisPort port() {
        return port;
    }

    public long nowMillis() {
        List<String> time = redis.time();
        return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
    }

    /** @throws RedisException if the script was refused as a whole */
    public Object run(Script script, List<String> keys, Object... args) {
        List<byte[]> bytes =
                Arrays.stream(args).map(arg -> Bytes.of(arg.toString())).toList();
        return shown(
                port.run(new ScriptCall(script, keys.stream().map(Bytes::of).toList(), bytes), Long.MAX_VALUE));
    }

    public static Object shown(Object reply) {
        if (reply instanceof List<?> list) {
            List<Object> shown = new ArrayList<>();
            list.forEach(part -> shown.add(shown(part)));
            return shown;
        }
        return reply instanceof byte[] ? Bytes.text(reply) : reply;
    }

    public Object acquire(String token, long lease) {
        return acquire(token, lease, "", 0, "");
    }

    public Object acquire(String token, long lease, String note, long noteMillis, String oldNote) {
        return run(KIND.acquire(), List.of(LOCK, WAITING), token, lease, note, noteMillis, oldNote, 1, "");
    }

    public Object acquireAndRead(String token, long most, String size, String read, String... args) {
        List<Object> all = new ArrayList<>(List.of(token, 5_000, "", 0, "", 1, "", most, size, read, args.length));
        all.addAll(List.of(args));
        return run(KIND.acquire(), List.of(LOCK, WAITING, ENTRY), all.toArray());
    }

    static String marks(String scope) {
        return "lock-seen:" + scope + ":{e}";
    }

    public Object release(String token) {
        return run(KIND.release(), List.of(LOCK, WAITING), token);
    }

    public Object withdraw(String token, String note) {
        return run(KIND.withdraw(), List.of(LOCK, WAITING), token, note);
    }

    public Object renew(String token, long lease) {
        return run(KIND.renew(), List.of(LOCK, WAITING), token, lease);
    }

    public Object fence(String token, long keep) {
        return run(KIND.fence(), List.of(LOCK, FENCE_KEY), token, keep);
    }

    public Object probe(String channel) {
        return run(PROBE, List.of("s1{e}", "s2{e}", "s3{e}", "s4{e}", "s5{e}", "form{e}"), channel);
    }

    @Override
    public void close() {
        port.close();
        redis.close();
    }
}
