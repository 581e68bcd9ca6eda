import { type SpendFetch, type SpendOptions, SpendRefusedError, spendImports } from '#packages/node/src/spend.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { answerOf } from './service.ts';

let world: World;
let app: TestApp;
let secretKey: string;
let sent: string[];
let faults: (() => Response | Promise<Response>)[];
beforeEach(async () => {
  world = await newWorld(Date.parse('2026-11-21T12:00:00Z'));
  app = await startApp(world);
  secretKey = (await newAdvertiser(app)).key.authorization.slice('Bearer '.length);
  [sent, faults] = [[], []];
});

const fetch: SpendFetch = async (url, { signal: _, ...init }) => {
  const { pathname } = new URL(url);
  sent.push(`${init.method} ${pathname.replace(/(spend|upload)_\w+/, '<id>')}`);
  const fault = faults.shift();
  if (fault) return await fault();
  if (url.startsWith('https://files.example/')) {
    world.objects.files.set(pathname.slice(1), Buffer.from(init.body as Uint8Array));
    return answerOf(200, '');
  }
  const answer = await app.send(new Request(url, init));
  if (init.method === 'GET' && pathname !== '/api/v1/spend/imports') await app.work('spend_import');
  return answer;
};
const client = (more: SpendOptions = {}) =>
  spendImports({ secretKey, baseUrl: 'https://adtrail.example', fetch, onError: () => {}, ...more });
const row = (campaign: string, spend: number | string, day = '2026-11-20') => ({ day, campaign, spend });
const google = { network: 'google_ads', currency: 'USD' };
const imports = '/api/v1/spend/imports';

