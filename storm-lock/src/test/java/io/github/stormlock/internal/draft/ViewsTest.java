package io.github.stormlock.internal.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply.Found;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The views that the updates of a group are given, one after the other. */
class ViewsTest {
    private static <V> EntryTarget<V> target(String key, EntryKind<V> kind) {
        return new EntryTarget<>(
                LockKeys.of(key, /* cluster= */ false),
                GuardSettings.of(kind, LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO));
    }

    private static Found list(String... elements) {
        return new Found(
                elements.length > 0,
                List.of(elements).stream()
                        .map(element -> element.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    @Test
    void anUpdateOfSeveralEntriesSeesItsPartOfEach() {
        var one = target("one", Entries.list().only(Part.first(1)));
        var other = target("other", Entries.list().only(Part.last(1)));
        GroupTargets targets = GroupTargets.of(List.of(one, other));
        Views views = targets.snapshot(List.of(list("a", "b"), list("y", "z"))).openForAttempt();
        views.of(one).addFirst("urgent");
        views.of(other).addLast("late");
        Views own = views.applied(false);
        assertThat(views.of(one).asList()).containsExactly("urgent");
        assertThat(views.of(other).pollLast()).isEqualTo("late");
        views.applied(false);
        assertThat(own).isNotNull();
        assertThat(own.settled().of(one).asList()).containsExactly("urgent", "a");
        assertThat(own.settled().of(other).asList()).containsExactly("z", "late");
        assertThat(Draft.ofAttempt(targets, views, i -> false)
                        .entries()
                        .get(1)
                        .attempted()
                        .commands())
                .isEmpty();
    }

    /** An update may ask for it between its steps, of an entry that it has not asked for before. */
    @Test
    void anEntryThatIsSettledWithinAnUpdateIsItsPartAndIsCompared() {
        var one = target("one", Entries.list().only(Part.first(1)));
        var other = target("other", Entries.list().only(Part.first(1)));
        GroupTargets targets = GroupTargets.of(List.of(one, other));
        Views views = targets.snapshot(List.of(list("a"), list("b"))).openForAttempt();
        views.of(one).addFirst("urgent");
        views.applied(false);
        assertThat(views.settled().of(one).asList()).containsExactly("urgent");
        assertThat(views.settled().of(other).asList()).containsExactly("b");
        views.applied(false);
        assertThat(attempted(targets, views, 1).seen()).isNotEmpty();
    }

    private static Attempted attempted(GroupTargets targets, Views views, int index) {
        return Objects.requireNonNull(
                Draft.ofAttempt(targets, views, i -> false).entries().get(index).attempted());
    }

    @Test
    void whatAnUpdateSawOfItsPartIsCompared() {
        var list = target("list", Entries.list().only(Part.first(1).andSize()));
        var set = target("set", Entries.set().only(Part.members("a").andSize()));
        GroupTargets targets = GroupTargets.of(List.of(list, set));
        Views views = targets.snapshot(List.of(
                        new Found(true, List.of(3L, list("a", "b").answer())),
                        new Found(true, List.of(2L, List.of(0L)))))
                .openForAttempt();
        assertThat(views.of(list).size()).isEqualTo(3);
        assertThat(views.of(set).size()).isEqualTo(2);
        views.applied(false);
        assertThat(attempted(targets, views, 0).seen())
                .extracting(seen -> seen.command().name())
                .containsExactly("LRANGE", "LLEN");
        assertThat(attempted(targets, views, 1).seen())
                .extracting(seen -> seen.command().name())
                .containsExactly("SCARD", "EXISTS", "SMISMEMBER");
    }

    @Test
    void whatAnUpdateAddedBeyondItsPartIsWritten() {
        var list = target("list", Entries.list().only(Part.first(1)));
        GroupTargets targets = GroupTargets.of(list);
        Views views = targets.snapshot(List.of(list("a", "b"))).openForAttempt();
        for (String element : List.of("c", "d")) {
            views.of(list).addLast(element);
            views.applied(false);
        }
        assertThat(attempted(targets, views, 0).commands())
                .singleElement()
                .satisfies(command -> assertThat(command.arguments()).hasSize(2));
    }

    /** Then the next update runs in another group, which reads the entry again. */
    @Test
    void nobodyKnowsIfAnEntryExistsOfWhichAllThatIsKnownWasRemoved() {
        var set = target("set", Entries.sortedSet().only(Part.members("a")));
        Views views = GroupTargets.of(set)
                .snapshot(List.of(new Found(true, Collections.singletonList(null))))
                .openForAttempt();
        views.of(set).set("other", 1);
        views.applied(false);
        assertThat(views.areKnown()).isTrue();
        views.of(set).set("other", 2);
        views.of(set).remove("other");
        views.applied(false);
        assertThat(views.areKnown()).isFalse();
    }

    @Test
    void aRangeIsNotKnownAnyMoreIfMoreComeIntoItThanMayBeRead() {
        var set = target("set", Entries.sortedSet().only(Part.scores(0, 9, 2)));
        Views views =
                GroupTargets.of(set).snapshot(List.of(new Found(false, null))).openForAttempt();
        for (String member : List.of("a", "b", "c")) {
            assertThat(views.areKnown()).isTrue();
            views.of(set).set(member, 1);
            views.applied(false);
        }
        assertThat(views.areKnown()).isFalse();
    }
}
