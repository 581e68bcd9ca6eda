import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { environmentVariable } from './runtime.ts';
import type { Spool, SpoolEntry } from './types.ts';

export type DiskSpoolOptions = {
  /** A file without changes for this time counts as abandoned. Default: 60 s. */
  staleMs?: number | undefined;
};

/** A line is `{"+": key, "e": event}` for an added event and `{"-": key}` for a delivered event. */
type Segment = { path: string; id: string; handle: FileHandle; live: number; bytes: number };
type Addition = { line: string; key: string; isAside: boolean; done(): void; failed(error: unknown): void };

/** Above this size, new events go to another file. */
const replaceAboveBytes = 4_000_000;
const heartbeatMs = 5000;

const ours = new Set<string>();

/**
 * Stores events in a folder until they are delivered. An event that `queued` confirmed survives a crash of
 * the process and of the machine. Processes can share the folder.
 */
export function diskSpool(folder: string, { staleMs = 60_000 }: DiskSpoolOptions = {}): Spool {
  let prefixes: string[] = [];
  let current: Segment | undefined;
  /** The file of the events that are set aside. */
  let aside: Segment | undefined;
  const holders = new Map<string, Segment>();
  const additions: Addition[] = [];
  const removals: string[] = [];
  let writing: Promise<void> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const newPath = (id: string) => join(folder, `${prefixes[0]}${ownerName}.${id}.spool`);

  async function create(): Promise<Segment> {
    const id = idOf(Date.now());
    ours.add(id);
    const handle = await open(newPath(id), 'ax', 0o600);
    await syncFolder(folder);
    return { path: newPath(id), id, handle, live: 0, bytes: 0 };
  }

  /** Events added during a write belong to the next write, and one sync confirms them. */
  async function write(): Promise<void> {
    while (additions.length > 0 || removals.length > 0) {
      const added = additions.splice(0);
      const removed = removals.splice(0);
      await confirm(
        added.filter(({ isAside }) => !isAside),
        append,
        retire,
      );
      await confirm(
        added.filter(({ isAside }) => isAside),
        appendAside,
        releaseAside,
      );
      await strike(removed).catch(() => {});
    }
    writing = undefined;
  }

  async function confirm(added: Addition[], store: (added: Addition[]) => Promise<void>, leaveFile: () => Promise<void>): Promise<void> {
    if (added.length === 0) return;
    try {
      await store(added);
      for (const { done } of added) done();
    } catch (error) {
      // A half-written line would corrupt the next line.
      await leaveFile().catch(() => {});
      for (const { failed } of added) failed(error);
    }
  }

  const wake = () => {
    writing ??= write();
  };

  async function append(added: readonly Addition[]): Promise<void> {
    for (;;) {
      if (current && current.bytes > replaceAboveBytes) await retire();
      current ??= await create();
      if (await writeTo(current, added)) break;
      await retire();
    }
    for (const { key } of added) holders.set(key, current);
    current.live += added.length;
  }

  async function appendAside(added: readonly Addition[]): Promise<void> {
    for (;;) {
      if (aside && aside.bytes > replaceAboveBytes) await releaseAside();
      aside ??= await create();
      if (await writeTo(aside, added)) return;
      await releaseAside();
    }
  }

  /** Now `recover` can return its events. */
  async function releaseAside(): Promise<void> {
    const old = aside;
    aside = undefined;
    if (old) await release(old);
  }

  /** A lost removal only resends an event, so removals skip fsync. */
  async function strike(removed: readonly string[]): Promise<void> {
    const lines = new Map<Segment, string>();
    for (const key of removed) {
      const segment = holders.get(key);
      if (!segment) continue;
      holders.delete(key);
      segment.live--;
      lines.set(segment, `${lines.get(segment) ?? ''}${JSON.stringify({ '-': key.slice(key.indexOf('/') + 1) })}\n`);
    }
    for (const [spoolFile, text] of lines) {
      if (spoolFile.live === 0 && spoolFile !== current) await drop(spoolFile);
      else {
        spoolFile.bytes += text.length;
        await spoolFile.handle.appendFile(text);
      }
    }
  }

  async function retire(): Promise<void> {
    const old = current;
    current = undefined;
    if (old?.live === 0) await drop(old);
  }

  /** A rename succeeds for only one of several processes. */
  async function adopt(file: string): Promise<SpoolEntry[] | null> {
    const id = idOf(timeOfFile(file));
    ours.add(id);
    try {
      await rename(join(folder, file), newPath(id));
    } catch {
      ours.delete(id);
      return null;
    }
    const entries = liveEntries(await readFile(newPath(id), 'utf8'));
    const handle = await open(newPath(id), 'a');
    const segment = { path: newPath(id), id, handle, live: entries.length, bytes: 0 };
    // A crash can cut off the last line.
    await handle.appendFile('\n');
    if (entries.length === 0) {
      await drop(segment);
      return null;
    }
    const named = entries.map(({ key, json }) => ({ key: `${id}/${key}`, json }));
    for (const { key } of named) holders.set(key, segment);
    return named;
  }

  const inUse = () => new Set([...holders.values(), ...[current, aside].filter((one) => one !== undefined)]);

  const store = ({ key, json }: SpoolEntry, isAside: boolean): Promise<void> =>
    new Promise((done, failed) => {
      additions.push({ line: `{"+":${JSON.stringify(key)},"e":${json}}\n`, key, isAside, done, failed });
      wake();
    });

  return {
    open(scope, formerScope) {
      if (prefixes.length > 0) throw new Error('This spool is in use. Call diskSpool again: the folder can be the same.');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      prefixes = [scope, formerScope].filter((one) => one !== undefined).map(prefixOf);
      heartbeat = setInterval(async () => {
        const now = new Date();
        for (const { path } of inUse()) await utimes(path, now, now).catch(() => {});
      }, heartbeatMs);
      heartbeat.unref();
    },
    add: (entry) => store(entry, false),
    addAside: (entry) => store(entry, true),
    remove(key) {
      removals.push(key);
      wake();
    },
    async recover() {
      await writing;
      await releaseAside();
      const files = (await readdir(folder)).filter((file) => prefixes.some((prefix) => file.startsWith(prefix)) && file.endsWith('.spool'));
      for (const file of files.sort((one, other) => timeOfFile(one) - timeOfFile(other))) {
        const entries = (await isLeft(join(folder, file), file, staleMs)) ? await adopt(file) : null;
        if (entries) return entries;
      }
      return null;
    },
    async close() {
      clearInterval(heartbeat);
      await writing;
      await releaseAside();
      for (const spoolFile of inUse()) await (spoolFile.live === 0 ? drop(spoolFile) : release(spoolFile));
      holders.clear();
      current = undefined;
      aside = undefined;
    },
  };
}

