import type { Canvas, Colour } from './canvas.ts';

type Look = { thing: Colour; accent: Colour };
/** Draws what a company sells within a square: its left upper corner and its size. */
export type Pictogram = (
  on: Canvas,
  square: readonly [left: number, top: number, size: number],
  look: Look,
) => void;
type At = (x: number, y: number) => [number, number];

/** Within a square of 100 by 100. */
const drawn =
  (draw: (on: Canvas, at: At, unit: number, look: Look) => void): Pictogram =>
  (on, [left, top, size], look) =>
    draw(on, (x, y) => [left + (x * size) / 100, top + (y * size) / 100], size / 100, look);

const shoe = drawn((on, at, unit, { thing, accent }) => {
  on.polygon([at(12, 34), at(30, 32), at(40, 46), at(62, 54), at(88, 60), at(93, 70), at(10, 70)], thing);
  on.plate([...at(7, 69), 88 * unit, 9 * unit], 4.5 * unit, accent);
  for (const x of [36, 44, 52])
    on.line(at(x, 42 + (x - 36) / 2), at(x + 8, 52 + (x - 36) / 2), 2.6 * unit, accent);
  on.line(at(13, 38), at(29, 36), 4 * unit, accent);
});

const board = drawn((on, at, unit, { thing, accent }) => {
  for (const [column, cards] of [
    [6, 3],
    [37, 2],
    [68, 4],
  ] as const) {
    on.plate([...at(column, 12), 26 * unit, 76 * unit], 4 * unit, thing, 0.35);
    for (let card = 0; card < cards; card++)
      on.plate(
        [...at(column + 3, 17 + card * 17), 20 * unit, 13 * unit],
        2.5 * unit,
        card === 1 ? accent : thing,
      );
  }
});

const dinner = drawn((on, at, unit, { thing, accent }) => {
  on.disc(at(50, 52), 36 * unit, thing);
  on.ring(at(50, 52), 26 * unit, 1.6 * unit, accent);
  on.disc(at(43, 48), 9 * unit, accent);
  on.disc(at(58, 55), 7 * unit, accent, 0.75);
  on.disc(at(48, 62), 5 * unit, accent, 0.55);
  on.line(at(6, 20), at(6, 86), 3 * unit, thing);
  for (const x of [2, 6, 10]) on.line(at(x, 16), at(x, 34), 1.8 * unit, thing);
  on.line(at(94, 16), at(94, 86), 4 * unit, thing);
});

const bicycle = drawn((on, at, unit, { thing, accent }) => {
  for (const x of [24, 76]) {
    on.ring(at(x, 66), 19 * unit, 3.4 * unit, thing);
    on.disc(at(x, 66), 3.4 * unit, accent);
  }
  on.path([at(24, 66), at(40, 40), at(66, 40), at(48, 66), at(24, 66)], 3.6 * unit, thing);
  on.path([at(36, 32), at(48, 66)], 3.6 * unit, thing);
  on.path([at(62, 26), at(76, 66)], 3.6 * unit, thing);
  on.path([at(56, 25), at(70, 25)], 3.6 * unit, accent);
  on.path([at(30, 31), at(42, 31)], 4.6 * unit, accent);
  on.line(at(56, 54), at(62, 46), 7 * unit, accent);
});

const plant = drawn((on, at, unit, { thing, accent }) => {
  for (const [x, y] of [
    [22, 30],
    [36, 14],
    [52, 8],
    [66, 16],
    [79, 32],
  ] as const) {
    on.path([at(50, 66), at((50 + x) / 2 + (x - 50) * 0.12, (66 + y) / 2), at(x, y)], 2.4 * unit, thing);
    const [dx, dy] = [(x - 50) * 0.16, (y - 66) * 0.12];
    on.polygon(
      [
        at(x - dy, y + dx),
        at(x + dx * 1.9, y + dy * 1.9),
        at(x + dy, y - dx),
        at(x - dx * 1.6, y - dy * 1.6),
      ],
      thing,
    );
  }
  on.polygon([at(31, 64), at(69, 64), at(64, 94), at(36, 94)], accent);
  on.plate([...at(28, 60), 44 * unit, 8 * unit], 3 * unit, accent);
});

const byCategory: Record<string, Pictogram> = {
  'running shoes': shoe,
  'project management software': board,
  'meal kits': dinner,
  'electric bikes': bicycle,
  'houseplants online': plant,
};

/** What stands for a category. */
export const pictogramOf = (category: string): Pictogram => byCategory[category] ?? board;
