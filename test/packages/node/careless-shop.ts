import { adjustments } from '#packages/node/src/adjustments.ts';
import { Adtrail, type AdtrailOptions } from '#packages/node/src/index.ts';
import { performanceReports } from '#packages/node/src/performance.ts';
import { spendImports } from '#packages/node/src/spend.ts';
import { testTransport } from '#packages/node/src/testing.ts';

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(String(reason)));
const errors: string[] = [];
const options = (more: AdtrailOptions = {}): AdtrailOptions => ({
  secretKey: 'sk_test_x',
  baseUrl: 'http://127.0.0.1:9',
  retryForMs: 50,
  timeoutMs: 50,
  onError: (error) => void errors.push(error.code),
  ...testTransport(),
  ...more,
});
const away: AdtrailOptions = { fetch: () => Promise.reject(new TypeError('fetch failed')) };
const order = { orderId: '1' };
const circle: Record<string, unknown> = {};
circle.self = circle;
const throwing = () => {
  throw new Error('of the shop');
};
const rejecting = () => Promise.reject(new Error('of the shop'));
// Programs without type checks pass these values.
const any = (value: unknown) => value as never;
const closed = new Adtrail(options());
void closed.close();

const cases: Record<string, () => unknown> = {
  'an empty ID': () => new Adtrail(options()).order({ orderId: '' }),
  'a value that is not a number': () => new Adtrail(options()).order({ ...order, value: Number.NaN }),
  'half a minor unit': () => new Adtrail(options()).order({ ...order, amount: 25.5 }),
  'an amount with a value': () => new Adtrail(options()).order({ ...order, amount: 1, value: 1 }),
  'a BigInt in properties': () => new Adtrail(options()).order({ ...order, properties: { big: 1n } }),
  'a circle in properties': () => new Adtrail(options()).order({ ...order, properties: circle }),
  'a wrong time': () => new Adtrail(options()).order({ ...order, occurredAt: any(1n) }),
  'a full queue': () => {
    const client = new Adtrail(options({ maxQueue: 1 }));
    for (let count = 0; count < 3; count++) client.order(order);
  },
  'a closed client': () => closed.order(order),
  'no order': () => new Adtrail(options()).order(any(undefined)),
  'no event': () => new Adtrail(options()).track(any(null)),
  'null for options': () => new Adtrail(options()).order(order, any(null)),
  'a check of a wrong event': () => void new Adtrail(options()).validate(any({ value: Number.NaN })),
  'every other method': () => {
    const client = new Adtrail(options());
    client.purchase(any({}));
    client.checkout(any({}));
    client.itemsAdded(any({}));
    client.contentsViewed(any({}));
    client.signUp(any({}));
    client.subscription(any({}));
  },
  'a refusal by the service': () => new Adtrail(options({ fetch: any(async () => new Response('{}', { status: 422 })) })).order(order),
  'a wrong key': () => new Adtrail(options({ fetch: any(async () => new Response('{}', { status: 401 })) })).order(order),
  'a service that is away': () => new Adtrail(options(away)).order(order),
  'a service that is away for longer than the call waits': () =>
    new Adtrail(options({ fetch: () => new Promise(() => {}) })).order(order, { timeoutMs: 1 }),
  'a call that is aborted': () => new Adtrail(options(away)).order(order, { signal: AbortSignal.abort() }),
  'a flush and a close': () => {
    const client = new Adtrail(options(away));
    client.order(order);
    void client.flush();
    void client.close({ timeoutMs: 1 });
    void client.close({ timeoutMs: 1 });
  },
  'handlers that throw': () => {
    const client = new Adtrail(options({ onError: throwing, onResult: throwing, waitUntil: throwing }));
    client.order(order);
    client.order({ orderId: '' });
  },
  'handlers that reject': () => {
    const client = new Adtrail(options({ onError: rejecting, onResult: rejecting, waitUntil: rejecting }));
    client.order(order);
    client.order({ orderId: '' });
  },
  'a spool that fails': () => {
    const spool = { open() {}, add: rejecting, remove() {}, recover: rejecting, close: rejecting };
    const client = new Adtrail(options({ spool }));
    client.order(order);
    void client.close({ timeoutMs: 1 });
  },
  'a spool that throws': () => {
    const spool = {
      open() {},
      add: any(throwing),
      remove: throwing,
      recover: any(throwing),
      close: any(throwing),
    };
    const client = new Adtrail(options({ spool }));
    client.order(order);
    void client.close({ timeoutMs: 1 });
  },
};

const module = { secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9', retryForMs: 50, onError: throwing };
const modules: Record<string, () => unknown> = {
  'a refund while the service is away': () => adjustments(module).refund({ orderId: '1', netValue: '5.00' }),
  'a refund without an ID': () => adjustments(module).refund({ orderId: '', netValue: '5.00' }),
  'no refund': () => adjustments(module).refund(any(undefined)),
  'a refund after the close': () => {
    const shop = adjustments(module);
    void shop.close({ timeoutMs: 1 });
    shop.refund({ orderId: '1', netValue: 1 });
  },
  'no adjustments': () => adjustments(module).adjust(any(null)),
  'two requests of adjustments': () =>
    adjustments(module).adjust(Array.from({ length: 1001 }, (_, at) => ({ orderId: at, netValue: 1, reason: 'refund' as const }))),
  'a withdrawal while the service is away': () => adjustments(module).withdraw({ orderId: '1' }),
  'no withdrawal': () => adjustments(module).withdraw(any(undefined)),
  'a list of adjustments': () => adjustments(module).list({ orderId: '1' }),
  'an import of spend': () => spendImports(module).create({ network: 'meta', currency: 'USD', rows: [] }),
  'no import of spend': () => spendImports(module).create(any(undefined)),
  'the import of nothing': () => spendImports(module).retrieve(any(undefined)),
  'an undone import': () => spendImports(module).undo('spend_1'),
  'a report': () => performanceReports({ ...module, readKey: 'rk_live_x' }).read({}),
  'no report': () => performanceReports({ ...module, readKey: 'rk_live_x' }).read(any(null)),
};
/** An application changes functions and objects that the package uses. */
const hosts: Record<string, () => unknown> = {
  'frozen prototypes': () => {
    for (const frozen of [Promise.prototype, Error.prototype, Array.prototype, Map.prototype]) Object.freeze(frozen);
    return new Adtrail(Object.freeze(options(away))).order(Object.freeze({ ...order }));
  },
  'frozen handlers': () => {
    const handler = Object.freeze(() => {});
    new Adtrail(options({ onError: handler, onResult: handler, waitUntil: handler })).order(order);
  },
  'a console that throws': () => {
    console.error = throwing;
    new Adtrail({ ...options(away), onError: undefined }).order({ orderId: '' });
  },
  'no fetch': () => {
    globalThis.fetch = any(undefined);
    new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9', retryForMs: 50 }).order(order);
  },
  'a fetch with an answer of its own': () => {
    globalThis.fetch = any(async () => 'ok');
    new Adtrail({ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:9', retryForMs: 50 }).order(order);
  },
};

const outcomes: Record<string, string> = {};
for (const [name, run] of Object.entries({ ...cases, ...modules, ...hosts })) {
  unhandled.length = 0;
  let thrown = '';
  try {
    run();
  } catch (error) {
    thrown = `threw ${error}`;
  }
  await new Promise((resolve) => setTimeout(resolve, 120));
  outcomes[name] = [thrown, ...unhandled].filter(Boolean).join('; ') || 'alive';
}
process.stdout.write(`${JSON.stringify({ outcomes, errors })}\n`);
