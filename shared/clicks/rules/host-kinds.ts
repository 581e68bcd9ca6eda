import { memoized } from '#shared/values/memoized.ts';
import list from './hosts.json' with { type: 'json' };

/** A visitor who returns from a payment page was on the site before. */
export type SourceKind = 'assistant' | 'search' | 'social' | 'video' | 'shopping' | 'email' | 'payment';

export const listVersion = list.version;
export const listSources: readonly { name: string; licence: string; date: string }[] = list.sources;

const kindByHost = new Map<string, SourceKind>();
/** A search engine's host must match as a whole, because `mail.google.com` is not a search engine. */
const wholeHosts = new Set<string>();
/** A stem such as `google.{}` matches any country ending. */
const kindByStem = new Map<string, SourceKind>();
/** A parent such as `{}.bing.com` matches a country or language before it. */
const kindByParent = new Map<string, SourceKind>();
for (const [kind, hosts] of Object.entries(list.hosts) as [SourceKind, string[]][])
  for (const host of hosts) {
    if (host.endsWith('.{}')) kindByStem.set(host.slice(0, -3), kind);
    else if (host.startsWith('{}.')) kindByParent.set(host.slice(3), kind);
    else kindByHost.set(host, kind);
    if (kind === 'search') wholeHosts.add(host);
  }
const kindByName = new Map(
  (Object.entries(list.names) as [SourceKind, string[]][]).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

const countryEnding = /^(?:[a-z]{2}|com|org|net|(?:com?|org|net)\.[a-z]{2})$/;

/** The longest listed suffix of a host decides its kind. */
export const kindOfHost = (host: string): SourceKind | undefined => readKind(host) ?? undefined;

const readKind = memoized((host) => kindOf(plainHost(host)) ?? null, 1000);

function kindOf(name: string): SourceKind | undefined {
  const labels = name.split('.');
  for (let at = 0; at < labels.length; at++) {
    const parent = labels.slice(at).join('.');
    const kind = kindByHost.get(parent);
    if (kind && (at === 0 || !wholeHosts.has(parent))) return kind;
    const stem = kindOfStem(labels.slice(at));
    if (stem && (at === 0 || stem !== 'search')) return stem;
    if (at === 1 && /^[a-z]{2,3}$/.test(labels[0] ?? '')) {
      const child = kindByParent.get(parent);
      if (child) return child;
    }
  }
  return undefined;
}

function kindOfStem(labels: readonly string[]): SourceKind | undefined {
  for (const size of [1, 2]) {
    const stem = labels.slice(0, -size).join('.');
    const kind = kindByStem.get(stem);
    if (kind && countryEnding.test(labels.slice(-size).join('.'))) return kind;
  }
  return undefined;
}

export function kindOfSource(source: string): SourceKind | undefined {
  const text = source.trim().toLowerCase();
  if (!text) return undefined;
  if (text.includes('.')) return kindOfHost(text.replace(/^https?:\/\//, '').replace(/[/?#:].*$/s, ''));
  const word = text.replace(/[^a-z0-9]/g, '');
  return kindByName.get(word) ?? kindByName.get(word.replace(/ads$/, ''));
}

export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
