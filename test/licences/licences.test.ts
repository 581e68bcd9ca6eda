import fc from 'fast-check';
import { bestTier, type Licence, type LicenceFacts, merged, noFacts, statusOf, tierOf, wordOf } from '#shared/licences/rules/licences.ts';
import { factsOf, type PartnerEvent } from '#shared/licences/rules/partner-events.ts';

const told = (event: string, licenceKey: string, at: number, more: Partial<PartnerEvent> = {}): PartnerEvent => ({
  event,
  licenceKey,
  at,
  previousKey: null,
  parentKey: null,
  tier: null,
  reason: null,
  ...more,
});
type Known = Record<string, LicenceFacts>;
const knownAfter = (events: readonly PartnerEvent[]): Known => {
  const known: Known = {};
  for (const event of events) for (const [key, facts] of factsOf(event)) known[key] = merged(known[key] ?? noFacts, facts);
  return known;
};
const states = (known: Known) => Object.fromEntries(Object.entries(known).map(([key, facts]) => [key, [statusOf(facts), tierOf(facts)]]));

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first, i) => permutations([...of.slice(0, i), ...of.slice(i + 1)]).map((rest) => [first, ...rest]));
}

const bought = [told('purchase', 'old', 100, { tier: 1 }), told('activate', 'old', 200, { tier: 1 })];
const upgraded = (reason: string | null = 'Upgraded by the customer') => [
  ...bought,
  told('upgrade', 'new', 300, { previousKey: 'old', tier: 2 }),
  told('deactivate', 'old', 300, { reason }),
];

const sets: Record<string, { events: PartnerEvent[]; end: Record<string, unknown> }> = {
  'a purchase and its activation': { events: bought, end: { old: ['active', 1] } },
  'an upgrade with its twin': { events: upgraded(), end: { old: ['deactivated', 1], new: ['active', 2] } },
  'an upgrade whose twin says no reason': {
    events: upgraded(null),
    end: { old: ['deactivated', 1], new: ['active', 2] },
  },
  'an upgrade without its twin': {
    events: upgraded().slice(0, 3),
    end: { old: ['deactivated', 1], new: ['active', 2] },
  },
  'a downgrade after an upgrade': {
    events: [
      ...upgraded().slice(1),
      told('downgrade', 'last', 400, { previousKey: 'new', tier: 1 }),
      told('deactivate', 'new', 400, { reason: 'Downgraded by the customer' }),
    ],
    end: { old: ['deactivated', 1], new: ['deactivated', 2], last: ['active', 1] },
  },
  'a refund': {
    events: [...bought, told('deactivate', 'old', 300, { reason: 'Refunded' })],
    end: { old: ['deactivated', 1] },
  },
  'a refund after an upgrade': {
    events: [...upgraded(), told('deactivate', 'new', 400)],
    end: { old: ['deactivated', 1], new: ['deactivated', 2] },
  },
  'an activation after a refund': {
    events: [...bought, told('deactivate', 'old', 300), told('activate', 'old', 400)],
    end: { old: ['active', 1] },
  },
  'events that all carry the time of the licence': {
    events: upgraded(null).map((event) => ({ ...event, at: event.licenceKey === 'old' ? 100 : 300 })),
    end: { old: ['deactivated', 1], new: ['active', 2] },
  },
  'events without a time': {
    events: upgraded(null).map((event) => ({ ...event, at: 0 })),
    end: { old: ['deactivated', 1], new: ['active', 2] },
  },
};

