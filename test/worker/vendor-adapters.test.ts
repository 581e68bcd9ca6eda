import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createQueues } from '#lib/local/create-queues.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startMail } from '#lib/local/engines/mail.ts';
import { queueUrl } from '#lib/local/environment.ts';
import { clientSettings } from '#shared/aws/client-settings.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';
import { MailRejected } from '#shared/mail/mailer.ts';
import { sesMailer } from '#shared/mail/vendors/ses-mailer.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { MessageRefused } from '#shared/messages/sender.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { Unavailable } from '#shared/values/unavailable.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const region = 'us-east-1';
const effect = (id: string): Effect => ({
  kind: 'mail',
  id,
  to_user: 1,
  template: 'secret_key_issued',
  data: { name: 'Büro “1”' },
});

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'adtrail-adapters-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('messages through SQS', () => {
  let engine: Awaited<ReturnType<typeof startFauxqs>>;
  let client: SQSClient;
  beforeAll(async () => {
    engine = await startFauxqs(await mkdtemp(join(directory, 'queues-')), region);
    client = new SQSClient({ endpoint: engine.endpoint, region, credentials, useQueueUrlAsEndpoint: false });
    await createQueues(client, engine.endpoint);
  });
  afterAll(async () => {
    client.destroy();
    await engine.stop();
  });
  const url = () => queueUrl(engine.endpoint, 'effects');
  const sender = (urls: Record<string, string> = { effects: url() }) =>
    signedSender({ region, endpoint: engine.endpoint, credentials: () => credentials }, urls);
  const receive = async () =>
    (
      await client.send(
        new ReceiveMessageCommand({
          QueueUrl: url(),
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        }),
      )
    ).Messages ?? [];

  it('messages through SQS arrive as they were sent', async () => {
    await sender().send(effectsQueue, { effect: effect('a') });
    const [message] = await receive();
    expect(JSON.parse(message?.Body ?? '')).toEqual({ effect: effect('a') });
    await sender().holdBack(effectsQueue, message?.ReceiptHandle ?? '', 0);
    const [again] = await receive();
    expect(again?.Attributes?.ApproximateReceiveCount).toBe('2');
    await sender().holdBack(effectsQueue, again?.ReceiptHandle ?? '', 900);
    expect(await receive()).toEqual([]);
  });

  it('messages through SQS arrive with every character as it was, whatever the queue accepts', async () => {
    const odd = ['😀', '\ufffe', '\uffff', '\ud800', 'a\udc00b', '\u{10ffff}', '\u0000\u001f\u007f\u0085', '\\ud83d"'];
    for (const text of odd) {
      const message = { effect: { kind: 'notice' as const, id: 'odd', text } };
      await sender().send(effectsQueue, message);
      const [received] = await receive();
      expect([text, JSON.parse(received?.Body ?? '')]).toEqual([text, message]);
      const { ReceiptHandle } = received ?? {};
      await client.send(new DeleteMessageCommand({ QueueUrl: url(), ReceiptHandle }));
    }
  });

  it('messages through SQS that can never be sent are refused for good, not for now', async () => {
    const long = { ...effect('long'), data: { name: 'é'.repeat(200_000) } };
    const refused = [{ ...effect('c'), id: '' }, long];
    for (const one of refused) await expect(sender().send(effectsQueue, { effect: one })).rejects.toThrow(MessageRefused);
    expect(await receive()).toEqual([]);
  });

  it('messages through SQS with a delay do not arrive yet', async () => {
    await sender().send(effectsQueue, { effect: effect('b') }, { delaySeconds: 900 });
    expect(await receive()).toEqual([]);
  });

  it('messages through SQS that break the schema are not sent', async () => {
    await expect(sender().send(effectsQueue, { effect: { ...effect('c'), id: '' } })).rejects.toThrow();
    expect(await receive()).toEqual([]);
  });

  it('messages through SQS to a queue without a URL are a fault that names it', async () => {
    await expect(sender({}).send(effectsQueue, { effect: effect('d') })).rejects.toThrow('effects');
  });

  it('messages through SQS that the queue does not take are a failure, never a silence', async () => {
    await expect(sender({ effects: `${url()}-gone` }).send(effectsQueue, { effect: effect('e') })).rejects.toThrow(Unavailable);
    await expect(sender().holdBack(effectsQueue, 'no-handle', 1)).rejects.toThrow(Unavailable);
  });
});

