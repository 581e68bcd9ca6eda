import { seeded } from '#lib/tools/simulate/seeded.ts';
import { rawNumber } from '#shared/values/json.ts';

export type Sale = { id: string; item: object; campaign: string; currency: string; scaledValue: bigint };
export type Expected = { campaign: string; currency: string; count: number; value: string };
export type Click = { campaign: string; sid: string; user: string };

/** The service keeps this number of decimals; values are added as integers. */
const places = 20;
const minorDigits = { USD: 2, EUR: 2, GBP: 2, JPY: 0, KWD: 3, BRL: 2 } as const;
const currencies = Object.keys(minorDigits) as (keyof typeof minorDigits)[];
const dayMs = 86_400_000;

export function salesOf({ count, seed, clicks }: { count: number; seed: number; clicks: readonly Click[] }): Sale[] {
  const random = seeded(seed);
  const upTo = (end: number) => Math.floor(random() * end);
  const digits = (length: number) => Array.from({ length }, () => upTo(10)).join('');
  const start = Math.floor(Date.now() / dayMs) * dayMs;

  return Array.from({ length: count }, (_, number) => {
    const currency = currencies[upTo(currencies.length)] ?? 'USD';
    const { campaign, sid, user } = clicks[upTo(clicks.length)] as Click;
    const id = `sale:${seed}-${number}`;
    const occurredAt = start - upTo(3 * dayMs);
    const inMinorUnits = random() < 0.3;
    const byUser = random() < 0.2;
    const click = byUser ? { external_user_id: user } : { svc_click_id: sid };
    const whole = String(BigInt(digits(upTo(13))));
    const fraction = digits(inMinorUnits ? minorDigits[currency] : upTo(places + 1));
    const literal = random() < 0.2 ? `${BigInt(whole + fraction)}e-${fraction.length}` : decimal(whole, fraction);
    const item = inMinorUnits
      ? {
          id,
          type: 'order_created',
          ...(!byUser && { timestamp_ms: occurredAt }),
          ...click,
          data: { type: 'contents', amount: rawNumber(String(BigInt(whole + fraction))), currency },
        }
      : {
          event_id: id,
          event_type: random() < 0.5 ? 'order_created' : 'purchase_completed',
          ...click,
          ...(!byUser && { occurred_at: new Date(occurredAt).toISOString() }),
          value: rawNumber(literal),
          currency,
          properties: { order_number: String(number), item_count: upTo(9) + 1 },
        };
    return { id, item, campaign, currency, scaledValue: BigInt(whole + fraction.padEnd(places, '0')) };
  });
}

const decimal = (whole: string, fraction: string) => (fraction ? `${whole}.${fraction}` : whole);

export function batchesOf(sales: readonly Sale[], size: number, repeats: number, seed: number): Sale[][] {
  const random = seeded(seed);
  const all: Sale[] = [];
  for (const sale of sales) {
    all.push(sale);
    while (random() < repeats) all.push(all[Math.floor(random() * all.length)] as Sale);
  }
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

export function expectedOf(sales: readonly Sale[]): Expected[] {
  const groups = Map.groupBy(sales, ({ campaign, currency }) => `${campaign} ${currency}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => {
      const [campaign = '', currency = ''] = name.split(' ');
      const sum = group.reduce((total, { scaledValue }) => total + scaledValue, 0n);
      return { campaign, currency, count: group.length, value: money(sum) };
    });
}

function money(scaled: bigint): string {
  const digits = String(scaled).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -places)}.${fraction}`;
}
