package io.github.stormlock.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A crew in JVMs of its own, which start to work together. They end with this one: their input ends then. */
final class Jvms implements Crew {
    private final List<Child> children = new ArrayList<>();

    private record Child(Process process, BufferedReader from, BufferedWriter to) {
        String answer() throws IOException {
            String line = from.readLine();
            while (line != null && !line.startsWith(Peer.MARK)) {
                line = from.readLine();
            }
            if (line == null) {
                throw new IOException("a JVM of the benchmark ended early; what it said is above");
            }
            return line.substring(Peer.MARK.length());
        }
    }

    Jvms(int count, Scenario scenario, String contender, String host, int port) throws IOException {
        int threads = scenario.threads() / count;
        try {
            for (int i = 0; i < count; i++) {
                List<Object> numbers = List.of(port, threads, scenario.entries(), scenario.batch(), i * threads);
                children.add(start(contender, host, numbers));
            }
            for (Child child : children) {
                String ready = child.answer();
                if (!ready.equals("ready")) {
                    throw new IOException("a JVM of the benchmark said " + ready + " instead of ready");
                }
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static Child start(String contender, String host, List<Object> numbers) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Dlog4j2.configurationFile=classpath:io/github/stormlock/benchmarks/log4j2.xml",
                "-cp",
                System.getProperty("java.class.path", ""),
                Peer.class.getName(),
                contender,
                host));
        numbers.forEach(number -> command.add(number.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Child(
                process,
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)));
    }

    @Override
    public Work work(Duration length) throws IOException {
        for (Child child : children) {
            child.to().write(length.toMillis() + "\n");
            child.to().flush();
        }
        List<Long> made = new ArrayList<>();
        Histogram all = new Histogram(3);
        for (Child child : children) {
            String[] parts = child.answer().split(" ", 2);
            made.add(Long.valueOf(parts[0]));
            byte[] bytes = Base64.getDecoder().decode(parts[1]);
            all.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0));
        }
        return new Work(made, all);
    }

    @Override
    public void close() {
        for (Child child : children) {
            child.process().destroy();
        }
    }
}
