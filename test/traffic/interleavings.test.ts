import { cellTable } from '#test/cells/cell-table.ts';
import { interleaving } from './interleaving.ts';

/** `VERDICT_SEED=17 INTERLEAVINGS=1 npm test -- test/traffic/interleavings.test.ts` repeats one order. */
const first = Number(process.env.VERDICT_SEED ?? 1);
const count = Number(process.env.INTERLEAVINGS ?? 400);
const ofTable = 200;

it(
  'a late verdict that races events, interaction and a change of rules leaves verdict and cells right in any order',
  async () => {
    for (let seed = first; seed < first + count; ) {
      let current: ReturnType<typeof interleaving> | undefined;
      const engine = await cellTable((after) => current?.changed(after));
      try {
        for (let at = 0; at < ofTable && seed < first + count; at++, seed++) {
          current = interleaving(seed, { engine, accountId: 1000 + at });
          await current.run();
          await engine.idle();
        }
      } finally {
        engine.close();
      }
    }
  },
  60_000 + count * 1000,
);
