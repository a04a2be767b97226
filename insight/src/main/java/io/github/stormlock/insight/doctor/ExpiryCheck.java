package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.OurKeys.Seen;
import io.github.stormlock.insight.page.ShellWord;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Are there keys of ours that never end, such as a lock that nobody will free? */
final class ExpiryCheck extends Check {
    private static final int SHOWN = 5;

    ExpiryCheck() {
        super("no expiry", "keys.expiry");
    }

    @Override
    List<Finding> look(Exam exam) {
        Optional<OurKeys> keys = exam.keys();
        if (keys.isEmpty()) {
            return List.of(unknown("not looked for (--scan)"));
        }
        List<Seen> endless =
                keys.get().keys().stream().filter(key -> key.left() == -1).toList();
        if (endless.isEmpty()) {
            return List.of(ok("all " + keys.get().keys().size() + " keys of locks end by themselves"
                    + keys.get().part()));
        }
        String some = endless.stream().limit(SHOWN).map(key -> words(exam, key)).collect(Collectors.joining(", "));
        return List.of(warn(endless.size()
                + (endless.size() == 1 ? " key: " : " keys: ")
                + some
                + (endless.size() > SHOWN ? ", …" : "")
                + keys.get().part()));
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
}
