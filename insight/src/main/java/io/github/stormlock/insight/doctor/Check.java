package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.Finding.Level;
import java.util.List;

/** Looks for one kind of trouble. It changes nothing in Redis. Stateless. */
abstract class Check {
    private final String name;
    private final String id;

    /**
     * Creates a check.
     *
     * @param name what it looks at, in a word or two
     * @param id its name, which stays the same
     */
    Check(String name, String id) {
        this.name = name;
        this.id = id;
    }

    final String id() {
        return id;
    }

    /** Returns what it finds; one line at least. */
    abstract List<Finding> look(Exam exam);

    final Finding ok(String text) {
        return new Finding(Level.OK, name, text, id);
    }

    final Finding unknown(String text) {
        return new Finding(Level.UNKNOWN, name, text, id);
    }

    final Finding warn(String text) {
        return new Finding(Level.WARN, name, text, id);
    }

    final Finding fail(String text) {
        return new Finding(Level.FAIL, name, text, id);
    }

    /** Returns the troubles, or that all is well if there are none. */
    final List<Finding> orOk(List<Finding> troubles, String well) {
        return troubles.isEmpty() ? List.of(ok(well)) : List.copyOf(troubles);
    }
}
