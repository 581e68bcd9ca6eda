import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf } from '../command-of.ts';

const fileIn = (directory: string) => join(directory, 'engine.pid');

/** Notes which process works on the database file; `undefined` clears the note. */
export function rememberEngine(directory: string, pid: number | undefined): void {
  if (pid) writeFileSync(fileIn(directory), String(pid));
  else rmSync(fileIn(directory), { force: true });
}

/** Ends an engine that a killed host has left on this folder: the engine takes no lock, and two would spoil the file. */
export async function clearLeftover(directory: string): Promise<void> {
  const pid = Number(readNote(directory));
  if (!pid) return;
  const isEngine = () => commandOf(pid).includes(directory);
  if (isEngine()) process.kill(pid, 'SIGKILL');
  for (let waited = 0; isEngine() && waited < 2000; waited += 10) await delay(10);
  rememberEngine(directory, undefined);
}

function readNote(directory: string): string {
  try {
    return readFileSync(fileIn(directory), 'utf8');
  } catch {
    return '';
  }
}
