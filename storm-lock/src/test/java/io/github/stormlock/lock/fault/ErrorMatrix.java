package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.lock.fixture.FaultyReply;
import io.github.stormlock.lock.fixture.HealthCheck;
import io.github.stormlock.lock.fixture.ProxiedServers;
import io.github.stormlock.lock.fixture.Requests;
import io.github.stormlock.lock.fixture.Said;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.params.SetParams;

/**
 * Has each request of an operation answered by each error, once, and compares what the operation said with what is in
 * Redis. The lease is long, so that a lock which is free soon was given back and did not just expire.
 */
final class ErrorMatrix implements AutoCloseable {
    private static final LockSettings SETTINGS = LockSettings.builder()
            .lease(Duration.ofSeconds(15))
            .waitMax(Operation.longestWait())
            .build();
    private static final Duration SOON = Duration.ofSeconds(3);
    private static final String STRANGER = "stranger";
    /** The tag of entries whose slot moves. */
    static final String MOVING = "{moving}";

    private static final AtomicInteger NAMES = new AtomicInteger();

    /** One case that is over, as far as its caller can see. */
    private record Case(String shown, String entry, boolean mayBeUnwritten) {}

    private final ProxiedServers servers;
    private final Requests requests;
    private final List<Case> cases = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private HealthCheck health;
    private String prefix = "";

    ErrorMatrix(ProxiedServers servers) {
        this.servers = servers;
        this.requests = new Requests(servers.proxies());
        this.health = open();
    }

    private HealthCheck open() {
        RedisConfig config = servers.config().toBuilder()
                .commandTimeout(Operation.longestWait())
                .pool(PoolConfig.builder().maxTotal(2).build())
                .build();
        return new HealthCheck(servers, RedisLockFactory.connect(config, SETTINGS));
    }

    /** Tries all cases of an operation, on entries that exist and on new ones. */
    void check(Operation operation) {
        check(operation, "{e}", operation.writes() ? List.of(false, true) : List.of(false), operation.hasEventId());
    }

    /**
     * @param tag the beginning of the names of its entries
     * @param again true if the events are sent again afterwards
     */
    void check(Operation operation, String tag, List<Boolean> existence, boolean again) {
        prefix = tag;
        for (boolean known : existence) {
            List<String> steps = fewestSteps(operation, known);
            assertThat(steps).isNotEmpty();
            for (int step = 0; step < steps.size(); step++) {
                for (FaultyReply fault : FaultyReply.all()) {
                    String shown = fault + " request " + (step + 1) + ", " + steps.get(step)
                            + (known ? ", of an entry that exists" : "");
                    strike(operation, known, step, fault, shown);
                }
            }
        }
        afterwards(operation, again);
        assertThat(failures)
                .as(operation + ", " + servers.mode() + ", cases that failed")
                .isEmpty();
    }

    /**
     * Returns the steps of the shortest of some runs. In the first run the server learns the scripts, and a busy
     * machine may send an update to the lock.
     */
    private List<String> fewestSteps(Operation operation, boolean known) {
        List<String> fewest = steps(operation, known);
        for (int again = 0; again < 4; again++) {
            List<String> steps = steps(operation, known);
            fewest = steps.size() < fewest.size() ? steps : fewest;
        }
        return fewest;
    }

    private List<String> steps(Operation operation, boolean known) {
        String name = prepare(operation, known);
        List<String> steps = requests.of(name, () -> operation.run(health.locks(), name));
        strangerLeaves(operation, name);
        return steps;
    }

    private void strike(Operation operation, boolean known, int step, FaultyReply fault, String shown) {
        String name = prepare(operation, known);
        AtomicInteger seen = requests.strike(name, step, fault);
        List<Said> said = operation.run(health.locks(), name);
        servers.proxies().forEach(FaultProxy::heal);
        // The number of requests varies for a poller, and for an update of a slot that moves.
        boolean varies = operation == Operation.GIVING_UP || prefix.equals(MOVING);
        demand(seen.get() > (varies ? 0 : step), shown, "the request was not sent");
        for (int i = 0; i < said.size(); i++) {
            String entry = operation.entries(name).get(i);
            compare(operation, said.get(i), known, entry, said.size() > 1 ? shown + ", entry " + (i + 1) : shown);
        }
        String sick = health.sick();
        if (!sick.isEmpty()) {
            failures.add(shown + ": the next operations went wrong: " + sick);
            health.close();
            health = open();
        }
    }

