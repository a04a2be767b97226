package io.github.stormlock.config.internal;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One word of a few: the constants of an enum, in any case. */
public record WordType<E extends Enum<E>>(Class<E> words) implements ValueType<E> {

    @Override
    public E read(Object raw) {
        if (!(raw instanceof String text)) {
            throw ValueType.wrongKind(raw);
        }
        return Arrays.stream(words.getEnumConstants())
                .filter(word -> word.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is none of the words"));
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
        String list = Arrays.stream(words.getEnumConstants())
                .map(word -> word.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        int last = list.lastIndexOf(", ");
        return last < 0 ? list : list.substring(0, last) + " or " + list.substring(last + 2);
    }
}
