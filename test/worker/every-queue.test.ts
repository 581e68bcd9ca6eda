import { type Message, type QueueName, queueNames } from '#functions/queues.ts';
import { tableNames } from '#shared/store/tables.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { samplesOfCapabilities } from './message-samples.ts';

const at = '2026-11-21T12:00:00.000Z';
const nobody = 999_999;
const outdated: { [Q in QueueName]?: Message<Q> } = {
  effects: {
    effect: { kind: 'mail', id: 'x#1', to_user: nobody, template: 'password_changed', data: { at } },
  },
  notices: { id: 'x#1', text: 'Signed up' },
  nudge_email: { user_id: nobody, nudge_id: 'n_1', type: 'cart_abandoned', day: '2026-11-21' },
  bulk_mail: {
    effect: { kind: 'mail', id: 'x#2', to_user: nobody, template: 'password_changed', data: { at } },
    ordered_at: at,
  },
  erasure: { account_id: nobody, task_id: 'task_1', selector: { clickIds: ['s_0'] }, until: at },
  export: {
    account_id: nobody,
    export_id: 'exp_1',
    environment: 'live',
    created_at: at,
    from: '2026-11-20',
    to: '2026-11-21',
  },
  grants: { task_id: 'task_1', shard: 0 },
  backup: { task_id: 'task_1', shard: 0 },
  prune: { task_id: 'task_1', shard: 0 },
  recount: { task_id: 'task_1', shard: 0 },
  account_erasure: { task_id: 'task_1', shard: 0 },
  verdicts: { signal: 'data_centre', click_ids: ['s_4fTq0ZkJ8vW2nRxLmP7aBc'], wait: 2 },
  reset_codes: { email: 'nobody@visitor.example', request_id: 'req_1' },
  description_checks: { user_id: nobody },
  mail_events: { eventType: 'Open' },
  spend_import: { account_id: nobody, environment: 'live', import_id: 'imp_1' },
  reconciliation: { account_id: nobody, environment: 'live', reconciliation_id: 'recon_1' },
  media: { handle: 'nobody', urls: ['https://ads.example/1.png'] },
  discovery: { task_id: 'task_1', user_id: nobody },
  webhooks: { account_id: nobody, endpoint_id: 'whe_1', work: { tick: 1 } },
  assistant_report: { task_id: 'task_1', user_id: nobody },
  keyword_plan: { task_id: 'task_1', user_id: nobody },
};

const ofCapabilities = await samplesOfCapabilities();

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
  await newUser(app);
  await app.settle();
});
beforeEach(() => {
  app.world.messages.length = 0;
  app.world.mails.length = 0;
});
const stored = async () => (await Promise.all(tableNames.map((name) => allItems(app.world, name)))).flat();
async function handOver(queue: QueueName, message: object) {
  app.world.messages.push({ queue, message } as never);
  await app.work(queue);
}

describe.each(queueNames)('the queue %s', (queue) => {
  it('refuses a message of another form, and stores and mails nothing', async () => {
    const before = await stored();
    await expect(handOver(queue, { nonsense: true })).rejects.toThrow(`A message of ${queue} has failed.`);
    expect(await stored()).toEqual(before);
    expect(app.world.mails).toEqual([]);
  });

  it('ends a message about what no longer exists, and mails nobody', async () => {
    const message = outdated[queue] ?? ofCapabilities[queue]?.outdated;
    if (!message) throw new Error(`The queue ${queue} has no sample of a message.`);
    await handOver(queue, message);
    expect(app.world.messages).toEqual([]);
    expect(app.world.mails).toEqual([]);
  });
});
