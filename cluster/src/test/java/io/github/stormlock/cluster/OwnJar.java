package io.github.stormlock.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A jar as a user's own project builds it: {@link OwnTopology} and {@link HangingTopology} with the library and what the library needs, and no class
 * of the samples.
 */
final class OwnJar {
    private static final Path CLASSES = Path.of("target", "test-classes");
    private static final Path SAMPLES = Path.of("..", "topologies", "target");

    private OwnJar() {}

    static Path write(Path file) throws IOException {
        try (JarFile samples = new JarFile(samples().toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (JarEntry entry : samples.stream().toList()) {
                if (!entry.isDirectory() && !entry.getName().startsWith("io/github/stormlock/topologies/")) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    samples.getInputStream(entry).transferTo(out);
                }
            }
            for (Path own : own()) {
                out.putNextEntry(new JarEntry(CLASSES.relativize(own).toString()));
                Files.copy(own, out);
            }
        }
        return file;
    }

    private static Path samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.filter(file -> file.toString().endsWith("-storm.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<Path> own() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.filter(file -> file.getFileName().toString().matches("(Own|Hanging)Topology(\\$.*)?\\.class"))
                    .toList();
        }
    }
}
