package io.github.stormlock.lock.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A contract that holds for every kind of lock, on servers of every mode, over every protocol. A field of the type
 * {@link ContractVariant} gets what the test runs with.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Tag("contract")
@Tag("server")
@ClassTemplate
@ExtendWith(ContractExtension.class)
public @interface ContractTest {
    Of value() default Of.ENTRIES;

    /** The kinds of things that keep a contract. */
    enum Of {
        ENTRIES(ContractVariant::all),
        /** Locks that guard no entry: the contract also holds for a kind that only the tests have. */
        LOCKS(ContractVariant::ofLocks),
        /** Locks of one kind. It runs in one mode, or in those that the property names. */
        KIND(ContractVariant::onePerMode),
        /** Entries, where the test takes long. */
        ENTRIES_OF_FEW(ContractVariant::few);

        final Supplier<List<ContractVariant>> variants;

        Of(Supplier<List<ContractVariant>> variants) {
            this.variants = variants;
        }
    }
}
