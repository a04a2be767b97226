package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.Map;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bolt by itself, with a Redis and without Storm. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class UnitTestOfABoltTest {
    @Test
    void hitCountsOnceThoughItComesTwice(RedisServer redis, EntryReader entries) {
        Tuple hit = mock(Tuple.class);
        when(hit.getStringByField("path")).thenReturn("/a");
        when(hit.getStringByField("bytes")).thenReturn("10");
        when(hit.getStringByField("id")).thenReturn("hit-1");
        IOutputCollector collector = mock(IOutputCollector.class);

        WatchedCounts bolt = new WatchedCounts();
        bolt.prepare(
                Map.of("storm.lock.redis.uri", redis.uri().toString()),
                mock(TopologyContext.class),
                new OutputCollector(collector));
        bolt.execute(hit);
        bolt.execute(hit);
        verify(collector, timeout(10_000).times(2)).ack(hit);
        bolt.cleanup();

        assertThat(entries.hash("watched:/a")).isEqualTo(Map.of("bytes", "10"));
    }
}
