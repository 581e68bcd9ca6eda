import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queues } from '#functions/queues.ts';
import { deliverChanges } from '#functions/workers/outbox/deliver-changes.ts';
import type { Deps as OutboxWorkerDeps } from '#functions/workers/outbox/needs.ts';
import { keepFailedRecords } from '#lib/ops/redrive-changes.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import type { Mailer } from '#shared/mail/mailer.ts';
import type { Effect, EffectOf } from '#shared/messages/effects.ts';
import { MessageRefused } from '#shared/messages/sender.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { keyOf } from '#shared/outbox/items.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { Unavailable } from '#shared/values/unavailable.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { context, sqsEvent } from '#test/worker/lambda-events.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
let effects = 0;
beforeAll(async () => {
  app = await startApp(await newWorld());
  user = await newUser(app);
});
beforeEach(() => {
  app.world.mails.length = 0;
  app.world.messages.length = 0;
});

const newEffect = (to_user = user.id): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `test#${++effects}`,
  to_user,
  template: 'secret_key_exposed',
  data: { name: `Key ${effects}`, ending: 'abcd', at: '2026-11-21 12:00 UTC' },
});
const batchOf = (...changes: { before?: Effect[]; after: Effect[] | null }[]) => ({
  shardId: '',
  changes: changes.map(({ before, after }, i) => ({
    sequence: String(i),
    before: before ? { pk: 'a', sk: 'b', effects: JSON.stringify(before) } : null,
    after: after && { pk: 'a', sk: 'b', effects: JSON.stringify(after) },
  })),
});
type Deps = OutboxWorkerDeps;
const deps = (changes: Partial<Deps> = {}): Deps => ({ ...app.workerDeps('outbox'), ...changes });
const failing = (times: number): Mailer => {
  let left = times;
  return {
    async send(mail) {
      if (left-- > 0) throw new Error('The mail service is down.');
      await deps().mailer.send(mail);
    },
  };
};
const subjects = () => app.world.mails.map(({ text }) => /“(.*?)”/.exec(text)?.[1]);
async function drain(changes: Partial<Deps> = {}) {
  const handler = queueWorker(
    effectsQueue,
    () => ({ ...app.workerDeps('effects'), ...changes }),
    ({ effect }, all) => deliver(effect, all),
  );
  const failures: number[] = [];
  for (const { message } of app.world.messages.splice(0)) {
    for (let tries = 1; tries <= queues.effects.maxReceives; tries++) {
      const { batchItemFailures } = await handler(sqsEvent({ body: message, tries }), context);
      if (batchItemFailures.length === 0) break;
      failures.push(tries);
    }
  }
  return failures;
}

