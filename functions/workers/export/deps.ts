import { depsOf, limits, objects, queues } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { accountRowsIn } from '#shared/event-log/store/account-rows.ts';
import { exportRowsIn } from '#shared/event-log/store/export-rows.ts';
import { exportsIn } from '#shared/event-log/store/exports.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { now, accounts, attribution, analysis } = context;
  const tables = { accounts: accounts(), attribution: attribution(), analysis: analysis() };
  const exportRows = exportRowsIn(attribution());
  return {
    exports: exportsIn(attribution(), { now }),
    exportRows,
    clicks: clicksIn(attribution()),
    accountRows: accountRowsIn(tables, exportRows),
    ...depsOf(context, { objects, queues, turns: limits }),
    sizes: { pageRows: 100, partBytes: 6 * 1_048_576 },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
