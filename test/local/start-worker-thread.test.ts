import type { EmbeddedEngine } from '#lib/local/engines/start-embedded.ts';
import { startWorkerThread } from '#lib/local/start-worker-thread.ts';

function started(script: string) {
  const seen: unknown[] = [];
  const logged: string[] = [];
  const embedded = {
    streamRecords: {
      newest: (table: string) => void seen.push(['newest', table]),
      trim: (...all: unknown[]) => void seen.push(['trim', ...all]),
    },
    forReaders: { file: 'engine.sqlite', buffer: new SharedArrayBuffer(8) },
    call: async (operation: string, input: object) => {
      seen.push([operation, input]);
      return { of: operation };
    },
  } as unknown as EmbeddedEngine;
  const text = `import { parentPort as port, workerData } from 'node:worker_threads';\n${script}`;
  const thread = startWorkerThread(
    {
      directory: '/data',
      dynamodb: 'http://db',
      sqsEndpoint: 'http://sqs',
      compileCache: undefined,
      tables: ['a', 'b'].map((name) => ({ name, tableName: `t-${name}`, streamArn: undefined })) as never,
    },
    embedded,
    {
      endWaits: () => void seen.push('end_waits'),
      log: (line, cause) => void logged.push(`${line} ${(cause as Error).message}`),
      longWork: { call: async (name, event) => ({ name, event }) },
      entry: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    },
  );
  return { thread, seen, logged };
}
const obeys = `port.on('message', (message) => {
  if (message === 'catch_up') setTimeout(() => port.postMessage('caught_up'), 50);
  if (message === 'stop') port.postMessage('stopped');
});`;

it('the thread of the workers reaches the engine: its place, trims, calls and ends of waits', async () => {
  const { thread, seen } = started(`
    const { directory, sqsEndpoint, reader } = workerData;
    port.postMessage({ trim: { tableName: 't-a', before: 7 } });
    port.postMessage('end_waits');
    port.postMessage({ calls: [{ id: 3, operation: 'GetItem', input: { directory, sqsEndpoint, file: reader.file } }] });
    port.on('message', ({ answers }) => {
      if (answers?.[0].id === 3) port.postMessage({ calls: [{ id: 4, operation: 'PutItem', input: { answers } }] });
    });
    ${obeys}
    port.postMessage('started');
  `);
  await expect.poll(() => seen.length).toBe(6);
  expect(seen).toEqual([
    ['newest', 't-a'],
    ['newest', 't-b'],
    ['trim', 't-a', 7],
    'end_waits',
    ['GetItem', { directory: '/data', sqsEndpoint: 'http://sqs', file: 'engine.sqlite' }],
    ['PutItem', { answers: [{ id: 3, output: { of: 'GetItem' } }] }],
  ]);
  await thread.stop();
});

it('the thread of the workers has its long work done by another thread', async () => {
  const { thread, seen } = started(`
    port.postMessage({ longWork: { id: 5, name: 'spend-import', event: { Records: [] } } });
    port.on('message', ({ answered }) => {
      if (answered) port.postMessage({ calls: [{ id: 6, operation: 'PutItem', input: answered }] });
    });
    ${obeys}
    port.postMessage('started');
  `);
  const answer = { id: 5, result: { name: 'spend-import', event: { Records: [] } } };
  await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toEqual(['PutItem', answer]);
  await thread.stop();
});

it('the thread of the workers is waited for at its start, and each time until it has caught up', async () => {
  const { thread } = started(`${obeys} setTimeout(() => port.postMessage('started'), 50);`);
  for (let times = 0; times < 2; times++) {
    const startedAt = performance.now();
    await thread.catchUp();
    expect(performance.now() - startedAt).toBeGreaterThan(45);
  }
  await thread.stop();
  expect(await thread.died).toBe('The workers have ended; start again.');
});

it('a thread that fails or ends is told of, and nobody waits for it', async () => {
  const failed = started(`${obeys} throw new Error('no memory');`);
  expect(await failed.thread.died).toBe('The workers failed (no memory); start again.');
  await Promise.all([failed.thread.catchUp(), failed.thread.stop()]);
  expect(failed.logged).toEqual(['The workers failed. no memory']);
  const ended = started(`process.exit(0);`);
  expect(await ended.thread.died).toBe('The workers have ended; start again.');
  await ended.thread.stop();
  expect(ended.logged).toEqual([]);
});
