package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.List;

/** Gathers what one check finds. Not thread-safe. */
final class FindingList {
    private final String name;
    private final String id;
    private final List<Finding> all = new ArrayList<>();

    /**
     * @param name what is looked at, in a word or two
     * @param id the name of the check, which stays the same
     */
    FindingList(String name, String id) {
        this.name = name;
        this.id = id;
    }

    void add(Level level, String text) {
        all.add(new Finding(level, name, text, id));
    }

    void warn(String text) {
        add(Level.WARN, text);
    }

    void fail(String text) {
        add(Level.FAIL, text);
    }

    /** It cannot be found out: what was found before is only a part, and is left out. */
    void unknown(String text) {
        all.clear();
        add(Level.UNKNOWN, text);
    }

    /** All is well if nothing was found. */
    void orOk(String text) {
        or(Level.OK, text);
    }

    /** It is unknown if all is well, if nothing was found. */
    void orUnknown(String text) {
        or(Level.UNKNOWN, text);
    }

    private void or(Level level, String text) {
        if (all.isEmpty()) {
            add(level, text);
        }
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
