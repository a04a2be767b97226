package io.github.stormlock.bolt;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * A prepared task of a locking bolt, without Storm. It records the output and keeps the metrics. Its tuples have the
 * fields {@code key} and {@code id}; an empty id is none. {@link #close} is Storm's cleanup.
 */
final class Task<V> implements AutoCloseable {
    private final LockingBolt<V> bolt;
    private final RecordedOutput output = new RecordedOutput();
    private final TaskContext context;

    private Task(LockingBolt<V> bolt, String component, Map<String, Object> conf) {
        this.bolt = bolt;
        this.context = TaskContext.of(component, "key", "id");
        bolt.prepare(conf, context, new OutputCollector(output));
    }

    static <V> Task<V> of(LockingBolt<V> bolt, Map<String, Object> conf) {
        return of("bolt", bolt, conf);
    }

    static <V> Task<V> of(String component, LockingBolt<V> bolt, Map<String, Object> conf) {
        return new Task<>(bolt, component, conf);
    }

    /** Returns the configuration of a topology with a message timeout of 30 s. */
    static Map<String, Object> conf(URI redis, Object... more) {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.name", "tests");
        conf.put("topology.message.timeout.secs", 30);
        conf.put("storm.lock.redis.uri", redis.toString());
        for (int i = 0; i < more.length; i += 2) {
            conf.put((String) more[i], more[i + 1]);
        }
        return conf;
    }

    Tuple tuple(String key, String id) {
        return context.tuple(key, id);
    }

    /** Executes a tuple without an event id; returns when it is settled. */
    void execute(String key) {
        execute(key, "");
    }

    /** Executes a tuple on this thread; returns when it is settled. */
    void execute(String key, String id) {
        Tuple tuple = tuple(key, id);
        bolt.execute(tuple);
        output.awaitSettled(tuple);
    }

    /** Executes a tuple, and returns as soon as Storm's executor may go on. */
    Tuple submit(String key, String id) {
        Tuple tuple = tuple(key, id);
        bolt.execute(tuple);
        return tuple;
    }

    /** Executes a tuple on a thread of its own, which ends when the tuple is settled. */
    Executor inBackground(String key, String id) {
        return new Executor(() -> execute(key, id));
    }

    RecordedOutput output() {
        return output;
    }

    TaskContext context() {
        return context;
    }

    @Override
    public void close() {
        bolt.cleanup();
    }

    /** Executes a tuple on a thread of its own, which ends once Storm's executor could go on. */
    Executor submitting(String key, String id) {
        return new Executor(() -> submit(key, id));
    }

    /** A thread that executes one tuple. */
    static final class Executor {
        private final FutureTask<Boolean> task;
        private final Thread thread;

        Executor(Runnable execution) {
            task = new FutureTask<>(() -> {
                execution.run();
                return Thread.currentThread().isInterrupted();
            });
            thread = new Thread(task, "executor");
            thread.setDaemon(true);
            thread.start();
        }

        void interrupt() {
            thread.interrupt();
        }

        boolean isAlive() {
            return thread.isAlive();
        }

        /** Waits for the thread's end, and throws what escaped. Returns true if the interrupt flag was left set. */
        boolean join() throws Exception {
            return task.get(20, TimeUnit.SECONDS);
        }
    }
}
