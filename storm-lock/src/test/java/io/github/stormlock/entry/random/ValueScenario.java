package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.ValueEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A typed value: none or one, of three bytes. */
public final class ValueScenario extends EntryScenario<ValueEntry<int[]>, List<Integer>> {

    @Override
    public EntryKind<ValueEntry<int[]>> whole() {
        return Entries.value(IntsCodec.INSTANCE);
    }

    @Override
    public EntryCommand fill(Random random) {
        return new EntryCommand("SET", List.of(new byte[] {(byte) random.nextInt(), (byte) 0xFF, 1}));
    }

    @Override
    public List<Integer> model(Object answer) {
        List<Integer> model = new ArrayList<>();
        if (answer != null) {
            for (byte b : (byte[]) answer) {
                model.add((int) b);
            }
        }
        return model;
    }

    @Override
    public void step(Random random, ValueEntry<int[]> view, List<Integer> model) {
        if (random.nextInt(4) == 0) {
            assertThat(view.exists()).isEqualTo(!model.isEmpty());
            view.remove();
            model.clear();
        } else if (!model.isEmpty()) {
            int[] value = view.get();
            int delta = random.nextInt(2);
            value[1] = (byte) (value[1] + delta);
            view.set(value);
            model.set(1, (int) (byte) (model.get(1) + delta));
        } else {
            view.set(new int[] {1, 2, 3});
            model.addAll(List.of(1, 2, 3));
        }
    }

    @Override
    public List<Integer> shown(ValueEntry<int[]> view) {
        List<Integer> shown = new ArrayList<>();
        if (view.exists()) {
            for (int i : view.get()) {
                shown.add(i);
            }
        }
        return shown;
    }

    @Override
    public boolean isEmpty(List<Integer> model) {
        return model.isEmpty();
    }

    /** A codec whose values can be changed themselves: one byte for each number. */
    public enum IntsCodec implements Codec<int[]> {
        INSTANCE;

        @Override
        public byte[] encode(int[] value) {
            byte[] bytes = new byte[value.length];
            for (int i = 0; i < value.length; i++) {
                bytes[i] = (byte) value[i];
            }
            return bytes;
        }

        @Override
        public int[] decode(byte[] bytes) {
            int[] value = new int[bytes.length];
            for (int i = 0; i < value.length; i++) {
                value[i] = bytes[i];
            }
            return value;
        }
    }
}