describe('an effect', () => {
  it('an effect is delivered in words to its user', async () => {
    const effect = newEffect();
    await deliverChanges(batchOf({ after: [effect] }), deps());
    expect(app.world.mails).toMatchObject([{ to: user.email, subject: 'A secret Conversion API key is used in a browser' }]);
    expect(app.world.mails[0]?.text).toContain('ending in abcd');
  });

  it('an effect is delivered once, however often its record is delivered', async () => {
    const batch = batchOf({ after: [newEffect(), newEffect()] });
    for (let i = 0; i < 4; i++) await deliverChanges(batch, deps());
    expect(app.world.mails).toHaveLength(2);
    expect(app.world.messages).toEqual([]);
  });

  const at = '2026-11-21T12:00:00.000Z';
  it.each<Effect>([
    { kind: 'notice', id: 'q1', text: 'A sentence' },
    { kind: 'reset_code', id: 'q2', email: 'ada@company.example', request_id: 'r1' },
    {
      kind: 'nudge',
      id: 'q3',
      user_id: 1,
      nudge_id: 'n1',
      type: 'cart_abandoned',
      day: '2026-11-21',
      due_at: at,
    },
    { kind: 'user_task', id: 'q4', job: 'discovery', task_id: 't1', user_id: 1, due_at: null },
    { kind: 'description_check', id: 'q5', user_id: 1 },
    { kind: 'webhook_work', id: 'q6', account_id: 1, endpoint_id: 'whe_1', work: { tick: 1 }, due_at: null },
  ])('an effect of kind $kind is not done before its message is on the queue', async (effect) => {
    const send = () => Promise.reject(new Unavailable('queue', null));
    const down = { ...app.workerDeps('effects'), queues: { send } } as unknown as Parameters<typeof deliver>[1];
    await expect(deliver(effect, down)).rejects.toThrow(Unavailable);
    await deliver(effect, app.workerDeps('effects'));
    expect(app.world.messages).toHaveLength(1);
  });

  it('an effect is delivered once by workers side by side, and by what they put on the queue', async () => {
    const batch = batchOf({ after: [newEffect()] });
    await Promise.all(Array.from({ length: 6 }, () => deliverChanges(batch, deps())));
    expect(app.world.mails).toHaveLength(1);
    app.world.clock.now += 61_000;
    expect(await drain()).toEqual([]);
    expect(app.world.mails).toHaveLength(1);
  });

  it('an effect of a change is delivered when the change brought it, not when it was there before', async () => {
    const [old, young, last] = [newEffect(), newEffect(), newEffect()];
    await deliverChanges(
      batchOf({ before: [old], after: [old, young] }, { before: [young], after: [last] }, { before: [last], after: null }),
      deps(),
    );
    expect(subjects().sort()).toEqual([young, last].map(({ data }) => data.name));
    expect(app.world.messages).toEqual([]);
  });

  it('an effect of a notice reaches an address that nobody verified without words of the account, and a welcome waits', async () => {
    const stranger = await newUser(app, { emailVerified: false });
    const data = {
      name: 'Buy at evil.example',
      event_id: 'evil.example',
      url: 'https://evil.example',
      at: 'now',
    };
    for (const template of ['secret_key_issued', 'welcome', 'event_id_conflict', 'webhook_disabled'] as const)
      await deliver({ ...newEffect(stranger.id), template, data: { ...data, sent_type: 'evil.example' } }, deps());
    expect(app.world.mails).toHaveLength(3);
    for (const { text, html } of app.world.mails) expect(text + html).not.toContain('evil.example');
  });

  it('an effect to nobody, or to an inactive user, is done with without a mail', async () => {
    const inactive = randomInt(1, 2 ** 47);
    const createdAt = '2026-11-21T00:00:00.000Z';
    const email = `i${inactive}@x.example`;
    await app.users.create(newAccount({ id: inactive, email, createdAt, isActive: false }));
    const some = [newEffect(inactive), newEffect(randomInt(1, 2 ** 47))];
    await deliverChanges(batchOf({ after: some }), deps());
    expect([app.world.mails, app.world.messages]).toEqual([[], []]);
    for (const { id } of some) expect(await deps().receipts.claim(id)).toBe('delivered');
  });
});

describe('a mail service that fails', () => {
  it.each([
    [0, 1],
    [0.999, queues.effects.retrySeconds[0]],
  ])('a mail service that fails puts the effect on the queue, with a delay by chance (%j: %j s)', async (random, delaySeconds) => {
    const effect = newEffect();
    await deliverChanges(batchOf({ after: [effect] }), deps({ mailer: failing(1), random: () => random }));
    expect(app.world.messages).toEqual([{ queue: 'effects', message: { effect }, delaySeconds }]);
    expect(app.world.mails).toEqual([]);
  });

  it('a mail service that fails holds up neither the other effects of the batch nor the stream', async () => {
    await deliverChanges(
      batchOf({ after: [newEffect()] }, { after: [newEffect()] }, { after: [newEffect()] }),
      deps({ mailer: failing(1) }),
    );
    expect([app.world.mails.length, app.world.messages.length]).toEqual([2, 1]);
  });

  it('a mail service that fails delays the effect: the queue delivers it when the service is back, without waiting for a lease', async () => {
    await deliverChanges(batchOf({ after: [newEffect()] }), deps({ mailer: failing(1) }));
    expect(await drain({ mailer: failing(3) })).toEqual([1, 2, 3]);
    expect(app.world.mails).toHaveLength(1);
    expect(await drain()).toEqual([]);
  });

  it('a mail service that fails and a queue that fails too leave the record to the stream', async () => {
    const batch = batchOf({ after: [newEffect()] });
    const send = () => Promise.reject(new Error('The queue is down.'));
    await expect(deliverChanges(batch, deps({ mailer: failing(1), queues: { ...deps().queues, send } }))).rejects.toThrow('queue');
    await deliverChanges(batch, deps());
    expect(app.world.mails).toHaveLength(1);
  });
});

