import * as z from 'zod';
import { type IpRange, type IpRanges, isInRanges } from './ip-ranges.ts';

const Hex = z.string().regex(/^[0-9a-f]+-[0-9a-f]+$/);

/** `npm run ops -- data-centres` writes sorted ranges in hexadecimal digits. */
export const DataCentreFile = z.object({
  date: z.iso.date().nullable(),
  sources: z.array(z.object({ name: z.string(), licence: z.string() })),
  ipv4: z.array(Hex),
  ipv6: z.array(Hex),
});
export type DataCentreFile = z.output<typeof DataCentreFile>;

export type DataCentres = { date: string | null; has(address: string): boolean };

/** The ranges are parsed on first use, since most processes never need them. */
export function dataCentresOf(read: () => unknown): DataCentres {
  let file: DataCentreFile | undefined;
  let ranges: IpRanges | undefined;
  const parsed = () => {
    file ??= DataCentreFile.parse(read());
    return file;
  };
  return {
    get date() {
      return parsed().date;
    },
    has(address) {
      if (parsed().date === null) return false;
      ranges ??= {
        ipv4: parsed().ipv4.map((text) => rangeOf(text, (hex) => Number.parseInt(hex, 16))),
        ipv6: parsed().ipv6.map((text) => rangeOf(text, (hex) => BigInt(`0x${hex}`))),
      };
      return isInRanges(address, ranges);
    },
  };
}

function rangeOf<T>(text: string, numberOf: (hex: string) => T): IpRange<T> {
  const [start = '', end = ''] = text.split('-');
  return [numberOf(start), numberOf(end)];
}