describe('mail through SES', () => {
  const mail = {
    to: 'ada@company.example',
    subject: 'Schlüssel “1” — neu',
    text: 'Grüße,\nadtrail',
    html: '<p>Grüße</p>',
    kind: 'transactional' as const,
  };
  const from = 'adtrail <no-reply@operator.example>';
  const mailerAt = (endpoint: string) =>
    sesMailer(new SESv2Client({ endpoint, region, credentials, maxAttempts: 2 }), {
      from,
      replyTo: 'support@operator.example',
      configurationSets: { transactional: 'codes', lifecycle: 'life' },
    });

  it('mail through SES arrives with its sender, reply address, receiver, subject, text and HTML, at an engine that is well before it is loaded', async () => {
    const file = join(directory, 'mails.jsonl');
    const engine = await startMail(file);
    try {
      const isWell = async () => (await fetch(`${engine.endpoint}/health-check`)).ok;
      expect(await isWell()).toBe(true);
      expect(existsSync(file)).toBe(false);
      await mailerAt(engine.endpoint).send(mail);
      expect(await isWell()).toBe(true);
      const store = (await (await fetch(`${engine.endpoint}/store`)).json()) as { emails: object[] };
      expect(store.emails).toHaveLength(1);
      expect(store.emails[0]).toMatchObject({
        from,
        replyTo: ['support@operator.example'],
        destination: { to: [mail.to] },
        subject: mail.subject,
        body: { text: mail.text, html: mail.html },
      });
    } finally {
      await engine.stop();
    }
  });

  it.each([
    ['refuses', 400, { __type: 'MessageRejected', message: 'Email address is not verified.' }, 1, true],
    ['has too many', 429, { __type: 'TooManyRequestsException', message: 'x' }, 2, true],
    ['is down', 503, { message: 'x' }, 2, false],
  ])(
    'mail through SES that the service %s is a failure, after few tries, and surely not taken only when it says so',
    async (_, status, answer, tries, isSure) => {
      let calls = 0;
      const server = createServer((request, response) => {
        calls += 1;
        request.resume();
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const sent = mailerAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).send(mail);
        const error = await sent.then(
          () => null,
          (error: Error) => error,
        );
        expect(error).toBeInstanceOf(Error);
        expect(error instanceof MailRejected).toBe(isSure);
        expect(calls).toBe(tries);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  );

  it('mail through SES that never answers ends at the time limit of a stage, and may have been taken', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    vi.stubEnv('STAGE', 'dev');
    try {
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = new SESv2Client({ ...clientSettings(), endpoint, region, credentials, maxAttempts: 1 });
      const mailer = sesMailer(client, { from, configurationSets: { transactional: '', lifecycle: '' } });
      const error = await mailer.send(mail).catch((reason: Error) => reason);
      expect(error).toMatchObject({ name: 'Unavailable', cause: { name: 'TimeoutError' } });
    } finally {
      vi.unstubAllEnvs();
      server.closeAllConnections();
      server.close();
    }
  });

  it.each([
    ['ECONNREFUSED', true],
    ['ENOTFOUND', true],
    ['ECONNRESET', false],
  ])('mail through SES that ends in %s is surely not taken: %j', async (code, isSure) => {
    const failed = Object.assign(new Error(code), { code });
    const client = { send: () => Promise.reject(failed) } as unknown as SESv2Client;
    const mailer = sesMailer(client, { from, configurationSets: { transactional: '', lifecycle: '' } });
    const error = await mailer.send(mail).catch((reason: Error) => reason);
    expect(error instanceof MailRejected).toBe(isSure);
  });
});
