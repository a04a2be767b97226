package io.github.stormlock;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/** A port to a server that throws an error on demand, once the scripts have run. For one thread. */
public final class FailingPort implements AutoCloseable {
    private final RedisPort port;
    private final FactoryRuntime runtime;
    private Error next;

    private FailingPort(RedisPort port) {
        this.port = port;
        RedisPort failing = (RedisPort) Proxy.newProxyInstance(
                RedisPort.class.getClassLoader(),
                new Class<?>[] {RedisPort.class},
                (self, method, arguments) -> called(method, arguments));
        this.runtime = Runtimes.over(failing, "failing", Ticker.SYSTEM);
    }

    public static FailingPort of(RedisConfig config) {
        return new FailingPort(RedisPort.open(config));
    }

    public GuardedEntry<HashEntry> guard(String name, LockEvents events) {
        return Runtimes.guard(runtime, Entries.hash(), name, events);
    }

    /** Returns the number of entries with a line in this JVM. */
    public int queues() {
        return runtime.updates().lines().size();
    }

    /** Ends the runtime, whose guards can be used no more. */
    public void end() {
        runtime.close();
    }

    public void failNextPipeline(Error error) {
        next = error;
    }

    private Object called(Method method, Object... arguments) throws Throwable {
        try {
            Object answer = method.invoke(port, arguments);
            if (next != null && method.getName().equals("runAll") && !isLate((List<?>) answer)) {
                Error error = next;
                next = null;
                throw error;
            }
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns true if nothing was written: a first pipeline may only learn the server's time. */
    private static boolean isLate(List<?> answers) {
        return answers.get(0) instanceof List<?> reply && Bytes.number(reply.get(0)) == 6;
    }

    @Override
    public void close() {
        port.close();
    }
}
