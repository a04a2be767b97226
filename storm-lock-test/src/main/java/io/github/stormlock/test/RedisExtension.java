package io.github.stormlock.test;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a Redis: one {@link RedisServer#start()} for all test classes of the JVM, emptied before each test.
 *
 * <p>Test methods and constructors may take a {@link RedisServer} and an {@link EntryReader} as parameters.
 *
 * <p>A server of our own is emptied whole. One that was given by its URI is emptied only if the URI names a database other than 0, such as
 * {@code redis://localhost:6379/9}, or if the property {@code storm.lock.test.redis.flush} is {@code true}, and then only that database;
 * otherwise no test is run on it. So do not run test classes in parallel threads.
 *
 * <p>A server that a test has killed is started again for the next one. A test that reconfigures its server starts one of its own, by
 * {@link RedisServer#embedded}.
 */
public final class RedisExtension implements BeforeEachCallback, ParameterResolver {
    @Override
    public void beforeEach(ExtensionContext context) {
        SharedRedis.of(context).empty();
    }

    /** The server that tests are given, for extensions that build on this one. */
    public static RedisServer server(ExtensionContext context) {
        return SharedRedis.of(context).server();
    }

    /** The reader that tests are given, for extensions that build on this one. */
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
