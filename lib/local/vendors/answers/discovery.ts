import type { MadeUpCompany } from '#lib/local/market/company.ts';
import { companies, companyOf } from '#lib/local/market/market.ts';
import { noise } from '#lib/local/market/noise.ts';
import { type FormAnswer, givenIn } from './asked.ts';

type Given = {
  website: string;
  company_name: string;
  company_description: string;
  page_title: string;
  page_description: string;
  page_text: string;
};
type Profile = { name: string; category: string; website: string };
type Page = { number: number; url: string; title: string; snippet: string };
type Candidate = { number: number; domain: string };

const hostOf = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
const categories = [...new Set(companies.map(({ category }) => category))];
const isIn = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());
// Creating the formatter takes 12 ms of every start.
const countryNamed = (code: string) => new Intl.DisplayNames(['en'], { type: 'region' }).of(code);

export const discoveryProfile: FormAnswer = (asked) => {
  const input = givenIn<Given>(asked);
  const texts = [input.company_name, input.company_description, input.page_title, input.page_description];
  const text = [...texts, input.page_text].join('\n').trim();
  const company = (text && companyOf(hostOf(input.website ?? ''))) || companies.find(({ name }) => isIn(text, name));
  const category = company ? company.category : categories.find((candidate) => isIn(text, candidate));
  if (!category) return nothing;
  const name = company ? company.name : (input.company_name ?? '');
  const products = company ? company.products : [category];
  return {
    sells_something: true,
    company_name: name,
    category,
    product: products[0],
    customer_segment: 'people who buy online',
    geography: company ? (countryNamed(company.country) ?? '') : '',
    country: company ? company.country : null,
    language: company ? company.language : 'en',
    description: company ? company.description : text.slice(0, 200),
    search_terms: [`buy ${category} online`, ...products.slice(0, 2), `${category} shop`],
  };
};

const nothing = {
  sells_something: false,
  company_name: '',
  category: '',
  product: '',
  customer_segment: '',
  geography: '',
  country: null,
  language: '',
  description: '',
  search_terms: [],
};

/** Like a real model, the mock adds a wrong proposal of each sort. */
export const discoveryCandidates: FormAnswer = (asked) => {
  const { company, pages = [] } = givenIn<{ company: Profile; pages: Page[] }>(asked);
  const candidates = new Map<string, { of: MadeUpCompany; evidence: number[] }>();
  for (const { number, url } of pages) {
    const of = companyOf(hostOf(url));
    if (of?.category === company?.category && of) candidates.set(of.domain, { of, evidence: [number] });
  }
  for (const { of, evidence } of candidates.values())
    for (const { number, title, snippet } of pages)
      if (isIn(`${title} ${snippet}`, of.name) && !evidence.includes(number)) evidence.push(number);
  const directory = pages.find(({ url }) => noise.some(({ domain }) => domain === hostOf(url)));
  return {
    competitors: [
      ...[...candidates.values()].map(({ of, evidence }) => proposal(of, evidence)),
      proposal({ name: 'Figmentwear', domain: 'figmentwear.example', category: '', description: '' }, [0]),
      ...(directory ? [proposal(siteOf(directory), [directory.number])] : []),
    ].slice(0, 25),
  };
};

type ProposedCompany = Pick<MadeUpCompany, 'name' | 'domain' | 'category' | 'description'>;

const proposal = ({ name, domain, category, description }: ProposedCompany, evidence: readonly number[]) => ({
  name,
  website: `https://${domain}/`,
  description,
  evidence,
  why: `Sells ${category} to the same customers.`,
});

const siteOf = ({ url }: Page): ProposedCompany => {
  const { name, domain, description } = noise.find((site) => site.domain === hostOf(url)) ?? {
    name: '',
    domain: '',
    description: '',
  };
  return { name, domain, category: '', description };
};

export const discoveryRelevance: FormAnswer = (asked) => {
  const { company, candidates = [] } = givenIn<{
    company: Profile & { country: string | null };
    candidates: Candidate[];
  }>(asked);
  return {
    candidates: candidates.map(({ number, domain }) => {
      const of = companyOf(domain);
      const kind = of ? 'company' : (noise.find((site) => site.domain === domain)?.kind ?? 'other');
      const fits = of !== null && of.category === company?.category;
      const relevance = fits ? (of.country === company?.country ? 0.95 : 0.85) : 0.1;
      const why = fits ? `Sells ${of.category}, too: ${of.products.join(', ')}.` : '';
      return { number, kind, relevance, why, description: of?.description ?? '' };
    }),
  };
};
