import { type ReconciliationParts, reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { memoryTable } from '../memory-table.ts';
import * as previous from '../previous-readers.ts';
import * as sample from '../stored-samples.ts';
import { declaredForm } from './declared-form.ts';
import { inflatedText, numbered, type StoredContent } from './stored-content.ts';

async function reconciliationPart(work: (parts: ReconciliationParts) => Promise<unknown>): Promise<string> {
  const { table, items } = memoryTable();
  await work(reconciliationPartsIn(table));
  return JSON.stringify(items.map(({ sk, pieces, packed: text }) => ({ sk, pieces, packed: text })));
}
type Part = { sk: string; pieces: number; packed: string };
const partsIn = (raw: string) =>
  reconciliationPartsIn(memoryTable((JSON.parse(raw) as Part[]).map((part) => ({ ...part, pk: sample.partPk }))).table);
const texts = (raw: string) => (JSON.parse(raw) as Part[]).map((part) => part.packed);
const laterParts = (raw: string) => JSON.stringify((JSON.parse(raw) as Part[]).map((part) => ({ ...part, packed: numbered(part.packed) })));
const of = sample.reconciliation;

export const reconciliation: StoredContent = {
  sources: ['shared/reconciliation/store/parts.ts'],
  form: declaredForm('reconciliations'),
  sample: {
    orders: sample.orders,
    events: [sample.event, null],
    searched: { candidates: [sample.event], rejections: sample.rejections },
    rows: [sample.row],
    figures: sample.figures,
  },
  write: () =>
    reconciliationPart(async (parts) => {
      await parts.writeOrders(of, 0, sample.orders);
      await parts.writeEvents(of, 0, [sample.event, null]);
      await parts.writeFound(of, 0, { candidates: [sample.event], rejections: sample.rejections });
      await parts.writeRows(of, 'attempt1', sample.row.category, 0, [sample.row]);
      await parts.writeFigures(of, 'attempt1', sample.figures);
    }),
  async read(raw) {
    const parts = partsIn(raw);
    return {
      orders: await parts.orders(of, 0),
      events: await parts.events(of, 0),
      searched: await parts.found(of, 0),
      rows: await parts.rows(of, 'attempt1', sample.row.category, 0),
      figures: await parts.figures(of, 'attempt1'),
    };
  },
  previous(raw) {
    const [orders = '', events = '', searched = '', rows = '', figures = ''] = texts(raw);
    const { category, kept, similarId } = sample.row;
    // The previous release ignores what later releases add at the end.
    const withLater = <T extends object>(order: T) => ({ notPaid: null, ...order });
    return {
      orders: previous.ordersIn(orders).map(withLater),
      events: previous.eventsIn(events),
      searched: previous.searchedIn(searched),
      rows: previous.rowsIn(rows).map((row) => ({
        category,
        kept,
        similarId,
        ...row,
        order: row.order && withLater(row.order),
      })),
      figures: previous.figuresIn(figures),
    };
  },
  later: laterParts,
  plain: (raw) => (JSON.parse(raw) as Part[]).map((part) => `${part.sk} ${inflatedText(part.packed)}`).join('\n'),
};
