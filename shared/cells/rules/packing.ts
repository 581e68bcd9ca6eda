import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CountedCell, dimensions, type Names, type Quarter, type Series } from './cells.ts';
import { type CellForm, cellForms, formOfChunk } from './forms.ts';
import { addSigned, sumSigned } from './signed.ts';

/** An item of the store holds at most 400 KB. */
export const maxChunkBytes = 300 * 1024;

/** A packed cell has the indexes of its texts, then quarter, count and value of each quarter hour. */
type Packed = { form?: number; texts: string[]; cells: number[][]; values: string[] };

export function packed(cells: readonly CountedCell[], maxBytes = maxChunkBytes): Uint8Array[] {
  const chunk = deflateRawSync(JSON.stringify(writtenOut(cells, formFor(cells))));
  if (chunk.length <= maxBytes || cells.length < 2) return [chunk];
  const half = Math.ceil(cells.length / 2);
  return [...packed(cells.slice(0, half), maxBytes), ...packed(cells.slice(half), maxBytes)];
}

export function unpacked(chunk: Uint8Array, { series, day }: { series: Series; day: string }): CountedCell[] {
  const { form, texts, cells, values } = JSON.parse(inflateRawSync(chunk).toString()) as Packed;
  const names = formOfChunk(form).dimensions;
  const places = dimensions.map((dimension) => names.indexOf(dimension));
  return cells.map((numbers) => {
    const quarters: Quarter[] = [];
    for (let at = names.length; at < numbers.length; at += 3)
      quarters.push({
        quarter: numbers[at] ?? 0,
        count: numbers[at + 1] ?? 0,
        value: values[numbers[at + 2] ?? -1] ?? '0',
      });
    // A dimension that the form does not have is empty, as it is in a cell that was never sealed.
    const cellNames = places.map((place) => texts[numbers[place] ?? -1] ?? '');
    return { series, day, names: cellNames, quarters, ...sumOf(quarters) };
  });
}

/** The oldest form that holds all names of the cells, so that earlier releases read it too. */
function formFor(cells: readonly CountedCell[]): CellForm {
  const form = cellForms.find(({ dimensions: held }) =>
    cells.every(({ names }) => names.every((name, at) => name === '' || held.some((dimension) => dimension === dimensions[at]))),
  );
  if (!form) throw new Error('No form of sealed cells has every dimension of these cells.');
  return form;
}

function writtenOut(cells: readonly CountedCell[], { form, dimensions: held }: CellForm): Packed {
  const [texts, values] = [new Map<string, number>(), new Map<string, number>()];
  const placeIn = (places: Map<string, number>, text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const nameAt = held.map((name) => dimensions.indexOf(name));
  const rows = cells.map(({ names, quarters }) => [
    ...nameAt.map((at) => placeIn(texts, names[at] ?? '')),
    ...quarters.flatMap(({ quarter, count, value }) => [quarter, count, placeIn(values, value)]),
  ]);
  // Form 1 is older than the numbers of forms, and its bytes stay as they were.
  const number = form === 1 ? {} : { form };
  return { ...number, texts: [...texts.keys()], cells: rows, values: [...values.keys()] };
}

export function merged(cells: Iterable<CountedCell>): CountedCell[] {
  const sums = new Map<string, { cell: CountedCell; quarters: Map<number, Quarter> }>();
  for (const cell of cells) {
    const id = idOf(cell.names);
    const sum = sums.get(id) ?? { cell, quarters: new Map<number, Quarter>() };
    sums.set(id, sum);
    for (const { quarter, count, value } of cell.quarters) {
      const earlier = sum.quarters.get(quarter) ?? { quarter, count: 0, value: '0' };
      sum.quarters.set(quarter, {
        quarter,
        count: earlier.count + count,
        value: addSigned(earlier.value, value),
      });
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { cell, quarters: byQuarter }]) => {
      const quarters = [...byQuarter.values()]
        .filter(({ count, value }) => count !== 0 || value !== '0')
        .sort((a, b) => a.quarter - b.quarter);
      if (quarters.length === 0) return [];
      return [{ series: cell.series, day: cell.day, names: cell.names, quarters, ...sumOf(quarters) }];
    });
}

export const idOf = (names: Names): string => JSON.stringify(names);

export const sumOf = (quarters: readonly Quarter[]) => ({
  count: quarters.reduce((sum, { count }) => sum + count, 0),
  value: quarters.every(({ value }) => value === '0') ? '0' : sumSigned(quarters.map(({ value }) => value)),
});
