import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { addUnconverted, type Unconverted } from './rates.ts';

export type LeftOut = {
  clicks: number;
  conversions: number;
  values: Map<string, Signed>;
  spendRows: number;
  spend: Map<string, Signed>;
  unconverted: Unconverted;
};

export const nothing = (): LeftOut => ({
  clicks: 0,
  conversions: 0,
  values: new Map(),
  spendRows: 0,
  spend: new Map(),
  unconverted: new Map(),
});

/** Traffic is checked before channel and pixel, so that each click, conversion or spend is omitted once. */
export type LeftOuts = {
  traffic: Map<string, LeftOut>;
  channels: LeftOut;
  unjoinedSpend: LeftOut;
};

export const noLeftOuts = (): LeftOuts => ({
  traffic: new Map(),
  channels: nothing(),
  unjoinedSpend: nothing(),
});

export function ofTraffic(outs: LeftOuts, traffic: string): LeftOut {
  const out = outs.traffic.get(traffic) ?? nothing();
  outs.traffic.set(traffic, out);
  return out;
}

export function addCounts(to: LeftOuts, { traffic, channels }: LeftOuts): void {
  for (const [out, added] of [
    ...[...traffic].map(([kind, some]) => [ofTraffic(to, kind), some] as const),
    [to.channels, channels] as const,
  ]) {
    out.clicks += added.clicks;
    out.conversions += added.conversions;
    for (const [currency, value] of added.values) addTo(out.values, currency, value);
    addUnconverted(out.unconverted, added.unconverted);
  }
}

export function dropEmpty({ traffic, channels }: LeftOuts): void {
  for (const out of [...traffic.values(), channels])
    for (const [currency, value] of out.values) if (value === '0') out.values.delete(currency);
  for (const [kind, out] of traffic) if (out.clicks === 0 && out.conversions === 0 && out.values.size === 0) traffic.delete(kind);
}

export function addTo(sums: Map<string, Signed>, currency: string, value: Signed): void {
  if (value !== '0' || sums.has(currency)) sums.set(currency, addSigned(sums.get(currency) ?? '0', value));
}
