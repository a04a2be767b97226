package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Text;
import org.jspecify.annotations.Nullable;

/** The reads and changes that the views of a hash and of a string share: of texts, and of numbers in them. */
abstract sealed class NumbersEntry extends StateView<NamedState<Text>> permits HashEntry, StringEntry {
    NumbersEntry(NamedState<Text> state) {
        super(state);
    }

    final @Nullable String text(String name) {
        Text value = state.get(name);
        return value == null ? null : value.toString();
    }

    final long number(String name) {
        try {
            return Numbers.toLong(text(name), state.label(name));
        } catch (NumberFormatException e) {
            throw named(e);
        }
    }

    final double fraction(String name) {
        try {
            return Numbers.toDouble(text(name), state.label(name));
        } catch (NumberFormatException e) {
            throw named(e);
        }
    }

    private NumberFormatException named(NumberFormatException error) {
        return state.place().isEmpty() ? error : new NumberFormatException(state.place() + error.getMessage());
    }

    final void addFraction(String name, double delta) {
        String old = textToChange(name);
        double sum = Numbers.add(Numbers.toDouble(old, state.label(name)), delta, state.label(name));
        if (old == null || delta != 0) {
            state.adjust(name, Text.written(Numbers.text(sum)));
        }
    }

    /** Changes a whole number, without a look at it where that is possible. */
    final void change(String name, BlindChange.Kind kind, long operand) {
        if (!changing().changeBlindly(name, kind, operand)) {
            changeSeen(name, kind, operand);
        }
    }

    final long changeSeen(String name, BlindChange.Kind kind, long operand) {
        String old = textToChange(name);
        long before = Numbers.toLong(old, state.label(name));
        long after = old == null ? operand : kind.join(before, operand, state.label(name));
        if (old == null || after != before) {
            state.adjust(name, Text.written(Long.toString(after)));
        }
        return after;
    }

    private @Nullable String textToChange(String name) {
        state.requireChangeable();
        return text(name);
    }
}
