package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.test.FaultProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Counts the requests that one operation sends through some proxies: those that contain its name, and every ASKING. */
final class Requests {
    private static final String ASKING = "ASKING";
    private static final Map<String, String> SCRIPTS = Map.of(
            sha1("token", "handover", "mutex", "acquire"), "acquire",
            sha1("token", "handover", "mutex", "commit"), "commit",
            sha1("token", "handover", "mutex", "release"), "release",
            sha1("token", "handover", "mutex", "withdraw"), "withdraw",
            sha1("token", "fence"), "fence");

    private final List<FaultProxy> proxies;

    Requests(List<FaultProxy> proxies) {
        this.proxies = proxies;
    }

    /** Returns the requests that an operation of this name sends, in order. */
    List<String> of(String name, Runnable operation) {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Predicate<byte[]> noting = command -> {
            if (concerns(command, name)) {
                seen.add(shown(command));
            }
            return false;
        };
        proxies.forEach(proxy -> proxy.refuseRequestWhen(noting, 1, "ERR never"));
        operation.run();
        proxies.forEach(FaultProxy::heal);
        return List.copyOf(seen);
    }

    /**
     * Has the fault strike the request of this number, from 0. The count that it returns tells afterwards whether it
     * did.
     */
    AtomicInteger strike(String name, int number, Fault fault) {
        AtomicInteger count = new AtomicInteger();
        Predicate<byte[]> nth = command -> concerns(command, name) && count.getAndIncrement() == number;
        proxies.forEach(proxy -> fault.strike(proxy, nth));
        return count;
    }

    private static boolean concerns(byte[] command, String name) {
        String text = new String(command, StandardCharsets.ISO_8859_1);
        return text.contains(name) || text.contains(ASKING);
    }

    /** Returns the command, with the name of a script. */
    private static String shown(byte[] command) {
        String[] parts = new String(command, StandardCharsets.ISO_8859_1).split("\r\n");
        String verb = parts[2];
        return verb.startsWith("EVAL") ? verb + " " + nameOf(parts[4]) : verb;
    }

    private static String nameOf(String script) {
        return SCRIPTS.getOrDefault(script, "script");
    }

    private static String sha1(String... files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            for (String file : files) {
                digest.update(LockKind.class.getResourceAsStream(file + ".lua").readAllBytes());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
