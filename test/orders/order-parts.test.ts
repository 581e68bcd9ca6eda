import fc from 'fast-check';
import { netOf, newOrder, type OrderPart, type PartState, withPart } from '#shared/orders/rules/order-parts.ts';
import { decimalOf } from '#shared/values/decimal.ts';

type Part<K extends OrderPart['kind']> = Extract<OrderPart, { kind: K }>;
const second = (at: number) => Date.parse('2026-11-21T10:00:00Z') + at * 1000;

const total = (more: Partial<Part<'total'>> = {}): OrderPart => ({
  kind: 'total',
  id: 'total',
  amount: '119',
  value: '119',
  currency: 'EUR',
  state: 'settled',
  at: second(0),
  eventId: 'evt_0',
  ...more,
});
const refund = (id: string, amount: string, at: number, more: Partial<Part<'refund'>> = {}): OrderPart => ({
  kind: 'refund',
  id,
  payment: 'ch_1',
  amount,
  currency: 'EUR',
  state: 'settled',
  at: second(at),
  createdAt: second(at),
  eventId: `evt_${id}`,
  ...more,
});
const refunded = (amount: string, at: number, more: Partial<Part<'refunded'>> = {}): OrderPart => ({
  kind: 'refunded',
  id: 'ch_1',
  payment: 'ch_1',
  amount,
  currency: 'EUR',
  state: 'settled',
  at: second(at),
  eventId: `evt_sum_${amount}`,
  ...more,
});
const reversal = (amount: string, at: number, state: PartState = 'settled'): OrderPart => ({
  kind: 'reversal',
  id: 'du_1',
  amount,
  currency: 'EUR',
  state,
  at: second(at),
  eventId: 'evt_du_1',
});
const orderOf = (...parts: OrderPart[]) => parts.reduce(withPart, newOrder);
const netAfter = (...parts: OrderPart[]) => netOf(orderOf(...parts))?.net;

