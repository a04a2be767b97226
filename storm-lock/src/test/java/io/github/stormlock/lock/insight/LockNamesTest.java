package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockNamesTest {
    private static final List<String> ENTRIES =
            List.of("site", "page:/a", "{tag}:a", "a{tag}b", "{}", "a}b", "{", "ä:é");

    @Test
    void keysAreThoseOfTheLocks() {
        for (String prefix : List.of("", "app:")) {
            LockNames names = LockNames.of(prefix);
            assertThat(ENTRIES).allSatisfy(entry -> {
                LockKeys keys = LockKeys.of(prefix, entry, false);
                assertThat(names.lock(entry)).isEqualTo(Bytes.text(keys.lockKey()));
                assertThat(names.waiting(entry)).isEqualTo(Bytes.text(keys.waitingKey()));
                assertThat(names.permits(entry))
                        .isEqualTo(Bytes.text(keys.of(LockKind.PERMITS).lockKey()));
                assertThat(names.waitingForPermits(entry))
                        .isEqualTo(Bytes.text(keys.of(LockKind.PERMITS).waitingKey()));
                assertThat(names.waitingForLatch(entry))
                        .isEqualTo(Bytes.text(keys.of(LockKind.LATCH).waitingKey()));
                assertThat(names.latch(entry))
                        .isEqualTo(Bytes.text(keys.of(LockKind.LATCH).lockKey()));
            });
        }
    }

    @Test
    void entryIsFoundInEachOfItsKeys() {
        LockNames names = LockNames.of("app:");
        assertThat(ENTRIES).allSatisfy(entry -> assertThat(List.of(
                        names.lock(entry),
                        names.waiting(entry),
                        names.fence(entry),
                        names.readers(entry),
                        names.permits(entry),
                        names.latch(entry),
                        names.broken(entry)))
                .allSatisfy(key -> assertThat(names.entryOf(key)).as(key).contains(entry)));
        assertThat(names.entryOf("app:lock-seen:0123:{site}")).contains("site");
        assertThat(names.entryOf("lock:{site}")).isEmpty();
        assertThat(names.entryOf(names.workers())).isEmpty();
    }

    @Test
    void tokenIsTakenApart() {
        Tokens tokens = new Tokens(/* cluster= */ true);
        int caller = tokens.callers().number("pages/7");
        for (Claimant claimant : List.of(
                Claimant.ofUpdate(caller), Claimant.ofPermits(caller, 2, 5), Claimant.ofLatch(caller, 3, 1_000))) {
            String token = tokens.next(claimant).token();

            LockToken parts = LockToken.parse(token).orElseThrow();

            assertThat(parts)
                    .isEqualTo(new LockToken(true, tokens.factory(), caller, claimant.kind(), parts.number(), 1));
        }
    }

    @Test
    void whatIsNoTokenHasNoParts() {
        assertThat(LockToken.parse("storm-lock:s:qzqjXtXSAjb9AsbrOoW_-A:17:2")).isEmpty();
        assertThat(LockToken.parse("worker-17")).isEmpty();
        assertThat(LockToken.parse("storm-lock:readers")).isEmpty();
    }
}
