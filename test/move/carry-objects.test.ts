import type { Files } from '#lib/ops/aws/sdk-files.ts';
import { carryObjects, compareObjects } from '#lib/ops/move/carry-objects.ts';

function filesOf(stored: Record<string, string>) {
  const held = new Map(Object.entries(stored));
  const types = new Map<string, string | undefined>();
  const files: Files = {
    get: async (key) => Buffer.from(held.get(key) ?? ''),
    list: async (prefix) =>
      [...held]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, text]) => ({ key, sizeBytes: text.length, lastModified: new Date(0) })),
    async put(key, body, { contentType }) {
      held.set(key, Buffer.from(body).toString());
      types.set(key, contentType);
    },
    open: async (key) => ({
      body: (async function* () {
        for (const letter of held.get(key) ?? '') yield Buffer.from(letter);
      })(),
      contentType: key.endsWith('.csv') ? 'text/csv' : undefined,
    }),
  };
  return { files, held, types };
}
const carried: number[] = [];
const carry = (from: Files, to: Files, signal = new AbortController().signal) =>
  carryObjects(from, to, { signal, carried: (files) => carried.push(files) });

describe('files that a move carries', () => {
  const given = { 'a.csv': 'whole', 'b.bin': 'changed since', 'c.bin': 'cut off', 'd.bin': 'the same' };
  const from = filesOf(given);
  const to = filesOf({ 'b.bin': 'older', 'c.bin': 'cut', 'd.bin': 'as large', 'e.bin': 'of the stage' });

  it('a file that the stage lacks or has in another size is not there', async () => {
    await expect(compareObjects('exports', from.files, to.files)).rejects.toThrow(
      "3 of 4 files of exports are not in the stage's bucket, or have another size (a.csv).",
    );
  });

  it('they arrive whole with their type, and no other file is written', async () => {
    await carry(from.files, to.files);
    expect(Object.fromEntries(to.held)).toEqual({
      ...given,
      'd.bin': 'as large',
      'e.bin': 'of the stage',
    });
    expect([...to.types].sort()).toEqual([
      ['a.csv', 'text/csv'],
      ['b.bin', 'application/octet-stream'],
      ['c.bin', 'application/octet-stream'],
    ]);
    expect(carried).toEqual([1, 1, 1]);
    expect(await compareObjects('exports', from.files, to.files)).toEqual({ files: 4, bytes: 33 });
  });

  it('a move that is stopped carries nothing more', async () => {
    const empty = filesOf({});
    await expect(carry(from.files, empty.files, AbortSignal.abort())).rejects.toThrow('aborted');
    expect([...empty.held]).toEqual([]);
  });
});
