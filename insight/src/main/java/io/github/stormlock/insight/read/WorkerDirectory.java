package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All workers that report, and the factories that are connected. Immutable.
 *
 * @param documents what workers tell, by their factories
 * @param connections who is connected
 * @param unreadable how many documents are of another form, or too long to be read
 */
public record WorkerDirectory(Map<String, WorkerInfo> documents, Connections connections, int unreadable) {
    private static final int MOST_WORKERS = 2_000;
    private static final int SHOWN_OF_FACTORY = 6;
    private static final Pattern TASK = Pattern.compile("(.+)/([0-9]{1,9})");

    /** Copies the documents, in their order. */
    public WorkerDirectory {
        documents = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(documents));
    }

    /**
     * Reads the documents of all workers that say that they live.
     *
     * @param servers the servers
     * @param names the names of keys
     * @return the workers
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public static WorkerDirectory read(RedisServers servers, LockNames names) {
        List<String> factories =
                servers
                        .ask(Query.of("ZRANGE", names.workers(), "0", Integer.toString(MOST_WORKERS - 1)))
                        .list()
                        .stream()
                        .flatMap(factory -> factory.text().stream())
                        .filter(factory -> factory.length() <= 64)
                        .toList();
        List<Query> queries = new ArrayList<>();
        for (String factory : factories) {
            queries.add(Query.of("PTTL", names.info(factory)));
            // Of a text that is too long no more than tells so.
            queries.add(Query.of("GETRANGE", names.info(factory), "0", Integer.toString(DocumentParser.MOST_BYTES)));
        }
        List<Reply> replies = servers.ask(queries);
        Map<String, WorkerInfo> documents = new LinkedHashMap<>();
        int unreadable = 0;
        for (int i = 0; i < factories.size(); i++) {
            String factory = factories.get(i);
            long left = replies.get(2 * i).number().orElse(-1);
            Optional<byte[]> json = replies.get(2 * i + 1).bytes().filter(bytes -> bytes.length > 0);
            Optional<WorkerInfo> document = json.flatMap(bytes -> DocumentParser.parse(factory, bytes, left));
            document.ifPresent(read -> documents.put(factory, read));
            unreadable += json.isPresent() && document.isEmpty() ? 1 : 0;
        }
        return new WorkerDirectory(documents, Connections.of(servers), unreadable);
    }

    /** {@return who makes an update} */
    public String words(World.OpenUpdate update) {
        return words(update.worker(), update.row().caller());
    }

    /** {@return the documents of all workers} */
    public Collection<WorkerInfo> workers() {
        return documents.values();
    }

    /**
     * {@return what a worker tells}
     *
     * @param factory the factory's part of its tokens
     */
    public Optional<WorkerInfo> worker(String factory) {
        return Optional.ofNullable(documents.get(factory));
    }

    /**
     * {@return what shows that the factory of a token lives}
     *
     * @param token the parts of the token
     */
    public LifeSign sign(LockToken token) {
        Optional<WorkerInfo> worker = worker(token.factory());
        boolean connected = connections.of(token.factory()) > 0;
        if (connections.visible() && !connected) {
            return worker.filter(WorkerInfo::isFresh).isPresent() ? LifeSign.REPORTING : LifeSign.GONE;
        }
        if (worker.filter(report -> !report.isLate()).isPresent()) {
            return LifeSign.REPORTING;
        }
        return connected ? LifeSign.CONNECTED : LifeSign.UNKNOWN;
    }

    /**
     * {@return who has made a token, in words that are fit to be shown}
     *
     * @param token the parts of the token
     */
    public String words(LockToken token) {
        return worker(token.factory())
                .map(worker -> words(worker, token.caller()))
                .orElseGet(() -> unknown(token));
    }

    /**
     * {@return a caller of a worker, in words that are fit to be shown}
     *
     * @param worker the worker
     * @param caller the number of the caller
     */
    public String words(WorkerInfo worker, int caller) {
        String topology = worker.who().topology();
        String name = worker.caller(caller).orElse("");
        Matcher task = TASK.matcher(name);
        String who = topology.isEmpty()
                ? name
                : topology
                        + (task.matches()
                                ? "/" + task.group(1) + " task " + task.group(2)
                                : name.isEmpty() ? "" : "/" + name);
        return Shown.text(who.isEmpty() ? "a program" : who, 60) + ", "
                + Shown.text(worker.who().place(), 60) + ", pid " + worker.who().pid();
    }

    private String unknown(LockToken token) {
        return "(factory " + token.factory().substring(0, SHOWN_OF_FACTORY) + "…, not reporting)";
    }
}
