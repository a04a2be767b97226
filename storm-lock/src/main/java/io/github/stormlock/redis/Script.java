package io.github.stormlock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script as one text, with the digest under which the server keeps it. Immutable.
 *
 * @hidden
 */
public final class Script {
    private final String name;
    private final byte[] text;
    private final byte[] sha1;

    private Script(String name, String text) {
        this.name = name;
        this.text = text.getBytes(StandardCharsets.UTF_8);
        this.sha1 = sha1Hex(this.text).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Joins script files, in order, into one script.
     *
     * @param owner the class beside whose package the files lie, as resources
     * @param files the names of the files without {@code .lua}, at least one; the last one names the script
     * @return the script
     * @throws IllegalArgumentException if there is no such file
     * @throws UncheckedIOException if a file cannot be read
     */
    public static Script of(Class<?> owner, String... files) {
        StringBuilder text = new StringBuilder();
        for (String file : files) {
            text.append(read(owner, file + ".lua"));
        }
        return new Script(files[files.length - 1], text.toString());
    }

    /**
     * {@return this script with a file behind it, which names the whole}
     *
     * @param owner the class beside whose package the file lies, as a resource
     * @param file the name of the file without {@code .lua}
     * @throws IllegalArgumentException if there is no such file
     * @throws UncheckedIOException if the file cannot be read
     */
    public Script then(Class<?> owner, String file) {
        return new Script(file, new String(text, StandardCharsets.UTF_8) + read(owner, file + ".lua"));
    }

    /**
     * Makes a script of a text. Its text is not read from a file.
     *
     * @param name the name of the script, for messages
     * @param text the text in Lua
     * @return the script
     */
    public static Script text(String name, String text) {
        return new Script(name, text);
    }

    /** {@return the name of the script, for messages} */
    public String name() {
        return name;
    }

    /** {@return the text in UTF-8} The array is the script's own: it is not to be changed. */
    public byte[] text() {
        return text;
    }

    /** {@return the name by which a server knows the script, in ASCII} The array is the script's own. */
    public byte[] sha1() {
        return sha1;
    }

    @Override
    public String toString() {
        return name;
    }

    private static String read(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no script " + file + " beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("script " + file + " cannot be read", e);
        }
    }

    private static String sha1Hex(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-1, which names scripts on the server", e);
        }
    }
}
