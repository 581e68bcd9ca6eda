import { gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * The readers of commit 8882f9e8, which is the previous release. They import nothing of the service, so that they stay
 * as they were. After a release, they become the readers of that release.
 */
type Packed = (string | number | null)[];
const jsonOf = (text: string, inflated = inflateRawSync) => JSON.parse(inflated(Buffer.from(text, 'base64')).toString());

export function cellsOf(text: string) {
  const { texts, cells, values } = jsonOf(text) as { texts: string[]; cells: number[][]; values: string[] };
  return cells.map((numbers) => {
    const quarters = [];
    for (let at = 10; at < numbers.length; at += 3)
      quarters.push({
        quarter: numbers[at] ?? 0,
        count: numbers[at + 1] ?? 0,
        value: values[numbers[at + 2] ?? -1] ?? '0',
      });
    return { names: numbers.slice(0, 10).map((at) => texts[at] ?? ''), quarters };
  });
}

export const spendRowsOf = (text: string) =>
  (jsonOf(text) as Packed[]).map((packed) => {
    const at = (place: number) => packed[place] ?? null;
    return {
      campaignId: at(0),
      campaign: at(1),
      adGroupId: at(2),
      adGroup: at(3),
      adId: at(4),
      ad: at(5),
      spend: at(6) ?? '0',
      impressions: at(7),
      clicks: at(8),
      reportedConversions: at(9),
      reportedValue: at(10),
    };
  });

export function orderOf(packed: Packed) {
  const at = (place: number) => packed[place] ?? null;
  return {
    orderId: at(0) ?? '',
    occurredAt: Number(packed[1]),
    value: at(2) ?? '0',
    currency: at(3) ?? '',
    status: at(4),
    salesChannel: at(5),
    isTest: packed[6] === 1,
    tax: at(7),
    shipping: at(8),
    refunded: at(9),
    clickId: at(10),
    userHash: at(11),
  };
}

export function eventOf(packed: Packed) {
  const text = (place: number) => String(packed[place] ?? '');
  const orNull = (place: number) => packed[place] ?? null;
  return {
    eventId: text(0),
    eventType: text(1),
    value: text(2),
    currency: text(3),
    occurredAt: Number(packed[4]),
    receivedAt: text(5),
    isCounted: packed[6] === 1,
    reason: orNull(7),
    pixelKey: orNull(8),
    channel: orNull(9),
    sid: text(10),
    orderNumber: text(11),
    gross: text(12),
    isRefunded: packed[13] === 1,
  };
}

export const ordersIn = (text: string) => (jsonOf(text) as Packed[]).map(orderOf);
export const eventsIn = (text: string) => (jsonOf(text) as (Packed | null)[]).map((event) => event && eventOf(event));
export function searchedIn(text: string) {
  const { candidates, rejections } = jsonOf(text) as { candidates: Packed[]; rejections: object[] };
  return { candidates: candidates.map(eventOf), rejections };
}
export const rowsIn = (text: string) =>
  (jsonOf(text) as [Packed | null, Packed | null, Packed[], string | null, string | null][]).map(
    ([order, event, doubles, reason, differenceName]) => ({
      order: order && orderOf(order),
      event: event && eventOf(event),
      doubles: doubles.map(eventOf),
      reason,
      differenceName,
    }),
  );
export const figuresIn = (text: string) => jsonOf(text);

export function documentIn(texts: string) {
  const [fields, userFields] = (jsonOf(texts) as [string, string][][]).map((pairs) => pairs.map(([name, text]) => ({ name, text })));
  return { fields, userFields };
}

export const adsIn = (text: string) => jsonOf(text, gunzipSync);

export function entriesIn(text: string): number[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const entries: number[] = [];
  if (text.startsWith('~'))
    for (let at = 1; at < text.length; at += 3) {
      const number = alphabet.indexOf(text[at] ?? '') * 64 + alphabet.indexOf(text[at + 1] ?? '');
      entries.push(number * 16 + Number.parseInt(text[at + 2] ?? '', 16));
    }
  else
    for (const [number, digit] of [...text].reverse().entries()) if (digit !== '0') entries.push(number * 16 + Number.parseInt(digit, 16));
  return entries;
}

/** The parts of the text of a link, without its signature. */
export const linkIn = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

export function clickIn(text: string) {
  const [at = '', sid = '', network = ''] = text.split(' ');
  return { at: Number.parseInt(at, 36), sid: `s_${sid}`, ...(network && { network }) };
}

export function mayHave(signature: string, gram: string): boolean {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let hash = 0x811c9dc5;
  for (let at = 0; at < gram.length; at++) hash = Math.imul(hash ^ gram.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  const bit = ((hash ^ (hash >>> 13)) >>> 0) % (signature.length * 6);
  return Boolean((alphabet.indexOf(signature[Math.floor(bit / 6)] ?? '') >> (bit % 6)) & 1);
}