    private void compare(Operation operation, Said said, boolean known, String entry, String shown) {
        if (operation.writes()) {
            long writes = count(entry) - (known ? 1 : 0);
            demand(said.goesWith(writes), shown, "said " + said + ", written " + writes + " times");
        } else {
            demand(said == Said.DONE || said == Said.NOT_DONE, shown, "said " + said);
        }
        demand(strangerLeaves(operation, entry), shown, "the stranger lost its lock");
        cases.add(new Case(shown, entry, known));
    }

    private boolean strangerLeaves(Operation operation, String entry) {
        String lock = Bytes.text(servers.keys(entry).lockKey());
        return operation != Operation.GIVING_UP || servers.ask(lock, jedis -> STRANGER.equals(jedis.getDel(lock)));
    }

    private String prepare(Operation operation, boolean known) {
        String name = prefix + "n" + NAMES.incrementAndGet() + "x";
        if (known) {
            operation.entries(name).forEach(entry -> Operation.guard(health.locks(), entry)
                    .change(view -> view.add(Operation.FIELD, 1)));
        } else if (operation == Operation.GIVING_UP) {
            String lock = Bytes.text(servers.keys(name).lockKey());
            servers.ask(
                    lock,
                    jedis -> jedis.set(lock, STRANGER, SetParams.setParams().px(60_000)));
        }
        return name;
    }

    /** Checks what can be awaited for all cases together. */
    private void afterwards(Operation operation, boolean again) {
        awaitNoKeys();
        Set<String> left = leftKeys();
        for (Case one : cases) {
            LockKeys keys = servers.keys(one.entry());
            demand(!left.contains(Bytes.text(keys.lockKey())), one.shown(), "the lock is held, and nobody holds it");
            demand(!left.contains(Bytes.text(keys.waitingKey())), one.shown(), "a note stands, and nobody waits");
        }
        if (again) {
            left.forEach(key -> servers.ask(key, jedis -> jedis.del(key)));
            cases.forEach(one -> replay(operation, one));
        }
        demand(health.poolIsIdle(), "afterwards", "connections are in use, or waited for");
        cases.clear();
    }

    private void replay(Operation operation, Case one) {
        long before = count(one.entry()) - (one.mayBeUnwritten() ? 1 : 0);
        Said said = operation.again(health.locks(), one.entry());
        long after = count(one.entry()) - (one.mayBeUnwritten() ? 1 : 0);
        demand(
                after == 1 && said == (before == 0 ? Said.DONE : Said.REPLAY),
                one.shown(),
                "written " + before + " times, the same event sent again: said " + said + ", written " + after
                        + " times");
    }

    private void awaitNoKeys() {
        try {
            await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> leftKeys()
                    .isEmpty());
        } catch (ConditionTimeoutException someAreLeft) {
            // The keys that are left are told case by case.
        }
    }

    private Set<String> leftKeys() {
        Set<String> left = new TreeSet<>();
        for (int server = 0; server < servers.servers().size(); server++) {
            left.addAll(servers.askServer(server, (Jedis jedis) -> jedis.keys("lock:*")));
            left.addAll(servers.askServer(server, (Jedis jedis) -> jedis.keys("lock-wait:*")));
        }
        return left;
    }

    private long count(String entry) {
        try {
            String value = servers.ask(entry, jedis -> jedis.hget(entry, Operation.FIELD));
            return value == null ? 0 : Long.parseLong(value);
        } catch (JedisAskDataException notHere) {
            return 0;
        }
    }

    private void demand(boolean holds, String shown, String what) {
        if (!holds) {
            failures.add(shown + ": " + what);
        }
    }

    @Override
    public void close() {
        health.close();
    }
}
