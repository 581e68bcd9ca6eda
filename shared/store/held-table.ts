import type { Item, Key } from './item.ts';
import { ConditionFailed, refusalOf, StoreUnavailable, tookEffect } from './store-errors.ts';
import type { Part, Table } from './table.ts';

/** Another worker took the work over, so this one writes nothing more. */
export class WorkLost extends Error {
  override name = 'WorkLost';
}

export type Check = Extract<Part, { check: Key }>;
type Pending = { parts: readonly Part[]; written: PromiseWithResolvers<void> };

/** A transaction has at most 100 parts and 4 MB. */
const partsOfCall = 16;

const keyOf = (part: Part): Key => ('put' in part ? part.put : 'remove' in part ? part.remove : 'check' in part ? part.check : part.key);
const nameOf = (part: Part) => `${part.tableName ?? ''} ${keyOf(part).pk} ${keyOf(part).sk}`;

/**
 * Each single write takes effect only while `check` holds, otherwise it throws `WorkLost`: a worker that stood still
 * may go on when its successor has ended its work. Transactions with the same check conflict, so they follow each other,
 * and writes that are made at once share a transaction.
 */
export function heldTable(table: Table, check: Check): Table {
  const pending: Pending[] = [];
  let isWriting = false;

  function write(parts: readonly Part[]): Promise<void> {
    const written = Promise.withResolvers<void>();
    pending.push({ parts, written });
    if (!isWriting) void writeAll();
    return written.promise;
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    // Writes that are made at once are then all pending.
    await null;
    for (let group = nextGroup(pending); group.length > 0; group = nextGroup(pending)) {
      const outcome = group.length > 1 ? await transact(group).then(() => 'written', endOfAll) : null;
      for (const { parts, written } of group)
        if (outcome === 'written') written.resolve();
        else if (outcome) written.reject(outcome);
        else await transact([{ parts }]).then(written.resolve, written.reject);
    }
    isWriting = false;
  }

  async function transact(group: readonly Pick<Pending, 'parts'>[]): Promise<void> {
    const refusal = await refusalOf(table.transact([check, ...group.flatMap(({ parts }) => parts)]));
    if (refusal?.part === 0) throw new WorkLost('Another worker has this work.');
    if (refusal) throw new ConditionFailed(refusal.item, { part: refusal.part - 1, cause: refusal });
  }

  return {
    ...table,
    put: (item, condition, expression) => write([{ put: item, ...(condition && { condition }), ...expression }]),
    remove: (key, condition) => tookEffect(write([{ remove: key, ...condition }])),
    async update<T extends Item>(change: Parameters<Table['update']>[0]): Promise<T> {
      await write([change]);
      return (await table.get<T>(change.key, { consistent: true })) as T;
    },
    transact: (parts) => write(parts),
  };
}

/** Each write alone would fail too. Otherwise a single write is the reason, such as a refused condition. */
const endOfAll = (error: unknown): Error | null => (error instanceof WorkLost || error instanceof StoreUnavailable ? error : null);

function nextGroup(pending: Pending[]): Pending[] {
  const names = new Set<string>();
  let count = 0;
  for (const { parts } of pending) {
    const isSeparate = parts.every((part) => !names.has(nameOf(part)));
    if (count > 0 && (!isSeparate || names.size + parts.length > partsOfCall)) break;
    for (const part of parts) names.add(nameOf(part));
    count++;
  }
  return pending.splice(0, count);
}
