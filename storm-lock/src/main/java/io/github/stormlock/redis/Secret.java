package io.github.stormlock.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

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
     * @throws IllegalArgumentException if the place is not there, cannot be read, is empty, or is a file of another
     *     encoding than UTF-8; the message shows no password
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
        public FromFile {
            Objects.requireNonNull(path, "path");
        }

        @Override
        public String reveal() {
            try {
                String line = Files.readString(path).lines().findFirst().orElse("");
                if (line.isEmpty()) {
                    throw new IllegalArgumentException("the secret file " + path + " is empty");
                }
                // An editor's mark would become a part of the password.
                return line.replaceFirst("^\uFEFF", "");
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "the secret file " + path + " cannot be read as text in UTF-8: "
                                + e.getClass().getSimpleName(),
                        e);
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
            if (value == null || value.isBlank()) {
                throw new IllegalArgumentException("the environment variable " + variable + " for a secret is not set");
            }
            // A line break at the end is of the command that made it.
            return value.lines().findFirst().orElse("");
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
