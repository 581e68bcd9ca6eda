import { adjustments } from '#packages/node/src/adjustments.ts';
import { Adtrail, AdtrailError, emailSha256 } from '#packages/node/src/index.ts';
import type { Call, Outcome } from './clients.ts';

const none = Symbol('JavaScript has no such value');

function decoded(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(decoded);
  if (typeof given !== 'object' || given === null) return given;
  const { $: tag, text = '' } = given as { $?: string; text?: string };
  if (tag === undefined) return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, decoded(inner)]));
  const cycle: Record<string, unknown> = {};
  cycle.cycle = cycle;
  const values: Record<string, () => unknown> = {
    missing: () => undefined,
    cycle: () => cycle,
    NaN: () => Number.NaN,
    Infinity: () => Number.POSITIVE_INFINITY,
    float: () => Number(text),
    number: () => Number(text),
    int: () => BigInt(text),
    sum: () => 0.1 + 0.2,
    date: () => new Date(text),
    'bad date': () => new Date(Number.NaN),
    bytes: () => Buffer.from(text, 'hex').reduce((all, byte) => all + String.fromCharCode(byte < 128 ? byte : 0xdc00 + byte), ''),
  };
  return Object.hasOwn(values, tag) ? values[tag]?.() : none;
}

const names: Record<string, string> = {
  svc_click_id: 'click',
  external_user_id: 'userId',
  occurred_at: 'occurredAt',
  user_data: 'user',
};
const eventOf = (id: unknown) => ({ event_type: 'order_created', event_id: id as string });

/** The calls that make an event ID of the ID. */
export const callsWithId = (client: Adtrail, given: unknown): Promise<unknown>[] => {
  const id = given as string;
  return [
    client.order({ orderId: id }),
    client.purchase({ orderId: id }),
    client.checkout({ checkoutId: id }),
    client.itemsAdded({ cartId: id }),
    client.signUp({ userId: id }),
    client.contentsViewed({ contentId: id, sessionId: '1' }),
    client.contentsViewed({ contentId: '1', sessionId: id }),
    client.subscription({ subscriptionId: id }),
  ];
};

export async function outcomesOfNode(calls: readonly Call[], baseUrl: string): Promise<Outcome[]> {
  const options = { secretKey: 'sk_test_x', baseUrl };
  const client = new Adtrail({ ...options, onError: () => {}, batchDelayMs: 0, retryForMs: 0 });
  const { refund } = adjustments(options);
  const made = (kind: string, given: unknown) =>
    ({
      orderIds: () => client.order({ orderId: given as string }),
      refundIds: () => refund({ orderId: given as string, netValue: '1' }),
      netValues: () => refund({ orderId: '1', netValue: given as string }),
      eventIds: () => client.track(eventOf(given)),
      track: () => client.track(given as never),
      emails: () => emailSha256(...(given as Parameters<typeof emailSha256>)),
    })[kind] ?? (() => client.order({ orderId: '1', [names[kind] ?? kind]: given }));
  const outcomes: Outcome[] = [];
  for (const [kind, encoded] of calls) {
    const given = decoded(encoded);
    if (given === none) outcomes.push({ none: true });
    else if (kind === 'orderIds') {
      const all = await Promise.all(callsWithId(client, given).map(outcomeOf));
      const codes = new Set(all.map(({ error }) => error?.code));
      outcomes.push(codes.size === 1 ? (all[0] as Outcome) : { crash: `the calls differ: ${[...codes]}` });
    } else outcomes.push(await outcomeOf(made(kind, given)()));
  }
  await client.close();
  return outcomes;
}

const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    (result) => ({ result: result as Record<string, unknown> }),
    (error: unknown) =>
      error instanceof AdtrailError
        ? {
            error: {
              status: error.httpStatus ?? 0,
              code: error.code,
              message: error.message,
              request_id: error.requestId ?? null,
            },
          }
        : { crash: String(error) },
  );
