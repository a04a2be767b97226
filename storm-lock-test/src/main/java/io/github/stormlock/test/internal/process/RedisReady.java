package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Waits until a server process that was just started answers commands, 30 s at most. */
public record RedisReady(Process process, int port, @Nullable String password, Path log) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofMillis(5);
    private static final int TIMEOUT_MILLIS = 5_000;

    public static Jedis connect(int port, @Nullable String password) {
        DefaultJedisClientConfig.Builder config =
                DefaultJedisClientConfig.builder().timeoutMillis(TIMEOUT_MILLIS).serverDefaultProtocol();
        if (password != null) {
            config.password(password);
        }
        return new Jedis(new HostAndPort("127.0.0.1", port), config.build());
    }

    public static Optional<String> infoLine(String info, String name) {
        Matcher line =
                Pattern.compile("(?m)^" + Pattern.quote(name) + ":(.*?)\\r?$").matcher(info);
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }

    public void await() throws IOException {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!answers()) {
            if (System.nanoTime() - end > 0) {
                process.destroyForcibly();
                throw new IOException("redis-server on port " + port + " did not answer within "
                        + LONGEST_WAIT.toSeconds() + " s. It said:\n" + said());
            }
            if (ended()) {
                String said = said();
                throw said.contains("Address already in use")
                        ? new PortTakenException(port)
                        : new IOException("redis-server on port " + port + " ended with exit code "
                                + process.exitValue() + ". It said:\n" + said);
            }
        }
    }

    private boolean answers() {
        try (Jedis admin = connect(port, password)) {
            // Another process's server may answer on this port while this one finds it taken and ends.
            return infoLine(admin.info("server"), "process_id")
                    .filter(Long.toString(process.pid())::equals)
                    .isPresent();
        } catch (JedisException notYet) {
            return false;
        }
    }

    private boolean ended() throws IOException {
        try {
            return process.waitFor(STEP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while redis-server on port " + port + " started", stopped);
        }
    }

    private String said() throws IOException {
        return Files.readString(log, Charset.defaultCharset()).strip();
    }
}
