package io.github.stormlock.torture.client;

import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Uses all doors of the library at once. */
final class StormLockCrew implements Crew {
    private static final int IMPATIENT = 4;

    private final ClientConfig config;
    private final Desk desk;
    private final RedisLockFactory locks;
    private final SingleDoor last;
    private final BatchDoor lastBatches;
    // Later incarnations go on above it: an event of a last round is never met again.
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);
    private final Map<String, Long> reached = new HashMap<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Door> doors = new ArrayList<>();

    StormLockCrew(ClientConfig config, Desk desk) {
        this.config = config;
        this.desk = desk;
        this.locks = RedisLockFactory.connect(config.redis(), config.locks());
        this.last = new SingleDoor(Doors.FINAL, locks, config, desk);
        this.lastBatches = new BatchDoor(Doors.FINAL, locks, config, desk);
    }

    @Override
    public synchronized void work() {
        if (config.quiet() != 0) {
            workPatiently();
            return;
        }
        for (String name : List.of(Doors.ONCE, Doors.LIST, Doors.PLAIN_UPDATE, Doors.SHORT_WINDOW)) {
            start(new SingleDoor(name, locks, config, desk));
        }
        startImpatient();
        start(new BatchDoor(Doors.BATCH, locks, config, desk));
        start(new AsyncDoor(locks, config, desk));
        start(new MutexDoor(locks, config, desk));
        start(new BoltDoor(Doors.BOLT, config, desk));
        start(new BoltDoor(Doors.BOLT_OPAQUE, config, desk));
    }

    private void startImpatient() {
        int first = threads.size();
        for (int i = 0; i < IMPATIENT; i++) {
            start(new ImpatientDoor(locks, config, i, desk), Integer.toString(i));
        }
        Interrupts.begin(threads.subList(first, threads.size()));
    }

    /** As a client that no fault strikes can. */
    private void workPatiently() {
        RedisLockFactory quiet = RedisLockFactory.connect(config.quietRedis(), config.locks());
        for (int i = 0; i < PatientDoor.THREADS; i++) {
            start(new PatientDoor(quiet, desk), Integer.toString(i));
        }
        start(ViewsDoor.ofBatches(quiet, config, desk), "0");
        for (int i = 1; i <= ViewsDoor.OTHERS; i++) {
            start(ViewsDoor.ofOthers(quiet, config, i, desk), Integer.toString(i));
        }
        start(LongDoor.ofUsualLease(locks, config, desk), "0");
        start(LongDoor.ofShortLease(locks, config, desk), "1");
    }

    private void start(Door door) {
        start(door, "");
    }

    private void start(Door door, String suffix) {
        String source = config.name() + '.' + door.name() + suffix;
        Worker worker = new Worker(
                door,
                source,
                reached.getOrDefault(source, config.inheritance().nextOf(source)),
                reached.containsKey(source) ? List.of() : config.inheritance().openOf(source),
                config.seed() * 31 + source.hashCode());
        Thread thread = new Thread(worker, door.name());
        thread.setDaemon(true);
        thread.start();
        doors.add(door);
        workers.add(worker);
        threads.add(thread);
    }

    @Override
    public synchronized void end(long millis, List<String> entries) {
        workers.forEach(Worker::stop);
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        round.run(entries.stream().filter(Keys::isList).toList(), last);
        round.run(entries.stream().filter(entry -> !Keys.isList(entry)).toList(), lastBatches);
        round.await();
        new CalmHold(locks, config, desk).run();
        // What waits for tens of seconds is not waited for.
        threads.stream()
                .filter(thread -> thread.getName().equals(Doors.PATIENT))
                .forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        doors.forEach(Door::close);
        workers.forEach(worker -> reached.put(worker.source(), worker.next()));
        workers.clear();
        threads.clear();
        doors.clear();
    }

    @Override
    public Line.Kind once(String entry, String id) {
        Todo todo = Todo.parse(id, entry);
        return last.attempt(List.of(todo), todo.offset()).isEmpty() ? Line.Kind.FAILED : Line.Kind.OK;
    }

    @Override
    public void writeLarge() {
        new LargeWrite(locks, desk).run();
    }

    /** The library reads no clock that can be set. */
    @Override
    public void stepClock(long millis) {}
}
