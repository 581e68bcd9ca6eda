import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { accountRowsIn } from '#shared/data/account-rows.ts';
import { exportRowsIn } from '#shared/data/export-rows.ts';
import { exportsIn } from '#shared/data/exports.ts';
import { base } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { objectStore, queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the export worker. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, accounts, attribution, analysis } = base(host, () => sdkDynamo(host.transport));
  const tables = { accounts: accounts(), attribution: attribution(), analysis: analysis() };
  const exportRows = exportRowsIn(attribution());
  return {
    exports: exportsIn(attribution(), { now }),
    exportRows,
    accountRows: accountRowsIn(tables, exportRows),
    objects: objectStore(env),
    queues: queueSender(env, host),
    random,
    // A hundred is what one read of events takes.
    sizes: { pageRows: 100, partBytes: 6 * 1_048_576 },
  };
}

export type Deps = ReturnType<typeof makeDeps>;
