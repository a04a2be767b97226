package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Updates are written together only if they want their entry by equal kinds, also those of copies of a bolt. */
class TravellingCodecTest {

    public interface TextCodec extends Codec<String> {
        @Override
        default byte[] encode(String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        default String decode(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static final class PlainCodec implements TextCodec {}

    private static class CodecWithEquals implements TextCodec {
        private final String charset;

        CodecWithEquals(String charset) {
            this.charset = charset;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof CodecWithEquals codec && codec.charset.equals(charset);
        }

        @Override
        public int hashCode() {
            return Objects.hash(charset);
        }
    }

    private static final class CodecWithoutHashCode extends CodecWithEquals {
        CodecWithoutHashCode() {
            super("UTF-8");
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** Stands for a client or a mapper in a codec. */
    private static final class Mapper {}

    private static final class StationaryCodec implements TextCodec {
        @SuppressWarnings("serial") // so that it cannot travel
        private final Object mapper = new Mapper();
    }

    private record Box(int size) implements Serializable {}

    private record RecordCodec(Box box) implements TextCodec {}

    private record CodecOfArray(int[] sizes) implements TextCodec {}

    @Test
    void plainClassWithoutEqualsIsRefusedByNameAndWithTheRemedy() {
        assertThatThrownBy(() -> Entries.value(new PlainCodec()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        PlainCodec.class.getName(),
                        "not equal to its own copy after Java serialization",
                        "make it a record or an enum, or",
                        "equals and hashCode");
    }

    @Test
    void equalsWithoutHashCodeIsRefused() {
        assertThatThrownBy(() -> Entries.value(new CodecWithoutHashCode()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(CodecWithoutHashCode.class.getName(), "another hash code");
    }

    @Test
    void recordWithAComponentThatHasNoEqualsIsRefused() {
        assertThatThrownBy(() -> Entries.value(new CodecOfArray(new int[] {1})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(CodecOfArray.class.getName(), "leave out of the record");
    }

    @Test
    void recordsEnumsAndClassesWithEqualsAreTaken() {
        assertThat(Entries.value(new RecordCodec(new Box(1)))).isEqualTo(Entries.value(new RecordCodec(new Box(1))));
        assertThat(Entries.value(new CodecWithEquals("a"))).isEqualTo(Entries.value(new CodecWithEquals("a")));
        assertThat(Entries.value(new CodecWithEquals("a"))).isNotEqualTo(Entries.value(new CodecWithEquals("b")));
        assertThatCode(() -> Entries.travelling(Entries.value(Codec.longs()))).doesNotThrowAnyException();
        assertThatCode(() -> Entries.travelling(Entries.value(new RecordCodec(new Box(1)))))
                .doesNotThrowAnyException();
    }

    /** Its class is loaded once more, as where a server reloads the user's classes and not those of libraries. */
    record ReloadedCodec() implements TextCodec {}

    private static final class Below extends ClassLoader {
        private Below() {
            super(TravellingCodecTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(ReloadedCodec.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void codecOfALoaderBelowThatOfTheLibraryIsTaken() throws Exception {
        Constructor<?> reloaded =
                new Below().loadClass(ReloadedCodec.class.getName()).getDeclaredConstructor();
        reloaded.setAccessible(true);
        Codec<?> codec = (Codec<?>) reloaded.newInstance();
        assertThat(codec).isNotInstanceOf(ReloadedCodec.class);
        assertThatCode(() -> Entries.travelling(Entries.value(codec))).doesNotThrowAnyException();
    }

    /** A guard in plain Java needs no serialization. */
    @Test
    void codecThatCannotBeSerializedIsForPlainJavaAndNotForBolts() {
        EntryKind<ValueEntry<String>> kind = Entries.value(new StationaryCodec());
        assertThat(kind.redisType()).isEqualTo("string");
        assertThatThrownBy(() -> Entries.travelling(kind))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        StationaryCodec.class.getName(), "cannot be serialized", Mapper.class.getName());
    }
}
