import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { busyness } from '#test/kit/cpu-clock.ts';

const limitMs = 15_000;
/** An update waits until nothing has changed for this time. */
const quietMs = 600;

const updates = (): boolean =>
  (expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } }).snapshotState._updateSnapshot === 'all';

export function expectedText(name: string) {
  const file = join(import.meta.dirname, 'expected', name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = new Map(
    text
      .split(/^# /m)
      .slice(1)
      .map((section) => {
        const [title = '', ...lines] = section.trimEnd().split('\n');
        return [title, lines.filter(Boolean)];
      }),
  );
  const written = new Map<string, readonly string[]>();

  async function settled<T>(read: () => Promise<T>): Promise<T> {
    let text = await read();
    for (let since = performance.now(); performance.now() - since < quietMs; await delay(50)) {
      const now = await read();
      if (String(now) !== String(text)) since = performance.now();
      text = now;
    }
    return text;
  }

  /** A right page passes at once, however slow the machine is. */
  async function until<T>(expected: T, read: () => Promise<T>): Promise<T> {
    if (updates()) return await settled(read);
    let actual = await read();
    for (const began = performance.now(); String(actual) !== String(expected); actual = await read()) {
      if (performance.now() - began > limitMs * busyness()) break;
      await delay(50);
    }
    return actual;
  }

  return {
    updates,
    of: (title: string): readonly string[] => sections.get(title) ?? [],
    sections: (): ReadonlyMap<string, readonly string[]> => sections,
    until,
    async toShow(title: string, read: () => Promise<readonly string[]>): Promise<void> {
      const expected = sections.get(title) ?? [];
      const actual = await until(expected, read);
      if (updates()) written.set(title, actual);
      else expect(actual.join('\n'), title).toBe(expected.join('\n'));
    },
    save() {
      if (written.size === 0) return;
      const kept = new Map([...sections, ...written]);
      writeFileSync(file, [...kept].map(([title, lines]) => [`# ${title}`, ...lines, ''].join('\n')).join(''));
    },
  };
}