describe('spendImports', () => {
  it('imports rows and files, and tells what they changed; the same again changes nothing', async () => {
    const spend = client();
    const first = await spend.create({ ...google, rows: [row('a', '1.10'), row('b', 2)] });
    expect(first).toMatchObject({ status: 'completed', added: 2, spend_after: '3.10' });
    const file = 'Day,Campaign,Cost\n2026-11-20,a,1.10\n';
    const dry = await spend.create({ ...google, file, dry_run: true });
    expect(dry).toMatchObject({ import_id: null, removed: 1, spend_after: '1.10' });
    // Imports of one millisecond are in no order.
    world.clock.now += 1000;
    const second = await spend.create({ ...google, file: new TextEncoder().encode(file) });
    expect(second).toMatchObject({ removed: 1, spend_before: '3.10', spend_after: '1.10' });
    expect(await spend.create({ ...google, file })).toMatchObject({ unchanged: true });
    expect((await Array.fromAsync(spend.list())).map(({ import_id }) => import_id)).toEqual([second.import_id, first.import_id]);
    const { difference } = await spend.retrieve(second.import_id ?? '');
    expect(difference).toMatchObject([{ day: '2026-11-20', removed: 1, replaces: first.import_id }]);
    expect(await spend.undo(second.import_id ?? '')).toMatchObject({ status: 'undone' });
  });

  it('waits for an import in the background, and reports its progress', async () => {
    const progress: number[] = [];
    const rows = Array.from({ length: 2001 }, (_, at) => row(`c${at}`, '0.10'));
    const done = await client().create({ ...google, rows }, { onProgress: (one) => progress.push(one), pollMs: 1 });
    expect(done).toMatchObject({ status: 'completed', rows: 2001, spend_after: '200.10' });
    expect(progress).toEqual([0]);
  });

  it('stops waiting when its signal is aborted, and the import continues', async () => {
    const rows = Array.from({ length: 2001 }, (_, at) => row(`c${at}`, '0.10'));
    const abort = new AbortController();
    const waiting = client().create({ ...google, rows }, { signal: abort.signal, onProgress: () => abort.abort(), pollMs: 60_000 });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    const [one] = await Array.fromAsync(client().list());
    expect(one).toMatchObject({ status: 'completed', rows: 2001 });
  });

  it('sends rows and files above 5 MB by an upload, and refuses what is too large for one', async () => {
    const long = 'A campaign with a long name '.repeat(15);
    const rows = Array.from({ length: 13_000 }, (_, at) => row(`${long}${at}`, '0.01'));
    const done = await client().create({ ...google, rows }, { pollMs: 1 });
    expect(done).toMatchObject({ status: 'completed', rows: 13_000, spend_after: '130.00' });
    expect(sent.slice(0, 3)).toEqual(
      ['POST /api/v1/uploads', 'PUT /uploads/1/<id>', `POST ${imports}`].map((line) => line.replace('/1/', `/${sent[1]?.split('/')[2]}/`)),
    );
    const file = new Uint8Array(51 * 1_048_576);
    await expect(client().create({ ...google, file })).rejects.toMatchObject({ code: 'payload_too_large' });
    const dry = client().create({ ...google, rows, dry_run: true });
    await expect(dry).rejects.toMatchObject({ code: 'dry_run_too_large' });
  });

  it('throws every problem by its line or row, also when the background finds it', async () => {
    const refusalOf = async (work: Promise<unknown>) => {
      const error = await work.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SpendRefusedError);
      return error as SpendRefusedError;
    };
    const spend = client();
    const byRow = await refusalOf(spend.create({ ...google, rows: [row('a', 1), row('b', -1), row('c', 'x')] }));
    expect(byRow.spendProblems).toMatchObject([
      { line: null, row: 1, field: 'spend', code: 'negative' },
      { line: null, row: 2, field: 'spend', code: 'not_a_number' },
    ]);
    expect(byRow.message).toBe('The import has 2 problems. row 1, spend: Must not be negative');
    const byLine = await refusalOf(spend.create({ ...google, file: 'Day,Campaign,Cost\n2026-11-20,a,-1\n' }));
    expect(byLine.spendProblems).toMatchObject([{ line: 2, row: null, field: 'spend' }]);
    const wrong = await refusalOf(spend.create({ ...google, network: 'Google Ads', rows: [row('a', 1)] }));
    expect(wrong.spendProblems).toMatchObject([{ line: null, row: null, field: 'network' }]);
    const names = 'x'.repeat(300);
    const lines = Array.from({ length: 17_000 }, (_, at) => `2026-11-20,${names}${at},-1`);
    const late = await refusalOf(spend.create({ ...google, file: `Day,Campaign,Cost\n${lines.join('\n')}\n` }, { pollMs: 1 }));
    expect([late.problemCount, late.spendProblems.length]).toEqual([17_000, 200]);
    expect(late.spendProblems[0]).toMatchObject({ line: 2, row: null, code: 'negative' });
  });

  it.each(['', '<html>Sign in</html>', '{}'])('an answer "%s" with status 200 is an error that says so', async (page) => {
    const spend = client();
    for (const call of [
      () => spend.create({ ...google, rows: [row('a', 1)] }),
      () => spend.create({ ...google, file: new Uint8Array(6_000_000) }),
      () => spend.retrieve('spend_1'),
      () => spend.undo('spend_1'),
      () => spend.list().next(),
    ]) {
      faults.push(() => answerOf(200, page));
      await expect(call()).rejects.toMatchObject({
        name: 'AdtrailError',
        code: 'unexpected_response',
        httpStatus: 200,
        message: expect.stringContaining('https://adtrail.example'),
      });
    }
  });

  it('undoes an import once although the answer is lost', async () => {
    const spend = client();
    const { import_id } = await spend.create({ ...google, rows: [row('a', 1)] });
    const path = `https://adtrail.example${imports}/${import_id}`;
    const headers = { authorization: `Bearer ${secretKey}` };
    faults.push(async () => {
      await app.send(new Request(path, { method: 'DELETE', headers }));
      throw new TypeError('fetch failed');
    });
    expect(await spend.undo(import_id ?? '')).toMatchObject({ status: 'undone' });
  });

  it('retries what can succeed later, and names what cannot', async () => {
    const spend = client();
    faults.push(
      () => answerOf(503, { detail: 'Later.', code: 'unavailable' }),
      () => Promise.reject(new TypeError('fetch failed')),
    );
    expect(await spend.create({ ...google, rows: [row('a', 1)] })).toMatchObject({ added: 1 });
    expect(sent).toHaveLength(3);
    faults.push(() => answerOf(429, { code: 'too_many_requests' }, { 'retry-after': '0.01' }));
    expect(await spend.create({ ...google, rows: [row('c', 1)] })).toMatchObject({ added: 1 });
    expect(sent, 'a 429 is retried').toHaveLength(5);
    for (const status of [408, 425]) faults.push(() => answerOf(status, '<html>A proxy waited too long.</html>'));
    expect(await spend.create({ ...google, rows: [row('d', 1)] })).toMatchObject({ added: 1 });
    expect(sent, 'a 408 and a 425 are retried').toHaveLength(8);
    await expect(spend.undo('spend_none')).rejects.toMatchObject({ code: 'not_found', httpStatus: 404 });
    await expect(spendImports({ secretKey: 'sk_live_x', baseUrl: 'https://adtrail.example', fetch }).list().next()).rejects.toMatchObject({
      name: 'RequestRefusedError',
      httpStatus: 401,
    });
    expect(() => spendImports({ secretKey: 'pk_live_x', baseUrl: 'https://adtrail.example' })).toThrow(/public key/);
    faults.push(() => answerOf(429, { detail: 'Too many.', code: 'too_many_requests' }, { 'retry-after': '86400' }));
    const hurried = client({ retryForMs: 0 });
    await expect(hurried.create({ ...google, rows: [row('b', 1)] })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });
});