describe('an effect that can never be delivered', () => {
  const dead = async () => (await allItems(app.world, 'accounts')).filter(({ kind }) => kind === 'dead_effect');
  const held = async () => (await dead()).map((item) => item.held);
  const redrive = () => deadEffectsIn(accounts(), { now: () => app.world.clock.now }).redrive();
  const accounts = () => tableAt(`${app.world.prefix}accounts`, testDynamo());
  const notice = (text: string): Effect => ({ kind: 'notice', id: `test#${++effects}`, text });
  const changesOf = (...texts: string[]) => ({
    shardId: '',
    changes: texts.map((text, i) => ({
      sequence: String(i),
      before: null,
      after: { pk: 'a', sk: 'b', effects: text },
    })),
  });
  afterEach(async () => accounts().removeMany(await dead()));

  it.each([
    ['of another shape', (good: Effect) => JSON.stringify([{ ...good, id: 'bad#1', text: '' }])],
    ['of a kind that is not known', (good: Effect) => JSON.stringify([{ ...good, kind: 'rocket', id: 'bad#2' }])],
    ['without an id', () => '[{"kind":"notice"}]'],
    ['that is no object', () => '[null]'],
    ['in a text that is no JSON', () => '[{"kind"'],
  ])('%s is kept, and the batch goes on', async (_, spoiled) => {
    const good = newEffect();
    const batch = changesOf(spoiled(notice('x')), JSON.stringify([good]));
    await deliverChanges(batch, deps());
    await deliverChanges(batch, deps());
    expect(app.world.mails).toHaveLength(1);
    expect(await held()).toEqual([spoiled(notice('x')).startsWith('[{"kind"') ? expect.any(String) : spoiled(notice('x'))]);
  });

  it('an effect that can never be delivered since the queue refuses it is kept, and the batch goes on', async () => {
    const [bad, good] = [notice('bad'), notice('good')];
    const { queues: own } = deps();
    const send: typeof own.send = async (queue, message, options) => {
      if (JSON.stringify(message).includes(bad.id)) throw new MessageRefused(queue, 'content');
      await own.send(queue, message, options);
    };
    await deliverChanges(batchOf({ after: [bad] }, { after: [good] }), deps({ queues: { ...own, send } }));
    expect(app.world.messages.map(({ message }) => (message as { id: string }).id)).toEqual([good.id]);
    expect(await held()).toEqual([JSON.stringify([bad])]);
  });

  it('whatever characters its text has is delivered all the same', async () => {
    const odd = ['😀', '\ufffe', '\uffff', '\u{10ffff}'].map(notice);
    await deliverChanges(batchOf({ after: odd }), deps());
    expect(app.world.messages.map(({ message }) => message)).toEqual(
      odd.map((one) => ({ id: one.id, text: (one as EffectOf<'notice'>).text })),
    );
    expect(await dead()).toEqual([]);
  });

  it('an effect that can never be delivered for as long as a queue fails is kept after two minutes, and the stream goes on', async () => {
    const effect = notice('late');
    const batch = batchOf({ after: [effect] });
    const at = app.world.clock.now;
    const failing = {
      queues: { ...deps().queues, send: () => Promise.reject(new Unavailable('queue', null)) },
    };
    const old = { ...batch, changes: batch.changes.map((change) => ({ ...change, at })) };
    await expect(deliverChanges(old, deps(failing))).rejects.toThrow(Unavailable);
    app.world.clock.now += 120_000;
    await deliverChanges(old, deps(failing));
    expect(await held()).toEqual([JSON.stringify([effect])]);
  });

  it('an effect that can never be delivered is delivered once after a redrive, when its fault is gone', async () => {
    const effect = notice('again');
    await deps().deadEffects.keep(JSON.stringify([effect]), new Error('test'));
    await app.settle();
    expect(await redrive()).toBe(1);
    await app.settle();
    expect(app.world.messages).toMatchObject([{ queue: 'notices', message: { id: effect.id } }]);
    expect([await dead(), await redrive()]).toEqual([[], 0]);
    await app.settle();
    expect(app.world.messages).toHaveLength(1);
  });

  it('an effect that can never be delivered is kept again after a redrive, when its fault is not gone', async () => {
    await deps().deadEffects.keep('[{"kind":"notice"}]', new Error('test'));
    await redrive();
    await app.settle();
    expect(await held()).toEqual(['[{"kind":"notice"}]']);
  });

  it.each([
    ['mail', { kind: 'mail', id: 'later#1', to_user: 1, template: 'of_a_later_version', data: {} }],
    [
      'entry of the activity log',
      {
        kind: 'activity',
        id: 'later#2',
        user_id: 1,
        type: 'of_a_later_version',
        at: '2026-11-21T12:00:00.000Z',
        actor: { kind: 'system', id: null },
        network: null,
        request_id: null,
        details: {},
      },
    ],
  ])('an effect that can never be delivered, a %s that only a later version knows, fails in the queue', async (_, effect) => {
    expect(await app.attempt('effects', { effect })).toBe(false);
    expect(app.world.mails).toEqual([]);
  });

  it('an effect that can never be delivered is not lost by a redrive that dies, nor doubled by the next one', async () => {
    const effect = notice('died');
    const text = JSON.stringify([effect]);
    await deps().deadEffects.keep(text, new Error('test'));
    const key = keyOf.deadEffect(sha256(text));
    await accounts().update({
      key,
      update: 'SET effects = :e, redriveId = :t',
      values: { ':e': text, ':t': 'x' },
    });
    await app.settle();
    await redrive();
    await app.settle();
    expect(app.world.messages).toMatchObject([{ message: { id: effect.id } }]);
    expect(await dead()).toEqual([]);
  });

  it('an effect that can never be delivered in a record that its stream gave up is kept from the file of a host, and sent by the redrive', async () => {
    const effect = notice('given up');
    const record = {
      dynamodb: { SequenceNumber: '1', NewImage: { effects: { S: JSON.stringify([effect]) } } },
    };
    const folder = await mkdtemp(join(tmpdir(), 'adtrail-redrive-'));
    const file = join(folder, 'failed.ndjson');
    const lines = [
      { function: 'outbox', error: 'x', record },
      { function: 'search-index', error: 'x', record },
    ];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await keepFailedRecords(file, deps().deadEffects)).toBe(2);
    expect(await keepFailedRecords(file, deps().deadEffects)).toBe(0);
    await redrive();
    await app.settle();
    expect(app.world.messages).toMatchObject([{ message: { id: effect.id } }]);
    await rm(folder, { recursive: true });
  });
});

