import { maxAliasLength, olderIdLength } from './network-ids.ts';

/**
 * `svc_click_id` may be the raw `svc_sid` cookie, encoded again, quoted, or with slashes, entities or its
 * name.
 */
export function clickIdOf(value: string): string {
  const text = value.trim();
  if (!isUnreadable(text)) return text;
  return sidOf(text) ?? sidOf(decoded(text)) ?? idIn(text) ?? text;
}

const maxLength = 512;

/** The index of events has the ID in its keys, which hold 2,048 bytes. */
export const isStorableId = (clickId: string): boolean =>
  clickId.length <= maxLength || (clickId.length <= maxAliasLength && aliasIn(clickId) !== null && /^[ -~]+$/.test(clickId));

/** An unreadable click ID is stored, because the sender needs it to find the mistake. */
export const storedClickId = (clickId: string): string =>
  clickId.length > maxLength && isUnreadable(clickId) ? `${clickId.slice(0, maxLength - 1).toWellFormed()}…` : clickId;

function sidOf(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const cookie: unknown = JSON.parse(text);
    const sid = typeof cookie === 'object' && cookie !== null && 'sid' in cookie ? cookie.sid : undefined;
    return typeof sid === 'string' && sid !== '' ? sid : undefined;
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The pixel's JSON is ASCII, so only ASCII characters are decoded. */
const decodedAscii = (text: string) =>
  text.replace(/%([0-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function idIn(text: string): string | undefined {
  const values = [...text.matchAll(/(?:^|[;,])\s*svc_sid\s*=([^;]*)/g)].map(([, value = '']) => value);
  const isHeader = values.length === 0 && /^[^\s={}"%;,]+=/.test(text);
  const clicks = (isHeader ? [] : values.length > 0 ? values : [text]).flatMap((value) => {
    const plain = decodedAscii(decodedAscii(decodedAscii(value))).replaceAll('\\', '');
    const [, sid] = /(?:^|[^0-9A-Za-z_])(s_[0-9A-Za-z]{22})(?![0-9A-Za-z_])/.exec(plain) ?? [];
    const [, ts] = /["']ts["']\s*:\s*["']?(\d{1,15})(?!\d)/.exec(plain) ?? [];
    return sid ? [{ sid, ts: Number(ts ?? 0) }] : [];
  });
  // A browser can send two cookies of one name, so the newest click counts.
  return clicks.reduce((newest, click) => (click.ts > newest.ts ? click : newest), clicks[0] ?? { sid: undefined, ts: 0 }).sid;
}

export const isUnreadable = (clickId: string): boolean =>
  !/^[a-z]+:/.test(clickId) && (/[^!-~]|[{}[\]"'\\%<>,;&]/.test(clickId) || clickId.startsWith('svc_sid='));

export const aliasParameters = ['oppref', 'gclid', 'fbclid', 'msclkid', 'ttclid'] as const;
type AliasName = (typeof aliasParameters)[number];
const isAliasName = (name: string): name is AliasName => (aliasParameters as readonly string[]).includes(name);

/** An ID that an earlier version cut has the first alias. Returns the newer alias first. */
export const storedValues = (value: string): string[] =>
  value.length > olderIdLength ? [value, value.slice(0, olderIdLength).toWellFormed()] : [value];

type NetworkIds = { networkClickIds: Record<string, string> };

export const aliasesOf = ({ networkClickIds }: NetworkIds): { name: AliasName; value: string }[] =>
  aliasParameters.flatMap((name) => {
    const value = networkClickIds[name];
    return value ? [{ name, value }] : [];
  });

export function aliasIn(clickId: string): { name: AliasName; value: string } | null {
  const at = clickId.indexOf(':');
  const [name, value] = [clickId.slice(0, at), clickId.slice(at + 1)];
  return at > 0 && value && isAliasName(name) ? { name, value } : null;
}

/** An event that waits for a long ID may have come to an earlier version, which cut it. */
export const clickIdsOf = (click: NetworkIds & { sid: string }): string[] => [
  click.sid,
  ...aliasesOf(click).flatMap(({ name, value }) => storedValues(value).map((stored) => `${name}:${stored}`)),
];
