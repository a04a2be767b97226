package io.github.stormlock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The place of a password. It holds the place and not the password, except for {@link #literal}. Its {@code toString}
 * shows no password. Immutable and thread-safe.
 */
public sealed interface Secret {

    /**
     * No password.
     *
     * @hidden
     */
    Secret NONE = new Nothing();

    /**
     * Reads the password now.
     *
     * @return the password; empty for none
     * @throws IllegalArgumentException if the place is not there, cannot be read, is empty, is a file of more than 65,536
     *     bytes or not of plain UTF-8, or a variable with a line break; the message shows no password
     */
    String reveal();

    /**
     * {@return the place of a password on the first line of a file in UTF-8} It is read each time a connection is made.
     *
     * @param path the file
     */
    static Secret file(Path path) {
        return new FromFile(path);
    }

    /**
     * {@return the place of a password in an environment variable} It is read each time a connection is made.
     *
     * @param variable the name of the variable
     */
    static Secret environment(String variable) {
        return new FromEnvironment(variable);
    }

    /**
     * {@return a password at hand, for programs that are no topologies: Storm would log it}
     *
     * @param password the password; empty for none
     */
    static Secret literal(String password) {
        return new Literal(password);
    }

    /** No password. */
    record Nothing() implements Secret {
        @Override
        public String reveal() {
            return "";
        }
    }

    /**
     * The first line of a file.
     *
     * @hidden
     */
    record FromFile(Path path) implements Secret {
        private static final int MOST_BYTES = 65_536;

        public FromFile {
            Objects.requireNonNull(path, "path");
        }

        @Override
        public String reveal() {
            try {
                String line = text().lines().findFirst().orElse("");
                if (line.isEmpty()) {
                    throw new IllegalArgumentException("the secret file " + path + " is empty");
                }
                return line;
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "the secret file " + path + " cannot be read: "
                                + e.getClass().getSimpleName()
                                + (e instanceof CharacterCodingException
                                        ? ", it is no UTF-8: write it anew by iconv -t UTF-8"
                                        : ""),
                        e);
            }
        }

        /**
         * Reads the file, but no more than any password has: a path that leads to a device would give bytes without an
         * end.
         */
        private String text() throws IOException {
            try (InputStream in = Files.newInputStream(path)) {
                byte[] bytes = in.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new IllegalArgumentException("the secret file " + path + " is longer than " + MOST_BYTES
                            + " bytes: name the file that holds the password, on its first line");
                }
                // An editor's mark would become a part of the password, as would the zeros of another encoding.
                if (bytes.length > 2 && (bytes[0] & 0xFF) == 0xEF && (bytes[1] & 0xFF) == 0xBB) {
                    throw new IllegalArgumentException("the secret file " + path
                            + " begins with a byte order mark: sed -i '1s/^\\xEF\\xBB\\xBF//' " + path
                            + " takes it away");
                } else if (IntStream.range(0, bytes.length).anyMatch(i -> bytes[i] == 0)) {
                    throw new IllegalArgumentException("the secret file " + path
                            + " has zero bytes in it, as UTF-16 has: write it anew by iconv -f UTF-16 -t UTF-8");
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
        }
    }

    /**
     * An environment variable of the worker.
     *
     * @hidden
     */
    record FromEnvironment(String variable) implements Secret {
        public FromEnvironment {
            Objects.requireNonNull(variable, "variable");
        }

        @Override
        public String reveal() {
            String value = System.getenv(variable);
            if (value == null || value.isEmpty()) {
                throw new IllegalArgumentException("the environment variable " + variable + " for a secret is not set");
            } else if (value.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("the environment variable " + variable
                        + " for a secret has a line break in it, which echo adds: make it by printf %s");
            }
            return value;
        }
    }

    /**
     * A password at hand, which {@code toString} does not show.
     *
     * @hidden
     */
    record Literal(String password) implements Secret {
        public Literal {
            Objects.requireNonNull(password, "password");
        }

        @Override
        public String reveal() {
            return password;
        }

        @Override
        public String toString() {
            return "Literal[password=***]";
        }
    }
}
