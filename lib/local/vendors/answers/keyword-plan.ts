import { companyOf } from '#lib/local/market/market.ts';
import { type FormAsked, givenIn } from './asked.ts';

type Given = {
  company?: { name?: string; website?: string; description?: string };
  brand_terms?: string[];
};

const brandRests = ['', 'shop', 'online', 'store', 'reviews', 'sale', 'discount code', 'prices', 'contact'];
const brandMore = ['customer service', 'delivery', 'returns', 'near me', 'gift card', 'new', 'best sellers'];
const intents = ['buy', 'best', 'order', 'compare', 'top rated', 'affordable', 'premium', 'new'];
const places = ['online', 'with free delivery', 'for beginners', 'for professionals', '2026'];

export function keywordPlan(asked: FormAsked) {
  const input = givenIn<Given>(asked);
  const { term, things } = about(input);
  const most = isCareless(input) ? 3 : 14;
  const words = [...brandRests.map((rest) => `${term} ${rest}`), ...things.map((thing) => `${term} ${thing}`)];
  return {
    business_model: 'sells online to consumers',
    geo_target: 'United States',
    language: 'en',
    primary_conversion: 'purchase',
    target_audience: `people who look for ${things[0]}`,
    value_proposition: (input.company?.description ?? '').slice(0, 120),
    brand_campaign: {
      name: `Brand - ${input.company?.name ?? term}`,
      keywords: [...words, ...brandMore.map((rest) => `${term} ${rest}`)].slice(0, most),
      negative_keywords: [{ text: 'careers', match_type: 'broad' }],
    },
    non_brand_campaign: {
      name: `Non-brand - ${things[0]}`,
      keywords: nonBrand(things).slice(0, most),
      negative_keywords: [{ text: 'wholesale', match_type: 'broad' }],
    },
    shared_negative_keywords: ['jobs', 'free download', 'how to make', 'second hand', 'wikipedia'].map((negative) => ({
      text: negative,
      match_type: negative.includes(' ') ? 'phrase' : 'broad',
    })),
    ordinary_words: (input.brand_terms ?? []).filter((word) => things.some((thing) => thing.split(' ').includes(word))),
  };
}

export function moreKeywords(asked: FormAsked) {
  const input = givenIn<Given>(asked);
  const { term, things } = about(input);
  if (isCareless(input)) return { brand_keywords: [term], non_brand_keywords: [term] };
  return {
    brand_keywords: brandMore.map((rest) => `${term} ${rest}`),
    non_brand_keywords: nonBrand(things).slice(14, 28),
  };
}

const isCareless = ({ company }: Given) => company?.description?.includes('[[careless]]') === true;

const nonBrand = (things: readonly string[]) => [
  ...things,
  ...things.flatMap((thing) => intents.map((intent) => `${intent} ${thing}`)),
  ...things.flatMap((thing) => places.map((place) => `${thing} ${place}`)),
];

function about({ company = {}, brand_terms = [] }: Given) {
  const host = URL.parse(company.website ?? '')?.hostname.replace(/^www\./, '');
  const knownCompany = companyOf(host ?? '');
  const described = (company.description ?? '').toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const things = knownCompany ? [knownCompany.category, ...knownCompany.products] : [described.slice(0, 2).join(' ') || 'products'];
  const term = brand_terms.at(-1) ?? 'brand';
  return { term, things: things.map((thing) => thing.toLowerCase()) };
}
