import type { Canvas, Colour } from './canvas.ts';

/** Letters of single strokes on a grid 4 wide and 6 high: strokes apart by spaces, points of a stroke by nothing. */
const strokes: Record<string, string> = {
  A: '062046 1434',
  B: '00063645443303 0030414233',
  C: '41302010010516263645',
  D: '00062645412000',
  E: '40000646 0333',
  F: '400006 0333',
  G: '413010010516364543 4323',
  H: '0006 4046 0343',
  I: '2026',
  J: '404536160504',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '060030414233230313',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  0: '103041453616050110',
  1: '112026 1636',
  2: '01103041420646',
  3: '0040233344453616 0516',
  4: '36300444',
  5: '400003334445361605',
  6: '301001051636454433130405',
  7: '004016',
  8: '133344453616050413 133342413010010213',
  9: '103041423313020110 42453616',
  '&': '460110203112040516263543',
  '-': '0343',
  '.': '2626',
  ',': '2617',
  "'": '2021',
  '!': '2024 2626',
  '?': '011030413224 2626',
  '%': '4006 0000 4646',
  '+': '2125 0343',
  ':': '2222 2626',
};

const advance = 6;

/** As the letters are: capitals without accents; what there is no letter for becomes a gap. */
const spelled = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toUpperCase();

/** How wide a text gets whose letters are so high. */
export const widthOf = (text: string, height: number) => ((spelled(text).length * advance - 2) * height) / 6;

/** Writes a line of text, its left upper corner at this place. */
export function write(
  { path }: Pick<Canvas, 'path'>,
  text: string,
  {
    at: [left, top],
    height,
    colour,
    bold = 0.17,
  }: { at: readonly [number, number]; height: number; colour: Colour; bold?: number },
): void {
  const unit = height / 6;
  [...spelled(text)].forEach((letter, place) => {
    for (const stroke of strokes[letter]?.split(' ') ?? []) {
      const points = stroke
        .match(/../g)
        ?.map((pair): [number, number] => [
          left + (place * advance + Number(pair[0])) * unit,
          top + Number(pair[1]) * unit,
        ]);
      if (points) path(points.length > 1 ? points : [...points, ...points], height * bold, colour);
    }
  });
}

/** Lines of at most so many letters, broken between words. */
export function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
