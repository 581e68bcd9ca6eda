import { type Message, queues } from '#functions/queues.ts';
import type { Deps as NoticeDeps } from '#functions/workers/notices/needs.ts';
import { postNotices } from '#functions/workers/notices/post-notices.ts';
import { postsOf, sharedPosts } from '#functions/workers/notices/posts-of.ts';
import { deliverChanges } from '#functions/workers/outbox/deliver-changes.ts';
import { channel as channelMock } from '#lib/local/vendors/channel.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { noticesQueue } from '#shared/notifications/queues.ts';
import { webhookChannel } from '#shared/notifications/vendors/webhook-channel.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { context, sqsEvent } from '#test/worker/lambda-events.ts';

type Notice = Message<'notices'>;
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const noticesOf = (count: number): Notice[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `burst#${i}`,
    text: `User ${i} asks for early access to social_ads & more.`,
  }));
const deps = (changes: Partial<NoticeDeps> = {}): NoticeDeps => ({ ...app.noticeDeps(), ...changes });
const lines = () => app.world.notices.flatMap((post) => post.split('\n'));
const failing = (error: Error, times = Number.POSITIVE_INFINITY): NoticeDeps['channel'] => {
  let left = times;
  const { channel } = app.noticeDeps();
  return { post: (text) => (left-- > 0 ? Promise.reject(error) : channel.post(text)) };
};
const busy = (retryAfterSeconds?: number) => new VendorUnavailable('channel', 'busy', { status: 429, retryAfterSeconds });

function mockServer() {
  const { clock } = app.world;
  const { routes } = channelMock(() => clock.now);
  const route = Object.values(routes)[0];
  const posts: { at: number; text: string }[] = [];
  let refused = 0;
  const answer = async (_url: unknown, { body = '' }: { body?: unknown } = {}) => {
    const asked = { params: { secret: 'x' }, body: JSON.parse(String(body)) as { text: string } };
    const { status, body: word, headers } = (await route?.(asked as never)) ?? { status: 500, body: '' };
    if (status === 200) posts.push({ at: clock.now, text: asked.body.text });
    else refused++;
    return new Response(String(word), { status, headers: headers ?? {} });
  };
  const call = vendorCall({
    vendor: 'channel',
    baseUrl: 'http://channel.example',
    stage: 'local',
    timeoutMs: 60_000,
    fetch: answer as typeof fetch,
  });
  return {
    channel: webhookChannel({ call, path: async () => '/services/T/B/x' }),
    posts,
    refused: () => refused,
    async pause(milliseconds: number) {
      const until = clock.now + milliseconds;
      await new Promise(setImmediate);
      clock.now = Math.max(clock.now, until);
    },
  };
}

/** Receipts are in memory, because a burst would write 20,000 of them into the store. */
function receiptsInMemory(): NoticeDeps['receipts'] {
  const known = new Map<string, 'busy' | 'delivered'>();
  return {
    async claim(id) {
      const claim = known.get(id) ?? 'mine';
      if (claim === 'mine') known.set(id, 'busy');
      return claim;
    },
    delivered: async (id) => void known.set(id, 'delivered'),
    release: async (id) => void known.delete(id),
  };
}

async function drain(notices: readonly Notice[], changes: Partial<NoticeDeps> = {}, received = 0): Promise<number> {
  const waiting = notices.map((body, i) => ({ body, id: `m${i}`, tries: received, from: 0 }));
  const { clock } = app.world;
  const hidden = new Map<string, number>();
  const own = deps(changes);
  const handler = queueBatchWorker(
    noticesQueue,
    () => ({
      ...own,
      queues: {
        ...own.queues,
        holdBack: async (_queue, handle: string, seconds: number) =>
          void hidden.set(handle.slice('handle-'.length), clock.now + seconds * 1000),
      },
    }),
    postNotices,
  );
  let most = 0;
  const poll = async () => {
    while (waiting.length > 0) {
      const due = waiting.filter(({ from }) => from <= clock.now).slice(0, queues.notices.batchSize);
      if (due.length === 0) {
        clock.now = Math.max(clock.now, Math.min(...waiting.map(({ from }) => from)));
        continue;
      }
      for (const message of due) {
        waiting.splice(waiting.indexOf(message), 1);
        most = Math.max(most, ++message.tries);
      }
      const { batchItemFailures } = await handler(sqsEvent(...due), context);
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const message of due) {
        if (!failed.has(message.id)) continue;
        message.from = hidden.get(message.id) ?? clock.now + 1000;
        waiting.push(message);
      }
    }
  };
  await Promise.all(Array.from({ length: queues.notices.maxConcurrency }, poll));
  return most;
}

