// Night: it kills a move after each of its steps.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { Webhook } from 'standardwebhooks';
import { createBucket } from '#lib/local/create-bucket.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { region } from '#lib/local/environment.ts';
import type { Facts } from '#lib/local/host.ts';
import { keyOf } from '#shared/accounts/items.ts';
import { s3ObjectStore } from '#shared/aws/s3-object-store.ts';
import { rootedKinds } from '#shared/secrets.ts';
import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import { until } from '#test/kit/until.ts';
import { spawnHost } from '../local/spawn-host.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { type EmulatedStage, emulatedStage, secretsOf } from './emulated-stage.ts';
import { runMove } from './run-move.ts';
import { call, click, done, report, type Service, sale, webhookServer } from './shop.ts';

const base = temporaryFolder();
const shop = join(base, 'shop');
const stageFolder = join(base, 'stage');
const hostArgs = (folder: string) => ['--port', '0', '--data', folder, '--json'];
const grace = { email: 'grace@northwind.example', password: 'correct horse battery staple' };
const early = 40;
const late = 60;
const expected = {
  spring: { count: early + late, value: (((early + late) * (early + late + 1)) / 2 / 100).toFixed(2) },
  autumn: { count: 1, value: '7.77' },
};

let stage: EmulatedStage;
let facts: Facts;
let hook: Awaited<ReturnType<typeof webhookServer>>;
let webhook: { id: string; secret: string };
let credits: unknown;
let books: unknown;
let booksPath: string;
let team: unknown;
let teamPath: string;
let factor: string;
let idsBeforeKill: unknown[];
const move = (args: readonly string[] = [], killAt?: RegExp) =>
  runMove(['--data', shop, '--outputs', stage.outputsFile, ...args], stage.env, killAt);

beforeAll(async () => {
  stage = await emulatedStage(stageFolder);
  hook = await webhookServer();
  const host = spawnHost(hostArgs(shop));
  facts = await host.ready();
  const { demo, operator_token } = facts;
  await done(facts, '/auth/register', '', { ...grace, full_name: 'Grace' });
  await grant(operator_token, 25);
  webhook = (await done(facts, '/webhook-endpoints', demo.access_token, {
    url: hook.url,
    events: ['conversion.attributed', 'conversion.matched_late'],
  })) as never;
  await click(facts, demo.public_key, 's_spring0000000000000001', 'spring');
  const late1 = sale(777, {
    svc_click_id: 's_autumn0000000000000001',
    event_id: 'late',
    external_user_id: 'x',
  });
  await done(facts, '/pixel/server-events', demo.secret_key, late1);
  await click(facts, demo.public_key, 's_autumn0000000000000001', 'autumn');
  for (let i = 1; i <= 20; i++) await done(facts, '/pixel/server-events', demo.secret_key, sale(i));
  const batch = Array.from({ length: early - 20 }, (_, i) => sale(21 + i));
  await done(facts, '/pixel/server-events', demo.secret_key, { events: batch });
  await until(async () => (await report(facts, demo.access_token)).spring?.count === early, 30);
  await until(() => hook.got.length === early + 1, 30);
  await makeTeam();
  await protectDemo();
  credits = (await done(facts, '/credits', demo.access_token)) as unknown;

  const running = await move();
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('Another host')]);

  const more = Array.from({ length: late }, (_, i) => sale(early + 1 + i));
  await done(facts, '/pixel/server-events', demo.secret_key, { events: more });
  await keepBooks();
  await host.end('SIGKILL');
  idsBeforeKill = hook.got.map(({ headers }) => headers['webhook-id']);
  await leaveOpenMail();
  await leaveFiles();
});
afterAll(() => hook.close());

async function partner(event: object): Promise<{ license_key: string }> {
  const request = { method: 'POST', body: JSON.stringify(event) };
  return (await (await fetch(`${facts.vendors}/partner/events`, request)).json()) as { license_key: string };
}
async function makeTeam() {
  const { access_token } = facts.demo;
  const { license_key } = await partner({ event: 'purchase', tier: 3 });
  await partner({ event: 'activate', license_key, tier: 3 });
  await done(facts, '/licences/activate', access_token, { license_key });
  await done(facts, `/licences/${license_key}/members`, access_token, { email: grace.email }, 'PUT');
  teamPath = `/licences/${license_key}/members`;
  team = await done(facts, teamPath, access_token);
  expect(JSON.stringify(team)).toContain(grace.email);
}

