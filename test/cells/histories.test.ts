import { isNight } from '#test/kit/tier.ts';
import { cellTable } from './cell-table.ts';
import { history } from './history.ts';

/** `CELL_SEED=17 CELL_HISTORIES=1 npm test -- test/cells/histories.test.ts` repeats a history. */
const first = Number(process.env.CELL_SEED ?? 1);
const histories = Number(process.env.CELL_HISTORIES ?? (isNight ? 150 : 20));
const length = 60;
const ofTable = 200;

describe('cells are what a program counts over the stored clicks and events', () => {
  it(
    'after any history of late events and matches, changes, erasures, removals, redelivery, crashes, two workers, seals and recounts',
    async () => {
      for (let seed = first; seed < first + histories; ) {
        let current: ReturnType<typeof history> | undefined;
        const engine = await cellTable((after) => current?.changed(after));
        try {
          for (let i = 0; i < ofTable && seed < first + histories; i++, seed++) {
            current = history(seed, { engine, accountId: 1000 + i });
            await current.run(length);
          }
        } finally {
          engine.close();
        }
      }
    },
    60_000 + histories * 1000,
  );
});
