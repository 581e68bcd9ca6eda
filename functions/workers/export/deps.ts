import { createContext } from '#shared/aws/context.ts';
import { objectStore } from '#shared/aws/object-stores.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { accountRowsIn } from '#shared/event-log/store/account-rows.ts';
import { exportRowsIn } from '#shared/event-log/store/export-rows.ts';
import { exportsIn } from '#shared/event-log/store/exports.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, accounts, attribution, analysis } = createContext(host);
  const tables = { accounts: accounts(), attribution: attribution(), analysis: analysis() };
  const exportRows = exportRowsIn(attribution());
  return {
    exports: exportsIn(attribution(), { now }),
    exportRows,
    clicks: clicksIn(attribution()),
    accountRows: accountRowsIn(tables, exportRows),
    objects: objectStore(env),
    queues: queueSender(env, host),
    turns: rateLimitsIn(accounts(), { now }),
    random,
    sizes: { pageRows: 100, partBytes: 6 * 1_048_576 },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
