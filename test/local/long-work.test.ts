import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedEngine } from '#lib/local/engines/start-embedded.ts';
import { isLong, withLongRequests } from '#lib/local/long-requests.ts';
import { longWork, OutOfMemory, workOrGiveUp } from '#lib/local/start-long-work.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { useTurn } from '#shared/values/turn-budget.ts';

const answering = `
const starts = workerData.part;
let received = [];
port.on('message', ({ call, answers }) => {
  if (answers) return port.postMessage({ answered: { id: answers[0].id, result: answers[0].output } });
  const { id, name, event } = call;
  received.push(name);
  const receives = Number(event.Records?.[0].attributes.ApproximateReceiveCount ?? 0);
  if (name === 'large' && receives < 30) for (const rows = []; ; ) rows.push(new Array(1000).fill(Math.random()));
  if (name === 'large') return port.postMessage({ answered: { id, result: 'given up' } });
  if (name === 'waits' && received.length === 1) return setTimeout(() => port.postMessage({ answered: { id, result: threadId } }), 20);
  if (name === 'die') throw new Error('out of memory');
  if (name === 'fail') return port.postMessage({ answered: { id, error: 'refused' } });
  if (name === 'read') return port.postMessage({ calls: [{ id, operation: 'GetItem', input: event }] });
  if (name === 'answer') port.postMessage({ answered: { id, result: { starts, event, threadId } } });
});`;

function started(idle?: number) {
  const logged: string[] = [];
  const embedded = {
    forReaders: { file: 'engine.sqlite', buffer: new SharedArrayBuffer(8) },
    call: async (operation: string, input: object) => ({ of: operation, input }),
  } as unknown as EmbeddedEngine;
  const text = `import { parentPort as port, threadId, workerData } from 'node:worker_threads';\n${answering}`;
  const long = longWork({ compileCache: undefined }, embedded, {
    log: (line, cause) => void logged.push(`${line} ${(cause as Error).message}`),
    entry: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    ...(idle !== undefined && { idle }),
    heapMb: 32,
  });
  return { long, logged };
}

describe('the thread of long work', () => {
  it('answers calls, and its reads and writes reach the engine', async () => {
    const { long } = started();
    const event = { body: 'rows' };
    expect(await long.call('answer', event)).toMatchObject({ starts: 'long work', event });
    expect(await long.call('read', event)).toEqual({ of: 'GetItem', input: event });
    await expect(long.call('fail', event)).rejects.toThrow('refused');
    await long.stop();
    await expect(long.call('answer', event)).rejects.toThrow('The host stops.');
  });

  it('fails its calls when it dies, and the next call starts another thread', async () => {
    const { long, logged } = started();
    const waiting = long.call('wait', {});
    await Promise.all([expect(long.call('die', {})).rejects.toThrow('out of memory'), expect(waiting).rejects.toThrow('out of memory')]);
    expect(logged).toEqual(['The thread of long work failed. out of memory']);
    expect(await long.call('answer', {})).toMatchObject({ starts: 'long work' });
    await long.stop();
  });

  it('a call that runs out of memory fails alone, and the calls beside it are answered', async () => {
    const { long, logged } = started();
    await long.call('answer', {});
    const calls = [long.call('waits', {}), long.call('large', {}), long.call('waits', {})];
    const [first, large, second] = await Promise.allSettled(calls);
    expect([first?.status, large, second?.status]).toEqual([
      'fulfilled',
      { status: 'rejected', reason: new OutOfMemory('large') },
      'fulfilled',
    ]);
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain('reaching memory limit');
    expect(await long.call('answer', {})).toMatchObject({ starts: 'long work' });
    await long.stop();
  });

  it('work of a queue that runs out of memory is called again as at its last receive', async () => {
    const { long } = started();
    const event = { Records: [{ messageId: 'm1', attributes: { ApproximateReceiveCount: '1' } }] };
    expect(await workOrGiveUp(long, 'large', event)).toBe('given up');
    await expect(workOrGiveUp(long, 'fail', event)).rejects.toThrow('refused');
    await long.stop();
  });

  it('ends when it was idle, but never during a call', async () => {
    const { long } = started(100);
    const threadOf = async () => ((await long.call('answer', {})) as { threadId: number }).threadId;
    const waiting = long.call('wait', {});
    const first = await threadOf();
    await delay(300);
    expect(await threadOf()).toBe(first);
    await Promise.all([expect(waiting).rejects.toThrow(), long.call('die', {}).catch(() => {})]);
    const next = long.call('wait', {});
    const second = await threadOf();
    await delay(300);
    expect(await threadOf()).toBe(second);
    await Promise.all([expect(next).rejects.toThrow('out of memory'), long.call('die', {}).catch(() => {})]);
    const third = await threadOf();
    await delay(300);
    expect(await threadOf()).toBeGreaterThan(third);
    await long.stop();
  });
});

