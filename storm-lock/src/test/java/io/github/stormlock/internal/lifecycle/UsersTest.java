package io.github.stormlock.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners and operations of a connection. */
class UsersTest {
    private final List<String> told = new ArrayList<>();
    private final Users users = new Users("factory", () -> told.add("refused"), () -> told.add("ended"));

    @Test
    void lastOwnerEndsWhatNobodyUses() {
        assertThat(users.tryOwn()).isTrue();
        users.close();
        assertThat(told).isEmpty();
        users.close();
        assertThat(told).containsExactly("ended");
        assertThat(users.haveEnded()).isTrue();
    }

    @Test
    void operationsThatOverlapDoNotKeepAClosedOneOpen() {
        users.retain();
        users.close();
        assertThat(told).containsExactly("refused");
        assertThatThrownBy(users::retain).isInstanceOf(IllegalStateException.class);
        assertThat(users.tryOwn()).isFalse();
        assertThat(users.awaitEnd(Duration.ZERO)).isFalse();
        users.letGo();
        assertThat(told).containsExactly("refused", "ended");
        assertThat(users.awaitEnd(Duration.ZERO)).isTrue();
    }

    @Test
    void whatBelongsToAnOperationGoesOnUntilTheEnd() {
        users.retain();
        users.close();
        assertThat(users.tryGoOn()).isTrue();
        users.letGo();
        assertThat(users.haveEnded()).isFalse();
        users.letGo();
        assertThat(users.tryGoOn()).isFalse();
        assertThat(told).containsExactly("refused", "ended");
    }

    @Test
    void interruptEndsTheWaitForTheEnd() {
        users.retain();
        users.close();
        Thread.currentThread().interrupt();
        assertThat(users.awaitEnd(Duration.ofMinutes(1))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        users.letGo();
    }

    @Test
    void othersWhoOwnItAreNotWaitedFor() {
        assertThat(users.tryOwn()).isTrue();
        users.close();
        assertThat(users.awaitEnd(Duration.ofMinutes(1))).isTrue();
        users.close();
    }
}
