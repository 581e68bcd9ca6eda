import { useMutation } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { download } from '../kit/download.ts';
import { SaveButton } from '../kit/export.tsx';
import type { Listing } from './search.ts';
import { apiQueryOf, sortFor, type View } from './view.ts';

const groups: Record<Listing, string> = {
  campaign: 'campaign,ad_group,ad_id',
  ad: 'campaign,ad_group,ad_id',
  channel: 'channel',
};

/** The file has every row of the filters, including rows that are closed on the page. */
export function CsvButton({ view, listing }: { view: View; listing: Listing }) {
  const { query, search, environment, range } = view;
  const group_by = groups[listing];
  const sort = sortFor(search, group_by.split(',').at(-1) ?? '');
  const filters = apiQueryOf({ ...query, group_by, sort });
  const saving = useMutation({
    async mutationFn() {
      const files: string[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        let next: string | null = null;
        const text = await call(
          'reportPerformanceCsv',
          { query: { ...filters, ...(cursor && { cursor }) } },
          {
            onHeaders(headers) {
              next = headers.get('x-next-cursor');
            },
          },
        );
        const [heading = '', ...lines] = text.trimEnd().split('\r\n');
        const last = files.at(-1);
        if (last && last[0] === heading) last.push(...lines);
        else files.push([heading, ...lines]);
        cursor = next;
      }
      return files;
    },
    onSuccess(files) {
      const name = `adtrail-performance-${environment}-${range.from}-${range.to}`;
      for (const [at, lines] of files.entries()) download(`${name}${at > 0 ? `-${at + 1}` : ''}.csv`, `${lines.join('\r\n')}\r\n`);
    },
  });
  return <SaveButton saving={saving} />;
}
