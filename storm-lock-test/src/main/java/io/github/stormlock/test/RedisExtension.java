package io.github.stormlock.test;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that gives tests a Redis: one {@link RedisServer#start()} for all test classes of the JVM. Test
 * methods and constructors may take a {@link RedisServer} and an {@link EntryReader} as parameters. Both are closed
 * after the last test.
 *
 * <p>The server is emptied before each test, so do not run tests in parallel threads. A server that was started here is
 * emptied whole. One that was given by its URI is emptied only if the URI names a database other than 0, such as
 * {@code redis://localhost:6379/9}, or if the property {@code storm.lock.test.redis.flush} is {@code true}; then only
 * that database is emptied. Otherwise each test fails with an {@link IllegalStateException} before it begins.
 *
 * <p>A server that a test has killed is started again for the next test. A test that reconfigures its server starts one
 * of its own, by {@link RedisServer#embedded}.
 */
public final class RedisExtension implements BeforeEachCallback, ParameterResolver {
    @Override
    public void beforeEach(ExtensionContext context) {
        SharedRedis.of(context).empty();
    }

    /**
     * {@return the server that tests are given, for extensions that build on this one} The first call starts it.
     *
     * @param context the context of the test's extension
     * @throws IllegalStateException if no Redis can be had
     */
    public static RedisServer server(ExtensionContext context) {
        return SharedRedis.of(context).server();
    }

    /**
     * {@return the reader that tests are given, for extensions that build on this one} The first call starts the server.
     *
     * @param context the context of the test's extension
     * @throws IllegalStateException if no Redis can be had
     */
    public static EntryReader entries(ExtensionContext context) {
        return SharedRedis.of(context).entries();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == RedisServer.class || type == EntryReader.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        SharedRedis shared = SharedRedis.of(context);
        return parameter.getParameter().getType() == RedisServer.class ? shared.server() : shared.entries();
    }
}