describe('long requests', () => {
  it.each([
    ['a body of many rows', true, { body: 'x'.repeat(50_001), headers: {} }],
    ['a compressed body', true, { body: 'x', headers: { 'Content-Encoding': 'gzip' } }],
    ['a body that names an upload', true, { body: '{"upload_id":"upload_1","dry_run":true}', headers: {} }],
    ['a workbook, which inflates', true, { body: 'UEsDBBQAAAAIAA==', headers: {} }],
    ['a short body', false, { body: '{"rows":[]}', headers: {} }],
    ['no body', false, { body: null, headers: { 'content-encoding': 'gzip' } }],
  ])('%s: %s', (_, expected, event) => {
    expect(isLong(event)).toBe(expected);
  });

  const thread = (of: string) => ({ call: async (name: string) => ({ statusCode: 200, body: `${name} in ${of}` }) });
  const full = { call: async (name: string) => Promise.reject(new OutOfMemory(name)) };
  const report = { method: 'GET', path: '/report', auth: 'report', callLimit: {} } as unknown as AnyEndpoint;
  const asked = (rest: object) => ({ httpMethod: 'GET', resource: '/report', body: null, headers: {}, ...rest }) as never;

  it('a report that reads more rows than a turn has is answered by another thread', async () => {
    let rows = 8000;
    const handler = withLongRequests(
      'attribution',
      [report],
      async () => {
        useTurn(rows);
        return { statusCode: 200, body: 'here' };
      },
      { files: full, reports: thread('reports') },
    );
    const bodyOf = async () => (await handler(asked({}), {} as never)).body;
    expect(await bodyOf()).toBe('here');
    rows++;
    expect(await bodyOf()).toBe('attribution in reports');
  });

  it.each([
    ['a report', 503, {}, () => useTurn(9000)],
    ['a file', 413, { httpMethod: 'POST', body: 'x'.repeat(60_000) }, () => {}],
  ])('%s that needs more memory than a thread has is answered %d', async (_, status, rest, work) => {
    const file = { ...report, method: 'POST', files: ['text/csv'] } as AnyEndpoint;
    const handler = withLongRequests(
      'attribution',
      [report, file],
      async () => {
        work();
        return { statusCode: 200, body: 'here' };
      },
      { files: full, reports: full },
    );
    const answer = await handler(asked({ ...rest, requestContext: { requestId: 'r1' } }), {} as never);
    expect([answer.statusCode, JSON.parse(answer.body).request_id]).toEqual([status, 'r1']);
  });

  it('another thread answers long requests of lists and files alone', async () => {
    const endpoint = (path: string, more: object) => ({ method: 'POST', path, auth: 'view', ...more }) as AnyEndpoint;
    const handler = withLongRequests(
      'attribution',
      [
        endpoint('/files', { files: ['text/csv'] }),
        endpoint('/events', { maxBodyBytes: () => 1 }),
        endpoint('/pixel', { auth: 'pixelKey', maxBodyBytes: 262_144 }),
      ],
      async () => ({ statusCode: 200, body: 'here' }),
      { files: thread('files'), reports: thread('reports') },
    );
    const bodyOf = async (resource: string, body: string) =>
      (await handler({ httpMethod: 'POST', resource, body, headers: {} } as never, {} as never)).body;
    const long = 'x'.repeat(60_000);
    expect(await bodyOf('/files', long)).toBe('attribution in files');
    expect(await bodyOf('/files', 'x')).toBe('here');
    expect(await bodyOf('/events', long)).toBe('here');
    expect(await bodyOf('/pixel', long)).toBe('here');
  });
});
