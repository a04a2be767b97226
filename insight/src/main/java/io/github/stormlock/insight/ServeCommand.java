package io.github.stormlock.insight;

import io.github.stormlock.insight.page.PageServer;
import io.github.stormlock.insight.redis.RedisServers;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves the live page until it is stopped. */
@Command(name = "serve", mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private final Invocation invocation;

    @Option(names = "--port", paramLabel = "N", description = "the port; 0 for any (default: ${DEFAULT-VALUE})")
    private int port = 7_070;

    @Option(names = "--listen", paramLabel = "ADDRESS")
    private String listen = "127.0.0.1";

    @Option(names = "--key-file", paramLabel = "F", description = "a file with the key (default: a random one)")
    private @Nullable Path keyFile;

    ServeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port must be from 0 to 65535");
        }
        try (RedisServers servers = invocation.servers();
                PageServer page =
                        PageServer.start(listen, port, keyFile, new PageSource(servers, invocation.keyPrefix()))) {
            invocation.say(page.address());
            invocation.say("The key behind the # opens the page: give it to nobody who must not see the entries.");
            invocation.out().flush();
            new CountDownLatch(1).await();
        } catch (UncheckedIOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Invocation.DONE;
    }
}