describe('the net of an order', () => {
  it.each<[string, string | undefined, OrderPart[]]>([
    ['an order without a refund has no net of its own', undefined, [total()]],
    ['a refund without its order waits for it', undefined, [refund('re_1', '19', 1)]],
    ['a partial refund is subtracted', '100', [total(), refund('re_1', '19', 1)]],
    ['two refunds are subtracted', '80', [total(), refund('re_1', '19', 1), refund('re_2', '20', 2)]],
    ['a refund that is pending counts', '100', [total(), refund('re_1', '19', 1, { state: 'pending' })]],
    ['a full refund leaves 0', '0', [total(), refund('re_1', '119', 1)]],
    ['more than the order leaves 0', '0', [total(), refund('re_1', '119', 1), reversal('119', 2)]],
    ['a lost dispute takes its amount', '0', [total(), reversal('119', 1)]],
    ['a dispute that was won takes nothing', '119', [total(), reversal('119', 1, 'void')]],
    ['a full refund leaves 0 of a value without tax', '0', [total({ value: '100' }), refund('re_1', '119', 1)]],
    ['a refund takes its share of a value without tax', '84.03', [total({ value: '100' }), refund('re_1', '19', 1)]],
    ['half of a value without tax is rounded up', '0.01', [total({ amount: '2', value: '0.01' }), refund('re_1', '1', 1)]],
    ['yen have no decimals', '50', [total({ amount: '110', value: '100', currency: 'JPY' }), refund('re_1', '55', 1, { currency: 'JPY' })]],
    ['dinars have three', '2.561', [total({ amount: '10', value: '5.122', currency: 'KWD' }), refund('re_1', '5', 1, { currency: 'KWD' })]],
    ['a sum of refunds is subtracted', '89', [total(), refunded('30', 1)]],
    ['a later sum includes an earlier sum', '79', [total(), refunded('30', 1), refunded('40', 2)]],
    ['a sum includes the refunds that it knows', '89', [total(), refund('re_1', '19', 1), refunded('30', 2)]],
    ['a refund after the sum is added', '79', [total(), refunded('30', 1), refund('re_2', '10', 2)]],
    ['a refund of another payment is added', '79', [total(), refunded('30', 2), refund('re_2', '10', 1, { payment: 'ch_2' })]],
    [
      'a failed refund is no longer in the sum',
      '119',
      [total(), refunded('30', 1), refund('re_1', '30', 5, { state: 'void', createdAt: second(1) })],
    ],
  ])('%s', (_, net, parts) => {
    expect(netAfter(...parts)).toBe(net);
    expect(netAfter(...parts.toReversed(), ...parts)).toBe(net);
  });

  it('a refund that fails later raises the net again, in either order of arrival', () => {
    const [created, failed] = [refund('re_1', '19', 1), refund('re_1', '19', 9, { state: 'void', createdAt: second(1) })];
    expect(netAfter(total(), created, failed)).toBe('119');
    expect(netAfter(failed, created, total())).toBe('119');
  });

  it('of two states at one time, the void state is the newer, then that of the later event ID', () => {
    const settled = refund('re_1', '19', 1);
    const failed = refund('re_1', '19', 1, { state: 'void', eventId: 'evt_a' });
    expect(netAfter(total(), failed, settled)).toBe('119');
    expect(netAfter(total(), settled, failed)).toBe('119');
    expect(netAfter(total(), settled, refund('re_1', '20', 1, { eventId: 'evt_z' }))).toBe('99');
    expect(netAfter(total(), refund('re_1', '20', 1, { eventId: 'evt_z' }), settled)).toBe('99');
  });

  it("a refund in the buyer's currency takes its share of the order", () => {
    const order = total({ amount: '100', value: '100', other: { amount: '86.3', currency: 'GBP' } });
    expect(netAfter(order, refund('re_1', '43.15', 1, { currency: 'GBP' }))).toBe('50');
    expect(netAfter(order, refund('re_1', '43.15', 1, { currency: 'GBP' }), refund('re_2', '25', 2))).toBe('25');
    expect(netAfter(order, refund('re_1', '86.3', 1, { currency: 'GBP' }))).toBe('0');
  });

  it('a refund in a currency that the order does not have counts nothing, and is named', () => {
    const order = orderOf(total(), refund('re_2', '10', 2), refund('re_1', '19', 1, { currency: 'SEK' }));
    expect(netOf(order)).toMatchObject({ net: '109', currency: 'EUR', unclear: ['re_1'] });
  });

  it('a part that changes nothing leaves the order as it is', () => {
    const order = orderOf(total(), refund('re_1', '19', 1));
    expect(withPart(order, refund('re_1', '19', 1))).toBe(order);
  });
});

/** Amounts are whole numbers of cents, and the ledger keeps plain numbers. */
type Refund = { payment: number; cents: number; createdAt: number; failedAt: number | null };

const anyRefund = fc.record({
  payment: fc.integer({ min: 0, max: 1 }),
  cents: fc.integer({ min: 1, max: 400 }),
  createdAt: fc.integer({ min: 1, max: 12 }),
  failedAfter: fc.option(fc.integer({ min: 0, max: 12 })),
});
const anyLedger = fc
  .record({
    refunds: fc.array(anyRefund, { minLength: 1, maxLength: 6 }),
    tax: fc.integer({ min: 0, max: 300 }),
    rest: fc.integer({ min: 0, max: 900 }),
    disputed: fc.option(fc.integer({ min: 1, max: 900 })),
    isWon: fc.boolean(),
    sums: fc.constantFrom('none' as const, 'with failed refunds' as const, 'without failed refunds' as const),
    areSumsAlone: fc.boolean(),
  })
  .map(({ refunds, rest, ...more }) => ({
    ...more,
    refunds: refunds.map(
      ({ failedAfter, ...own }): Refund => ({ ...own, failedAt: failedAfter === null ? null : own.createdAt + failedAfter }),
    ),
    total: refunds.reduce((sum, { cents }) => sum + cents, rest),
  }));
