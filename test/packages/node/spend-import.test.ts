import { AdtrailError } from '#packages/node/src/errors.ts';
import { importSpend, type SpendCall, sentenceOf } from '#packages/node/src/spend-import.ts';
import type { SpendReport } from '#packages/node/src/spend-types.ts';

type Asked = [method: string, path: string, call: SpendCall];
const imports = '/api/v1/spend/imports';

async function imported(report: object, answers: [status: number, body: object][] = [[200, { import_id: 'i' }]]) {
  const asked: Asked[] = [];
  const files: [url: string, bytes: number][] = [];
  const transport = {
    async call(...all: Asked) {
      asked.push(all);
      const [status = 200, body = {}] = answers.shift() ?? [];
      return { status, body: body as Record<string, unknown> };
    },
    put: async (url: string, file: Uint8Array) => void files.push([url, file.length]),
  };
  const percents: number[] = [];
  const options = { pollMs: 1, onProgress: (percent: number) => void percents.push(percent) };
  const given = { network: 'meta', ...report } as unknown as SpendReport;
  const outcome = await importSpend(given, 'test', transport, options).catch((error: Error) => error);
  return { asked, files, percents, outcome };
}
const mb = 1_048_576;
const fileOf = (bytes: number) => new Uint8Array(bytes).fill('a'.charCodeAt(0));

it.each([
  [5 * mb, 1],
  [5 * mb + 1, 3],
  [50 * mb, 3],
])('a file of %i bytes takes %i steps', async (bytes, steps) => {
  const { asked, files, outcome } = await imported({ file: fileOf(bytes), columns: { cost: 'Spent' } }, [
    ...(steps === 1 ? [] : [[200, { url: 'https://put', upload_id: 'u' }] as [number, object]]),
    [200, { import_id: 'i' }],
  ]);
  expect(outcome).toEqual({ import_id: 'i' });
  expect(asked.length + files.length).toBe(steps);
  const query = { environment: 'test' };
  if (steps === 1)
    expect(asked[0]).toMatchObject([
      'POST',
      imports,
      { query: { ...query, network: 'meta', columns: '{"cost":"Spent"}' }, file: { length: bytes } },
    ]);
  else {
    expect(files).toEqual([['https://put', bytes]]);
    expect(asked).toMatchObject([
      ['POST', '/api/v1/uploads', { json: JSON.stringify({ size_bytes: bytes }) }],
      [...(['POST', imports] as const), { query, json: JSON.stringify({ network: 'meta', columns: { cost: 'Spent' }, upload_id: 'u' }) }],
    ]);
  }
});

it.each([
  [50 * mb + 1, {}, 'payload_too_large'],
  [5 * mb + 1, { dry_run: true }, 'dry_run_too_large'],
])('a file of %i bytes with %j is refused: %s', async (bytes, more, code) => {
  const { asked, outcome } = await imported({ file: fileOf(bytes), ...more });
  expect([asked, (outcome as { code?: string }).code]).toEqual([[], code]);
});

it.each([
  [{ rows: [{ spend: '1.10' }] }, '{"network":"meta","rows":[{"spend":"1.10"}]}'],
  [{ file: ' {"rows":[{"spend":1.10}]} ' }, '{"network":"meta","rows":[{"spend":1.10}]}'],
  [{ file: '{ }' }, '{"network":"meta" }'],
])('the rows of %j are sent with the facts as they are written', async (report, json) => {
  const { asked } = await imported(report);
  expect(asked).toMatchObject([['POST', imports, { query: { environment: 'test' }, json }]]);
});

it('an import in the background is waited for with its progress, to its result or its problems', async () => {
  const stored = (status: string, percent: number, more: object = {}) => [200, { status, percent, ...more }] as [number, object];
  const started = [202, { import_id: 'i/1' }] as [number, object];
  const done = await imported({ file: 'a,b' }, [started, stored('pending', 0), stored('running', 40), stored('completed', 100)]);
  expect([done.percents, done.outcome]).toEqual([[0, 40], { status: 'completed', percent: 100 }]);
  expect(done.asked[1]).toMatchObject(['GET', `${imports}/i%2F1`, { query: { environment: 'test' } }]);
  const problems = [{ line: 7, field: 'spend', code: 'bad', message: 'Bad.' }];
  const failed = stored('failed', 100, { problems, problem_count: 9 });
  const ofTable = await imported({ file: 'a,b' }, [started, failed]);
  expect(ofTable.outcome).toMatchObject({
    code: 'spend_refused',
    problemCount: 9,
    spendProblems: [{ line: 7, row: null, field: 'spend' }],
    message: 'The import has 9 problems. line 7, spend: Bad.',
  });
  const ofRows = await imported({ rows: [] }, [started, failed]);
  expect(ofRows.outcome).toMatchObject({ spendProblems: [{ line: null, row: 7 }] });
});

it.each([
  [['body', 'line', 3, 'spend'], { line: 3, row: null, field: 'spend' }],
  [['body', 'rows', 0, 'day'], { line: null, row: 0, field: 'day' }],
  [['body', 'rows'], { line: null, row: null, field: 'rows' }],
  [['query', 'network'], { line: null, row: null, field: 'network' }],
  [['body'], { line: null, row: null, field: null }],
])('a refusal at %j is a problem at %j', async (loc, place) => {
  const detail = [{ type: 'bad', loc, msg: 'Bad.' }];
  const { outcome } = await imported({ rows: [] }, [[422, { detail, request_id: 'r' }]]);
  expect(outcome).toMatchObject({
    httpStatus: 422,
    requestId: 'r',
    problemCount: 1,
    spendProblems: [{ ...place, code: 'bad', message: 'Bad.' }],
  });
  expect((outcome as Error).message).toMatch(/^The import has 1 problem\. .*Bad\.$/);
});

it.each([
  [
    { detail: 'Not today.', code: 'odd' },
    { code: 'odd', message: 'Not today.' },
  ],
  [{}, { code: 'status_422', message: 'The service responded with status 422.' }],
  [{ detail: [{ loc: 'rows', msg: 'Bad.' }, null] }, { problemCount: 2 }],
])('a refusal with %j is the error %j', async (body, error) => {
  const { outcome } = await imported({ rows: [] }, [[422, body]]);
  expect(outcome).toMatchObject(error);
  expect(outcome).toBeInstanceOf(AdtrailError);
});

it.each([Number.POSITIVE_INFINITY, 2 ** 31])('a pause of %d ms between polls is no poll at once', async (pollMs) => {
  let polls = 0;
  const call = async (method: string) => {
    if (method === 'GET') polls++;
    return { status: 202, body: { import_id: 'i', status: 'pending' } };
  };
  const abort = new AbortController();
  const transport = { call, put: async () => {} };
  const waiting = importSpend({ network: 'meta', rows: [] }, 'test', transport, {
    pollMs,
    signal: abort.signal,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  expect(polls).toBe(1);
});

it('a problem without a place is its message alone, and none is nothing', () => {
  expect(sentenceOf({ line: null, row: null, field: null, code: 'x', message: 'Bad.' })).toBe('Bad.');
  expect(sentenceOf({ line: null, row: 0, field: null, code: 'x', message: 'Bad.' })).toBe('row 0: Bad.');
  expect(sentenceOf(undefined)).toBe('');
});
