import { createHash } from 'node:crypto';
import type { Colour } from './canvas.ts';

/** Whole numbers below a limit, always the same ones for a seed. */
export function seeded(seed: string): (below: number) => number {
  let count = 0;
  return (below) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE(0) % below;
}

/** Colours that go together: the ground's two, of the thing shown, of what stands out, of the words. */
export type Palette = { ground: readonly [Colour, Colour]; thing: Colour; accent: Colour; words: Colour };

const colour = (hex: string): Colour => {
  const [r = 0, g = 0, b = 0] = Buffer.from(hex, 'hex');
  return [r, g, b];
};
const palette = (from: string, to: string, thing: string, accent: string, words: string): Palette => ({
  ground: [colour(from), colour(to)],
  thing: colour(thing),
  accent: colour(accent),
  words: colour(words),
});

const palettes: readonly Palette[] = [
  palette('10324a', '2f6f8f', 'f4efe6', 'ffb238', 'ffffff'),
  palette('f7ede2', 'f2cfa8', '7a3b1d', 'd9480f', '3b1d0e'),
  palette('1d3b2a', '4c8a5b', 'eef6e6', 'f4d35e', 'ffffff'),
  palette('fdf6f0', 'f8c9c9', '8b1e3f', 'e63962', '4a0e20'),
  palette('20183f', '5b3fa0', 'e9e3ff', 'ff7ab6', 'ffffff'),
  palette('e8f4f2', 'a9d8cf', '12594e', 'ef6f3c', '0b3a33'),
  palette('3a0d12', 'a3262f', 'ffe9dc', 'ffd166', 'ffffff'),
  palette('f4f4ef', 'd5dbe3', '24374f', '1f7ae0', '17263a'),
  palette('2b2b2b', '5a5a5a', 'f2f2f2', '9ae66e', 'ffffff'),
  palette('fff4cf', 'ffd97a', '4b3a06', 'c8102e', '322703'),
];

/** A company's own colours: the same wherever it is shown. */
export const paletteOf = (seed: string): Palette => palettes[seeded(seed)(palettes.length)] as Palette;
/** Its colours as CSS would write them. */
export const cssOf = (of: Colour): string => `rgb(${of.join(' ')})`;
