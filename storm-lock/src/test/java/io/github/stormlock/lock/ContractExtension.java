package io.github.stormlock.lock;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
    public void beforeEach(ExtensionContext context) {
        Mode mode = way(context).mode();
        Optional<StandaloneOnly> only =
                AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), StandaloneOnly.class);
        assumeTrue(
                mode == Mode.STANDALONE || only.isEmpty(),
                () -> "standalone only: " + only.orElseThrow().value());
        if (mode == Mode.STANDALONE) {
            redis.beforeEach(context);
        } else {
            venue(context).empty();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Venue.class || type == EntryReader.class || type == RedisServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Venue venue = venue(context);
        Class<?> type = parameter.getParameter().getType();
        if (type == RedisServer.class) {
            if (venue instanceof StandaloneVenue one) {
                return one.server();
            }
            throw new IllegalStateException(
                    parameter.getDeclaringExecutable() + " takes a single server: mark it @StandaloneOnly");
        }
        return type == Venue.class ? venue : venue.entries();
    }

    private static Venue venue(ExtensionContext context) {
        Mode mode = way(context).mode();
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Venue.class))
                .getOrComputeIfAbsent(mode, made -> start(made, context), Venue.class);
    }

    private static Venue start(Mode mode, ExtensionContext context) {
        return switch (mode) {
            case STANDALONE -> new StandaloneVenue(RedisExtension.server(context), RedisExtension.entries(context));
            case SENTINEL -> new SentinelVenue();
            case CLUSTER -> new ClusterVenue(0);
        };
    }

    private static Way way(ExtensionContext context) {
        Object test = context.getRequiredTestInstance();
        try {
            Field field = test.getClass().getDeclaredField("way");
            field.setAccessible(true);
            return (Way) field.get(test);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(test.getClass() + " needs a field: @Parameter Way way", e);
        }
    }
}
