import { compareHistories } from './second/run.ts';

const first = Number(process.env.FIGURES_SEED ?? 1);
const histories = Number(process.env.FIGURES_HISTORIES ?? 25);

it('reportPerformance equals a program that was written from the contract alone, for 100 random queries', async () => {
  const seeds = Array.from({ length: histories }, (_, at) => first + at);
  const { queries, ambiguous, returns } = await compareHistories(seeds, 4);
  expect(queries + ambiguous).toBe(4 * histories);
  expect(ambiguous).toBeLessThan(histories / 2);
  expect(returns).toBeGreaterThan(4 * histories);
}, 600_000);