const codeAt = (timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(factor), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp,
  });
async function protectDemo() {
  const { access_token, password } = facts.demo;
  factor = String((await done(facts, '/auth/mfa/enroll', access_token, { password })).secret);
  await done(facts, '/auth/mfa/confirm', access_token, { code: codeAt(Date.now()) });
}

async function keepBooks() {
  const { access_token: token } = facts.demo;
  for (const [id, net_value] of [
    ['order-20', '0.05'],
    ['order-1001', '1.00'],
  ] as const)
    await done(facts, `/pixel/events/${id}/adjustment`, token, { net_value, reason: 'refund' }, 'PUT');
  const occurred_at = new Date().toISOString();
  const rows = [
    { order_id: '30', occurred_at, value: '0.40', currency: 'USD' },
    { order_id: 'lost', occurred_at, value: '9.00', currency: 'USD' },
  ];
  const path = '/pixel/reconciliations';
  const started = await done(facts, path, token, { id_template: 'order-{order_id}', rows });
  booksPath = `${path}/${started.reconciliation_id}`;
  const isDone = async () => (await done(facts, booksPath, token)).status === 'completed';
  await until(isDone, 30);
  const { preview_id } = await done(facts, `${booksPath}/preview`, token, { repair: 'adjust_values' });
  await done(facts, `${booksPath}/adjust-values`, token, { preview_id });
  const isRepaired = async () => JSON.stringify((await done(facts, booksPath, token)).repairs).includes('"status":"completed"');
  await until(isRepaired, 30);
  books = await booksOf(facts);
}
async function booksOf(service: Service) {
  const { access_token: token } = facts.demo;
  const paths = [
    booksPath,
    `${booksPath}/rows?category=missing`,
    '/pixel/reconciliation-rules',
    ...['order-20', 'order-30', 'order-1001'].map((id) => `/pixel/events/${id}/adjustment`),
  ];
  return await Promise.all(paths.map((path) => done(service, path, token)));
}