describe('a burst of 10,000 notices', () => {
  it('a burst of 10,000 notices arrives whole, each once, at the pace of the channel, and in a quarter of an hour', async () => {
    const { channel, posts, refused, pause } = mockServer();
    const effects = noticesOf(10_000).map(({ id, text }): EffectOf<'notice'> => ({ kind: 'notice', id, text }));
    const change = (effect: EffectOf<'notice'>) => ({
      sequence: effect.id,
      before: null,
      after: { pk: 'a', sk: effect.id, effects: JSON.stringify([effect]) },
    });
    const outbox = app.workerDeps('outbox');
    for (let at = 0; at < effects.length; at += 50)
      await deliverChanges({ shardId: '', changes: effects.slice(at, at + 50).map(change) }, outbox);
    const messages = app.world.messages.splice(0).map(({ message }) => message as Notice);
    expect(messages).toHaveLength(10_000);

    const began = app.world.clock.now;
    const tries = await drain(messages, { channel, pause, receipts: receiptsInMemory() });
    expect(tries).toBeLessThanOrEqual(3);
    expect(refused()).toBe(0);
    const arrived = posts.flatMap(({ text }) => text.split('\n'));
    expect(arrived).toHaveLength(10_000);
    const sent = effects.map(({ text }) => text.replace('&', '&amp;'));
    expect(new Set(arrived)).toEqual(new Set(sent));
    const seconds = (app.world.clock.now - began) / 1000;
    expect(posts.length).toBe(600);
    expect(seconds).toBeGreaterThanOrEqual(posts.length - 11);
    expect(seconds).toBeLessThan(900);
    for (const [i, { at }] of posts.entries())
      for (const window of [1, 5, 30, 60]) {
        const within = posts.slice(i).filter((post) => post.at < at + window * 1000).length;
        expect(within).toBeLessThanOrEqual(10 + window);
      }
  });
});

