package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;

/** The user of the page on operation may do what the page says. */
@Tag("server")
class OperatePageTest {
    private static final Path PAGE = GuidePages.guide("operate");

    @Test
    void userOfThePageMayDoAllThatTheLibraryDoesWithItsEntries() {
        try (RedisServer redis = RedisServer.embedded();
                RedisClient admin = RedisClient.create(redis.uri().toString());
                EntryReader entries = EntryReader.of(redis)) {
            List<String> rights = arguments();
            admin.executeCommand(new CommandArguments(Protocol.Command.ACL).addObjects(rights));
            try (RedisLockFactory locks = connected(redis);
                    RedisLockFactory other = connected(redis)) {
                locks.check();
                locks.guard("page:a", Entries.hash()).once(EventId.opaque("1"), page -> page.add("hits", 1));
                locks.guard("page:b", Entries.string()).update(page -> page.addAndGet(1));
                locks.guard("page:c", Entries.list()).exclusive().change(page -> page.addLast("x"));
                locks.guard("page:d", Entries.set()).only(Part.members("x")).change(page -> page.add("x"));
                locks.guard("page:e", Entries.sortedSet()).change(page -> page.set("x", 1));
                locks.guard("page:a", Entries.hash())
                        .once(EventId.position("file", 1, 0), page -> page.add("hits", page.size()));
                try (Lease held = locks.mutex("page:a").acquire(Duration.ofSeconds(5))) {
                    assertThat(held.fence()).isPositive();
                    assertThat(entries.string("lock:{page:a}")).hasValue(held.token());
                    assertThat(held.token()).startsWith("storm-lock:s:");
                    assertThatThrownBy(() -> other.mutex("page:a").acquire(Duration.ofMillis(300)))
                            .isInstanceOf(LockTimeoutException.class);
                }
                assertThatThrownBy(() -> locks.guard("account:a", Entries.hash())
                                .once(EventId.opaque("1"), account -> account.add("cents", 1)))
                        .hasMessageContaining("NOPERM");
            }
            admin.executeCommand(
                    new CommandArguments(Protocol.Command.ACL).addObjects("SETUSER", "storm", "-client", "-info"));
            try (RedisLockFactory managed = connected(redis)) {
                managed.check();
                managed.guard("page:a", Entries.hash())
                        .once(EventId.position("file", 2, 0), page -> page.add("hits", 1));
            }
            assertThat(entries.hash("page:a")).containsEntry("hits", "3");
        }
    }

    private static RedisLockFactory connected(RedisServer redis) {
        return RedisLockFactory.connect("redis://storm:choose-one@" + redis.host() + ":" + redis.port());
    }

    /** Returns the arguments of the page's ACL command, as a shell would. */
    private static List<String> arguments() {
        String command = GuidePages.blocks(PAGE, "sh").stream()
                .filter(block -> block.startsWith("redis-cli ACL "))
                .findFirst()
                .orElseThrow();
        List<String> arguments = GuidePages.arguments(command);
        return arguments.subList(2, arguments.size());
    }
}
