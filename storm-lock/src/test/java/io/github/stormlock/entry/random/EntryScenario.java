package io.github.stormlock.entry.random;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One kind of entry for the random test.
 *
 * @param <V> its view
 * @param <M> the same in plain Java; equal models are equal entries, and an empty one is no entry
 */
abstract class EntryScenario<V, M> {

    private static final byte[][] TEXTS = {
        {},
        {'a'},
        {'b'},
        {'c'},
        {'7'},
        {'-', '1', '2'},
        "0.25".getBytes(StandardCharsets.UTF_8),
        "é\uD83D\uDE00".getBytes(StandardCharsets.UTF_8),
        "\uFFFD".getBytes(StandardCharsets.UTF_8),
        {(byte) 0xFF},
        {'x', (byte) 0xC3},
        {(byte) 0xED, (byte) 0xA0, (byte) 0x80, 'y'},
    };

    /** Returns the kind that reads the whole entry. */
    abstract EntryKind<V> whole();

    /** Returns the kind that the view is of, for the next entry. */
    EntryKind<V> kind() {
        return whole();
    }

    /** Returns the command that writes some random entry. */
    abstract EntryCommand fill(Random random);

    /** Returns the model that an answer to the kind's read of the whole entry stands for. */
    abstract M model(Object answer);

    /** Does one random thing to both, and compares their answers. */
    abstract void step(Random random, V view, M model);

    /** Returns the entry as the view shows it. */
    abstract M shown(V view);

    /** Returns the entry that the view should show if the entry is as in the model. */
    M visible(M model) {
        return model;
    }

    abstract boolean isEmpty(M model);

    /** Returns true if all that was changed had been read. Only then is it known that nothing really changed. */
    boolean hasReadWhatItChanged() {
        return true;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }

    static byte[] bytes(Random random) {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    static String text(Random random) {
        return Utf8.decode(bytes(random));
    }

    static List<byte[]> several(Random random) {
        List<byte[]> several = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            several.add(bytes(random));
        }
        return several;
    }

    static List<String> texts(Object answer) {
        List<String> texts = new ArrayList<>();
        for (Object bytes : (List<?>) answer) {
            texts.add(Utf8.decode((byte[]) bytes));
        }
        return texts;
    }
}