describe('notices', () => {
  it('notices share a post, in their order, as many as are read at once and as fit', () => {
    expect(sharedPosts(noticesOf(45)).map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(postsOf(noticesOf(100)).map(({ length }) => length)).toEqual([1, 20, 20, 20, 20, 19]);
    const long = (length: number) => ({ text: '&'.repeat(length / 5) });
    const texts = [long(1500), long(1495), long(5), long(5000), long(5)];
    const sizes = sharedPosts(texts).map((post) => post.length);
    expect(sizes).toEqual([2, 1, 1, 1]);
  });

  it.each([10, 60, 99])('up to a full batch go out one by one, so that a lost answer repeats one: %i', async (count) => {
    expect(postsOf(noticesOf(count)).map(({ length }) => length)).toEqual(Array(count).fill(1));
    const { channel } = app.noticeDeps();
    let calls = 0;
    const losing: NoticeDeps['channel'] = {
      async post(text) {
        await channel.post(text);
        if (++calls === 4) throw new Error('The answer was lost.');
      },
    };
    const notices = noticesOf(count);
    await drain(notices, { channel: losing });
    expect([...lines()].sort()).toEqual([...notices.map(({ text }) => text), notices[3]?.text].sort());
  });

  it('notices in a backlog repeat one for each answer that is lost while the channel loses all answers', async () => {
    const { channel } = app.noticeDeps();
    let lost = 0;
    const losing: NoticeDeps['channel'] = {
      async post(text) {
        await channel.post(text);
        if (++lost <= 5) throw new VendorUnavailable('channel', 'no_answer');
      },
    };
    const notices = noticesOf(400);
    await drain(notices, { channel: losing });
    expect(new Set(lines()).size).toBe(400);
    expect(lines().length).toBeLessThanOrEqual(405);
  });

  it('notices are posted once by workers side by side, with their messages doubled', async () => {
    const notices = noticesOf(30);
    await drain([...notices, ...notices, ...notices]);
    expect(lines().sort()).toEqual(notices.map(({ text }) => text).sort());
  });

  it('notices are held back as long as a busy channel asks, all of them, by every worker', async () => {
    const { clock } = app.world;
    const began = clock.now;
    const outcomes = await postNotices(noticesOf(50), deps({ channel: failing(busy(120)) }));
    expect(outcomes).toHaveLength(50);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ atLeastSeconds: 120 });
    const other = await postNotices([{ id: 'other', text: 'Other' }], deps());
    expect(other[0]?.atLeastSeconds).toBeGreaterThan(100);
    expect(app.world.notices).toEqual([]);
    clock.now = began + 121_000;
    expect(await postNotices(noticesOf(30), deps())).toEqual(noticesOf(30).map(() => null));
    expect(lines()).toHaveLength(30);
  });

  it.each([0, 0.5, 0.999999])(
    'notices of a worker that died come as its lease ends, however often they were looked at: chance %d',
    async (chance) => {
      const { clock } = app.world;
      const notices = noticesOf(3);
      const { receipts } = app.noticeDeps();
      for (const { id } of notices) expect(await receipts.claim(id)).toBe('mine');
      const began = clock.now;
      const tries = await drain(notices, { random: () => chance }, 50);
      expect(lines()).toHaveLength(3);
      expect((clock.now - began) / 1000).toBeGreaterThanOrEqual(60);
      expect((clock.now - began) / 1000).toBeLessThan(60 + 15 + 5);
      expect(tries).toBeLessThanOrEqual(64);
    },
  );

  it('notices that lacked a turn come soon after the hold, however often they were received', async () => {
    const { clock } = app.world;
    await app.noticeDeps().pace.hold('channel', 120_000);
    const held: number[] = [];
    const own = deps();
    const handler = queueBatchWorker(
      noticesQueue,
      () => ({
        ...own,
        queues: { ...own.queues, holdBack: async (_, __, seconds: number) => void held.push(seconds) },
      }),
      postNotices,
    );
    const [body] = noticesOf(1);
    expect((await handler(sqsEvent({ body, tries: 50 }), context)).batchItemFailures).toHaveLength(1);
    expect(held[0]).toBeGreaterThanOrEqual(120);
    expect(held[0]).toBeLessThanOrEqual(136);
    clock.now += (held[0] ?? 0) * 1000;
    expect((await handler(sqsEvent({ body, tries: 51 }), context)).batchItemFailures).toEqual([]);
    expect(lines()).toHaveLength(1);
  });

  it('notices outlast hours of a busy channel, far from the dead-letter queue', async () => {
    const { clock } = app.world;
    const until = clock.now + 6 * 3_600_000;
    const { channel } = app.noticeDeps();
    const tries = await drain(noticesOf(120), {
      channel: { post: (text) => (clock.now < until ? Promise.reject(busy(1)) : channel.post(text)) },
    });
    expect(lines()).toHaveLength(120);
    expect(tries).toBeLessThan(queues.notices.maxReceives * 0.6);
  });

  it.each([
    ['is down', new VendorUnavailable('channel', 'failed', { status: 500 })],
    ['does not answer', new VendorUnavailable('channel', 'no_answer')],
    ['was taken away', new VendorUnavailable('channel', 'refused', { status: 404 })],
  ])('notices wait for a channel that %s, which is tried once a run', async (_, error) => {
    let tries = 0;
    const counted = { post: async () => void (await Promise.reject(++tries && error)) };
    const outcomes = await postNotices(noticesOf(50), deps({ channel: counted }));
    expect([tries, outcomes.filter(Boolean).length]).toEqual([1, 50]);
    await drain(noticesOf(50));
    expect(lines()).toHaveLength(50);
  });

  it('notices with a bad one among them arrive all the same; the bad one alone fails', async () => {
    const notices = noticesOf(100);
    const { channel } = app.noticeDeps();
    const bad = notices[7]?.text ?? '';
    const picky: NoticeDeps['channel'] = {
      post: (text) =>
        text.includes(bad) ? Promise.reject(new VendorUnavailable('channel', 'refused', { status: 400 })) : channel.post(text),
    };
    const outcomes = await postNotices(notices, deps({ channel: picky }));
    expect(outcomes.flatMap((outcome, i) => (outcome ? [i] : []))).toEqual([7]);
    expect(lines()).toHaveLength(99);
  });

  it('notices whose receipt cannot be signed are looked at again, and not told as done', async () => {
    const { receipts } = app.noticeDeps();
    const delivered = () => Promise.reject(new Error('The store is down.'));
    const outcomes = await postNotices(noticesOf(3), deps({ receipts: { ...receipts, delivered } }));
    expect(outcomes.map((outcome) => outcome?.error.message)).toEqual(Array.from({ length: 3 }, () => 'The store is down.'));
  });
});
