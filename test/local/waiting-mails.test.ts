// Slow: it starts processes.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { startMail } from '#lib/local/engines/mail.ts';
import { region } from '#lib/local/environment.ts';
import { envFrom } from '#shared/env.ts';
import { sesMailer } from '#shared/mail/vendors/ses-mailer.ts';
import { waitingMailsOf } from '#shared/mail/vendors/waiting-mails.ts';
import { days } from '#shared/values/durations.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const key = 'the-key-of-the-folder';
const mailTo = (to: string, at = Date.now()) =>
  `${JSON.stringify({ at: Math.floor(at / 1000), destination: { to: [to] }, subject: `For ${to}` })}\n`;
const fileWith = (name: string, ...lines: string[]) => {
  const file = join(folder, name);
  writeFileSync(file, lines.join(''));
  return file;
};
const receiversIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).destination.to[0]);

function waitingMailsAt(endpoint: string, { stage = 'local', secret = key }: { stage?: 'local' | 'prod'; secret?: string } = {}) {
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', endpoint);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  return waitingMailsOf({ ...envFrom({ STAGE: 'local' }), STAGE: stage }, {});
}
afterEach(() => vi.unstubAllEnvs());

describe('mails that wait on this machine', () => {
  it('mails that wait on this machine go with the account that they were to, out of the file and out of the engine, and others stay', async () => {
    const file = fileWith('loaded.ndjson', mailTo('ada@company.example'), mailTo('bob@company.example'));
    const engine = await startMail(file);
    try {
      const credentials = { accessKeyId: 'local', secretAccessKey: key };
      const client = new SESv2Client({ endpoint: engine.endpoint, region, credentials });
      const mailer = sesMailer(client, {
        from: 'adtrail <no-reply@operator.example>',
        configurationSets: { transactional: '', lifecycle: '' },
      });
      const mail = { subject: 's', text: 't', html: 'h', kind: 'transactional' } as const;
      await mailer.send({ ...mail, to: 'Ada@company.example' });
      const { forget } = waitingMailsAt(engine.endpoint);
      for (let time = 0; time < 2; time++) {
        await forget('ada@company.example');
        expect(receiversIn(file)).toEqual(['bob@company.example']);
        const { emails } = (await (await fetch(`${engine.endpoint}/store`)).json()) as { emails: object[] };
        expect(emails).toMatchObject([{ destination: { to: ['bob@company.example'] } }]);
      }
      await mailer.send({ ...mail, to: 'eve@company.example' });
      expect(receiversIn(file)).toEqual(['bob@company.example', 'eve@company.example']);
      client.destroy();
    } finally {
      await engine.stop();
    }
  });

  it('mails that wait on this machine go before the engine is loaded, only with the key of the folder, and with a line that a kill cut off', async () => {
    const file = fileWith('closed.ndjson', mailTo('ada@company.example'), mailTo('bob@company.example'));
    const engine = await startMail(file, undefined, { key });
    try {
      appendFileSync(file, '{"at":1');
      await expect(waitingMailsAt(engine.endpoint, { secret: 'another' }).forget('bob@company.example')).rejects.toThrow('403');
      await waitingMailsAt(engine.endpoint).forget('ada@company.example');
      expect(receiversIn(file)).toEqual(['bob@company.example']);
    } finally {
      await engine.stop();
    }
  });

  it('mails that wait on this machine go after thirty days, whoever they were to', async () => {
    const now = Date.now();
    const old = mailTo('old@company.example', now - days(30) - 2000);
    const file = fileWith('old.ndjson', old, mailTo('new@company.example', now - days(29)));
    const engine = await startMail(file, undefined, { now: () => now });
    await engine.stop();
    expect(receiversIn(file)).toEqual(['new@company.example']);
  });

  it('mails that wait on this machine are none in the cloud: nobody is called', async () => {
    await waitingMailsAt('http://127.0.0.1:9', { stage: 'prod' }).forget('ada@company.example');
    await expect(waitingMailsAt('http://127.0.0.1:9').forget('ada@company.example')).rejects.toThrow();
  });
});
