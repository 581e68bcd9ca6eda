import { domainToUnicode } from 'node:url';
import { siteDomain } from '#shared/values/site-domain.ts';
import { maxCompetitors } from './competitors.ts';
import { nonCompetitorKind } from './excluded-domains.ts';

export type Evidence = { url: string; title: string; snippet: string };

export type Proposal = {
  name: string;
  website: string;
  why: string;
  description: string;
  evidence: readonly number[];
};

export type Candidate = {
  name: string;
  domain: string;
  why: string;
  description: string;
  evidenceUrls: readonly string[];
};

export type Self = { domains: readonly string[]; names: readonly string[] };

const maxEvidence = 5;

/** In other scripts accents are vowels, so they stay. */
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|[^\p{L}\p{M}]|^)\p{M}+/gu;

const words = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(accented, '$1')
    .toLowerCase()
    .replaceAll(accented, '$1')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
const squeezed = (text: string) => words(text).replaceAll(' ', '');

const legalForms =
  / (?:inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|co|company|gmbh|ag|kg|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|aps|pty|pvt|kk|group|holding|holdings)(?= )/g;

export const brandKey = (name: string) => squeezed(words(name).replaceAll(legalForms, ' ')) || squeezed(name);

const label = (domain: string) => squeezed((domainToUnicode(domain) || domain).split('.')[0] ?? '');

/** These scripts have no spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function mentions({ title, snippet }: Evidence, name: string): boolean {
  const nameWords = words(name);
  return words(`${title} ${snippet}`).includes(unspaced.test(name) ? nameWords.trim() : nameWords);
}

const anyHost = /(?<![\p{L}\p{M}\d.-])(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}\d-]{2,}/gu;
const plainHost = /(?<![\p{Script=Latin}\p{M}\d.-])(?:[a-z\d-]+\.)+[a-z]{2,}(?![\p{Script=Latin}\p{M}\d-])/gu;
const hostsIn = (text: string) => {
  const plain = text.normalize('NFC').toLowerCase();
  return [...(plain.match(anyHost) ?? []), ...(plain.match(plainHost) ?? [])];
};

const isOn = (domain: string, { url, title, snippet }: Evidence) =>
  siteDomain(url) === domain || hostsIn(`${title} ${snippet}`).some((host) => siteDomain(`https://${host}`) === domain);

/** The evidence must name each proposed domain. */
export function grounded(proposals: readonly Proposal[], evidence: readonly Evidence[]): Candidate[] {
  return proposals.flatMap(({ name, website, why, description, evidence: cited }) => {
    const plainName = name.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
    const domain = siteDomain(/^https?:\/\//i.test(website) ? website : `https://${website}`);
    if (!domain || squeezed(plainName) === '' || plainName.length > 120) return [];
    const pagesOnDomain = evidence.filter((page) => isOn(domain, page));
    const namingPages = evidence.filter((page) => mentions(page, plainName));
    const isNamed = namingPages.length > 0 || label(domain) === squeezed(plainName);
    if (pagesOnDomain.length === 0 || !isNamed) return [];
    const textPages = new Set([...pagesOnDomain, ...namingPages]);
    const citedPages = cited.flatMap((number) => evidence[number] ?? []).filter((page) => textPages.has(page));
    const urls = [...new Set([...citedPages, ...pagesOnDomain, ...namingPages].map(({ url }) => url))];
    return [{ name: plainName, domain, why, description, evidenceUrls: urls.slice(0, maxEvidence) }];
  });
}

export const isSelf = ({ name, domain }: Pick<Candidate, 'name' | 'domain'>, { domains, names }: Self) =>
  domains.includes(domain) || names.some((ownName) => ownName !== '' && brandKey(ownName) === brandKey(name));

export function distinctRivals<C extends Candidate>(
  candidates: readonly C[],
  self: Self,
  { besides = [] }: { besides?: readonly string[] } = {},
): C[] {
  const ownKinds = new Set(self.domains.map(nonCompetitorKind));
  const rivals = new Map<string, C>();
  for (const candidate of candidates) {
    const { domain } = candidate;
    const kind = nonCompetitorKind(domain);
    if (isSelf(candidate, self) || besides.includes(domain) || (kind && !ownKinds.has(kind))) continue;
    const first = rivals.get(domain);
    const urls = [...(first?.evidenceUrls ?? []), ...candidate.evidenceUrls];
    const evidenceUrls = [...new Set(urls)].slice(0, maxEvidence);
    rivals.set(domain, { ...(first ?? candidate), evidenceUrls });
  }
  const brands = new Map<string, C>();
  for (const rival of rivals.values()) {
    const sameBrand = brands.get(brandKey(rival.name));
    if (!sameBrand || rival.evidenceUrls.length > sameBrand.evidenceUrls.length) brands.set(brandKey(rival.name), rival);
  }
  return [...rivals.values()].filter((rival) => brands.get(brandKey(rival.name)) === rival);
}

/** The relevance is from 0 to 1. */
export type Judged = { domain: string; isCompany: boolean; relevance: number };
export const minRelevance = 0.6;

export function ranked<C extends Candidate>(candidates: readonly C[], verdicts: ReadonlyMap<string, Omit<Judged, 'domain'>>): C[] {
  const relevanceOf = ({ domain }: C) => {
    const verdict = verdicts.get(domain);
    return verdict?.isCompany ? verdict.relevance : 0;
  };
  return candidates
    .filter((candidate) => relevanceOf(candidate) >= minRelevance)
    .sort((a, b) => relevanceOf(b) - relevanceOf(a) || b.evidenceUrls.length - a.evidenceUrls.length || (a.domain < b.domain ? -1 : 1))
    .slice(0, maxCompetitors);
}
