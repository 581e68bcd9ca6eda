import { compareHistories, type Figures } from '../performance/second/run.ts';

const histories = Number(process.env.FIGURES_HISTORIES ?? 500);
const first = Number(process.env.FIGURES_SEED ?? 1_000_000 + (Math.floor(Date.now() / 86_400_000) % 100_000) * 1000);
/** A case ends at its first difference. */
const ofEachCase = 25;
const queriesOfEach = 4;
const done: Figures[] = [];

describe(`with FIGURES_SEED=${first}`, () => {
  for (let start = 0; start < histories; start += ofEachCase)
    it(`reportPerformance equals the second program for the histories from ${first + start}`, async () => {
      const count = Math.min(ofEachCase, histories - start);
      const seeds = Array.from({ length: count }, (_, at) => first + start + at);
      const figures = await compareHistories(seeds, queriesOfEach);
      expect(figures.queries + figures.ambiguous).toBe(count * queriesOfEach);
      expect(figures.ambiguous).toBeLessThan(count / 2);
      expect(figures.returns).toBeGreaterThan(count * queriesOfEach);
      done.push(figures);
    });
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names in this pattern and accepts no other.
afterAll(({}, { file }) => {
  const sum = (of: keyof Figures) => done.reduce((total, figures) => total + figures[of], 0);
  file.meta.covers = `${sum('histories')} histories, ${sum('queries')} queries, ${sum('rows')} rows, ${sum('ambiguous')} queries left out (seed ${first})`;
});
