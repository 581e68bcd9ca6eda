import { setTimeout as delay } from 'node:timers/promises';
import { startHostProcess } from './host-process.ts';
import { setScene } from './scene.ts';
import { operationsOn } from './operations.ts';
import { cellOf } from './rounds.ts';
import { cpuMicros } from './cpu-time.ts';
import { caughtUp, propagation } from './propagation.ts';
const host = await startHostProcess(new AbortController().signal);
try {
  console.log('start', host.startMs);
  const scene = await setScene(host);
  const ops = operationsOn(scene);
  const processes = { host: host.pid, engine: host.enginePid };
  await caughtUp(scene);
  for (const inFlight of [1, 16, 64]) for (const op of ops) {
    const c = await cellOf(op, { inFlight, seconds: 0.6, processes });
    const after: number[] = [];
    for (let i = 0; i < 12; i++) { const b = cpuMicros(host.pid)!; await delay(50); after.push((cpuMicros(host.pid)! - b) / 1000); }
    console.log(c.id, inFlight, Math.round(c.opsPerSecond), c.p50Ms.toFixed(2), c.p99Ms.toFixed(2), Math.round(c.hostCpuMicros!), Math.round(c.engineCpuMicros!), 'host ms CPU per 50 ms after', after.join(' '));
  }
  console.log('behind', await caughtUp(scene));
  console.log(await propagation(scene, { singles: 10, burst: 5000 }));
} finally { await host.stop(); }