type Ledger = typeof anyLedger extends fc.Arbitrary<infer T> ? T : never;

const text = (cents: number) => decimalOf(`${cents}e-2`);
const valueIn = ({ total: paid, tax }: Ledger) => paid - Math.min(tax, paid);

/** Sums alone cannot say whether a later sum has a failed refund, so a ledger of sums has no refund after a failure. */
const isClear = ({ refunds, areSumsAlone, sums }: Ledger) =>
  !areSumsAlone ||
  sums === 'with failed refunds' ||
  refunds.every(
    ({ failedAt, payment }) => failedAt === null || refunds.every((other) => other.payment !== payment || other.createdAt < failedAt),
  );

function partsOf(ledger: Ledger): OrderPart[] {
  const { refunds, sums, areSumsAlone, disputed, isWon } = ledger;
  const parts: OrderPart[] = [total({ amount: text(ledger.total), value: text(valueIn(ledger)) })];
  for (const [index, { payment, cents, createdAt, failedAt }] of refunds.entries()) {
    const of = { payment: `ch_${payment}`, createdAt: second(createdAt) };
    const hasSums = sums !== 'none' && areSumsAlone;
    if (!hasSums) parts.push(refund(`re_${index}`, text(cents), createdAt, { ...of, state: 'pending' }));
    if (failedAt !== null) parts.push(refund(`re_${index}`, text(cents), failedAt, { ...of, state: 'void' }));
    if (sums === 'none') continue;
    const counted = refunds.filter(
      (other, place) =>
        other.payment === payment &&
        (other.createdAt < createdAt || (other.createdAt === createdAt && place <= index)) &&
        (sums === 'with failed refunds' || other.failedAt === null || other.failedAt > createdAt),
    );
    const sum = counted.reduce((all, other) => all + other.cents, 0);
    parts.push(refunded(text(sum), createdAt, { id: `ch_${payment}`, payment: `ch_${payment}` }));
  }
  if (disputed !== null) parts.push(reversal(text(disputed), 20, isWon ? 'void' : 'settled'));
  return parts;
}

/** The expected net, from the ledger alone. */
function expectedNet(ledger: Ledger): string {
  const gone = ledger.refunds.reduce((sum, { cents, failedAt }) => sum + (failedAt === null ? cents : 0), 0);
  const left = Math.max(0, ledger.total - gone - (ledger.disputed !== null && !ledger.isWon ? ledger.disputed : 0));
  const exact = (valueIn(ledger) * left) / ledger.total;
  return text(Math.floor(exact + 0.5 + 1e-9));
}

it('the net of an order equals that of its ledger in every order of arrival, with repeats', () => {
  const seed = Number(process.env.PARTS_SEED ?? Date.now() % 1e9);
  fc.assert(
    fc.property(anyLedger.filter(isClear), fc.infiniteStream(fc.nat()), (ledger, draws) => {
      const parts = partsOf(ledger);
      const arrivals = [...parts, ...parts.filter(() => (draws.next().value as number) % 3 === 0)]
        .map((part) => ({ part, place: draws.next().value as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ part }) => part);
      let order = newOrder;
      const statements: { net: string; effectiveAt: number }[] = [];
      for (const part of arrivals) {
        const next = withPart(order, part);
        const stated = next === order ? null : netOf(next);
        if (stated) statements.push(stated);
        order = next;
      }
      expect(netOf(order)?.net).toBe(expectedNet(ledger));
      const newest = statements.at(-1)?.effectiveAt ?? 0;
      for (const { effectiveAt } of statements.slice(0, -1)) expect(effectiveAt).toBeLessThan(newest);
    }),
    { seed, numRuns: 2000 },
  );
});
