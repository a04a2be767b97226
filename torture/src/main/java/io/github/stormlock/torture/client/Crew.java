package io.github.stormlock.torture.client;

import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The threads of a client, each with a worker on a path of its own. Not thread-safe. */
final class Crew {
    private record Member(Worker worker, UpdatePath path, Thread thread) {}

    private final ClientConfig config;
    private final Map<String, Long> reached = new HashMap<>();
    private final List<Member> members = new ArrayList<>();

    Crew(ClientConfig config) {
        this.config = config;
    }

    /** Starts a worker, whose source is told from those of the same way by the number behind its name. */
    Thread start(UpdatePath path, String number) {
        String source = config.name() + '.' + path.name() + number;
        Worker worker = new Worker(
                path,
                source,
                reached.getOrDefault(source, config.inheritance().nextOf(source)),
                reached.containsKey(source) ? List.of() : config.inheritance().openOf(source),
                config.seed() * 31 + source.hashCode());
        Thread thread = DaemonThread.start(path.name(), worker);
        members.add(new Member(worker, path, thread));
        return thread;
    }

    void stop() {
        members.forEach(member -> member.worker().stop());
    }

    /** Interrupts those of one way. */
    void interrupt(String path) {
        members.stream()
                .map(Member::thread)
                .filter(thread -> thread.getName().equals(path))
                .forEach(Thread::interrupt);
    }

    /** Waits until all have ended. Those that start later go on with higher offsets. */
    void end() {
        join(members.stream().map(Member::thread).toList());
        members.forEach(member -> {
            member.path().close();
            reached.put(member.worker().source(), member.worker().next());
        });
        members.clear();
    }

    static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
