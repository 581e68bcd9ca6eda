import fc from 'fast-check';
import { orderSources } from '#shared/order-sources/kinds.ts';
import type { Step } from '#shared/order-sources/rules/steps.ts';
import { stepsOf } from '#shared/order-sources/steps-of.ts';
import { decimalOf } from '#shared/values/decimal.ts';
import { books } from '../books.ts';
import { examplesOf, keptOf } from '../examples.ts';
import { anySale, click, eventsOf, expectedOf, type Generation, type Sale } from './ledger.ts';

const { stripe } = orderSources;
const text = (cents: number) => decimalOf(`${cents}e-2`);

/** The sender numbers its events by the order in which it sends them. */
async function deliveriesOf(sales: readonly Sale[], generation: Generation, settings: Record<string, string>): Promise<Step[][]> {
  const deliveries: Step[][] = [];
  for (const [place, sale] of sales.entries())
    for (const { type, created, object } of eventsOf(sale, place, generation)) {
      const mode = type.startsWith('payment_intent') || sale.form === 'payment intent' ? 'payment_intents' : 'checkout';
      const id = `evt_${String(deliveries.length).padStart(4, '0')}`;
      const kept = await keptOf('stripe', { id, object: 'event', type, created, livemode: true, data: { object } });
      deliveries.push(stepsOf(stripe, kept, { settings: stripe.settings.parse({ ...settings, mode }), environment: 'live' }));
    }
  return deliveries;
}

const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 1e9);

it.each<Generation>(['2024', '2026'])(
  'each sale of a ledger of the version of %s is one event with its exact gross and net, in every order of arrival, with repeats',
  async (generation) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySale, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('paid' as const, 'without_tax' as const),
        fc.infiniteStream(fc.nat()),
        async (sales, value, draws) => {
          const draw = () => draws.next().value as number;
          const deliveries = await deliveriesOf(sales, generation, { value, disputes: 'reverse' });
          const expected = sales.map((sale, place) => expectedOf(sale, place, value));
          const sendsItself = sales.map(({ hasOrder }) => hasOrder && draw() % 2 === 0);
          const service = books();
          const servers = expected.flatMap(({ eventId, eventType, gross, clickId }, place) =>
            sendsItself[place] && eventType === 'order_created'
              ? [() => service.send(eventId, { eventType, gross: text(gross), currency: 'EUR', clickId })]
              : [],
          );
          const arrivals = [...deliveries, ...deliveries.filter(() => draw() % 3 === 0)].map((steps) => () => steps.forEach(service.apply));
          for (const { act } of [...arrivals, ...servers].map((act) => ({ act, at: draw() })).sort((a, b) => a.at - b.at)) act();
          const entries = [...service.close()].map(([eventId, entry]) => ({ eventId, ...entry }));
          const wanted = expected.map(({ gross, net, ...entry }) => ({ ...entry, gross: text(gross), net: text(net), currency: 'EUR' }));
          const byId = (a: { eventId: string }, b: { eventId: string }) => (a.eventId < b.eventId ? -1 : 1);
          expect(entries.sort(byId)).toEqual(wanted.sort(byId));
        },
      ),
      { seed, numRuns: 300 },
    );
  },
);

const permutationsOf = <T>(all: readonly T[]): T[][] =>
  all.length === 0 ? [[]] : all.flatMap((first, at) => permutationsOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));

it('an order, its refunds and the failure of one of them give the same net in each of their 120 orders of arrival, each delivered twice', async () => {
  const examples = new Map(examplesOf('stripe').map((example) => [example.name, example]));
  const names = ['checkout-without-tax', 'refund-partial', 'refund-second', 'charge-refunded', 'refund-failed'];
  const deliveries: Step[][] = [];
  for (const name of names) {
    const settings = stripe.settings.parse({ value: 'without_tax' });
    deliveries.push(stepsOf(stripe, await keptOf('stripe', examples.get(name)?.body), { settings, environment: 'live' }));
  }
  const nets = permutationsOf(deliveries).map((order) => {
    const service = books();
    for (const steps of [...order, ...order]) steps.forEach(service.apply);
    return [...service.close().values()].map(({ gross, net }) => ({ gross, net }));
  });
  // 100.00 without tax of 119.00, of which 19.00 were refunded.
  expect(nets).toHaveLength(120);
  for (const net of nets) expect(net).toEqual([{ gross: '100', net: '84.03' }]);
});

it("a refund in the buyer's currency takes its share of an order in the shop's", async () => {
  const examples = new Map(examplesOf('stripe').map((example) => [example.name, example]));
  const service = books();
  for (const name of ['refund-adaptive-pricing-2024', 'checkout-adaptive-pricing-2024']) {
    const settings = stripe.settings.parse({ value: 'without_tax' });
    stepsOf(stripe, await keptOf('stripe', examples.get(name)?.body), { settings, environment: 'live' }).forEach(service.apply);
  }
  // 100.01 less the share of 51.44 in 102.87.
  expect([...service.close().values()]).toMatchObject([{ gross: '100.01', net: '50', currency: 'EUR' }]);
});

it('a checkout and its invoice are one order, with the click and the ID of the checkout, whichever arrives first', async () => {
  const sale: Sale = {
    form: 'checkout with invoice',
    cents: 11900,
    tax: 1900,
    hasOrder: true,
    hasClick: true,
    refunds: [],
    dispute: 'none',
  };
  const deliveries = await deliveriesOf([sale], '2026', {});
  for (const order of permutationsOf(deliveries)) {
    const service = books();
    for (const steps of order) steps.forEach(service.apply);
    expect([...service.close()]).toEqual([
      ['order_created:web-0', { eventType: 'order_created', gross: '119', net: '119', currency: 'EUR', clickId: click }],
    ]);
  }
});
