import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CountedCell, dimensions } from '#shared/cells/rules/cells.ts';
import { cellForms } from '#shared/cells/rules/forms.ts';
import { packed, unpacked } from '#shared/cells/rules/packing.ts';
import { addSigned } from '#shared/cells/rules/signed.ts';
import type { Chunk } from '#shared/cells/store/cells.ts';
import { UnknownForm } from '#shared/store/stored-form.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { cellsOf } from '#test/store/previous-readers.ts';
import { cells, countedCells, place } from '#test/store/stored-samples.ts';
import { dayMs, scene } from './scene.ts';

const source = 'source' as never;
const [formCount, dimensionCount] = [cellForms.length, dimensions.length];

function addDimension() {
  dimensions.push(source);
  cellForms.push({ form: formCount + 1, dimensions: [...dimensions] });
}

/** Afterwards this release is like an earlier release, which does not have the dimension. */
function removeDimension() {
  dimensions.length = dimensionCount;
  cellForms.length = formCount;
}
afterEach(removeDimension);

const [first, taken] = cells as [CountedCell, CountedCell];
const withSource = (cell: CountedCell, name: string) => ({ ...cell, names: [...cell.names, name] });
const read = (chunks: readonly Uint8Array[]) => chunks.flatMap((chunk) => unpacked(chunk, place));
const jsonIn = (chunk: Uint8Array) => JSON.parse(inflateRawSync(chunk).toString());

/** A seal merges cells that are read one by one before it, so only their sums are the same. */
function sumsOf(lines: readonly string[]): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', count = '', value = ''] = /^(.*) (\S+) (\S+)$/.exec(line) ?? [];
    const [countBefore = '0', valueBefore = '0'] = (sums[name] ?? '').split(' ').filter(Boolean);
    sums[name] = `${Number(countBefore) + Number(count)} ${addSigned(valueBefore, value)}`;
  }
  return sums;
}

/** This chunk was written by commit 8882f9e8, whose chunks have no number of their form. */
const golden = Buffer.from(readFileSync('test/store/expected/sealed-cells-1.txt', 'utf8').replaceAll(/\s/g, ''), 'base64');

const readerOf8882f9e8 = (chunk: Uint8Array) => countedCells(cellsOf(Buffer.from(chunk).toString('base64')));

describe('sealed cells of form 1', () => {
  it('are still written once there is a further dimension, until a cell has a name for it', () => {
    addDimension();
    const [chunk = new Uint8Array()] = packed(cells.map((cell) => withSource(cell, '')));
    expect(readerOf8882f9e8(chunk)).toEqual(cells);
    expect(read([chunk])).toEqual(cells.map((cell) => withSource(cell, '')));
  });
});

describe('a further dimension', () => {
  it('leaves sealed cells as they were, and its own names are read back', () => {
    addDimension();
    expect(read([golden])).toEqual(cells.map((cell) => withSource(cell, '')));
    const named = [withSource(first, 'shopify'), withSource(taken, '')];
    const chunks = packed(named);
    expect(chunks.map((chunk) => jsonIn(chunk).form)).toEqual([formCount + 1]);
    expect(read(chunks)).toEqual(named);
  });

  it('makes chunks that a release without it refuses', () => {
    addDimension();
    const chunks = packed([withSource(first, 'shopify')]);
    removeDimension();
    expect(() => read(chunks)).toThrow(UnknownForm);
  });
});

describe('sealed days of an account', () => {
  const sealedScene = async () => {
    const { world, app, advertiser, read: readCells, night, table, seal } = await scene(Date.now());
    for (const ad of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const sid = await advertiser.click(`svc_campaign=spring&svc_ad_id=${ad}`);
      await sceneOf(app).send(advertiser, { event_id: ad, svc_click_id: sid, value: 3, currency: 'EUR' });
    }
    await app.settle();
    const report = async () => {
      const headers = await app.signIn(advertiser.id);
      return app.reports.reportPerformance({
        query: { group_by: 'channel', paid: 'all' } as never,
        headers,
      });
    };
    const chunks = async () => {
      const items = await allItems(world, 'attribution');
      const keys = items.filter(({ kind }) => kind === 'cell_chunk').map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
      return Promise.all(keys.map(async (key) => (await table.get<Chunk>(key, { consistent: true })) as Chunk));
    };
    /** The first seal is made at night, and the second removes the cells that it replaced. */
    const twoSeals = async () => {
      world.clock.now += 4 * dayMs;
      await night();
      world.clock.now += dayMs;
      await seal();
    };
    const moveClicks = async () => {
      for (const { kind, pk, sk } of await allItems(world, 'attribution'))
        if (kind === 'session')
          await table.update({
            key: { pk: String(pk), sk: String(sk) },
            update: 'SET facts.traffic = :traffic',
            values: { ':traffic': 'suspect' },
          });
      await app.settle();
    };
    return { world, readCells, report, chunks, twoSeals, moveClicks, table, seal };
  };

  it('keep their figures under a further dimension, also when they are sealed again with later changes', async () => {
    const { readCells, report, chunks, twoSeals, moveClicks, seal } = await sealedScene();
    await twoSeals();
    const [before, cellsBefore] = [await report(), await readCells()];
    expect(before.status).toBe(200);
    expect(await chunks()).not.toEqual([]);
    addDimension();
    expect(await report()).toMatchObject({ status: 200, body: before.body as object });
    await moveClicks();
    const moved = await readCells();
    expect(moved).not.toEqual(cellsBefore);
    expect(sumsOf(moved)).toEqual(sumsOf(cellsBefore));
    const sealedBefore = (await chunks()).map(({ sk }) => sk);
    await twoSeals();
    await seal();
    expect((await chunks()).map(({ sk }) => sk)).not.toEqual(sealedBefore);
    expect(sumsOf(await readCells())).toEqual(sumsOf(cellsBefore));
    removeDimension();
    expect(sumsOf(await readCells())).toEqual(sumsOf(cellsBefore));
  });

  it('answer 503 and stay as they are, where a later release wrote them in a form that this one does not know', async () => {
    const { world, report, chunks, twoSeals, moveClicks, table, seal } = await sealedScene();
    await twoSeals();
    const later = (await chunks()).map((chunk) => ({
      ...chunk,
      packed: Uint8Array.from(deflateRawSync(JSON.stringify({ ...jsonIn(chunk.packed), form: 99 }))),
    }));
    await table.putMany(later);
    expect(await report()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await moveClicks();
    world.clock.now += 4 * dayMs;
    await expect(seal()).rejects.toThrow(UnknownForm);
    expect(await chunks()).toEqual(later);
  });
});
