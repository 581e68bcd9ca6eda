// Slow: it tries every endpoint.
import { endpoints } from '#functions/groups.ts';
import type { Auth } from '#shared/http/endpoint.ts';
import type { Credentials } from '#test/http/credentials-sent.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import type { Call } from '#test/kit/outgoing.ts';
import { ask } from './http/ask.ts';
import { withCredentials } from './http/credentials.ts';

const objectOperations = [
  'CreateMultipartUpload',
  'UploadPart',
  'CompleteMultipartUpload',
  'PutObject',
  'GetObject',
  'HeadObject',
  'ListObjectsV2',
  'DeleteObject',
];
const reads = ['GetItem', 'BatchGetItem', 'Query'];

const failures: [what: string, isDown: (call: Call) => boolean, needing: string[]][] = [
  ['queue', ({ operation }) => operation === 'SendMessage', ['erase', 'createExport', 'backupDatabase', 'grantDailyCredits']],
  ['object storage', ({ operation }) => objectOperations.includes(operation), ['generateAdPrompt']],
  ['mail service', ({ operation }) => operation === 'SendEmail', ['sendDeckCode']],
  ['store', ({ table }) => table !== undefined, ['login', 'sendConversion', 'readMe']],
  ['accounts table', ({ table }) => table === 'accounts', ['login', 'readMe']],
  ['attribution table', ({ table }) => table === 'attribution', ['sendConversion', 'createKey']],
  ['analysis table', ({ table }) => table === 'analysis', ['readSocialAds']],
  ['store for writes', ({ table, operation }) => table !== undefined && !reads.includes(operation), ['createKey', 'login', 'createExport']],
];

describe.each(failures)('while the %s fails', (_, isDown, needing) => {
  let app: TestApp;
  let good: Record<Auth, () => Credentials>;
  let down = false;
  beforeAll(async () => {
    ({ app, good } = await withCredentials((call) => down && isDown(call)));
  });

  it('no endpoint answers 500, and every 502 and 503 has Retry-After', async () => {
    const answers: [string, number, string | null][] = [];
    for (const endpoint of endpoints) {
      app.world.clientAddress = `198.51.100.${answers.length % 250}`;
      const credentials = good[endpoint.auth as Auth]();
      down = true;
      const { status, headers } = await ask(app.send, endpoint, { credentials });
      down = false;
      answers.push([endpoint.id, status, headers.get('retry-after')]);
    }
    const failed = answers.filter(([, status]) => status >= 500);
    expect(failed.filter(([, status, after]) => ![502, 503].includes(status) || !after)).toEqual([]);
    expect(failed.map(([id]) => id)).toEqual(expect.arrayContaining(needing));
  });
});

describe('a reset code that is asked for', () => {
  const isDown = ({ operation }: Call) => operation === 'SendMessage';
  it('a reset code that is asked for while the queue fails is answered as ever, and sent when the queue works again', async () => {
    let down = true;
    const { app } = await withCredentials((call) => down && isDown(call));
    const { email } = await newUser(app);
    const stranger = 'nobody@company.example';
    const answers = [];
    for (const address of [email, stranger]) answers.push(await app.accounts.forgotPassword({ body: { email: address } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(app.world.messages).toEqual([]);
    await expect(app.settle()).rejects.toThrow();
    down = false;
    await app.settle();
    await app.work('reset_codes');
    const codes = app.world.mails.filter(({ subject }) => /password/i.test(subject));
    expect(codes.map(({ to }) => to)).toEqual([email]);
  });

  it('a reset code that is asked for while queue and store fail is 503', async () => {
    let down = false;
    const { app } = await withCredentials(() => down);
    down = true;
    const answer = await app.accounts.forgotPassword({ body: { email: 'ada@company.example' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
