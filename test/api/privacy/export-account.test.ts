import { gunzipSync } from 'node:zlib';
import { hiddenTemplates } from '#shared/mail/store/mail-log.ts';
import { fill, secretWord } from '#test/accounts/deletion/scene.ts';
import { newOwner, type Owner, password } from '#test/api/accounts/deletion/deleted-account.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import { linkIn, visit } from '#test/mail/scene.ts';
import { deliverEffects } from '#test/outbox/deliver-effects.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
  app.world.exportSizes = { pageRows: 3, partBytes: 500 };
});

type Asker = Pick<Owner, 'headers'>;
const order = ({ headers }: Asker) => app.privacy.exportAccount({ headers });
async function ordered(asker: Asker): Promise<string> {
  const answer = await order(asker);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.export_id;
}
const read = (id: string, { headers }: Asker) => app.privacy.readAccountExport({ params: { id }, headers });
const linesOf = ({ id }: Pick<Owner, 'id'>, exportId: string): Record<string, unknown>[] => {
  const file = app.world.objects.files.get(`exports/${id}/${exportId}.ndjson.gz`) ?? Buffer.alloc(0);
  const text = gunzipSync(file).toString().trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
};

describe('an export of an account', () => {
  it('an export of an account whose message was lost starts when it is ordered again', async () => {
    const owner = await newOwner(app);
    const id = await ordered(owner);
    app.world.messages.length = 0;
    expect(await ordered(owner)).toBe(id);
    await app.work('export');
    expect(await read(id, owner)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('an export of an account has each part once, no secret, and nothing of other accounts', async () => {
    const [owner, other] = [await newOwner(app), await newOwner(app)];
    await fill(app, owner);
    await fill(app, other);
    const id = await ordered(owner);
    await app.work('export');
    const lines = linesOf(owner, id);
    const counts: Record<string, number> = {};
    for (const { record } of lines) counts[String(record)] = (counts[String(record)] ?? 0) + 1;
    expect(counts).toMatchObject({
      profile: 1,
      credits: 2,
      email_preferences: 1,
      licence: 1,
      managed_client: 1,
      api_key: 2,
      competitor: 1,
      keyword_plan: 1,
      prompt: 1,
      prompt_conversation: 1,
      event: 5,
      reconciliation_live: 2,
      reconciliation_month_live: 1,
      reconciliation_rules: 1,
    });
    expect(counts.notification).toBeGreaterThan(0);
    expect(lines.find(({ record }) => record === 'profile')).toMatchObject({
      email: owner.email,
      fullName: `Ada ${secretWord}`,
    });
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(lines.length);
    const text = JSON.stringify(lines);
    const secret = owner.key.authorization.slice('Bearer '.length);
    for (const hidden of [secret, 'argon2', other.email, 'sha256', 'tokensValidAfter', 'effects']) expect(text).not.toContain(hidden);
    expect(await read(id, owner)).toMatchObject({
      status: 200,
      body: { status: 'completed', rows: lines.length, url: expect.any(String) },
    });
  });

  it('an export of an account has the e-mails about the account, and no code or mail to another address', async () => {
    const owner = await newOwner(app);
    const { mailLog } = app.workerDeps('outbox');
    for (const template of [...hiddenTemplates, 'welcome'] as const)
      await mailLog.note(owner.id, { id: `${template}#noted`, template, outcome: 'sent' });
    const id = await ordered(owner);
    await app.work('export');
    const emails = linesOf(owner, id).filter(({ record }) => record === 'email');
    expect(emails.map(({ template }) => template).sort()).toEqual(['secret_key_issued', 'welcome']);
    expect(emails[0]).toEqual({ record: 'email', at: expect.any(String), template: expect.any(String), outcome: 'sent' });
  });

  it('an export of an account is mailed with a link that works for seven days while the account is active', async () => {
    const owner = await newOwner(app);
    const id = await ordered(owner);
    await app.work('export');
    await deliverEffects(app);
    const mails = app.world.mails.filter(({ to }) => to === owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['The export of your data is ready']);
    const link = linkIn(mails[0], 'Download the file');
    const answer = await visit(app, link);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining(`exports/${owner.id}/${id}.ndjson.gz`)]);
    app.world.clock.now += 6.9 * 86_400_000;
    expect((await visit(app, link)).status).toBe(302);
    await app.users.change(owner.id, { isActive: false });
    expect((await visit(app, link)).status).toBe(404);
    await app.users.change(owner.id, { isActive: true });
    app.world.clock.now += 0.2 * 86_400_000;
    expect((await visit(app, link)).status).toBe(404);
    expect((await visit(app, `${link}0`)).status).toBe(404);
  });

  it('exports of an account run one at a time, also of parallel requests, and three a day', async () => {
    const owner = await newUser(app);
    const answers = await Promise.all(Array.from({ length: 3 }, () => order(owner)));
    const ids = answers.map(({ body }) => ('export_id' in body ? body.export_id : ''));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(ids).size).toBe(1);
    expect(await ordered(owner)).toBe(ids[0]);
    await app.work('export');
    const later: number[] = [];
    for (let times = 0; times < 3; times++) {
      later.push((await order(owner)).status);
      await app.work('export');
    }
    expect(later.at(-1)).toBe(429);
  });

  it('an export of an account is hidden from other accounts', async () => {
    const [owner, other] = [await newUser(app), await newUser(app)];
    const id = await ordered(owner);
    expect(await read(id, other)).toMatchObject({ status: 404 });
    expect(await read('LATEST_ACCOUNT', owner)).toMatchObject({ status: 404 });
    expect(await app.events.readExport({ params: { id }, headers: owner.headers })).toMatchObject({
      status: 404,
    });
  });

  it('the export of a deleted account is not mailed', async () => {
    const owner = await newOwner(app);
    await ordered(owner);
    await app.accounts.deleteAccount({ body: { password }, headers: owner.headers });
    await app.work('export');
    await deliverEffects(app);
    expect(app.world.mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });
});

itRefusesUnknownIds('privacy', () => app);
