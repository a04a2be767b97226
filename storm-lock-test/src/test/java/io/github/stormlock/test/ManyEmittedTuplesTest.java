package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** A wait for the last of many tuples does not write all of them down again and again. */
class ManyEmittedTuplesTest {
    private static final int MANY = 20_000;

    @Test
    void waitForOneMoreOfManyTuplesAllocatesLittle() {
        EmittedTuples emitted = EmittedTuples.create();
        emitted.prepare(Map.of(), null, null);
        Tuple tuple = (Tuple) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Tuple.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getFields" -> new Fields("id");
                    case "getValueByField" -> "hit-1";
                    case "getSourceComponent" -> "bolt";
                    case "getSourceStreamId" -> "default";
                    default -> null;
                });
        for (int i = 0; i < MANY; i++) {
            emitted.execute(tuple);
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(id);
        assertThatThrownBy(() -> emitted.await("other", 1, Duration.ofMillis(500)))
                .isInstanceOf(AssertionError.class);
        long megabytes = (threads.getThreadAllocatedBytes(id) - before) >> 20;
        assertThat(megabytes).as("MB").isLessThan(100);
    }
}
