// Slow: it tries every endpoint.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { endpoints } from '#functions/groups.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Auth } from '#shared/http/endpoint.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import { ask } from './ask.ts';
import { withCredentials } from './credentials.ts';

let door: Server;
let isPaused = false;
const sockets = new Set<Socket>();
beforeAll(async () => {
  const { hostname, port } = new URL(engineEndpoint);
  door = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => !isPaused && to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  setOwnEngine(undefined);
  process.env.TEST_STORE_DOOR = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  door.close();
  delete process.env.TEST_STORE_DOOR;
});

it('while the store hangs, every endpoint that needs it answers 503 with Retry-After within ten seconds', async () => {
  const { app, good } = await withCredentials();
  const tasks = endpoints.map((endpoint) => ({ endpoint, credentials: good[endpoint.auth as Auth]() }));
  isPaused = true;
  const answers = await Promise.all(
    tasks.map(async ({ endpoint, credentials }) => {
      const started = performance.now();
      const { status, headers } = await ask(app.send, endpoint, { credentials });
      return { id: endpoint.id, status, after: headers.get('retry-after'), ms: performance.now() - started };
    }),
  );
  isPaused = false;
  const limitMs = 10_000 * busyness();
  const hanging = answers.filter(({ ms }) => ms > 4000);
  expect(answers.filter(({ ms }) => ms > limitMs)).toEqual([]);
  expect(hanging.filter(({ status, after }) => status !== 503 || !after)).toEqual([]);
  expect(hanging.length).toBeGreaterThan(endpoints.length * 0.8);
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
});
