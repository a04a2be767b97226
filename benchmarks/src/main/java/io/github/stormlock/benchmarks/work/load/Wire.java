package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Tells values to another JVM of the benchmark, each as one word of a line. */
public final class Wire {
    private Wire() {}

    /** Something to do in another JVM, with what stands there. */
    public interface Order<S, T extends Serializable> extends Serializable {
        T on(S there) throws Exception;
    }

    /** Does what this JVM is told, and tells what came of it, until its input ends. */
    @SuppressWarnings("unchecked") // so it is told
    public static <S> void serve(S there) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Order<S, ?> order = value(line, Order.class);
            ChildJvm.say(word(order.on(there)));
        }
    }

    public static String word(Serializable value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Reads what {@link #word} returned. */
    public static <T> T value(String word, Class<T> type) {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            return type.cast(in.readObject());
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalArgumentException("another JVM told no " + type, e);
        }
    }
}
