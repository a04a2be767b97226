package io.github.stormlock.lock;

import io.github.stormlock.test.RedisExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every kind of lock, over every protocol, on every server that is supported. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("contract")
@ParameterizedClass(name = "{0}")
@MethodSource("io.github.stormlock.lock.Way#all")
@ExtendWith(RedisExtension.class)
@interface ContractTest {}
