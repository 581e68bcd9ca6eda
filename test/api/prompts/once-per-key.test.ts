import { setTimeout as pause } from 'node:timers/promises';
import { oncePerKey } from '#functions/api/prompts/once-per-key.ts';
import type { PromptOrder } from '#functions/api/prompts/prompt-order.ts';

const bytes = (text: string) => ({ bytes: Buffer.from(text) });
const order = {
  topic: 'ad_prompt',
  instructions: '',
  title: '',
  message: '',
  facts: { ad_text: 'Buy shoes' },
  images: [{ role: 'ad', input: { url: 'https://a.example/1.png' } }],
} as unknown as PromptOrder;

const taken: string[][] = [];
const asked = async (given: PromptOrder, claim: { state: string } & Record<string, unknown>) => {
  const deps = {
    requests: {
      take: async (userId: number, key: string, fingerprint: string) => {
        taken.push([String(userId), key, fingerprint]);
        return claim;
      },
    },
    conversations: { withPrompts: async (id: string) => (id === 'c_1' ? { prompts: ['p_1', 'p_2'] } : null) },
  };
  const caller = { actor: { accountId: 7 }, header: () => 'key-1', requestId: 'r_1' };
  return await oncePerKey(given, caller as never, deps as never);
};
const answerOf = (given: PromptOrder, claim: Parameters<typeof asked>[1]) =>
  asked(given, claim).catch(({ code, headers }) => ({ code, headers }));

it.each<[string, Parameters<typeof asked>[1], object]>([
  ['under way', { state: 'busy', seconds: 7 }, { code: 'still_working', headers: { 'retry-after': '7' } }],
  ['of another order', { state: 'another' }, { code: 'idempotency_key_reused' }],
  ['refused', { state: 'refused' }, { code: 'validation_failed' }],
  ['done', { state: 'done', conversationId: 'c_1' }, { prompt: 'p_1', headers: {} }],
])('a request with the key of a request that is %s gets its answer', async (_, claim, answer) => {
  expect(await answerOf(order, claim)).toMatchObject(answer);
});

it('a request whose conversation is gone fails', async () => {
  await expect(asked(order, { state: 'done', conversationId: 'c_2' })).rejects.toThrow('lost its conversation');
});

it.each([true, false])('a request that fails frees its key before its answer, if it can: %s', async (isFree) => {
  const released: unknown[] = [];
  const deps = {
    now: () => Number.NaN,
    requests: {
      take: async () => ({ state: 'mine', inHand: 'request' }),
      release: async (request: unknown) => {
        await pause(10);
        released.push(request);
        if (!isFree) throw new Error('The table is down.');
      },
    },
  };
  const caller = { actor: { accountId: 7 }, header: () => 'key-1', requestId: 'r_1' };
  await expect(oncePerKey(order, caller as never, deps as never)).rejects.toThrow('Invalid time value');
  expect(released).toEqual(['request']);
});

const image = (role: string, input: object) => ({ images: [{ role, input }] }) as unknown as PromptOrder;
it.each<[string, Partial<PromptOrder>]>([
  ['topic', { topic: 'template_prompt' }],
  ['facts', { facts: { ad_text: 'Buy boots' } }],
  ['images', { images: [] }],
  ['role of an image', image('product', { url: 'https://a.example/1.png' })],
  ['address of an image', image('ad', { url: 'https://a.example/2.png' })],
  ['bytes of an image', image('ad', bytes('one'))],
  ['other bytes of an image', image('ad', bytes('two'))],
])('a key belongs to the order with its %s', async (_, change) => {
  taken.length = 0;
  for (const given of [order, { ...order }, { ...order, ...change }]) await answerOf(given, { state: 'another' });
  const [first, same, changed] = taken;
  expect(first?.slice(0, 2)).toEqual(['7', 'key-1']);
  expect(same).toEqual(first);
  expect(changed?.[2]).not.toBe(first?.[2]);
});

it('a key tells the bytes of one image from those of another', async () => {
  taken.length = 0;
  for (const text of ['one', 'two']) await answerOf({ ...order, ...image('ad', bytes(text)) }, { state: 'another' });
  expect(new Set(taken.map(([, , fingerprint]) => fingerprint)).size).toBe(2);
});