describe('every order of a set of events, each told once or twice, ends in one state', () => {
  for (const [name, { events, end }] of Object.entries(sets)) {
    it(name, () => {
      const expected = knownAfter(events);
      expect(states(expected)).toEqual(end);
      for (const order of permutations(events)) {
        expect(knownAfter(order)).toEqual(expected);
        expect(knownAfter([...order, ...order.toReversed()])).toEqual(expected);
      }
    });
  }

  it('whatever the events are', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const event = fc.record({
      event: fc.constantFrom('purchase', 'activate', 'upgrade', 'downgrade', 'deactivate', 'migrate', 'else'),
      licenceKey: key,
      previousKey: fc.option(key),
      parentKey: fc.option(key, { freq: 5 }),
      tier: fc.option(fc.integer({ min: -1, max: 5 })),
      reason: fc.option(fc.constantFrom('Upgraded by the customer', 'Refund')),
      at: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc
          .array(event, { maxLength: 12 })
          .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events))),
        ([events, shuffled, repeated]) => {
          expect(knownAfter([...repeated, ...shuffled, ...repeated])).toEqual(knownAfter(events));
        },
      ),
    );
  });
});

describe('access during an upgrade', () => {
  it('access during an upgrade is there after each event, whichever of the twins comes first', () => {
    for (const [first, second] of permutations(upgraded().slice(2))) {
      const known = knownAfter([...bought, first, second].filter((event) => event !== undefined));
      const meanwhile = knownAfter([...bought, first].filter((event) => event !== undefined));
      for (const state of [meanwhile, known]) expect(Object.values(state).some((facts) => statusOf(facts) === 'active')).toBe(true);
    }
  });

  it('access during an upgrade is not kept by a refund, whatever its words', () => {
    for (const reason of [null, '', 'Refunded', 'Customer downgraded their plans', 'refund: upgraded elsewhere'])
      expect(statusOf(knownAfter([...bought, told('deactivate', 'old', 300, { reason })]).old ?? noFacts)).toBe('deactivated');
  });
});

describe('a tier', () => {
  it('a tier outside of 1 to 3 is kept as told, and gives nothing', () => {
    for (const tier of [0, 4, -1, 1.5, 1e9]) {
      const facts = knownAfter([told('activate', 'k', 1, { tier })]).k ?? noFacts;
      expect([facts.tier?.value, tierOf(facts), statusOf(facts)]).toEqual([tier, null, 'active']);
    }
  });

  it('a tier is the one told for the newest time, and stays where none is told', () => {
    const events = [told('purchase', 'k', 1, { tier: 3 }), told('activate', 'k', 2, { tier: 2 }), told('activate', 'k', 5)];
    for (const order of permutations(events)) expect(tierOf(knownAfter(order).k ?? noFacts)).toBe(2);
  });

  it('a tier of an add-on gives nothing', () => {
    expect(tierOf(knownAfter([told('activate', 'k', 1, { tier: 3, parentKey: 'p' })]).k ?? noFacts)).toBeNull();
  });

  it('a tier of a user is the best of the active licences', () => {
    const licence = (tier: 1 | 2 | 3 | null, changes: Partial<Licence> = {}) =>
      ({ tier, status: 'active', userId: 7, ...changes }) as Licence;
    expect(bestTier([])).toBeNull();
    expect(bestTier([licence(null)])).toBeNull();
    expect(bestTier([licence(1), licence(2), licence(null)])).toBe(2);
    expect(bestTier([licence(1), licence(3, { status: 'deactivated' }), licence(2, { status: 'inactive' })])).toBe(1);
  });
});

describe("an operator's word", () => {
  const statuses = ['inactive', 'active', 'deactivated'] as const;
  it("an operator's word holds over all that is known, also of the future, until something newer is told", () => {
    for (const status of statuses) {
      for (const now of [10, 500]) {
        const before = merged(
          knownAfter([...bought, told('deactivate', 'old', 250)]).old ?? noFacts,
          wordOf({ status: 'inactive', tier: 3 }, noFacts, 260),
        );
        const set = merged(before, wordOf({ status, tier: 2 }, before, now));
        expect([statusOf(set), tierOf(set)]).toEqual([status, 2]);
        const late = merged(set, knownAfter([told('deactivate', 'old', 255), ...bought]).old ?? noFacts);
        expect([statusOf(late), tierOf(late)]).toEqual([status, 2]);
        const newer = merged(set, knownAfter([told('deactivate', 'old', 900)]).old ?? noFacts);
        expect(statusOf(newer)).toBe('deactivated');
      }
    }
  });
});
