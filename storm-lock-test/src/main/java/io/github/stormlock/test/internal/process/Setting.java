package io.github.stormlock.test.internal.process;

import java.util.Locale;
import java.util.Optional;

/**
 * A setting from outside: a system property, else the environment variable of the same name in capitals, with
 * underscores. A blank value counts as none.
 */
public enum Setting {
    REDIS("storm.lock.test.redis"),
    KIND("storm.lock.test.redis.kind"),
    FLUSH("storm.lock.test.redis.flush"),
    IMAGE("storm.lock.test.image"),
    WITHOUT("storm.lock.test.without");

    private final String property;

    Setting(String property) {
        this.property = property;
    }

    public String property() {
        return property;
    }

    public Optional<String> value() {
        String variable = property.toUpperCase(Locale.ROOT).replace('.', '_');
        String value = System.getProperty(property, System.getenv(variable));
        return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
    }
}
