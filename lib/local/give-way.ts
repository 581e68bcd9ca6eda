import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Nice levels: beside a thread that is this much nearer to the CPU, one gets a quarter of a core that both want. */
export const lowerBy = 5;

/** Lowers the priority of the thread that calls it, where threads have one of their own: on Linux. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(basename(readlinkSync('/proc/thread-self')));
  setPriority(thread, Math.min(getPriority(thread) + lowerBy, constants.priority.PRIORITY_LOW));
}
