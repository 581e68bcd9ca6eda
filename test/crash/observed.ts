import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '#functions/groups.ts';
import type { TestApp } from '#test/kit/harness.ts';
import type { Call } from '#test/kit/outgoing.ts';
import type { Injected } from './injected.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.CRASH_LIST_FOLDER;
/** `npm test -- --crashes` runs each crash test without a fault, since its list of calls is all that it needs. */
export const listsOnly: boolean = folder !== undefined;

/** Operations, queues, streams and jobs that are used of the app are added to `does`. */
export function observed(app: TestApp, does: Set<string>): TestApp {
  if (!folder) return app;
  const ids = new Set<string>(endpoints.map(({ id }) => id));
  return new Proxy(app, {
    get(target, name) {
      const value = Reflect.get(target, name);
      const property = String(name);
      if (typeof value === 'object' && value !== null && property !== 'world')
        return new Proxy(value, {
          get(group, id) {
            const member = Reflect.get(group, id);
            if (typeof member !== 'function') return member;
            if (ids.has(String(id))) does.add(String(id));
            else does.add(`${property} ${String(id)}`);
            return member.bind(group);
          },
        });
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (property === 'work' || property === 'attempt') does.add(`queue ${given[0]}`);
        else if (given[0] instanceof Request) does.add(operationAt(given[0]));
        else if (!/^(restart|signIn)$/.test(property)) does.add(property);
        return value.apply(target, given);
      };
    },
  });
}

function operationAt({ method, url }: Request): string {
  const { pathname } = new URL(url);
  const isAt = ({ method: of, path }: (typeof endpoints)[number]) =>
    of === method && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  return endpoints.find(isAt)?.id ?? `${method} ${pathname}`;
}

export function noteInjected(does: ReadonlySet<string>, calls: readonly Call[]): void {
  if (!folder) return;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const one: Injected = {
    test: relative(root, testPath),
    title: currentTestName,
    does: [...does].toSorted(),
    calls: calls.map(({ by, operation, table }) => [by, operation, table].filter(Boolean).join(' ')),
  };
  appendFileSync(join(folder, `crash-${process.pid}.jsonl`), `${JSON.stringify(one)}\n`);
}
