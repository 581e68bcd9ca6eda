import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Order } from '#shared/orders/rules/order.ts';
import { keyOf } from '#shared/reconciliation/items.ts';
import type { Category, Placed } from '#shared/reconciliation/rules/categories.ts';
import { type ArrivedEvent, type PackedEvent, packedEvent, type Rejection, unpackedEvent } from '#shared/reconciliation/rules/events.ts';
import type { Figures } from '#shared/reconciliation/rules/figures.ts';
import { reconciliationDays } from '#shared/reconciliation/rules/limits.ts';
import { type PackedOrder, packedOrder, unpackedOrder } from '#shared/reconciliation/rules/packed-orders.ts';
import { type PackedRow, packedRow, unpackedRow } from '#shared/reconciliation/rules/packed-rows.ts';
import type { ReconciliationOrder } from '#shared/reconciliation/rules/reconciliations.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { formOfText } from '#shared/store/stored-form.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type ReconciliationParts = ReturnType<typeof reconciliationPartsIn>;
export type ReconciliationRef = Pick<ReconciliationOrder, 'accountId' | 'environment' | 'id'> & {
  createdAt: string;
};
export type FoundInLog = { candidates: ArrivedEvent[]; rejections: Rejection[] };

/** An item of the store holds 400 KB. */
const pieceCharacters = 300_000;
const keysOfCall = 100;
const removalsAtOnce = 8;
const [deflated, inflated] = [promisify(deflateRaw), promisify(inflateRaw)];
const digits = (number: number) => String(number).padStart(4, '0');

const forms = [{ form: 1, order: unpackedOrder, event: unpackedEvent, row: unpackedRow }];
type Read<T> = { form: (typeof forms)[number]; content: T };

type Piece = Item & { packed: string; pieces: number };

export const reconciliationPartsIn = (table: Table) => {
  const keyFor = ({ accountId, environment, id }: Omit<ReconciliationRef, 'createdAt'>, name: string) =>
    keyOf.reconciliationPart(accountId, environment, id, name);

  const write = (of: ReconciliationRef, name: string, content: unknown) => writeText(of, name, JSON.stringify(content));

  async function writeText(of: ReconciliationRef, name: string, text: string): Promise<void> {
    const packed = (await deflated(text)).toString('base64');
    const pieces = Math.max(1, Math.ceil(packed.length / pieceCharacters));
    const ttl = Math.ceil(Date.parse(of.createdAt) / 1000) + daysInSeconds(reconciliationDays);
    for (let at = 0; at < pieces; at++)
      await table.put({
        ...keyFor(of, `${name}#${digits(at)}`),
        kind: 'reconciliation_part',
        ttl,
        pieces,
        packed: packed.slice(at * pieceCharacters, (at + 1) * pieceCharacters),
      });
  }

  async function readContent<T>(of: ReconciliationRef, name: string): Promise<Read<T> | null> {
    const { pk, sk } = keyFor(of, `${name}#`);
    const items = await Array.fromAsync(table.query<Piece>(pk, [sk, afterPrefix(sk)], { consistent: true }));
    const pieces = items[0]?.pieces ?? 0;
    if (items.length === 0 || items.length < pieces) return null;
    const storedText = items.slice(0, pieces).map(({ packed }) => packed);
    const { form, text } = formOfText(forms, storedText.join(''), 'a reconciliation');
    return { form, content: JSON.parse((await inflated(Buffer.from(text, 'base64'))).toString()) };
  }

  async function storedContent<T>(of: ReconciliationRef, name: string): Promise<Read<T>> {
    const stored = await readContent<T>(of, name);
    if (stored === null) throw new Error(`The part ${name} of ${of.id} is not stored.`);
    return stored;
  }

  const rowsName = (attempt: string, category: Category, part: number) => `ROWS#${attempt}#${category}#${digits(part)}`;

  return {
    writeOrders: (of: ReconciliationRef, part: number, orders: readonly Order[]) =>
      write(of, `ORDERS#${digits(part)}`, orders.map(packedOrder)),
    async orders(of: ReconciliationRef, part: number): Promise<Order[]> {
      const { form, content } = await storedContent<PackedOrder[]>(of, `ORDERS#${digits(part)}`);
      return content.map(form.order);
    },

    writeEvents: (of: ReconciliationRef, part: number, events: readonly (ArrivedEvent | null)[]) =>
      write(
        of,
        `EVENTS#${digits(part)}`,
        events.map((event) => event && packedEvent(event)),
      ),
    async events(of: ReconciliationRef, part: number): Promise<(ArrivedEvent | null)[]> {
      const { form, content } = await storedContent<(PackedEvent | null)[]>(of, `EVENTS#${digits(part)}`);
      return content.map((event) => event && form.event(event));
    },

    writeFound: (of: ReconciliationRef, part: number, { candidates, rejections }: FoundInLog) =>
      write(of, `FOUND#${digits(part)}`, { candidates: candidates.map(packedEvent), rejections }),
    async found(of: ReconciliationRef, part: number): Promise<FoundInLog> {
      const { form, content } = await storedContent<{ candidates: PackedEvent[]; rejections: Rejection[] }>(of, `FOUND#${digits(part)}`);
      return { candidates: content.candidates.map(form.event), rejections: content.rejections };
    },

    writeRows: (of: ReconciliationRef, attempt: string, category: Category, part: number, rows: readonly Placed[]) =>
      write(of, rowsName(attempt, category, part), rows.map(packedRow)),
    writeRowTexts: (of: ReconciliationRef, attempt: string, category: Category, part: number, rows: readonly string[]) =>
      writeText(of, rowsName(attempt, category, part), `[${rows.join(',')}]`),
    async rows(of: ReconciliationRef, attempt: string, category: Category, part: number): Promise<Placed[]> {
      const { form, content } = await storedContent<PackedRow[]>(of, rowsName(attempt, category, part));
      return content.map((row) => form.row(row, category));
    },

    /** Previews remain. The call is idempotent. */
    async removeOthers(of: Omit<ReconciliationRef, 'createdAt'>, attempt: string): Promise<void> {
      const { pk } = keyFor(of, '');
      const [figures, rows] = [`FIGURES#${attempt}`, `ROWS#${attempt}`];
      for (const range of [
        [' ', figures],
        [afterPrefix(`${figures}#`), 'PREVIEW#'],
        ['ROWS#', rows],
        [afterPrefix(`${rows}#`), afterPrefix('ROWS#')],
      ] as const)
        for (;;) {
          const keys = await table.firstKeys(pk, range, keysOfCall);
          await forEachConcurrent(keys, removalsAtOnce, async (key) => void (await table.remove(key)));
          if (keys.length < keysOfCall) break;
        }
    },

    writeFigures: (of: ReconciliationRef, attempt: string, figures: Figures) => write(of, `FIGURES#${attempt}`, figures),
    figures: async (of: ReconciliationRef, attempt: string): Promise<Figures> =>
      (await storedContent<Figures>(of, `FIGURES#${attempt}`)).content,
  };
};
