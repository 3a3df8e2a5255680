package braid;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a model that is one step: no other thread comes in between. It reads and writes
 * fields of `this` and of its parameters, elements of array parameters and static fields, all of
 * which are there; it has no loops, makes no objects, and calls nothing but
 * {@link Internal#await}. Whatever could fail, a null reference or an index, its callers have
 * tested.
 *
 * The value says which order between threads its reads and writes give, as the modes of
 * `java.lang.invoke.VarHandle` do: "volatile", "acquire" (its reads happen after the writes that
 * they see), "release" (its writes happen before the reads that see them), "opaque" (neither), or
 * "plain". All but "plain" are never half of a data race with another such access.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Atomic {
    String value() default "volatile";
}