async function grant(token: string, amount: number) {
  const answer = await fetch(`${facts.api}/api/v1/dev/grant-credits`, {
    method: 'POST',
    headers: { 'x-svc-dev-token': token, 'content-type': 'application/json', 'idempotency-key': 'present-1' },
    body: JSON.stringify({ user_id: facts.demo.user_id, amount, reason: 'A present' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function leaveOpenMail() {
  const engine = await startEmbedded(join(shop, 'dynamodb'), { sweepSeconds: 0 });
  const effect = {
    kind: 'mail',
    id: 'the-open-mail',
    to_user: facts.demo.user_id,
    template: 'password_changed',
  };
  const entry = JSON.stringify([{ ...effect, data: { at: new Date().toISOString() } }]);
  await engine.dynamo('UpdateItem', {
    TableName: 'accounts',
    Key: toWire(keyOf.user(facts.demo.user_id)),
    UpdateExpression: 'SET effects = :effects',
    ExpressionAttributeValues: toWire({ ':effects': entry }),
  });
  await engine.stop();
}

const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
const picture = new Uint8Array([137, 80, 78, 71, 0, 255]);
const large = new Uint8Array(9 * 1024 * 1024).fill(7);
async function leaveFiles() {
  const engine = await startFauxqs(join(shop, 'queues'), region);
  await createBucket(engine.endpoint, 'files');
  const files = s3ObjectStore({ bucket: 'files', region, endpoint: engine.endpoint, credentials });
  await files.put('images/a b/ü.png', picture, { contentType: 'image/png' });
  await files.put('reports/large.bin', large, { contentType: 'application/octet-stream' });
  await engine.stop();
}

describe('a move to a stage', () => {
  it('a move to a stage says what it would do, and does nothing', async () => {
    const { code, stdout } = await move(['--dry-run']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('would change 6 secrets')]);
    expect(existsSync(join(shop, 'move'))).toBe(false);
    expect(stage.puts).toEqual([]);
  });

  it('a move to a stage refuses a stage that is in use, and leaves it and the folder as they are', async () => {
    const Item = toWire({ pk: 'CANARY', sk: '1' });
    await stage.dynamo('PutItem', { TableName: 'analysis', Item });
    const { code, stderr } = await move();
    expect([code, stderr]).toEqual([1, expect.stringContaining('The table analysis is not empty')]);
    await stage.dynamo('DeleteItem', { TableName: 'analysis', Key: Item });
    expect(existsSync(join(shop, 'move'))).toBe(false);
    expect(stage.puts).toEqual([]);
  });

  it('a move to a stage killed after every step goes on with the next, and ends with the same', async () => {
    const killed: string[] = [];
    for (;;) {
      const { code, stdout, stderr } = await move([], killed.length === 0 ? /are counted/ : /prepared:|: done\n/);
      if (code === 0) {
        expect(stdout).toMatch(/^Moved \(.*the stage's tables held exactly those; \d+ open messages/);
        break;
      }
      const [step] = /[\w ]+(?=: done\n)|prepared|counted/.exec(stderr) ?? [];
      if (!step) throw new Error(stderr);
      killed.push(step.trim());
      if (killed.length > 20) throw new Error(killed.join());
    }
    expect(killed).toEqual(expect.arrayContaining(['counted', 'tables claimed', 'secrets', 'files of files', 'tables']));
    expect(stage.puts.length).toBe(rootedKinds.length);
    expect(Object.fromEntries(rootedKinds.map((kind) => [kind, stage.secretOf(kind)]))).toEqual(secretsOf(shop));
  });

  it('a move to a stage has every item and every file, by a second look', async () => {
    const { code, stdout, stderr } = await move(['--verify-only']);
    expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^The stage holds the \d+ items/), expect.any(String)]);
    const credentials = () => ({ accessKeyId: 'stage', secretAccessKey: 'stage' });
    const files = s3ObjectStore({ bucket: 'files', region, endpoint: stage.s3, credentials });
    expect(await files.get('images/a b/ü.png')).toEqual(picture);
    expect((await files.get('reports/large.bin'))?.length).toBe(large.length);
    const link = await fetch(files.link('images/a b/ü.png', { seconds: 60 }));
    expect(link.headers.get('content-type')).toBe('image/png');
    const Key = toWire(keyOf.user(facts.demo.user_id));
    const { Item } = await stage.dynamo('GetItem', { TableName: 'accounts', Key });
    await stage.dynamo('DeleteItem', { TableName: 'accounts', Key });
    const again = await move(['--verify-only']);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('The table accounts holds')]);
    await stage.dynamo('PutItem', { TableName: 'accounts', Item: { ...Item, restoring: { BOOL: true } } });
    await stage.dynamo('PutItem', { TableName: 'accounts', Item: Item as never });
    expect(fromWire(Item as never).passwordHash).toEqual(expect.any(String));
  });

  it('a move to a stage prints no secret', async () => {
    const { stdout, stderr } = await move();
    for (const { root } of Object.values(secretsOf(shop)) as { root: string }[]) expect(stdout + stderr).not.toContain(root);
  });

  it('a move to a stage keeps the folder from a host, which would mail and count beside the stage', async () => {
    const host = spawnHost(hostArgs(shop));
    const [code] = await host.ended();
    expect([code, host.output.stderr]).toEqual([1, expect.stringContaining('--go-back')]);
  });
});

describe('the stage afterwards', () => {
  let served: Facts;
  let inbox: () => Promise<string>;
  beforeAll(async () => {
    await stage.stop();
    cpSync(join(shop, 'demo.json'), join(stageFolder, 'demo.json'));
    served = await spawnHost(hostArgs(stageFolder)).ready();
    inbox = async () => readFileSync(join(stageFolder, 'mails.ndjson'), 'utf8');
  });

  it('the stage afterwards counts nothing twice and loses nothing: the report is the same to the cent', async () => {
    const { access_token } = facts.demo;
    await until(() => hook.got.length >= early + late + 1, 30);
    expect(await report(served, access_token)).toEqual(expected);
    const again = await call(served, '/pixel/server-events', facts.demo.secret_key, sale(3));
    expect(again).toMatchObject({ status: 200, body: { duplicate: true } });
    const fresh = await call(served, '/pixel/server-events', facts.demo.secret_key, sale(1000));
    expect(fresh).toMatchObject({ status: 200, body: { duplicate: false, matched: true } });
    const sum = (Number(expected.spring.value) + 10).toFixed(2);
    await until(async () => (await report(served, access_token)).spring?.count === early + late + 1, 30);
    expect(await report(served, access_token)).toEqual({
      ...expected,
      spring: { count: early + late + 1, value: sum },
    });
  });

  it('the stage afterwards has the adjustments, also that of an order to come, and the reconciliation, which it can undo', async () => {
    const { access_token: token, secret_key: key } = facts.demo;
    expect(await booksOf(served)).toEqual(books);
    const unmatched = { svc_click_id: 'unknown', external_user_id: 'nobody' };
    await done(served, '/pixel/server-events', key, sale(1001, unmatched));
    const netOf = async (id: string) => (await done(served, `/pixel/events/${id}/adjustment`, token)).net_value;
    await until(async () => (await netOf('order-1001')) === '1.00', 30);
    expect([await netOf('order-20'), await netOf('order-30')]).toEqual(['0.05', '0.40']);
    await done(served, `${booksPath}/undo`, token, { repair: 'adjust_values' });
    await until(async () => (await netOf('order-30')) === '0.30', 30);
  });

  it('the stage afterwards delivers each webhook, signed by the secret that the customer knows', async () => {
    const ids = () => hook.got.map(({ headers }) => headers['webhook-id']);
    await until(() => new Set(ids()).size >= early + late + 2, 30);
    expect(new Set(ids()).size).toBe(early + late + 2);
    // A delivery whose answer the killed host did not store is made once more.
    const repeated = ids().filter((id, at, all) => all.indexOf(id) !== at);
    expect(idsBeforeKill).toEqual(expect.arrayContaining(repeated));
    expect(new Set(repeated).size).toBe(repeated.length);
    for (const { body, headers } of hook.got)
      expect(new Webhook(webhook.secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: expect.stringMatching(/^conversion\.(attributed|matched_late)$/),
      });
  });

  it('the stage afterwards knows keys, passwords, second factors, sessions, teams and the ledger', async () => {
    const { email, password, access_token } = facts.demo;
    expect((await call(served, '/auth/login', '', grace)).status).toBe(200);
    const first = await call(served, '/auth/login', '', { email, password });
    expect(first).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
    const { mfa_token } = first.body;
    const code = codeAt(Date.now() + 30_000);
    expect((await call(served, '/auth/login/mfa', '', { mfa_token, code })).status).toBe(200);
    expect(await done(served, teamPath, access_token)).toEqual(team);
    expect(await done(served, '/credits', access_token)).toEqual(credits);
    const known = sale(2000, { svc_click_id: 'unknown', external_user_id: 'customer-1' });
    await done(served, '/pixel/server-events', facts.demo.secret_key, known);
    await until(async () => (await report(served, access_token)).spring?.count === early + late + 2, 30);
  });

  it('the stage afterwards sends the open mail, once, and none that was sent before', async () => {
    const subjects = async () => (await inbox()).split('\n').filter(Boolean);
    await until(async () => (await subjects()).length > 0, 30);
    const mails = await subjects();
    expect(mails.filter((mail) => /password/i.test(mail)).length).toBe(1);
    expect(mails.length).toBe(1);
  });

  it('the stage afterwards is left for the folder by one command', async () => {
    const { code, stdout } = await runMove(['--data', shop, '--go-back'], {});
    expect([code, stdout]).toEqual([0, expect.stringContaining('The host may use the folder again')]);
    const host = spawnHost(hostArgs(shop));
    expect(await report(await host.ready(), facts.demo.access_token)).toEqual(expected);
  });
});
