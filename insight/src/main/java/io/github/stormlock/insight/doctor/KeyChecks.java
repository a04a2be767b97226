package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.OurKeys.Seen;
import io.github.stormlock.insight.page.ShellWord;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks at the keys of the library. */
final class KeyChecks {
    private static final int SHOWN = 5;

    private KeyChecks() {}

    /** Are there keys that never end, such as a lock that nobody will free? */
    static void expiry(Exam exam, OurKeys keys, FindingList found) {
        List<Seen> endless =
                keys.keys().stream().filter(key -> key.left() == -1).toList();
        if (!endless.isEmpty()) {
            found.warn(
                    Shown.count(endless.size(), "key") + ": " + some(endless, key -> words(exam, key)) + keys.part());
        }
        found.orOk("all " + keys.keys().size() + " keys of locks end by themselves" + keys.part());
    }

    private static String some(List<Seen> keys, Function<Seen, String> words) {
        return keys.stream().limit(SHOWN).map(words).collect(Collectors.joining(", "))
                + (keys.size() > SHOWN ? ", …" : "");
    }

    private static String words(Exam exam, Seen key) {
        String name = Shown.text(key.key(), 60);
        if (!key.isLock() || !key.type().equals("string")) {
            return name;
        }
        String value = exam.servers().ask(Query.of("GET", key.key())).text().orElse("");
        return name + " \"" + Shown.text(value, 40) + "\" (a lock that nobody will free: locks explain "
                + ShellWord.of(exam.names().entryOf(key.key()).orElse("")) + ")";
    }

    /** Has another program put something under our keys that is no lock? */
    static void garbage(Exam exam, OurKeys keys, FindingList found) {
        List<Seen> foreign = keys.keys().stream()
                .filter(key -> !key.type().equals(key.wanted()))
                .toList();
        int unreadable = exam.workers().unreadable();
        if (!foreign.isEmpty() || unreadable > 0) {
            found.warn((foreign.isEmpty() ? "no foreign type" : some(foreign, KeyChecks::types))
                    + (unreadable == 0
                            ? ""
                            : "; " + unreadable + " documents of workers are of another form, or too long")
                    + keys.part());
        }
        found.orOk("no foreign type under our keys" + keys.part());
    }

    private static String types(Seen key) {
        return Shown.text(key.key(), 60) + " is a " + Shown.text(key.type(), 20) + ", not a " + key.wanted();
    }
}
