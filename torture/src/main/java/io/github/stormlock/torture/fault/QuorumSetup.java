package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/** The masters of a quorum, which know nothing of each other, and a proxy in front of each for each client. */
public final class QuorumSetup implements ServerSetup {
    private static final int MASTERS = 5;
    static final int MINORITY = MASTERS / 2;

    private final List<StandaloneSetup> masters;

    public QuorumSetup(int clients) {
        this(IntStream.range(0, MASTERS)
                .mapToObj(master -> new StandaloneSetup(clients))
                .toList());
    }

    private QuorumSetup(List<StandaloneSetup> masters) {
        this.masters = List.copyOf(masters);
    }

    /** Returns some of the masters, for faults that the others are spared. It is not to be closed. */
    QuorumSetup some(Random random, int count) {
        List<StandaloneSetup> shuffled = new ArrayList<>(masters);
        Collections.shuffle(shuffled, random);
        return new QuorumSetup(shuffled.subList(0, count));
    }

    /** Returns so few masters that the others are a majority. */
    QuorumSetup minority(Random random) {
        return some(random, 1 + random.nextInt(MINORITY));
    }

    /** Returns the masters that the other has not. */
    QuorumSetup without(QuorumSetup other) {
        return new QuorumSetup(masters.stream()
                .filter(master -> !other.masters.contains(master))
                .toList());
    }

    List<StandaloneSetup> masters() {
        return masters;
    }

    @Override
    public ClientConfig.Mode mode() {
        return ClientConfig.Mode.STANDALONE;
    }

    @Override
    public List<Integer> ports(int client) {
        return of(master -> master.ports(client).stream());
    }

    @Override
    public Collection<FaultProxy> proxies(int client) {
        return of(master -> master.proxies(client).stream());
    }

    private <T> List<T> of(Function<StandaloneSetup, Stream<T>> part) {
        return masters.stream().flatMap(part).toList();
    }

    @Override
    public <T> T admin(String key, Function<Jedis, T> question) {
        return masters.get(0).admin(key, question);
    }

    @Override
    public <T> List<T> everywhere(Function<Jedis, T> question) {
        return of(master -> Stream.of(master.admin("", question)));
    }

    @Override
    public Map<String, Fault> faults() {
        return QuorumFaults.all(this);
    }

    @Override
    public String description() {
        return masters.stream().map(StandaloneSetup::description).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        masters.forEach(StandaloneSetup::close);
    }
}
