package io.github.stormlock.internal.protocol;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.util.JedisClusterCRC16;

class LockKeysTest {
    private static final List<String> ENTRIES =
            List.of(("a {a} {a}:a site user:{7}:cart {7}:user:{7}:cart user:{7}:cart:waiting foo{}bar foo{}{bar} "
                            + "{} }{ a}b a{b {{a}} ü{ß} locks waiting:{a}")
                    .split(" ", -1));

    @ParameterizedTest
    @CsvSource({
        "site, lock:{site}",
        "user:{7}:cart, lock:{7}:user:{7}:cart",
        "{a}, lock:{a}:{a}",
        "{{a}}, lock:{{a}:{{a}}",
        "a{b}{c}, lock:{b}:a{b}{c}"
    })
    void lockKeyIsWhatForeignClientsAreTold(String entry, String lock) {
        assertThat(LockKeys.of(entry, true).lockKey()).isEqualTo(Bytes.of(lock));
        assertThat(LockKeys.of(entry, false).lockKey()).isEqualTo(Bytes.of(lock));
    }

    @Test
    void noTwoEntriesShareAKey() {
        Map<String, String> owners = new HashMap<>();
        for (String entry : ENTRIES) {
            for (byte[] key : all(LockKeys.of(entry, false))) {
                assertThat(owners.put(Bytes.text(key), entry))
                        .as("%s of %s", Bytes.text(key), entry)
                        .isNull();
            }
        }
    }

    @Test
    void allKeysOfALockShareItsEntrysSlot() {
        for (String entry : ENTRIES) {
            try {
                for (byte[] key : all(LockKeys.of(entry, true))) {
                    assertThat(JedisClusterCRC16.getSlot(key))
                            .as("%s of %s", Bytes.text(key), entry)
                            .isEqualTo(JedisClusterCRC16.getSlot(entry));
                }
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining("no hash tag");
            }
        }
    }

    private static List<byte[]> all(LockKeys keys) {
        List<byte[]> all = new ArrayList<>();
        all.add(keys.entryKey());
        all.add(keys.lockKey());
        all.add(keys.waitingKey());
        all.add(keys.fenceKey());
        all.add(keys.seenKey("scope"));
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo{}bar", "a}b", "a{b", "}{", "{}", "foo{}{bar}"})
    void strayBracesAreRefusedOnlyWhereSlotsMatter(String entry) {
        assertThat(LockKeys.of(entry, false).entry()).isEqualTo(entry);
        assertThrown(IllegalArgumentException.class, () -> LockKeys.of(entry, true), entry);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock:a",
                "lock:{a}",
                "lock-wait:a",
                "lock-seen:x:{a}",
                "lock-fence:{a}",
                "lock-quorum:born",
                "lock:"
            })
    void keysThatBeginLikeOursAreRefused(String entry) {
        assertThrown(IllegalArgumentException.class, () -> LockKeys.of(entry, false), entry);
    }

    @Test
    void emptyOverlongAndBrokenKeysAreRefused() {
        assertThat(LockKeys.of("x".repeat(LockKeys.MAX_BYTES), false).entryKey())
                .hasSize(16_384);
        assertThatThrownBy(() -> LockKeys.of("ü".repeat(8_193), false)).hasMessageContaining("16386 bytes");
        assertThatThrownBy(() -> LockKeys.of("", false)).hasMessageContaining("empty");
        assertThatThrownBy(() -> LockKeys.of(null, false)).hasMessageContaining("null");
        assertThatThrownBy(() -> LockKeys.of("a\uD83D", false)).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> LockKeys.of("\uDE00a", false)).hasMessageContaining("surrogate");
        assertThat(LockKeys.of("\uD83D\uDE00", false).entryKey()).hasSize(4);
    }
}
