package braid;

/** What a model of a lock takes. Reports name what it belongs to instead. */
public final class Monitor {
    private final Object of;

    public Monitor(Object of) {
        this.of = of;
    }
}
