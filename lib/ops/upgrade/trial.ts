import { loopback } from '#lib/local/listen.ts';
import { takeIntoCells } from '#lib/ops/migrate/take-into-cells.ts';
import { tokens as tokensNeed } from '#shared/accounts/sign-in/needs.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { fromWire } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** A copy of the folder, opened by this version. It answers requests, and sends and counts nothing. */
export type Trial = {
  api: string;
  accounts(): Promise<number[]>;
  tokenOf(accountId: AccountId): Promise<string>;
  stop(): Promise<void>;
};

const pageItems = 1000;

export async function openTrial(copy: string, service: string, signal: AbortSignal): Promise<Trial> {
  const { startHost } = await import('#lib/local/host.ts');
  const settings = { directory: copy, port: 0, empty: true, address: loopback, publicUrl: service };
  const host = await startHost({ ...settings, isTrial: true });
  try {
    await takeIntoCells(host.dynamo, { signal });
  } catch (error) {
    await host.stop();
    throw error;
  }
  const { tokens } = depsOf({ tokens: tokensNeed });
  return {
    api: host.facts.api,
    accounts: () => accountsIn(host.dynamo),
    tokenOf: async (accountId) => (await tokens.issue('access', accountId)).token,
    stop: host.stop,
  };
}

async function accountsIn(dynamo: Dynamo): Promise<number[]> {
  const scan = tableScan('accounts', dynamo);
  const accounts: number[] = [];
  let start: Awaited<ReturnType<typeof scan>>['next'];
  do {
    const page = await scan({ segment: 0, segments: 1 }, { start, limit: pageItems, kind: 'user' });
    for (const item of page.items) {
      const { id, isActive } = fromWire(item) as { id: number; isActive?: boolean };
      if (isActive !== false) accounts.push(id);
    }
    start = page.next;
  } while (start);
  return accounts.sort((a, b) => a - b);
}
