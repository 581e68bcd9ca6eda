import { domainToUnicode } from 'node:url';
import { containsPhrase, keywordText } from './keywords.ts';

export type PlanNames = {
  brand: readonly string[];
  competitors: readonly string[];
};

const legalForm =
  /(?:\s(?:inc|llc|ltd|limited|gmbh|ag|kg|corp|corporation|co|company|plc|b\.?v|n\.?v|oy|ab|a\/s|s\.?a|s\.?r\.?l|pvt|pty))+$|^(?:株式会社|有限会社)|(?:株式会社|有限会社|有限公司)$/u;

function waysOf(name: string): string[] {
  const plain = keywordText(name).replace(legalForm, '').trim();
  const bare = plain
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
  return [plain, bare].flatMap((way) => [way, way.replaceAll(' ', '')]);
}

export function brandTerms(name: string, domain: string): string[] {
  const [label = ''] = (domainToUnicode(domain) || domain).split('.');
  const ways = [...waysOf(name), ...waysOf(label.replaceAll('-', ' '))];
  return [...new Set(ways)].filter((way) => way.length >= 2);
}

/** Names of one or two letters could be parts of ordinary words, except in scripts such as Chinese. */
const isTellable = (name: string) => name.length >= 3 || /^[^\p{ASCII}]{2}$/u.test(name);

export const competitorNames = (names: readonly string[], brand: readonly string[]): string[] =>
  [...new Set(names.flatMap(waysOf))].filter((name) => isTellable(name) && !brand.some((term) => containsPhrase(term, name)));

const maxNameCharacters = 120;

/** The search engine requires that a name begins with a letter or digit. */
export const campaignName = (name: string, otherwise: string): string =>
  [
    ...name
      .toWellFormed()
      .replace(/[\s\p{C}]+/gu, ' ')
      .replace(/^[^\p{L}\p{N}]+/u, ''),
  ]
    .slice(0, maxNameCharacters)
    .join('')
    .trim() || otherwise;
