import { createServer } from 'node:http';
import { type Message, type QueueName, queueNames, queues } from '#functions/queues.ts';
import { listen } from '#lib/local/listen.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';
import { groupOf } from '#shared/messages/group-of.ts';
import { atEndOfFile } from '#test/kit/at-end-of-file.ts';
import { samplesOfCapabilities } from './message-samples.ts';

const task = { task_id: 'task_1', shard: 0 };
const mail = { kind: 'mail', id: 'm', to_user: 7, template: 'welcome', data: {} } as const;

const examples: { [Q in QueueName]?: { message: Message<Q>; group: string | undefined } } = {
  effects: { message: { effect: mail }, group: '7' },
  notices: { message: { id: 'n', text: 'A notice' }, group: undefined },
  nudge_email: {
    message: { user_id: 7, nudge_id: 'n', type: 'cart_abandoned', day: '2026-11-21' },
    group: '7',
  },
  bulk_mail: { message: { effect: mail, ordered_at: '2026-11-21T12:00:00.000Z' }, group: '7' },
  erasure: { message: { account_id: 7, task_id: 't', selector: { userHash: 'h' } }, group: '7' },
  export: {
    message: {
      account_id: 7,
      export_id: 'e',
      environment: 'live',
      from: '2026-11-20',
      to: '2026-11-21',
      created_at: '2026-11-21T12:00:00.000Z',
    },
    group: '7',
  },
  spend_import: { message: { account_id: 7, environment: 'live', import_id: 's' }, group: '7' },
  reconciliation: {
    message: { account_id: 7, environment: 'live', reconciliation_id: 'r' },
    group: '7',
  },
  grants: { message: task, group: undefined },
  backup: { message: task, group: undefined },
  prune: { message: task, group: undefined },
  recount: { message: { account_id: 7, environment: 'live', event_ids: ['o'] }, group: '7' },
  account_erasure: { message: task, group: undefined },
  verdicts: {
    message: { signal: 'data_centre', click_ids: ['s_4fTq0ZkJ8vW2nRxLmP7aBc'], wait: 1 },
    group: undefined,
  },
  reset_codes: {
    message: { email: 'ada@northwind.example', request_id: 'r', network: 'hash' },
    group: 'hash',
  },
  description_checks: { message: { user_id: 7 }, group: '7' },
  mail_events: { message: { eventType: 'Bounce' }, group: undefined },
  media: { message: { handle: 'northwind', urls: ['https://example.com/a.png'] }, group: 'northwind' },
  discovery: { message: { task_id: 't', user_id: 7 }, group: '7' },
  webhooks: { message: { account_id: 7, endpoint_id: 'w', work: { tick: 1 } }, group: '7' },
  assistant_report: { message: { task_id: 't', user_id: 7 }, group: '7' },
  keyword_plan: { message: { task_id: 't', user_id: 7 }, group: '7' },
};

const ofCapabilities = await samplesOfCapabilities();

it.each(queueNames)("a message of %s tells the cloud's fair queues whose it is", async (queue) => {
  const sent: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    sent.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{"MessageId":"m"}');
  });
  const endpoint = `http://localhost:${await listen(server, 0)}`;
  atEndOfFile(() => void server.closeAllConnections());
  const credentials = () => ({ accessKeyId: 'test', secretAccessKey: 'test' });
  const sender = signedSender({ region: 'us-east-1', endpoint, credentials }, { [queue]: `${endpoint}/q` });
  const sample = examples[queue] ?? ofCapabilities[queue];
  if (!sample) throw new Error(`The queue ${queue} has no sample of a message.`);
  const { message, group } = sample;
  await sender.send(queues[queue], message as never);
  server.close();
  expect(sent.map(({ MessageGroupId }) => MessageGroupId)).toEqual([group]);
});

it('a group that SQS would not take as it is becomes a digest', () => {
  expect(groupOf({ handle: 'Blumen für dich' })).toMatch(/^[0-9a-f]{64}$/);
  expect(groupOf({ handle: 'x'.repeat(129) })).toMatch(/^[0-9a-f]{64}$/);
});
