package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.commons.pool2.impl.BaseObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;

/**
 * The libraries that others bring along too, perhaps in an older version. A method that is missing would end a thread in
 * the middle of its work, so those that came last are looked for at the start.
 */
final class Libraries {
    private Libraries() {}

    /** @throws IllegalStateException if one is too old, naming the version that is there, and where */
    static void check() {
        require("Jedis 8.0", "redis.clients:jedis", DefaultJedisClientConfig.Builder.class, "serverDefaultProtocol");
        require(
                "Commons Pool 2.12",
                "org.apache.commons:commons-pool2",
                BaseObjectPoolConfig.class,
                "setMinEvictableIdleDuration");
    }

    /**
     * Requires a method.
     *
     * @param needed the library, and the version that the method came with
     * @param artifact its group and its name, as Maven has them
     */
    static void require(String needed, String artifact, Class<?> type, String method) {
        if (Stream.of(type.getMethods()).noneMatch(each -> each.getName().equals(method))) {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URL place = source == null ? null : source.getLocation();
            throw new IllegalStateException("storm-lock needs " + needed + " or later; " + artifact + ' '
                    + version(artifact, place) + " is on the class path at " + place
                    + ". Import storm-lock-bom before other BOMs; mvn dependency:tree -Dincludes=" + artifact
                    + " tells what brings it");
        }
    }

    private static String version(String artifact, @Nullable URL place) {
        Properties properties = new Properties();
        try (InputStream in = new URL(
                        "jar:" + place + "!/META-INF/maven/" + artifact.replace(':', '/') + "/pom.properties")
                .openStream()) {
            properties.load(in);
        } catch (IOException e) {
            // A jar of the user's own, into which several were put.
        }
        return properties.getProperty("version", "of an unknown version");
    }
}