const prefixOf = (scope: string) => `${createHash('sha256').update(scope).digest('hex').slice(0, 12)}.`;

/** The ID of a file begins with the time of its first event, so that the oldest events are delivered first. */
const idOf = (time: number) => `${time.toString(16).padStart(11, '0')}-${randomUUID()}`;

/** Files of earlier versions have no time, and are the oldest. */
const timeOfFile = (file: string) => Number.parseInt(/\.([0-9a-f]{11})-[0-9a-f-]+\.spool$/.exec(file)?.[1] ?? '0', 16);

const machine = createHash('sha256').update(machineName()).digest('hex').slice(0, 8);
const ownerName = `${machine}-${process.pid}-${threadId}`;

/** Deno rejects the access without --allow-sys. Files of an unknown machine are adopted when they are stale. */
function machineName(): string {
  try {
    return hostname();
  } catch {
    return environmentVariable('HOSTNAME') ?? randomUUID();
  }
}

async function isLeft(path: string, file: string, staleMs: number): Promise<boolean> {
  const [, on, pid, thread, id = ''] = /\.([0-9a-f]+)-(\d+)-(\d+)\.([0-9a-f-]+)\.spool$/.exec(file) ?? [];
  if (ours.has(id)) return false;
  if (on === machine) {
    // A restarted container reuses the process ID.
    if (Number(pid) === process.pid && Number(thread) === threadId) return true;
    if (Number(pid) !== process.pid && !isAlive(Number(pid))) return true;
  }
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMs;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A line that a crash cut off was never confirmed. */
function liveEntries(text: string): SpoolEntry[] {
  const live = new Map<string, string>();
  for (const line of text.split('\n')) {
    try {
      const entry = JSON.parse(line) as { '+'?: string; '-'?: string; e?: unknown };
      if (entry['+'] !== undefined) live.set(entry['+'], line.slice(line.indexOf(',"e":') + 5, -1));
      else if (entry['-'] !== undefined) live.delete(entry['-']);
    } catch {}
  }
  return [...live].map(([key, json]) => ({ key, json }));
}

/** False if another process took this process for dead and renamed the file. */
async function writeTo(segment: Segment, added: readonly Addition[]): Promise<boolean> {
  const text = added.map(({ line }) => line).join('');
  segment.bytes += text.length;
  await segment.handle.appendFile(text);
  await segment.handle.datasync();
  return stat(segment.path).then(
    () => true,
    () => false,
  );
}

async function release({ handle, id }: Segment): Promise<void> {
  await handle.close();
  ours.delete(id);
}

async function drop(segment: Segment): Promise<void> {
  await unlink(segment.path).catch(() => {});
  await release(segment);
}

/** The sync makes the name of a new file durable. Windows does not support it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
