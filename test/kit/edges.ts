export type Edge = {
  limit: string;
  value: number;
  step?: number;
  outcomeOf: (value: number) => unknown;
  outcomes: readonly [below: unknown, at: unknown, above: unknown];
};

export function tryEdges(edges: readonly Edge[]): void {
  const cases = edges.flatMap(({ limit, value, step = 1, outcomeOf, outcomes }) =>
    (['one step below', 'exactly at', 'one step above'] as const).map((place, i) => ({
      limit,
      place,
      outcomeOf,
      outcome: outcomes[i],
      given: value + (i - 1) * step,
    })),
  );
  it.each(cases)('$limit: $place ($given) it is $outcome', async ({ limit, place, given: input, outcomeOf, outcome }) => {
    expect(await outcomeOf(input), `${limit}, ${place} the limit: ${input}`).toEqual(outcome);
  });
}
