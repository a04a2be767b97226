package io.github.stormlock.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a second JVM on the class path of this one. */
public final class ForkedJvm {
    private ForkedJvm() {}

    public static Process start(Class<?> main, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // It lives for seconds: the second compiler would cost more than it saves.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static String line(Process jvm) throws IOException {
        return new BufferedReader(new InputStreamReader(jvm.getInputStream(), Charset.defaultCharset())).readLine();
    }

    public static String everything(Process jvm) throws IOException {
        return new String(jvm.getInputStream().readAllBytes(), Charset.defaultCharset());
    }
}
