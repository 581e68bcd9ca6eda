/** A limit of the service: `outcomeOf` says what becomes of a value; `outcomes` what must, just below, at and just above it. */
export type Edge = {
  limit: string;
  value: number;
  /** The smallest difference that counts; 1 unless told. */
  step?: number;
  outcomeOf: (value: number) => unknown;
  outcomes: readonly [below: unknown, at: unknown, above: unknown];
};

/** Tries each limit one step below it, at it and one step above it, each as a test of its own. */
export function tryEdges(edges: readonly Edge[]): void {
  const cases = edges.flatMap(({ limit, value, step = 1, outcomeOf, outcomes }) =>
    (['one step below', 'exactly at', 'one step above'] as const).map((place, i) => ({
      ...{ limit, place, outcomeOf, outcome: outcomes[i] },
      given: value + (i - 1) * step,
    })),
  );
  it.each(cases)(
    '$limit: $place ($given) it is $outcome',
    async ({ limit, place, given, outcomeOf, outcome }) => {
      expect(await outcomeOf(given), `${limit}, ${place} the limit: ${given}`).toEqual(outcome);
    },
  );
}
