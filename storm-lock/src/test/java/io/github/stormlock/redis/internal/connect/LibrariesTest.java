package io.github.stormlock.redis.internal.connect;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.commons.pool2.impl.GenericObjectPool;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import redis.clients.jedis.Jedis;

/** {@code .ci/artifacts} puts older libraries on the class path. Here a newer one is asked for. */
class LibrariesTest {
    @Test
    void thoseOfTheBuildWillDo() {
        assertThatCode(Libraries::check).doesNotThrowAnyException();
    }

    @Test
    void olderOneIsNamedWithItsVersionAndItsPlace() {
        assertThatThrownBy(() -> Libraries.require("Jedis 99.0", "redis.clients:jedis", Jedis.class, "newest"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "storm-lock needs Jedis 99.0 or later; redis.clients:jedis \\d+\\.\\d+\\.\\d+ is on the"
                                + " class path at file:.*/jedis-.*\\.jar\\..*storm-lock-bom.*-Dincludes=redis.clients:jedis.*");
        assertThatThrownBy(() -> Libraries.require(
                        "Pool 99", "org.apache.commons:commons-pool2", GenericObjectPool.class, "newest"))
                .hasMessageMatching(".*org.apache.commons:commons-pool2 \\d+\\.\\d+\\.\\d+ is .*commons-pool2-.*");
        assertThatThrownBy(() -> Libraries.require("SLF4J 99", "org.slf4j:slf4j-api", Logger.class, "newest"))
                .hasMessageMatching(".*org.slf4j:slf4j-api \\d+\\.\\d+\\.\\d+ is .*slf4j-api-.*");
    }

    @Test
    void oneInAFolderOrOfTheJvmIsRefusedAllTheSame() {
        assertThatThrownBy(() -> Libraries.require("x", "a:b", LibrariesTest.class, "newest"))
                .hasMessageContainingAll("a:b of an unknown version", "test-classes");
        assertThatThrownBy(() -> Libraries.require("x", "a:b", String.class, "newest"))
                .hasMessageContaining("of an unknown version");
    }
}
