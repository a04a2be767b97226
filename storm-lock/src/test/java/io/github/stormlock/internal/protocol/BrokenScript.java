package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptTexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text of a script, with a head that has some of its commands refused, as if a user's rights had been changed. */
record BrokenScript(List<String> files) {
    /** A key that exists if a command was refused. */
    static final String STRUCK = "struck:{e}";

    private static final String HEAD =
            """
            local redis = (function(real, refused)
              local count = 0
              local function strikes(name)
                  count = count + 1
                  local struck = count == refused or name == '%s'
                  if struck then
                      real.call('SET', 'struck:{e}', '1', 'PX', '60000')
                  end
                  return struck
              end
              return setmetatable({
                call = function(...)
                  if strikes(...) then
                    error('NOPERM this user has no permissions to run ' .. (...))
                  end
                  return real.call(...)
                end,
                pcall = function(...)
                  if strikes(...) then
                    return {err = 'NOPERM this user has no permissions to run ' .. (...)}
                  end
                  return real.pcall(...)
                end
              }, {__index = real})
            end)(redis, %d)
            """;

    static BrokenScript of(String... files) {
        return new BrokenScript(List.of(files));
    }

    /** @param number the number of the refused command, from 1 */
    Script refusing(int number) {
        return refusing(number, "");
    }

    /** Returns the script for a user who may not run a command. */
    Script refusing(String command) {
        return refusing(0, command);
    }

    private Script refusing(int number, String command) {
        StringBuilder text = new StringBuilder(String.format(HEAD, command, number));
        files.forEach(file -> text.append(read(file)));
        return ScriptTexts.of(files.get(files.size() - 1), text.toString());
    }

    private static String read(String file) {
        try (InputStream in = LockKind.class.getResourceAsStream(file + ".lua")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
