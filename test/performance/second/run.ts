import { seeded } from '#lib/tools/simulate/seeded.ts';
import { type Difference, differencesOf, differencesOfPrevious, splitDifferences } from './compare.ts';
import { randomHistory, shiftDay } from './history.ts';
import { type Answer, startProduct } from './product.ts';
import { reportOfHistory } from './program.ts';
import { askedOf, randomQuery } from './queries.ts';
import { Ambiguous } from './units.ts';

export type Figures = {
  histories: number;
  queries: number;
  ambiguous: number;
  rows: number;
  returns: number;
};

/** Asks both programs about random histories, and fails at their first difference. */
export async function compareHistories(seeds: readonly number[], queriesOfEach: number): Promise<Figures> {
  const product = await startProduct();
  const figures: Figures = { histories: 0, queries: 0, ambiguous: 0, rows: 0, returns: 0 };
  for (const seed of seeds) {
    const history = randomHistory(seed);
    const random = seeded(seed + 1_000_000);
    const accountId = 1_000_000_000 + seed;
    await product.store(accountId, history, random);
    figures.histories++;
    for (let number = 0; number < queriesOfEach; number++) {
      const query = randomQuery(random);
      const isPaged = random() < 0.3;
      const compare = random() < 0.3 ? 'previous_period' : 'none';
      const note = `seed ${seed}, query ${number}: ${JSON.stringify({ ...query, compare, isPaged })}`;
      const ask = (more: object = {}) => product.report(accountId, { ...askedOf(query), ...more });
      try {
        const expected = reportOfHistory(history, query);
        // Each page reads the whole report again.
        const limit = isPaged ? Math.max(7, Math.ceil(expected.rows.size / 4)) : 10_000;
        const answer = await ask({ compare, limit });
        none(differencesOf(expected, answer, query), note);
        if (answer.previous_period) {
          const before = reportOfHistory(history, { ...query, ...answer.previous_period });
          none(differencesOfPrevious(before, answer, query), note);
        }
        figures.queries++;
        figures.rows += answer.rows.length;
        figures.returns += answer.rows.filter(({ return_on_ad_spend }) => return_on_ad_spend !== null).length;
      } catch (error) {
        if (!(error instanceof Ambiguous)) throw error;
        figures.ambiguous++;
      }
      if (number > 0 || query.from === query.to) continue;
      const length = (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000;
      const middle = shiftDay(query.from, Math.floor(random() * length));
      const parts: Answer[] = [await ask({ to: middle }), await ask({ from: shiftDay(middle, 1) })];
      none(splitDifferences(await ask(), parts, query), note);
    }
  }
  product.close();
  return figures;
}

const none = (differences: readonly Difference[], note: string) =>
  expect(
    differences.slice(0, 8).map((one) => JSON.stringify(one)),
    note,
  ).toEqual([]);
