package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;

/**
 * Faults of a quorum. Those of servers strike a minority of the masters, or let masters forget. None of them excuses two
 * holders: a lock that some masters forgot still counts as held.
 */
final class QuorumFaults {
    private static final String FEW = "few-masters";
    private static final String SLOW = "slow-masters";
    /**
     * Faults of a server that strike a minority of masters. An evicted lock is none of them: no server can tell that it
     * has lost a lock and nothing else.
     */
    private static final Set<String> OF_A_MINORITY =
            Set.of("script-flush", "client-kill", "client-pause", "slow-script", "busy-script", "out-of-memory");

    private static final Set<String> OF_ONE = Set.of("restart", "restart-losing-tail", "server-stop");

    private QuorumFaults() {}

    /** Returns true if a fault strikes one client, not the masters. */
    static boolean isOfAClient(String fault) {
        return fault.equals(FEW) || fault.equals(SLOW);
    }

    static Map<String, Fault> all(QuorumSetup quorum) {
        Map<String, Fault> faults = new TreeMap<>(ClientFaults.all());
        // One connection to each master carries all, so the size of a pool changes nothing.
        faults.remove("pool-of-one");
        faults.putAll(NetworkFaults.all());
        ServerFaults.all().forEach((name, fault) -> {
            if (OF_A_MINORITY.contains(name)) {
                faults.put(name, context -> fault.strike(at(quorum.minority(context.random()), context)));
            }
        });
        for (String name : OF_ONE) {
            faults.put(name, context -> {
                QuorumSetup one = quorum.some(context.random(), 1);
                Map<String, Fault> ofOne = RestartFaults.all(one.masters().get(0));
                ofOne.getOrDefault(name, none -> {}).strike(at(one, context));
            });
        }
        faults.put("masters-flushed", context -> forget(quorum.minority(context.random())));
        faults.put("flush-all", context -> forget(quorum));
        faults.put("masters-lost", context -> lose(quorum.minority(context.random()), context));
        faults.put("other-majority", context -> otherMajority(quorum, context));
        faults.put(FEW, context -> {
            QuorumSetup away = quorum.some(context.random(), QuorumSetup.MINORITY);
            unreachable(away.proxies(context.client()), context);
        });
        faults.put(SLOW, context -> slow(quorum, context));
        return faults;
    }

    /** Returns a context whose servers are these masters, and whose losses count for nothing. */
    private static FaultContext at(QuorumSetup masters, FaultContext context) {
        return new FaultContext(masters, context.fleet(), new Ledger(), context.random(), context.client());
    }

    private static void forget(QuorumSetup masters) {
        masters.everywhere(Jedis::flushAll);
    }

    /** Kills masters together. They come back empty, one after another. */
    private static void lose(QuorumSetup lost, FaultContext context) throws IOException, InterruptedException {
        List<Path> dumps = new ArrayList<>();
        for (StandaloneSetup master : lost.masters()) {
            dumps.add(RestartFaults.dump(master));
        }
        lost.masters().forEach(master -> master.server().kill());
        context.pause(20, 300);
        for (Path dump : dumps) {
            Files.deleteIfExists(dump);
        }
        lost.masters().forEach(StandaloneSetup::restart);
    }

    /**
     * No client reaches a minority for longer than a lease, so that each lock stands at the other masters only. When the
     * minority is there again, one of those others loses all it has. It must not help the minority to a majority.
     */
    private static void otherMajority(QuorumSetup quorum, FaultContext context) throws Exception {
        QuorumSetup away = quorum.some(context.random(), QuorumSetup.MINORITY);
        List<FaultProxy> proxies = IntStream.range(0, context.fleet().size())
                .boxed()
                .flatMap(client -> away.proxies(client).stream())
                .toList();
        unreachable(proxies, context);
        QuorumSetup one = quorum.without(away).some(context.random(), 1);
        if (context.random().nextBoolean()) {
            forget(one);
        } else {
            lose(one, context);
        }
    }

    private static void unreachable(Collection<FaultProxy> proxies, FaultContext context) throws Exception {
        context.pastLease(() -> proxies.forEach(NetworkFaults::unreachable), () -> proxies.forEach(FaultProxy::heal));
    }

    /** Lets a minority answer one client so late that its leases at the other masters are over before all have answered. */
    private static void slow(QuorumSetup quorum, FaultContext context) throws Exception {
        int lease = (int) context.lease();
        Duration late = Duration.ofMillis(lease + context.random().nextInt(lease / 2));
        Collection<FaultProxy> proxies =
                quorum.some(context.random(), QuorumSetup.MINORITY).proxies(context.client());
        context.during(
                () -> proxies.forEach(proxy -> proxy.delay(late)),
                2 * lease,
                3 * lease,
                () -> proxies.forEach(FaultProxy::heal));
    }
}
