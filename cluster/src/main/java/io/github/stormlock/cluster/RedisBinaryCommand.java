package io.github.stormlock.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import redis.embedded.core.ExecutableProvider;

/** Unpacks the embedded redis-server, and prints its path. */
@Command(name = "redis-binary")
final class RedisBinaryCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FOLDER")
    private Path folder = Path.of(".");

    @Override
    public Integer call() throws Exception {
        Path into = Files.createDirectories(folder);
        System.out.println(
                ExecutableProvider.newJarResourceProvider(into.toFile()).get());
        return 0;
    }
}
