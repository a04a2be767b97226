package io.github.stormlock.lock;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One word of a few: the constants of an enum, in any case. */
record ConfigChoice<E extends Enum<E>>(Class<E> words) implements ConfigType<E> {

    @Override
    public E read(Object raw) {
        if (raw instanceof String text) {
            for (E word : words.getEnumConstants()) {
                if (word.name().equalsIgnoreCase(text.strip())) {
                    return word;
                }
            }
        }
        throw new IllegalArgumentException("is not one of " + range());
    }

    @Override
    public E inRange(E value) {
        return value;
    }

    @Override
    public String unit() {
        return "word";
    }

    @Override
    public String range() {
        return Arrays.stream(words.getEnumConstants())
                .map(word -> word.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