describe('a worker that dies', () => {
  it('a worker that dies between claim and delivery leaves the effect to the next one, after the lease', async () => {
    const batch = batchOf({ after: [newEffect()] });
    const { receipts } = deps();
    expect(await receipts.claim(`test#${effects}`)).toBe('mine');
    app.world.clock.now += 60_000;
    await deliverChanges(batch, deps());
    expect([app.world.mails.length, app.world.messages.length]).toEqual([0, 1]);
    app.world.clock.now += 1;
    expect(await drain()).toEqual([]);
    expect(app.world.mails).toHaveLength(1);
  });

  it('a worker that dies is waited for by the queue as long as its lease runs', async () => {
    const { id } = newEffect();
    const { receipts } = deps();
    await receipts.claim(id);
    const {
      maxReceives,
      retrySeconds: [first, most],
    } = queues.effects;
    const shortest = Array.from({ length: maxReceives - 1 }, (_, i) => Math.min(most, first * 2 ** i) / 2);
    expect(shortest.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(61);
  });
});

describe('notices of keys', () => {
  const issued = (to_user: number): EffectOf<'mail'> => ({
    ...newEffect(to_user),
    template: 'secret_key_issued',
  });

  it('notices of keys are ten a day, then one that says so, however often and whenever each is delivered', async () => {
    const other = await newUser(app);
    const notices = Array.from({ length: 25 }, () => issued(user.id));
    for (const notice of notices) await deliver(notice, deps());
    for (const notice of notices) await deliver(notice, deps());
    await deliver(issued(other.id), deps());
    const sent = app.world.mails.map(({ to, subject }) => `${to === user.email} ${subject}`);
    expect(sent).toEqual([
      ...Array.from({ length: 10 }, () => 'true A new Conversion API key was created'),
      'true Many Conversion API keys were changed today',
      'false A new Conversion API key was created',
    ]);
    app.world.mails.length = 0;
    app.world.clock.now += 86_400_000;
    await deliver(issued(user.id), deps());
    expect(app.world.mails.map(({ subject }) => subject)).toEqual(['A new Conversion API key was created']);
  });

  it('notices of keys side by side are no more', async () => {
    const busy = await newUser(app);
    const delivered = await Promise.allSettled(Array.from({ length: 20 }, () => issued(busy.id)).map((notice) => deliver(notice, deps())));
    expect(delivered.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(11);
    expect(app.world.mails).toHaveLength(11);
  });
});
