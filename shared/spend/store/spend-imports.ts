import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/spend/items.ts';
import { type Difference, noDifference } from '#shared/spend/rules/difference.ts';
import type { ImportRef, ImportStatus, SpendImport, SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { runLeaseMs, type SpendRun } from '#shared/spend/rules/spend-runs.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { putEach } from '#shared/store/put-each.ts';
import { ConditionFailed, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { randomText } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { StoredDay } from './spend-days.ts';

export type SpendImports = ReturnType<typeof spendImportsIn>;

export type SpendVersion = StoredDay & { replaces: string | null; difference: Difference };
type VersionItem = Item & SpendVersion & { part?: number };

/** IDs sort by time. */
export const newImportId = (now: number) => `${idAt(now)}${randomText(14)}`;
const timeLength = 'spend_'.length + 9;
export const isOfLater = (id: string, other: string): boolean => id.slice(0, timeLength) > other.slice(0, timeLength);
const idAt = (time: number) => `spend_${Math.max(0, time).toString(36).padStart(9, '0')}`;
export const timeOfImport = (id: string): number => Number.parseInt(id.slice('spend_'.length, timeLength), 36);
export const importIdForm = /^spend_[0-9a-z]{9}[0-9A-Za-z]{14}$/;

const isOf = 'attribute_not_exists(pk) OR #run = :run';
const ofRun = (run: string) => ({ names: { '#run': 'run' }, values: { ':run': run } });

type AccountScope = Pick<SpendOrder, 'accountId' | 'environment'>;
type Change = { status?: ImportStatus; [field: string]: unknown };

export const spendImportsIn = (table: Table, { now }: { now: () => number }) => {
  const keyFor = ({ accountId, environment, id }: Pick<SpendOrder, 'accountId' | 'environment' | 'id'>) =>
    keyOf.spendImport(accountId, environment, id);

  function changeOf(order: ImportRef, from: readonly ImportStatus[], change: Change) {
    const names = Object.keys(change);
    return {
      key: keyFor(order),
      update: `SET ${names.map((_, at) => `#n${at} = :v${at}`).join(', ')}`,
      condition: `#status IN (${from.map((_, at) => `:s${at}`).join(', ')})`,
      names: { '#status': 'status', ...Object.fromEntries(names.map((field, at) => [`#n${at}`, field])) },
      values: {
        ...Object.fromEntries(names.map((field, at) => [`:v${at}`, change[field]])),
        ...Object.fromEntries(from.map((status, at) => [`:s${at}`, status])),
      },
    };
  }

  return {
    /** The call is idempotent. */
    async order(order: SpendOrder, knownFields: Partial<SpendImport> & { status: ImportStatus }): Promise<void> {
      const nothing: Omit<SpendImport, keyof SpendOrder | 'status'> = {
        rows: 0,
        summed: 0,
        skipped: null,
        days: 0,
        from: null,
        to: null,
        published: 0,
        difference: noDifference,
        problems: [],
        problemCount: 0,
      };
      await table.putNew({ ...keyFor(order), kind: 'spend_import', ...order, ...nothing, ...knownFields });
    },

    byId: (accountId: AccountId, environment: Environment, id: string): Promise<SpendImport | null> =>
      table.get<Item & SpendImport>(keyOf.spendImport(accountId, environment, id), { consistent: true }),

    async page(
      accountId: AccountId,
      environment: Environment,
      { before, limit }: { before: string | undefined; limit: number },
    ): Promise<{ imports: SpendImport[]; next: string | null }> {
      const { pk } = keyOf.spendImport(accountId, environment, '');
      const { items, more } = await table.last<Item & SpendImport>(pk, { before, limit, consistent: true });
      return { imports: items, next: more ? (items.at(-1)?.id ?? null) : null };
    },

    change: (order: ImportRef, from: readonly ImportStatus[], change: Change): Promise<boolean> =>
      tookEffect(table.update(changeOf(order, from, change))),

    /** Returns `false` if another look at the import was first. */
    noteContinued: ({ continuedAt, ...order }: SpendImport): Promise<boolean> =>
      tookEffect(
        table.update({
          key: keyFor(order),
          update: 'SET continuedAt = :now',
          condition: `#status = :status AND ${continuedAt === undefined ? 'attribute_not_exists(continuedAt)' : 'continuedAt = :seen'}`,
          names: { '#status': 'status' },
          values: {
            ':now': new Date(now()).toISOString(),
            ':status': order.status,
            ...(continuedAt !== undefined && { ':seen': continuedAt }),
          },
        }),
      ),

    end: (
      order: ImportRef,
      from: readonly ImportStatus[],
      change: Change,
      { run, effects = [] }: { run: string; effects?: readonly Effect[] },
    ): Promise<boolean> =>
      tookEffect(
        table.transact([
          changeOf(order, from, {
            ...change,
            ...withEffects(effects),
          }),
          {
            remove: keyOf.spendRun(order.accountId),
            condition: isOf,
            ...ofRun(run),
          },
        ]),
      ),

    /** Returns `null` if the run started, or the run already in progress. */
    start: async (accountId: AccountId, run: Pick<SpendRun, 'run' | 'environment' | 'digest'>): Promise<SpendRun | null> =>
      await table.putNew<Item & SpendRun>({
        ...keyOf.spendRun(accountId),
        kind: 'spend_run',
        accountId,
        ...run,
        at: new Date(now()).toISOString(),
        until: now() + runLeaseMs,
        tries: 0,
      }),

    runOf: (accountId: AccountId): Promise<SpendRun | null> => table.get<Item & SpendRun>(keyOf.spendRun(accountId), { consistent: true }),

    /** Returns `false` if the run has ended. */
    renew: (accountId: AccountId, run: string): Promise<boolean> =>
      tookEffect(
        table.update({
          key: keyOf.spendRun(accountId),
          update: 'SET #until = :until',
          condition: '#run = :run',
          names: { '#until': 'until', '#run': 'run' },
          values: { ':until': now() + runLeaseMs, ':run': run },
        }),
      ),

    /** Returns the number of tries, or `null` if another worker renewed, took or ended the run. */
    async takeOver(accountId: AccountId, { run, until, tries = 0 }: SpendRun): Promise<number | null> {
      const isTaken = await tookEffect(
        table.update({
          key: keyOf.spendRun(accountId),
          update: 'SET #until = :until, tries = :tries',
          condition: `#run = :run AND ${until === undefined ? 'attribute_not_exists(#until)' : '#until = :seen'}`,
          names: { '#until': 'until', '#run': 'run' },
          values: {
            ':until': now() + runLeaseMs,
            ':run': run,
            ':tries': tries + 1,
            ...(until !== undefined && { ':seen': until }),
          },
        }),
      );
      return isTaken ? tries + 1 : null;
    },

    async release(accountId: AccountId, run: string): Promise<void> {
      await table.remove(keyOf.spendRun(accountId), { condition: isOf, ...ofRun(run) });
    },

    /** A repeated write keeps the stored day, because the first write knows which day it replaces. */
    async stage(
      order: SpendOrder,
      versions: readonly { version: SpendVersion; parts: readonly string[] }[],
      hold: () => Promise<void>,
    ): Promise<void> {
      const { accountId, environment, id } = order;
      const parts = versions.flatMap(({ version: { day }, parts: texts }) =>
        texts.map((packed, part) => ({
          ...keyOf.spendVersion(accountId, environment, id, day, part),
          kind: 'spend_version',
          part,
          packed,
        })),
      );
      // A part of rows may nearly fill a database call, so 20 are sent at a time.
      for (let at = 0; at < parts.length; at += 20) {
        await hold();
        await table.putMany(parts.slice(at, at + 20));
      }
      await hold();
      await putEach(
        table,
        versions.map(({ version }) => ({
          ...keyOf.spendVersion(accountId, environment, id, version.day),
          kind: 'spend_version',
          ...version,
        })),
        'attribute_not_exists(pk)',
      );
    },

    async *versions({ accountId, environment, id }: ImportRef): AsyncGenerator<SpendVersion> {
      const { pk } = keyOf.spendVersion(accountId, environment, id, '');
      const range = ['DAY#', afterPrefix('DAY#')] as const;
      for await (const item of table.query<VersionItem>(pk, range, { consistent: true })) if (item.part === undefined) yield item;
    },

    async aged(
      accountId: AccountId,
      environment: Environment,
      { after, before, limit }: { after: string; before: number; limit: number },
    ): Promise<SpendImport[]> {
      const { pk } = keyOf.spendImport(accountId, environment, '');
      const range = [`${after} `, idAt(before)] as const;
      const aged: SpendImport[] = [];
      if (range[0] > range[1]) return aged;
      for await (const item of table.query<Item & SpendImport>(pk, range, {
        consistent: true,
        pageItems: limit,
      })) {
        aged.push(item);
        if (aged.length === limit) break;
      }
      return aged;
    },

    async storedVersions(
      { accountId, environment }: AccountScope,
      wantedDays: readonly { importId: string; day: string }[],
    ): Promise<SpendVersion[]> {
      const keys = wantedDays.map(({ importId, day }) => keyOf.spendVersion(accountId, environment, importId, day));
      return await table.getMany<VersionItem>(keys, { consistent: true });
    },

    /**
     * Each day's parts are removed before the day's own item, because a retry finds the parts through that
     * item. The call is idempotent.
     */
    async removeVersions({ accountId, environment }: AccountScope, versions: readonly SpendVersion[]): Promise<void> {
      const keyOfPart = ({ importId, day }: SpendVersion, part?: number) => keyOf.spendVersion(accountId, environment, importId, day, part);
      await table.removeMany(
        versions.flatMap((version) => Array.from({ length: version.parts ?? 0 }, (_, part) => keyOfPart(version, part))),
      );
      await table.removeMany(versions.map((version) => keyOfPart(version)));
    },

    async version(order: ImportRef, importId: string, day: string): Promise<StoredDay> {
      const key = keyOf.spendVersion(order.accountId, order.environment, importId, day);
      const item = await table.get<VersionItem>(key, { consistent: true });
      if (!item) throw new ConditionFailed(null);
      return item;
    },
  };
};
