package io.github.stormlock.config.internal;

import java.util.Locale;

/** True or false: a boolean, or a word in any case. */
public record FlagType() implements ValueType<Boolean> {

    @Override
    public Boolean read(Object raw) {
        if (raw instanceof Boolean flag) {
            return flag;
        }
        if (raw instanceof String text) {
            return switch (text.strip().toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("is not a flag");
            };
        }
        throw ValueType.wrongKind(raw);
    }

    @Override
    public String unit() {
        return "flag";
    }

    @Override
    public String range() {
        return "true or false";
    }
}
