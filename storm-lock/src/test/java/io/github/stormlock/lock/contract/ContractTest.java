package io.github.stormlock.lock.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A contract that holds for every kind of lock, on servers of every mode, over every protocol. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("contract")
@Tag("server")
@ParameterizedClass(name = "{0}")
@MethodSource("io.github.stormlock.lock.contract.ContractVariant#all")
@ExtendWith(ContractExtension.class)
public @interface ContractTest {

    /** A contract of locks that guard no entry, which also holds for a kind that only the tests have. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Tag("contract")
    @Tag("server")
    @ParameterizedClass(name = "{0}")
    @MethodSource("io.github.stormlock.lock.contract.ContractVariant#ofLocks")
    @ExtendWith(ContractExtension.class)
    @interface OfLocks {}

    /** A contract of locks whose leases have fences. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Tag("contract")
    @Tag("server")
    @ParameterizedClass(name = "{0}")
    @MethodSource("io.github.stormlock.lock.contract.ContractVariant#ofFencedLocks")
    @ExtendWith(ContractExtension.class)
    @interface OfFencedLocks {}

    /** A contract of locks of one kind. It runs in one mode, or in those that the property names. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Tag("contract")
    @Tag("server")
    @ParameterizedClass(name = "{0}")
    @MethodSource("io.github.stormlock.lock.contract.ContractVariant#onePerMode")
    @ExtendWith(ContractExtension.class)
    @interface OfKind {}
}
