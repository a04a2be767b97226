package io.github.stormlock.lock.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.GivenFields;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.lock.fixture.SentinelUnderTest;
import io.github.stormlock.lock.fixture.StandaloneUnderTest;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.lang.reflect.Field;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives contract tests the servers of their mode. They are the same for the whole JVM, and are emptied before each test. */
final class ContractExtension implements BeforeEachCallback, ParameterResolver {
    private final RedisExtension redis = new RedisExtension();

    @Override
    public void beforeEach(ExtensionContext context) throws IllegalAccessException {
        Mode mode = variant(context).mode();
        Optional<StandaloneOnly> only =
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), StandaloneOnly.class);
        assumeTrue(
                mode == Mode.STANDALONE || only.isEmpty(),
                () -> "standalone only: " + only.orElseThrow().value());
        if (mode == Mode.STANDALONE) {
            redis.beforeEach(context);
        } else {
            servers(context).empty();
        }
        GivenFields.fill(context, servers(context), variant(context).protocol());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == RedisUnderTest.class || type == EntryReader.class || type == RedisServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RedisUnderTest servers = servers(context);
        Class<?> type = parameter.getParameter().getType();
        if (type == RedisServer.class) {
            if (servers instanceof StandaloneUnderTest one) {
                return one.server();
            }
            throw new IllegalStateException(
                    parameter.getDeclaringExecutable() + " takes a single server: mark it @StandaloneOnly");
        }
        return type == RedisUnderTest.class ? servers : servers.entries();
    }

    private static RedisUnderTest servers(ExtensionContext context) {
        Mode mode = variant(context).mode();
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(RedisUnderTest.class))
                .getOrComputeIfAbsent(mode, made -> start(made, context), RedisUnderTest.class);
    }

    private static RedisUnderTest start(Mode mode, ExtensionContext context) {
        return switch (mode) {
            case STANDALONE -> new StandaloneUnderTest(RedisExtension.server(context), RedisExtension.entries(context));
            case SENTINEL -> new SentinelUnderTest();
            case CLUSTER -> new ClusterUnderTest(0);
        };
    }

    private static ContractVariant variant(ExtensionContext context) {
        Object test = context.getRequiredTestInstance();
        try {
            Field field = test.getClass().getDeclaredField("variant");
            field.setAccessible(true);
            return (ContractVariant) field.get(test);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(test.getClass() + " needs a field: @Parameter ContractVariant variant", e);
        }
    }
}
