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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a contract once with each of its variants. */
final class ContractExtension implements ClassTemplateInvocationContextProvider {

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<Run> provideClassTemplateInvocationContexts(ExtensionContext context) {
        ContractTest contract = context.getRequiredTestClass().getAnnotation(ContractTest.class);
        return contract.value().variants.get().stream().map(Run::new);
    }

    /** Gives the tests the servers of their mode. They are the same for the whole JVM, and are emptied before each test. */
    private record Run(ContractVariant variant)
            implements ClassTemplateInvocationContext, BeforeEachCallback, ParameterResolver {

        @Override
        public String getDisplayName(int invocation) {
            return variant.toString();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public void beforeEach(ExtensionContext context) throws IllegalAccessException {
            Mode mode = variant.mode();
            Optional<StandaloneOnly> only =
                    AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), StandaloneOnly.class);
            assumeTrue(
                    mode == Mode.STANDALONE || only.isEmpty(),
                    () -> "standalone only: " + only.orElseThrow().value());
            if (mode == Mode.STANDALONE) {
                new RedisExtension().beforeEach(context);
            } else {
                servers(context).empty();
            }
            GivenFields.fill(context, servers(context), variant.protocol(), variant);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == EntryReader.class || type == RedisServer.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            RedisUnderTest servers = servers(context);
            if (parameter.getParameter().getType() == EntryReader.class) {
                return servers.entries();
            }
            if (servers instanceof StandaloneUnderTest one) {
                return one.server();
            }
            throw new IllegalStateException(
                    parameter.getDeclaringExecutable() + " takes a single server: mark it @StandaloneOnly");
        }

        private RedisUnderTest servers(ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(RedisUnderTest.class))
                    .getOrComputeIfAbsent(variant.mode(), made -> start(made, context), RedisUnderTest.class);
        }

        private static RedisUnderTest start(Mode mode, ExtensionContext context) {
            return switch (mode) {
                case STANDALONE ->
                    new StandaloneUnderTest(RedisExtension.server(context), RedisExtension.entries(context));
                case SENTINEL -> new SentinelUnderTest();
                case CLUSTER -> new ClusterUnderTest(0);
            };
        }
    }
}
