package io.github.stormlock.lock.fault;

import static java.util.Objects.requireNonNull;

import io.github.stormlock.lock.internal.protocol.LockKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text of the commit script, for a server that refuses some of its commands. */
final class RefusedCommands {
    private static final List<String> PARTS =
            List.of("token", "queue", "mutex", "handover", "permitted", "fields", "commit");

    /** A head that hides what the server offers behind functions of the same names. */
    private static final String REFUSING =
            """
            local real, left = redis, %d
            local redis = setmetatable({}, {__index = real})
            local function refuses(name)
              left = left - 1
              return left == 0 or name == '%s'
            end
            redis.call = function(...)
              if refuses(...) then
                error('NOPERM refused by the test')
              end
              return real.call(...)
            end
            redis.pcall = function(...)
              if refuses(...) then
                return {err = 'NOPERM refused by the test'}
              end
              return real.pcall(...)
            end
            """;

    private RefusedCommands() {}

    /** Returns the script whose n-th command is refused, counted from 1. If it has fewer commands, none is. */
    static String nth(int number) {
        return REFUSING.formatted(number, "") + commit();
    }

    /** Returns the script for a user who may not run the command of this name. */
    static String named(String command) {
        return REFUSING.formatted(0, command) + commit();
    }

    private static String commit() {
        StringBuilder text = new StringBuilder();
        PARTS.forEach(part -> text.append(read(part + ".lua")));
        return text.toString();
    }

    private static String read(String file) {
        try (InputStream in = LockKind.class.getResourceAsStream(file)) {
            return new String(requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
