import { days } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { type AdTexts, adTexts } from './ad-texts.ts';
import type { MadeUpCompany } from './company.ts';

/** Days are `YYYY-MM-DD`. */
export type MadeUpAd = {
  id: string;
  company: MadeUpCompany;
  page: { id: string; alias: string };
  startedOn: string;
  endedOn: string | null;
  bodies: readonly string[];
  title: string | null;
  description: string;
  linkUrl: string;
  button: { type: string; text: string };
  format: 'IMAGE' | 'CAROUSEL';
  imageUrls: readonly string[];
  platforms: readonly string[];
  countries: readonly string[];
  isPolitical: boolean;
};

const dayMs = days(1);
const placements = [['facebook', 'instagram'], ['facebook', 'instagram', 'messenger', 'audience_network'], ['instagram'], ['facebook']];
const neighbours: Record<string, readonly string[]> = {
  en: ['US', 'GB', 'CA', 'IE', 'AU', 'NL'],
  de: ['DE', 'AT', 'CH'],
};

const cache = new WeakMap<MadeUpCompany, { today: number; ads: readonly MadeUpAd[] }>();

export function adsOf(company: MadeUpCompany, now: number): readonly MadeUpAd[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const cached = cache.get(company);
  if (cached?.today === today) return cached.ads;
  const ads = madeOn(today, company);
  cache.set(company, { today, ads });
  return ads;
}

function madeOn(today: number, company: MadeUpCompany): MadeUpAd[] {
  const { page, domain } = company;
  if (!page) return [];
  const roll = (thing: string, below: number) => Number.parseInt(sha256(`${domain} ${thing}`).slice(0, 12), 16) % below;
  return Array.from({ length: 5 + roll('number of ads', 76) }, (_, at) =>
    adOf(company, page, today, (thing, below) => roll(`${at} ${thing}`, below), at),
  ).sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
}
const orderOf = ({ startedOn, id }: MadeUpAd) => `${startedOn} ${id}`;

function adOf(
  company: MadeUpCompany,
  page: MadeUpAd['page'],
  today: number,
  roll: (thing: string, below: number) => number,
  at: number,
): MadeUpAd {
  const { name, domain, country, products } = company;
  const language = company.language.slice(0, 2);
  const texts = (adTexts[language] ?? adTexts.en) as AdTexts;
  const pick = <T>(thing: string, from: readonly T[]) => from[roll(thing, from.length)] as T;
  const product = pick('product', products);
  const sentenceOf = (text: string) => sentence(text.replaceAll('{product}', product).replaceAll('{name}', name));
  const isPolitical = at % 40 === 39;

  const id = String(1_000_000_000_000_000 + roll('id', 8_000_000_000_000_000));
  const age = Math.floor((roll('age', 1000) / 1000) ** 2 * 600);
  const ended = roll('runs on', 5) === 0 ? null : age - (7 + roll('life', 80));
  const first = roll('body', texts.bodies.length);
  const bodies = [first, ...(roll('variants', 4) === 0 ? [first + 1] : [])].map((place) =>
    sentenceOf(texts.bodies[place % texts.bodies.length] as string),
  );
  const cards = roll('cards', 5) === 0 ? 3 : 1;
  const nearby = (neighbours[language] ?? []).filter((other) => other !== country && roll(other, 3) === 0);
  const [type, text] = pick('button', texts.buttons);
  const expiry = Math.floor((today + 5 * dayMs) / 1000).toString(16);
  return {
    id,
    company,
    page,
    isPolitical,
    button: { type, text },
    startedOn: dayOf(today - age * dayMs),
    endedOn: ended === null || ended <= 0 ? null : dayOf(today - ended * dayMs),
    bodies: isPolitical ? [sentenceOf(texts.issue)] : bodies,
    title: isPolitical || roll('untitled', 8) === 0 ? null : sentenceOf(pick('title', texts.titles)),
    description: pick('description', texts.descriptions),
    linkUrl: `https://${domain}/?utm_source=social&utm_campaign=${id.slice(-6)}`,
    format: cards > 1 ? 'CAROUSEL' : 'IMAGE',
    imageUrls: Array.from({ length: cards }, (_, card) => `https://media.example/ads/${id}/${card + 1}.png?oe=${expiry}`),
    platforms: pick('platforms', placements),
    countries: [country, ...nearby],
  };
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
