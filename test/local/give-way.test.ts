import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { lowerBy } from '#lib/local/give-way.ts';

const module = new URL('../../lib/local/give-way.ts', import.meta.url).href;
const script = `
  const { parentPort } = require('node:worker_threads');
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  import(${JSON.stringify(module)}).then(({ giveWay }) => {
    const own = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
    const before = own();
    giveWay();
    parentPort.postMessage([before, own()]);
  });`;

it.runIf(process.platform === 'linux')('lowers the priority of its own thread, and of no other', async () => {
  const ours = getPriority(process.pid);
  const [[before, after]] = await once(new Worker(script, { eval: true }), 'message');
  expect(after).toBe(Math.min(before + lowerBy, 19));
  expect(getPriority(process.pid)).toBe(ours);
});
