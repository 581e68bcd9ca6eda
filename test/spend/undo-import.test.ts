import type { SpendImport } from '#shared/spend/rules/spend-imports.ts';
import { undoImport } from '#shared/spend/undo-import.ts';

const id = 'import_1';
type Scene = { status?: string; owners?: string[]; later?: string[]; running?: string };

async function undone({ status = 'completed', owners = [id, id], later = owners, running }: Scene) {
  const calls: string[] = [];
  let reads = 0;
  const one = { id, accountId: 1, environment: 'live', status, createdAt: '2026-11-20' };
  const daysOf = owners.map((_, at) => ({ day: `2026-11-1${at}`, replaces: null }));
  const deps = {
    now: () => 0,
    spendDays: {
      on: async () => {
        const current = reads++ === 0 ? owners : later;
        return new Map(daysOf.map(({ day }, at) => [day, { importId: current[at] }]));
      },
      remove: async (_: object, day: string) => void calls.push(`remove ${day}`),
    },
    spendStops: { noteUndone: async () => {} },
    spendImports: {
      versions: async function* () {
        yield* daysOf;
      },
      start: async (_: number, { run }: { run: string }) => ({ run: running ?? run, until: 1, tries: 0 }),
      renew: async () => true,
      byId: async () => one,
      release: async () => void calls.push('release'),
      change: async (_: object, __: unknown, { status: to }: { status: string }) => {
        one.status = to;
      },
      end: async (_: object, __: unknown, { status: to }: { status: string }) => {
        one.status = to;
      },
    },
  };
  const by = { kind: 'user' } as never;
  try {
    await undoImport({ ...one } as unknown as SpendImport, by, deps as never);
  } catch (error) {
    calls.push(String((error as { code?: string }).code));
  }
  return [one.status, ...calls];
}
const removed = ['remove 2026-11-10', 'remove 2026-11-11'];

describe('the undo of an import', () => {
  it.each<[string, Scene, string[]]>([
    ['removes each day that is still of the import', {}, ['undone', ...removed]],
    ['is refused if a later import has its first day', { owners: ['b', id] }, ['completed', 'superseded']],
    ['is refused if a later import has its last day', { owners: [id, 'b'] }, ['completed', 'superseded']],
    ['is refused if a later import has all days', { owners: ['b', 'b'] }, ['completed', 'superseded']],
    ['gives the lock back if an import took one of its days meanwhile', { later: [id, 'b'] }, ['completed', 'release', 'superseded']],
    ['waits for an import that runs', { running: 'other' }, ['completed', 'import_running']],
    ['is made once', { status: 'undone' }, ['undone']],
    ['continues', { status: 'undoing', owners: ['b', id] }, ['undone', ...removed]],
    ...(['pending', 'running'] as const).map((status): [string, Scene, string[]] => [
      `waits for an import that is ${status}`,
      { status },
      [status, 'import_running'],
    ]),
    ['is refused for a failed import', { status: 'failed' }, ['failed', 'import_failed']],
  ])('%s', async (_, scene, expected) => {
    expect(await undone(scene)).toEqual(expected);
  });
});
