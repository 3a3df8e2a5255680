// A switch over an enum, as statement and as expression.
// BRAID: verify => valid
// JAVA: prints
package switches;

public class OverEnums {
    enum Light { RED, AMBER, GREEN }

    static Light next(Light light) {
        switch (light) {
            case RED:
                return Light.GREEN;
            case GREEN:
                return Light.AMBER;
            default:
                return Light.RED;
        }
    }

    static int seconds(Light light) {
        return switch (light) {
            case RED -> 30;
            case AMBER -> {
                int half = 5;
                yield half * 2;
            }
            case GREEN -> 20;
        };
    }

    public static void main(String[] args) {
        Light light = Light.RED;
        int total = 0;
        for (int i = 0; i < 6; i++) {
            total += seconds(light);
            light = next(light);
            System.out.println(light);
        }
        System.out.println(total);
        assert light == Light.RED && total == 120;
    }
}
