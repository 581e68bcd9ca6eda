// The host's process imports this file, as does each of its threads.
import { appendFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

const everyMs = 5;
const reportedMs = 50;
const file = process.env.STALLS_FILE;
const thread = isMainThread ? 'main' : (workerData?.part ?? (workerData?.sqsEndpoint ? 'workers' : 'other'));

if (file && thread !== 'other') {
  // Other programs of a busy machine delay a timer, so a stall counts the CPU that the thread itself used.
  let before = { at: performance.now(), cpu: process.threadCpuUsage() };
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before.cpu);
    const cpuMs = Math.round((user + system) / 1000);
    if (cpuMs >= reportedMs) appendFileSync(file, `${JSON.stringify({ thread, at: Date.now(), cpuMs })}\n`);
    before = { at: performance.now(), cpu: process.threadCpuUsage() };
  }, everyMs).unref();
}
