import { both, type Draft, withEntry, withImport } from './draft.ts';
import { capital, checkName, namesOf, words } from './names.ts';

/** Writes a kind of order source with one event, its signature and its example, which the tests of all kinds read. */
export function newOrderSource(draft: Draft, name: string): void {
  checkName(name);
  const { id } = namesOf(name);
  const kind = name.replaceAll('-', '_');
  const folder = `shared/order-sources/${name}`;
  draft.create(`${folder}/source.ts`, sourceText(name, id, kind));
  draft.create(`${folder}/verify.ts`, verifyText(name));
  draft.create(`${folder}/transform.ts`, transformText(kind));
  draft.create(`${folder}/examples/order-paid.json`, `${JSON.stringify(exampleOf(kind), null, 2)}\n`);
  draft.edit(
    'lib/tools/arrows.ts',
    'the folder of the connector',
    withEntry(/'order-sources': \{ index: '[\w.]+', kinds: \[/, `'${name}',`),
  );
  draft.edit(
    'shared/order-sources/kinds.ts',
    'the kind',
    both(
      withImport(`import { ${id} } from './${name}/source.ts';`),
      withEntry('export const orderSources = {', id === kind ? `${id},` : `${kind}: ${id},`),
    ),
  );
}

const sourceText = (name: string, id: string, kind: string) => `import { hash } from 'node:crypto';
import * as z from 'zod';
import { defineOrderSource, type Envelope } from '../source.ts';
import { transform } from './transform.ts';
import { verify } from './verify.ts';

const Sent = z.object({ id: z.string(), event: z.string(), test: z.boolean().nullish() });

export const ${id} = defineOrderSource({
  kind: '${kind}',
  title: '${capital(words(name))}',
  unconfirmed: [],
  events: [{ name: 'order.paid', about: 'An order.' }],
  secret: z.string().trim().min(1).max(256),
  settings: z.strictObject({ value: z.enum(['paid', 'without_tax']).default('paid') }),
  paths: {
    ofEvent: ['id', 'event', 'test', 'created_at'],
    plain: ['order.id', 'order.total', 'order.tax', 'order.currency', 'order.svc_click_id'],
    pages: [],
    users: ['order.customer_id'],
  },
  userData: { events: ['order.paid'], email: ['order.email'] },
  verify,
  envelopeOf(body): Envelope | null {
    const sent = Sent.safeParse(body);
    if (!sent.success) return null;
    const { id, event, test } = sent.data;
    return { event, eventId: id, isTest: test ?? null, sentAt: null };
  },
  deliveryKeyOf: ({ body }, envelope) => envelope?.eventId ?? hash('sha256', body),
  transform,
});
`;

const verifyText = (name: string) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SentDelivery, SignatureFault } from '../source.ts';

const signatureHeader = 'x-${name}-signature';

/** The header is the HMAC-SHA256 of the body, in hex. It has no time, so the key of the delivery alone recognizes a repeat. */
export function verify({ headers, body }: SentDelivery, { secrets }: { secrets: readonly string[] }): SignatureFault | null {
  const header = headers[signatureHeader];
  if (!header) return 'missing';
  if (!/^[0-9a-f]{64}$/.test(header)) return 'unreadable';
  const sent = Buffer.from(header, 'hex');
  const isSigned = secrets.some((secret) => secret.trim() !== '' && timingSafeEqual(createHmac('sha256', secret).update(body).digest(), sent));
  return isSigned ? null : 'wrong';
}
`;

const transformText = (kind: string) => `import * as z from 'zod';
import { decimalOf, isLess, subtractDecimals } from '#shared/values/decimal.ts';
import { epochOf } from '#shared/values/iso-date.ts';
import { ignored, type Step } from '../rules/steps.ts';
import type { Envelope } from '../source.ts';

const Amount = z.string().regex(/^\\d{1,12}(\\.\\d{1,4})?$/);
const OrderPaid = z.object({
  created_at: z.string(),
  order: z.object({
    id: z.string().min(1),
    total: Amount,
    tax: Amount.nullish(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    customer_id: z.string().nullish(),
    svc_click_id: z.string().nullish(),
  }),
});

export function transform({ envelope, body }: { envelope: Envelope; body: unknown }, settings: { value: 'paid' | 'without_tax' }): Step[] {
  if (envelope.event !== 'order.paid') return ignored('unknown_event');
  const parsed = OrderPaid.safeParse(body);
  const at = parsed.success ? epochOf(parsed.data.created_at) : null;
  if (!parsed.success || at === null) return ignored('unexpected_form');
  const { order } = parsed.data;
  const [amount, tax] = [decimalOf(order.total), decimalOf(order.tax ?? '0')];
  if (amount === '0') return ignored('nothing_paid');
  const { currency, customer_id: user = null, svc_click_id: clickId = null } = order;
  const value = settings.value === 'paid' ? amount : isLess(amount, tax) ? '0' : subtractDecimals(amount, tax);
  const orderKey = \`${kind}:\${order.id}\`;
  const event = { eventType: 'order_created', eventId: \`order_created:\${order.id}\`, value, currency, occurredAt: at };
  const eventId = envelope.eventId ?? '';
  return [
    { kind: 'conversion', orderKey, ...event, clickId, user, customer: 'unknown', page: null, properties: {}, holdSeconds: 0 },
    { kind: 'part', orderKey, part: { kind: 'total', id: 'total', amount, value, currency, state: 'settled', at, eventId } },
  ];
}
`;

function exampleOf(kind: string) {
  const [orderKey, at] = [`${kind}:1001`, Date.parse('2026-09-21T14:13:20Z')];
  const [amount, value, currency] = ['119', '100', 'EUR'];
  const clickId = 's_4kQ9zXw2Lm7Bv1Nc8Rt5Yd';
  const user = `hash of ${kind}:7`;
  const event = { eventType: 'order_created', eventId: 'order_created:1001', value, currency, occurredAt: at };
  const order = { id: '1001', total: '119.00', tax: '19.00', currency, customer_id: '7', svc_click_id: clickId };
  return {
    about: 'An order that was paid, without its tax.',
    settings: { value: 'without_tax' },
    body: {
      id: 'e_1',
      event: 'order.paid',
      test: false,
      created_at: '2026-09-21T14:13:20Z',
      order: { ...order, email: 'ada@example.com' },
    },
    steps: [
      { kind: 'conversion', orderKey, ...event, clickId, user, customer: 'unknown', page: null, properties: {}, holdSeconds: 0 },
      { kind: 'part', orderKey, part: { kind: 'total', id: 'total', amount, value, currency, state: 'settled', at, eventId: 'e_1' } },
    ],
  };
}
