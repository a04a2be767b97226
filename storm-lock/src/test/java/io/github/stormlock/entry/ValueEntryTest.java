package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ValueEntryTest {

    private static final EntryKind<ValueEntry<int[]>> INTS = Entries.value(IntsCodec.INSTANCE);
    private static final EntryKind<ValueEntry<Long>> LONG = Entries.value(Codec.longs());

    private final ValueEntry<int[]> ints = INTS.view(INTS.opened(true, new byte[] {65, 66}, false));

    @Test
    void valueChangedInPlaceIsWrittenAsItWasSet() {
        ints.get()[0]++;
        assertThat(INTS.state(ints).changes()).as("not set").isEmpty();
        ints.set(ints.get());
        ints.get()[0]++;
        assertThat(printed(INTS.state(ints).changes())).containsExactly("SET BB KEEPTTL");
        assertThat(INTS.view(INTS.state(ints).settled()).get()).containsExactly(66, 66);
    }

    @Test
    void settledEntryDecodesANewValueEachTimeAndRefusesChanges() {
        ValueEntry<int[]> settled = INTS.view(INTS.state(ints).settled());
        settled.get()[0] = 0;
        assertThat(settled.get()).containsExactly(65, 66);
        assertThatThrownBy(() -> settled.set(new int[0])).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(settled::remove).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void whatTheCodecCannotDecodeIsNamed() {
        ValueEntry<Long> entry = LONG.view(LONG.opened(true, Utf8.encode("ten"), false));
        assertThatThrownBy(entry::get)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("3 bytes")
                .hasRootCauseMessage("The entry holds \"ten\", which is not a whole number from -2^63 to 2^63-1");
        entry.set(10L);
        assertThat(entry.get()).isEqualTo(10);
    }

    @Test
    void textCodecKeepsEveryByte() {
        byte[] foreign = {'a', (byte) 0xFF};
        assertThat(Codec.utf8().encode(Codec.utf8().decode(foreign))).isEqualTo(foreign);
    }

    @Test
    void bytesThatAreTheValueItselfAreCopied() {
        EntryKind<ValueEntry<byte[]>> raw = Entries.value(RawCodec.INSTANCE);
        ValueEntry<byte[]> entry = raw.view(raw.opened(true, new byte[] {65}, false));
        entry.get()[0]++;
        assertThat(raw.state(entry).changes()).as("not set").isEmpty();
        entry.set(entry.get());
        assertThat(printed(raw.state(entry).changes())).containsExactly("SET B KEEPTTL");
        entry.get()[0]++;
        assertThat(printed(raw.state(entry).changes())).containsExactly("SET B KEEPTTL");
    }

    /** A value that can be changed in place: a byte for each number. */
    private enum IntsCodec implements Codec<int[]> {
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
            Arrays.setAll(value, i -> bytes[i]);
            return value;
        }
    }

    private enum RawCodec implements Codec<byte[]> {
        INSTANCE;

        @Override
        public byte[] encode(byte[] value) {
            return value;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }
}
