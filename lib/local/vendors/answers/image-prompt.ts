import { companies } from '#lib/local/market/market.ts';
import { imageFacts } from '#shared/prompts/image-facts.ts';
import { sha256 } from '#shared/values/ids.ts';
import { type FormAsked, givenIn } from './asked.ts';

type Given = { ad_text?: string; competitor_name?: string; product_pictures?: number };

const ratios: readonly [name: string, value: number][] = [
  ['1:1', 1],
  ['4:5', 0.8],
  ['2:3', 2 / 3],
  ['9:16', 9 / 16],
  ['5:4', 1.25],
  ['4:3', 4 / 3],
  ['3:2', 1.5],
  ['16:9', 16 / 9],
  ['1.91:1', 1.91],
];
const looks = [
  {
    style: 'clean studio product advertising',
    light: 'hard light from the upper left with one soft shadow below',
    palette: 'deep teal #10324A, warm sand #F4EFE6, amber #FFB238',
  },
  {
    style: 'flat editorial illustration',
    light: 'even light without shadows',
    palette: 'cream #F7EDE2, terracotta #D9480F, cocoa #3B1D0E',
  },
  {
    style: 'natural lifestyle photography',
    light: 'low morning sun from behind, a gentle flare at the edge',
    palette: 'forest #1D3B2A, leaf #4C8A5B, straw #F4D35E',
  },
  {
    style: 'bold poster with large type',
    light: 'flat flash from the front',
    palette: 'ink #20183F, violet #5B3FA0, rose #FF7AB6',
  },
];

export function imagePrompt(asked: FormAsked) {
  const input = givenIn<Given>(asked);
  const pictures = asked.images.map((bytes) => bytes ?? Buffer.alloc(0));
  const seed = Number.parseInt(sha256(pictures.map((bytes) => bytes.toString('base64')).join()).slice(0, 6), 16);
  const { style, light, palette } = looks[seed % looks.length] as (typeof looks)[number];
  const about = subjectOf(input);
  const from = seed % 2 === 0 ? 'the upper third' : 'the left third';
  const shown =
    input.product_pictures === undefined ? about : 'the product of the reference pictures, true to its shape, colours and labels,';
  return {
    prompt: [
      `${style[0]?.toUpperCase()}${style.slice(1)} of ${shown} alone on a seamless ground.`,
      `It fills two thirds of the picture, seen from a slight low angle; ${from} stays empty for [HEADLINE] in heavy condensed capitals, with [OFFER] in a light weight below.`,
      `Light: ${light}. Palette: ${palette}; the last of them for the rounded button with [CALL TO ACTION] in the lower right corner alone.`,
      'Materials are shown in sharp focus with their true texture; a small [BRAND] is in the upper left corner.',
    ].join(' '),
    negative_prompt: 'logos, trademarks, watermarks, misspelt words, extra text, clutter, warped shapes, extra limbs, stock-photo smiles',
    aspect_ratio: ratioOf(pictures[0]),
    style,
    elements: [
      'one subject, filling two thirds of the picture',
      `headline in ${from}`,
      'a single warm accent, on the button alone',
      ...(input.ad_text ? ['a short promise before the offer'] : []),
    ],
  };
}

function subjectOf({ ad_text, competitor_name }: Given): string {
  const text = (ad_text ?? '').toLowerCase();
  const { products = [] } = companies.find(({ name }) => name === competitor_name) ?? {};
  const product = products.find((name) => text.includes(name.toLowerCase())) ?? products[0];
  if (product) return `${product}, one of them,`;
  const brand = new Set((competitor_name ?? '').toLowerCase().split(/\s+/));
  const words = (text.match(/\p{L}{5,}/gu) ?? []).filter((word) => !brand.has(word));
  const telling = [...new Set(words)].slice(0, 3).join(', ');
  return telling ? `a product that stands for ${telling},` : 'one product';
}

function ratioOf(picture: Buffer | undefined): string {
  const facts = imageFacts(picture ?? Buffer.alloc(0));
  const value = typeof facts === 'string' ? 1 : facts.width / facts.height;
  const [nearest = ['1:1']] = [...ratios].sort(([, a], [, b]) => Math.abs(Math.log(a / value)) - Math.abs(Math.log(b / value)));
  return nearest[0];
}
