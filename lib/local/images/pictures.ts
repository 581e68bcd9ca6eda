import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { type Canvas, canvas } from './canvas.ts';
import { linesOf, widthOf, write } from './letters.ts';
import { pictogramOf } from './pictograms.ts';
import { pngOf } from './png.ts';
import { type Palette, paletteOf, seeded } from './seeded.ts';

type Brand = Pick<MadeUpCompany, 'name' | 'domain' | 'category'>;
export type AdWords = { headline: string; callToAction: string };

/** An ad's creative as a PNG: always the same for the same words and seed. */
export function adPicture(brand: Brand, { headline, callToAction }: AdWords, seed: string): Buffer {
  const pick = seeded(seed);
  // Most of a company's ads wear its colours, some others.
  const look = paletteOf(pick(3) === 0 ? seed : brand.domain);
  const size = 600;
  const on = canvas(size, size, look.ground);
  decorate(on, look, pick, [size, size]);
  const isBelow = pick(2) === 0;
  pictogramOf(brand.category)(on, isBelow ? [160, 40, 280] : [170, 228, 260], look);
  lettered(on, headline, { middle: 300, top: isBelow ? 350 : 70, most: 18, height: 30, look });
  const label = callToAction.slice(0, 20);
  const [wide, high] = [widthOf(label, 20) + 56, 56];
  const [left, top] = [300 - wide / 2, 520];
  on.plate([left, top, wide, high], 28, look.accent);
  write(on, label, { at: [left + 28, top + 18], height: 20, colour: look.ground[0] });
  write(on, brand.name.slice(0, 28), { at: [24, 22], height: 15, colour: look.words, bold: 0.13 });
  return pngOf(on.pixels);
}

/** A picture of a company's website: 1 is its banner, the following its products. */
export function sitePicture(company: Brand & { products: readonly string[] }, number: number): Buffer {
  const look = paletteOf(company.domain);
  const pick = seeded(`${company.domain} ${number}`);
  const [width, height] = number === 1 ? [1200, 630] : [640, 480];
  const on = canvas(width, height, number % 2 === 0 ? [look.ground[1], look.ground[0]] : look.ground);
  decorate(on, look, pick, [width, height]);
  const size = height * 0.62;
  pictogramOf(company.category)(on, [width / 2 - size / 2, height * 0.08, size], look);
  const words = number === 1 ? company.name : (company.products[number - 2] ?? company.category);
  lettered(on, words, { middle: width / 2, top: height * 0.77, most: 22, height: height * 0.075, look });
  return pngOf(on.pixels);
}

/** A big shape or two behind everything else. */
function decorate(
  on: Canvas,
  { accent }: Palette,
  pick: (below: number) => number,
  [width, height]: [number, number],
) {
  const at = (): [number, number] => [pick(width), pick(height)];
  if (pick(2) === 0)
    for (let count = 0; count < 3; count++) on.disc(at(), height / 8 + pick(height / 4), accent, 0.16);
  else
    for (let count = 0; count < 3; count++) {
      const [left, top] = at();
      on.plate([left - 160, top - 30, 320 + pick(200), 40 + pick(60)], 30, accent, 0.16);
    }
}

type Place = { middle: number; top: number; most: number; height: number; look: Palette };

function lettered(on: Canvas, text: string, { middle, top, most, height, look }: Place): void {
  linesOf(text, most)
    .slice(0, 3)
    .forEach((line, at) => {
      const left = middle - widthOf(line, height) / 2;
      write(on, line, { at: [left, top + at * height * 1.6], height, colour: look.words });
    });
}
