import { hasUsualShape, maxContainers, maxFields } from '#shared/values/json-shape.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});

async function put(path: string, body: string, method = 'POST') {
  const headers = { ...owner.headers, 'content-type': 'application/json' };
  const before = process.threadCpuUsage();
  const answer = await app.send(new Request(`http://adtrail.local${path}`, { method, headers, body }));
  const { user, system } = process.threadCpuUsage(before);
  const { detail, problem_count } = (await answer.json()) as {
    detail: { type: string; loc: unknown[] }[];
    problem_count?: number;
  };
  return { status: answer.status, detail, problem_count, milliseconds: (user + system) / 1000 };
}
const times = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const megabyte = 1_048_576;
/** Each took 3 to 12 seconds before. A machine under load takes some times its usual 100 to 300 ms. */
const mostMilliseconds = 1500;

describe('the work of a body is bounded before it is validated', () => {
  it.each([
    ['empty objects', '/api/v1/spend/aliases', 'PUT', `{"aliases":[${times('{},', 4 * megabyte - 100)}{}]}`],
    ['lists in lists', '/api/v1/spend/imports', 'POST', `${times('[', megabyte)}${times(']', megabyte)}`],
    ['unknown fields', '/api/v1/pixel/adjustments', 'POST', `{"z":0${Array.from({ length: 200_000 }, (_, at) => `,"${at}":0`).join('')}}`],
  ])('a body of megabytes of %s is one problem of the body', async (_, path, method, body) => {
    const { status, detail, milliseconds } = await put(path, body, method);
    expect([status, detail]).toEqual([422, [expect.objectContaining({ type: 'too_complex', loc: ['body'] })]]);
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  });

  it('a list far beyond its maximum says so, and no entry of it is looked at', async () => {
    const body = `{"aliases":[${times('0,', 2 * megabyte)}0]}`;
    const { status, detail, milliseconds } = await put('/api/v1/spend/aliases', body, 'PUT');
    expect([status, detail.map(({ type }) => type)]).toEqual([422, ['too_long']]);
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  });

  it('a list within its maximum that is wrong throughout lists as many problems as fit', async () => {
    const rows = `${times('{"day":1,"spend":{},"ad":{},"clicks":[]},', 1.9 * megabyte)}{}`;
    const { status, detail, milliseconds } = await put('/api/v1/spend/imports', `{"network":"meta","currency":"USD","rows":[${rows}]}`);
    expect([status, detail.length]).toEqual([422, 1000]);
    expect(detail[0]?.loc).toEqual(['body', 'rows', 0, 'day']);
    expect(milliseconds).toBeLessThan(mostMilliseconds);
  });

  it('a wrong entry at the end of a long list is found, and unknown fields beyond the listed ones are counted', async () => {
    const good = '{"day":"2026-11-20","campaign":"c","spend":"1"},';
    const facts = '"network":"meta","currency":"USD","dry_run":true';
    const last = await put('/api/v1/spend/imports', `{${facts},"rows":[${good.repeat(3000)}{"day":1}]}`);
    expect(last.detail.map(({ loc }) => loc)).toEqual(
      expect.arrayContaining([
        ['body', 'rows', 3000, 'day'],
        ['body', 'rows', 3000, 'spend'],
      ]),
    );
    const surplus = Array.from({ length: 50 }, (_, at) => `,"x${at}":0`).join('');
    const row = `{"day":"2026-11-20","campaign":"c","spend":"1"${surplus}}`;
    const unknown = await put('/api/v1/spend/imports', `{${facts},"rows":[${Array(100).fill(row).join()}]}`);
    expect([unknown.status, unknown.detail.length, unknown.problem_count]).toEqual([422, 1000, 5000]);
  });
});

describe('the shape of a JSON text', () => {
  const objects = (count: number) =>
    `[${Array(count - 1)
      .fill('{}')
      .join()}]`;
  const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}" :0`).join()}}`;
  it.each([
    ['as many objects and lists as a body has', objects(maxContainers), true],
    ['one object more', objects(maxContainers + 1), false],
    ['as many fields as an object has', fields(maxFields), true],
    ['one field more', fields(maxFields + 1), false],
    ['many objects of some fields', `[${Array(2000).fill(fields(9)).join()}]`, true],
    ['braces, brackets and colons in a text', JSON.stringify({ text: '{[:"\\'.repeat(300_000) }), true],
    ['a text that ends with backslashes', `{"text":"\\\\\\\\"${',"a":0'.repeat(maxFields)}}`, false],
    ['a text without an end', `{"text":"${'{'.repeat(maxContainers + 1)}`, true],
  ])('%s: %#', (_, text, isUsual) => {
    expect(hasUsualShape(text)).toBe(isUsual);
  });
});
